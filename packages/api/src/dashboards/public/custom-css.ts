import { type CssToken, tokensOf } from './css-tokens.ts'

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

/** By https, or a part of the page itself. */
const harmlessAddress = /^(?:https:\/\/|#)[^\s"'()<>\\]+$/

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/**
 * Somebody's own style, made harmless: nothing is loaded but images by https, and the text cannot end the element it
 * stands in. The content policy of the page says the same; this does not rely on it. The style is read as a browser
 * reads it, and written anew from what was read; whatever is dropped leaves a space, so that what stood on its two sides
 * never becomes one word.
 */
export function harmlessCss(css: string): string {
  const tokens = tokensOf(css)
  let at = 0
  let safe = ''
  for (let token = next(); token !== null; token = next()) safe += harmless(token)
  return safe

  function next(): CssToken | null {
    const token = tokens[at] ?? null
    at += 1
    return token
  }

  function harmless(token: CssToken): string {
    switch (token.kind) {
      case 'space':
        return token.value
      case 'comment':
        // Empty but there: it parts words, and is no space, which would mean something in a selector.
        return '/**/'
      case 'string':
        return quoted(token.value)
      case 'url':
        return addressed(token.value)
      case 'name':
        return programProperties.has(token.value.toLowerCase()) ? 'x-removed' : writtenName(token.value)
      case 'function':
        return harmlessFunction(token.value)
      case 'at':
        if (knownRules.has(token.value.toLowerCase())) return `@${writtenName(token.value)}`
        skipRule()
        return ' '
      case 'hash':
        return `#${token.isId ? writtenName(token.value) : writtenRest(token.value)}`
      case 'number':
        return token.value + writtenUnit(token.unit)
      case 'mark':
        return harmlessMark(token.value)
      case 'bad-url':
        return 'none '
      case 'bad-string':
      case 'html-comment':
        return ' '
    }
  }

  function harmlessMark(mark: string): string {
    if (mark === '@') skipRule()
    if (mark === '@' || mark === '\\') return ' '
    if (mark !== '<') return mark
    // As a comparison, and never the beginning of a tag.
    const after = tokens[at]
    const isApart = after?.kind === 'space' || (after?.kind === 'mark' && after.value === '=')
    return isApart ? '<' : '< '
  }

  function harmlessFunction(name: string): string {
    const lower = name.toLowerCase()
    if (lower === 'url') {
      const inside = skipBlock(')').filter(({ kind }) => kind !== 'space' && kind !== 'comment')
      const [only] = inside
      return inside.length === 1 && only?.kind === 'string' ? addressed(only.value) : 'none '
    }
    if (!loadingFunctions.has(lower)) return `${writtenName(name)}(`
    skipBlock(')')
    return 'none '
  }

  /** To the end of a rule that is not wanted, with its block if it has one. */
  function skipRule(): void {
    for (let token = tokens[at]; token !== undefined; token = tokens[at]) {
      const mark = token.kind === 'mark' ? token.value : ''
      if (mark === '}') return
      at += 1
      if (mark === ';') return
      const closer = closerOf(token)
      if (closer !== null) skipBlock(closer)
      if (mark === '{') return
    }
  }

  /** To the mark that closes what has been opened; what is in between is told. */
  function skipBlock(closer: string): CssToken[] {
    const inside: CssToken[] = []
    const open = [closer]
    for (let token = next(); token !== null; token = next()) {
      const inner = closerOf(token)
      if (inner !== null) open.push(inner)
      if (token.kind === 'mark' && token.value === open.at(-1)) open.pop()
      if (open.length === 0) return inside
      inside.push(token)
    }
    return inside
  }
}

function closerOf(token: CssToken): string | null {
  if (token.kind === 'function') return ')'
  return token.kind === 'mark' ? (closers[token.value] ?? null) : null
}

function addressed(address: string): string {
  return harmlessAddress.test(address.trim()) ? `url("${address.trim()}")` : 'none '
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\<\p{Cc}]/gu, escaped)}"`
}

function escaped(character: string): string {
  return `\\${character.codePointAt(0)?.toString(16) ?? ''} `
}

/** What is no plain letter, digit, hyphen or underscore becomes an escape. */
function writtenRest(word: string): string {
  return word.replaceAll(/[^A-Za-z0-9_\-\u{80}-\u{10FFFF}]/gu, escaped)
}

/** As the rest, and what would make it no name at the beginning, a digit or nothing but hyphens, is an escape too. */
function writtenName(word: string): string {
  const [start = ''] = /^(?:\d|-\d|--?$)/.exec(word) ?? []
  if (start === '') return writtenRest(word)
  const hyphen = start.length > 1 ? '-' : ''
  return hyphen + escaped(start.slice(hyphen.length)) + writtenRest(word.slice(start.length))
}

/** A unit such as `e3` would be taken for a part of the number. */
function writtenUnit(unit: string): string {
  if (unit === '' || unit === '%') return unit
  return /^e[+-]?\d/i.test(unit) ? escaped(unit.charAt(0)) + writtenRest(unit.slice(1)) : writtenName(unit)
}
