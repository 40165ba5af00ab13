/** At-rules that style the page and load nothing. */
const knownRules: ReadonlySet<string> = new Set([
  'media',
  'supports',
  'container',
  'layer',
  'keyframes',
  '-webkit-keyframes',
])

/** Functions that load something, or ran programs in browsers of old. */
const loadingFunctions: ReadonlySet<string> = new Set([
  'expression',
  'image',
  'image-set',
  '-webkit-image-set',
  'src',
])

/** Properties that ran programs in browsers of old. */
const programProperties: ReadonlySet<string> = new Set(['behavior', '-moz-binding'])

const nameStart = /[A-Za-z_\-\\\u{80}-\u{10FFFF}]/u
const name = /^(?:[A-Za-z0-9_\-\u{80}-\u{10FFFF}]|\\[0-9A-Fa-f]{1,6}\s?|\\[^\n])+/u
const httpsAddress = /^https:\/\/[^\s"'()<>\\]+$/

/**
 * Somebody's own style, made harmless: nothing is loaded but images by https, and the text cannot end the element it
 * stands in. The content policy of the page says the same; this does not rely on it. Names are read as a browser reads
 * them, escapes included, so that `@\69mport` is what it is.
 */
export function harmlessCss(css: string): string {
  const text = css.replaceAll('\0', '').replaceAll(/\r\n?|\f/g, '\n')
  let at = 0
  let safe = ''
  while (at < text.length) {
    const character = text.charAt(at)
    if (text.startsWith('/*', at)) {
      at = endOf('*/')
    } else if (character === '"' || character === "'") {
      safe += takeString(character)
    } else if (character === '@') {
      at += 1
      const rule = takeName()
      if (knownRules.has(rule.toLowerCase())) safe += `@${rule}`
      else skipRule()
    } else if (nameStart.test(character)) {
      safe += takeWord()
    } else {
      // `<` only as a comparison: never the beginning of a tag or a comment.
      if (character !== '<' || /[\s=\d]/.test(text.charAt(at + 1))) safe += character
      at += 1
    }
  }
  return safe

  function endOf(mark: string): number {
    const found = text.indexOf(mark, at + 2)
    return found === -1 ? text.length : found + mark.length
  }

  function takeString(quote: string): string {
    const inner = takeQuoted(quote)
    // Written anew, with everything odd as an escape.
    return `"${inner.replaceAll(/["\\<\n]/g, escaped)}"`
  }

  function takeQuoted(quote: string): string {
    let inner = ''
    at += 1
    while (at < text.length && text.charAt(at) !== quote && text.charAt(at) !== '\n') {
      if (text.charAt(at) === '\\') inner += takeEscape()
      else {
        inner += text.charAt(at)
        at += 1
      }
    }
    at += 1
    return inner
  }

  function takeEscape(): string {
    const [whole = '\\', hex] = /^\\(?:([0-9A-Fa-f]{1,6})\s?|\n|[^])?/.exec(text.slice(at, at + 9)) ?? []
    at += whole.length
    if (hex !== undefined) return fromHex(hex)
    return whole === '\\\n' ? '' : whole.slice(1)
  }

  function takeName(): string {
    const found = name.exec(text.slice(at, at + 256))?.[0] ?? ''
    at += found.length
    return found.replaceAll(/\\(?:([0-9A-Fa-f]{1,6})\s?|([^]))/g, (_, hex: string | undefined, other) =>
      hex === undefined ? String(other) : fromHex(hex),
    )
  }

  function takeWord(): string {
    const before = at
    const word = takeName()
    if (at === before) {
      at += 1
      return ''
    }
    const lower = word.toLowerCase()
    if (text.charAt(at) !== '(') return programProperties.has(lower) ? 'x-removed' : written(word)
    if (lower === 'url') return takeAddress()
    if (loadingFunctions.has(lower)) {
      skipBlock('(', ')')
      return 'none'
    }
    return written(word)
  }

  function takeAddress(): string {
    at += 1
    while (/\s/.test(text.charAt(at))) at += 1
    const quote = text.charAt(at)
    let address: string
    if (quote === '"' || quote === "'") {
      address = takeQuoted(quote)
      while (/\s/.test(text.charAt(at))) at += 1
    } else {
      address = ''
      while (at < text.length && text.charAt(at) !== ')') {
        if (text.charAt(at) === '\\') address += takeEscape()
        else {
          address += text.charAt(at)
          at += 1
        }
      }
    }
    const isClosed = text.charAt(at) === ')'
    if (isClosed) at += 1
    return isClosed && httpsAddress.test(address.trim()) ? `url("${address.trim()}")` : 'none'
  }

  /** To the end of a rule that is not wanted, with its block if it has one. */
  function skipRule(): void {
    while (at < text.length) {
      const character = text.charAt(at)
      if (character === ';') {
        at += 1
        return
      }
      if (character === '}') return
      if (character === '{') {
        skipBlock('{', '}')
        return
      }
      if (character === '"' || character === "'") takeQuoted(character)
      else at += 1
    }
  }

  function skipBlock(open: string, close: string): void {
    let depth = 0
    while (at < text.length) {
      const character = text.charAt(at)
      if (character === '"' || character === "'") {
        takeQuoted(character)
        continue
      }
      at += 1
      if (character === open) depth += 1
      if (character === close) depth -= 1
      if (depth === 0) return
    }
  }
}

function fromHex(hex: string): string {
  const code = Number.parseInt(hex, 16)
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
    ? '\uFFFD'
    : String.fromCodePoint(code)
}

function escaped(character: string): string {
  return `\\${character.codePointAt(0)?.toString(16) ?? ''} `
}

/** A name again: what is no plain letter, digit, hyphen or underscore becomes an escape. */
function written(word: string): string {
  return word.replaceAll(/[^A-Za-z0-9_\-\u{80}-\u{10FFFF}]/gu, escaped)
}
