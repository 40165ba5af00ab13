// The published types cover the whole library only, which loads 4 MB of definitions that a filter of tokens never needs.

declare module 'css-tree/tokenizer' {
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void
  /** Where the number ends that begins there. */
  export function consumeNumber(source: string, offset: number): number
  /** Whether these three characters begin a name. */
  export function isIdentifierStart(first: number, second: number, third: number): boolean
  export const tokenTypes: Readonly<
    Record<
      | 'Ident'
      | 'Function'
      | 'AtKeyword'
      | 'Hash'
      | 'String'
      | 'BadString'
      | 'Url'
      | 'BadUrl'
      | 'Number'
      | 'Percentage'
      | 'Dimension'
      | 'WhiteSpace'
      | 'CDO'
      | 'CDC'
      | 'Comment',
      number
    >
  >
}

declare module 'css-tree/utils' {
  type Decoder = { decode(raw: string): string }
  export const ident: Decoder
  export const string: Decoder
  export const url: Decoder
}
