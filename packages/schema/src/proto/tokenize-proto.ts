import { ProtoMistake } from './proto-file.ts'

export type ProtoToken = {
  kind: 'name' | 'number' | 'string' | 'symbol' | 'end'
  /** Of a string: what it says. */
  text: string
  line: number
}

const space = /(?:[\s\uFEFF]+|\/\/[^\n]*)+/y
const word = /[A-Za-z_][A-Za-z0-9_]*/y
const number = /(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y
const string = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y
const symbol = /[{}()[\]<>=;,.:+\-/]/y

/** One pass, each character looked at once. */
export function tokenizeProto(text: string): ProtoToken[] {
  const tokens: ProtoToken[] = []
  let at = 0
  let line = 1

  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)?.[0] ?? null
    if (match !== null) at += match.length
    return match
  }
  const skip = (skipped: string): void => {
    for (let from = skipped.indexOf('\n'); from !== -1; from = skipped.indexOf('\n', from + 1)) line += 1
  }

  while (at < text.length) {
    const blank = take(space)
    if (blank !== null) {
      skip(blank)
      continue
    }
    if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2)
      if (end === -1) throw new ProtoMistake(`line ${line}: a comment has no end`)
      skip(text.slice(at, end))
      at = end + 2
      continue
    }
    const name = take(word)
    if (name !== null) {
      tokens.push({ kind: 'name', text: name, line })
      continue
    }
    // A dot stands between names far more often than before the digits of a number.
    const digits = take(number)
    if (digits !== null) {
      tokens.push({ kind: 'number', text: digits, line })
      continue
    }
    const quoted = take(string)
    if (quoted !== null) {
      tokens.push({ kind: 'string', text: quoted.slice(1, -1), line })
      continue
    }
    const sign = take(symbol)
    if (sign === null) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
      throw new ProtoMistake(`line ${line}: ${JSON.stringify(character)} is out of place`)
    }
    tokens.push({ kind: 'symbol', text: sign, line })
  }
  tokens.push({ kind: 'end', text: 'the end of the file', line })
  return tokens
}
