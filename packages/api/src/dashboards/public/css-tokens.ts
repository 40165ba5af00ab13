import { consumeNumber, isIdentifierStart, tokenize, tokenTypes } from 'css-tree/tokenizer'
import { ident, string, url } from 'css-tree/utils'

/**
 * What a browser reads in a style. `value` is without escapes. A `mark` is one character; a `bad` token, a string without
 * an end or an address with strange characters, spoils all that it stands in.
 */
export type CssToken =
  | { kind: 'space' | 'string' | 'url' | 'name' | 'function' | 'at' | 'mark'; value: string }
  | { kind: 'hash'; value: string; isId: boolean }
  | { kind: 'number'; value: string; unit: string }
  | { kind: 'comment' | 'html-comment' | 'bad-string' | 'bad-url' }

export function tokensOf(css: string): CssToken[] {
  const clean = css
    .toWellFormed()
    .replaceAll('\0', '\uFFFD')
    .replaceAll(/\r\n?|\f/g, '\n')
  // A byte order mark at the start is dropped as that of a file; inside a page a browser takes it for a letter.
  const text = `;${clean}`
  const tokens: CssToken[] = []
  tokenize(text, (type, start, end) => {
    if (start === 0) return
    const raw = text.slice(start, end)
    tokens.push(tokenOf(type, raw))
    // The line that a string does not survive ends all the same.
    if (type === tokenTypes.BadString && raw.endsWith('\n')) tokens.push({ kind: 'space', value: '\n' })
  })
  return tokens
}

function tokenOf(type: number, raw: string): CssToken {
  switch (type) {
    case tokenTypes.WhiteSpace:
      return { kind: 'space', value: raw }
    case tokenTypes.Comment:
      return { kind: 'comment' }
    case tokenTypes.CDO:
    case tokenTypes.CDC:
      return { kind: 'html-comment' }
    case tokenTypes.String:
      return { kind: 'string', value: string.decode(raw) }
    case tokenTypes.BadString:
      return { kind: 'bad-string' }
    case tokenTypes.Url:
      return { kind: 'url', value: url.decode(raw) }
    case tokenTypes.BadUrl:
      return { kind: 'bad-url' }
    case tokenTypes.Ident:
      return { kind: 'name', value: ident.decode(raw) }
    case tokenTypes.Function:
      return { kind: 'function', value: ident.decode(raw.slice(0, -1)) }
    case tokenTypes.AtKeyword:
      return { kind: 'at', value: ident.decode(raw.slice(1)) }
    case tokenTypes.Hash:
      return { kind: 'hash', value: ident.decode(raw.slice(1)), isId: isName(raw, 1) }
    case tokenTypes.Number:
    case tokenTypes.Percentage:
    case tokenTypes.Dimension: {
      const end = consumeNumber(raw, 0)
      return { kind: 'number', value: raw.slice(0, end), unit: ident.decode(raw.slice(end)) }
    }
    default:
      return { kind: 'mark', value: raw }
  }
}

function isName(text: string, at: number): boolean {
  return isIdentifierStart(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2))
}
