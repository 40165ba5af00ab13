/**
 * What a browser reads in a style, by the rules of CSS Syntax. `value` is without escapes. A `mark` is one character; a
 * `bad` token, a string without an end or an address with strange characters, spoils all that it stands in.
 */
export type CssToken =
  | { kind: 'space' | 'string' | 'url' | 'name' | 'function' | 'at' | 'mark'; value: string }
  | { kind: 'hash'; value: string; isId: boolean }
  | { kind: 'number'; value: string; unit: string }
  | { kind: 'comment' | 'html-comment' | 'bad-string' | 'bad-url' }

const escape = String.raw`\\[0-9A-Fa-f]{1,6}[ \t\n]?|\\[^\n0-9A-Fa-f]`
const space = /[ \t\n]+/y
const comment = /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/y
const htmlComment = /<!--|-->/y
const startOfName = /--|-?(?:[A-Za-z_\u{80}-\u{10FFFF}]|\\[^\n])/uy
const name = new RegExp(String.raw`(?:[A-Za-z0-9_\-\u{80}-\u{10FFFF}]|${escape})+`, 'uy')
const number = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y
const doubleQuoted = /"((?:[^"\\\n]|\\[^])*)("|(?=\n)|\\?$)/y
const singleQuoted = /'((?:[^'\\\n]|\\[^])*)('|(?=\n)|\\?$)/y
const quoteAhead = /[ \t\n]*["']/y
const address = new RegExp(String.raw`(?:[^"'()\\\x00-\x20\x7f]|${escape})*`, 'uy')
const endOfAddress = /[ \t\n]*(?:\)|$)/y
const restOfAddress = /(?:[^)\\]|\\[^])*\\?\)?/y
const character = /[^]/uy

export function tokensOf(css: string): CssToken[] {
  const text = css
    .toWellFormed()
    .replaceAll('\0', '\uFFFD')
    .replaceAll(/\r\n?|\f/g, '\n')
  const tokens: CssToken[] = []
  let at = 0
  while (at < text.length) tokens.push(takeToken())
  return tokens

  function matchOf(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    return pattern.exec(text)
  }

  function take(pattern: RegExp): string | null {
    const found = matchOf(pattern)?.[0] ?? null
    if (found !== null) at += found.length
    return found
  }

  function takeToken(): CssToken {
    if (take(comment) !== null) return { kind: 'comment' }
    const spaces = take(space)
    if (spaces !== null) return { kind: 'space', value: spaces }
    const quote = text.charAt(at)
    if (quote === '"' || quote === "'") return takeString(quote === '"' ? doubleQuoted : singleQuoted)
    if (take(htmlComment) !== null) return { kind: 'html-comment' }
    const digits = take(number)
    if (digits !== null) return takeUnit(digits)
    if (matchOf(startOfName) !== null) return takeWord()
    return takeMarked(take(character) ?? '')
  }

  function takeString(pattern: RegExp): CssToken {
    const found = matchOf(pattern)
    at += found?.[0].length ?? 1
    const isEnded = found?.[2] !== '' || at === text.length
    return found !== null && isEnded
      ? { kind: 'string', value: unescaped(found[1] ?? '') }
      : { kind: 'bad-string' }
  }

  function takeUnit(value: string): CssToken {
    if (matchOf(startOfName) !== null) return { kind: 'number', value, unit: unescaped(take(name) ?? '') }
    const isPercent = text.charAt(at) === '%'
    if (isPercent) at += 1
    return { kind: 'number', value, unit: isPercent ? '%' : '' }
  }

  function takeWord(): CssToken {
    const word = take(name)
    // A backslash at the very end escapes nothing.
    if (word === null) return takeMarked(take(character) ?? '')
    const value = unescaped(word)
    if (text.charAt(at) !== '(') return { kind: 'name', value }
    at += 1
    const isAddress = value.toLowerCase() === 'url' && matchOf(quoteAhead) === null
    return isAddress ? takeAddress() : { kind: 'function', value }
  }

  function takeAddress(): CssToken {
    take(space)
    const value = unescaped(take(address) ?? '')
    if (take(endOfAddress) !== null) return { kind: 'url', value }
    take(restOfAddress)
    return { kind: 'bad-url' }
  }

  function takeMarked(mark: string): CssToken {
    const isNamed = matchOf(startOfName) !== null
    if (mark === '@' && isNamed) return { kind: 'at', value: unescaped(take(name) ?? '') }
    if (mark === '#') {
      const word = take(name)
      if (word !== null) return { kind: 'hash', value: unescaped(word), isId: isNamed }
    }
    return { kind: 'mark', value: mark }
  }
}

function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:([0-9A-Fa-f]{1,6})[ \t\n]?|\n|([^]))/gu,
    (_, hex: string | undefined, other: string | undefined) =>
      hex === undefined ? (other ?? '') : fromHex(hex),
  )
}

function fromHex(hex: string): string {
  const code = Number.parseInt(hex, 16)
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
    ? '\uFFFD'
    : String.fromCodePoint(code)
}
