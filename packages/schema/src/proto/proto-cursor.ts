import { longestName, ProtoMistake } from './proto-file.ts'
import type { ProtoToken } from './tokenize-proto.ts'

/** Walks the tokens of a .proto file. Whatever is not as it should be ends in a `ProtoMistake` with its line. */
export type ProtoCursor = {
  peek(ahead?: number): ProtoToken
  /** Whether the next token is this one; if so, it is gone. */
  tryTake(text: string): boolean
  take(text: string): void
  takeName(what: string): string
  /** `a.b.C` or `.a.b.C`. */
  takeDottedName(what: string): string
  takeString(what: string): string
  takeInteger(what: string): number
  /** Everything up to the end of the statement, braces and all: what options say is mostly not for us. */
  skipStatement(): void
  fail(what: string): never
}

const end: ProtoToken = { kind: 'end', text: 'the end of the file', line: 0 }

export function createProtoCursor(tokens: readonly ProtoToken[]): ProtoCursor {
  let at = 0

  const peek = (ahead = 0): ProtoToken => tokens[at + ahead] ?? tokens.at(-1) ?? end

  const next = (): ProtoToken => {
    const token = peek()
    if (token.kind !== 'end') at += 1
    return token
  }

  function fail(what: string): never {
    const { kind, text, line } = peek()
    const actual = kind === 'end' ? text : JSON.stringify(text.slice(0, 50))
    throw new ProtoMistake(`line ${line}: expected ${what}, found ${actual}`)
  }

  const isText = (text: string): boolean => peek().kind !== 'string' && peek().text === text

  function tryTake(text: string): boolean {
    if (!isText(text) || peek().kind === 'end') return false
    at += 1
    return true
  }

  function take(text: string): void {
    if (!tryTake(text)) fail(JSON.stringify(text))
  }

  function takeName(what: string): string {
    if (peek().kind !== 'name') fail(what)
    return next().text
  }

  function takeDottedName(what: string): string {
    let name = tryTake('.') ? '.' : ''
    name += takeName(what)
    while (tryTake('.')) {
      name += `.${takeName(what)}`
      if (name.length > longestName) fail(`a name of at most ${longestName} characters`)
    }
    return name
  }

  function takeString(what: string): string {
    if (peek().kind !== 'string') fail(what)
    let text = ''
    while (peek().kind === 'string') text += next().text
    return text
  }

  function takeInteger(what: string): number {
    const sign = tryTake('-') ? -1 : 1
    const { kind, text } = peek()
    if (kind !== 'number' || !/^(?:0[xX][0-9a-fA-F]+|\d+)$/.test(text)) fail(what)
    const isOctal = /^0\d+$/.test(text)
    const value = isOctal ? Number.parseInt(text, 8) : Number(text)
    if (!Number.isSafeInteger(value)) fail(what)
    at += 1
    return sign * value
  }

  function skipStatement(): void {
    let open = 0
    for (;;) {
      const { kind, text } = peek()
      if (kind === 'end') fail('";"')
      next()
      if (kind !== 'symbol') continue
      if (text === '{') open += 1
      if (text === '}') open -= 1
      if (open < 0) fail('";"')
      if (text === ';' && open === 0) return
    }
  }

  return { peek, tryTake, take, takeName, takeDottedName, takeString, takeInteger, skipStatement, fail }
}
