import { credentialHeaders } from '@sonde/ground/credential-headers.ts'
import type { Ranges } from './ranges.ts'

const headerName = new RegExp(`(?<![\\w-])(?:${[...credentialHeaders].join('|')})(?![\\w-])`, 'gi')

/** From a name to its value: `: `, `=`, `":"`, `\":[\"`, and the `","value":"` of HAR files. */
const toValue =
  /(?<close>\\*["'`]?)\s*(?:,\s*\\*["']value\\*["']\s*)?(?<sign>[:=])\s*(?<open>\[?\s*\\*["'`]?)/y

/** Values of headers that carry credentials, in plain text, in JSON and in commands. */
export function findHeaderValues(text: string, ranges: Ranges): void {
  const isInJson = createLineReader(text)
  headerName.lastIndex = 0
  for (let name = headerName.exec(text); name !== null; name = headerName.exec(text)) {
    const nameEnd = headerName.lastIndex
    toValue.lastIndex = nameEnd
    const { close, sign, open } = toValue.exec(text)?.groups ?? {}
    if (close === undefined || sign === undefined || open === undefined) continue
    const start = toValue.lastIndex
    const before = text[name.index - 1] ?? ''
    const surroundings = { before, close, sign, open, isInJson: isInJson(name.index) }
    const end = start + lengthOfValue(text, start, surroundings)
    if (end > start) ranges.add(start, end)
    headerName.lastIndex = end
  }
}

/** Whether the line at an index is JSON, as the lines of logs are. Indexes must grow. */
function createLineReader(text: string): (index: number) => boolean {
  let lineStart = 0
  let lineEnd = -1
  return (index) => {
    while (lineEnd < index) {
      if (lineEnd >= 0) lineStart = lineEnd + 1
      const newline = text.indexOf('\n', lineStart)
      lineEnd = newline === -1 ? text.length : newline
    }
    return text[lineStart] === '{' || text[lineStart] === '['
  }
}

type Surroundings = { before: string; close: string; sign: string; open: string; isInJson: boolean }

function lengthOfValue(text: string, start: number, around: Surroundings): number {
  const { before, close, sign, open, isInJson } = around
  if (open.startsWith('[')) return lengthUntil(/[\]\r\n]/g, text, start)
  const quote = open.at(-1)
  if (isQuote(quote)) {
    // In JSON inside JSON the quotes are escaped themselves.
    return open.length > 1 ? lengthOfEscaped(text, start) : lengthOfQuoted(text, start, quote)
  }
  if (sign === '=') return lengthUntil(/[\s&;,"'`]/g, text, start)
  // `-H "Cookie: a=b"`: the quote before the name ends the value. Quotes inside a value end nothing.
  if (close === '' && isQuote(before)) return lengthOfQuoted(text, start, before)
  return isInJson ? lengthOfQuoted(text, start, '"') : lengthUntil(/[\r\n]/g, text, start)
}

function isQuote(character: string | undefined): character is string {
  return character === '"' || character === "'" || character === '`'
}

const strokeOrLineEnd = /[\\\r\n]/g

/**
 * Up to the strokes before a quote, or to the end of the line. Strokes are counted once: a pattern would try them
 * again from each of them, which for a hundred thousand takes seconds.
 */
function lengthOfEscaped(text: string, start: number): number {
  let index = start + lengthUntil(strokeOrLineEnd, text, start)
  while (text[index] === '\\') {
    let end = index
    while (text[end] === '\\') end += 1
    if (isQuote(text[end])) break
    index = end + lengthUntil(strokeOrLineEnd, text, end)
  }
  return index - start
}

function lengthOfQuoted(text: string, start: number, quote: string): number {
  let index = start
  while (index < text.length && text[index] !== quote && text[index] !== '\n') {
    index += text[index] === '\\' ? 2 : 1
  }
  return Math.min(index, text.length) - start
}

function lengthUntil(end: RegExp, text: string, start: number): number {
  end.lastIndex = start
  return (end.exec(text)?.index ?? text.length) - start
}

const endOfAuthority = /[\s/?#"'<>`\\]/g

/** The part before the `@` of a URL: a name, a password, or a token that stands for both. */
export function findUrlCredentials(text: string, ranges: Ranges): void {
  for (let sign = text.indexOf('://'); sign !== -1; sign = text.indexOf('://', sign + 3)) {
    const start = sign + 3
    const authority = text.slice(start, start + lengthUntil(endOfAuthority, text, start))
    const at = authority.lastIndexOf('@')
    if (at > 0) ranges.add(start, start + at)
  }
}
