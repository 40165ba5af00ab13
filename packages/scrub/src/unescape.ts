import { isCutAt } from './cut-ends.ts'

/** A text without its escapes, and where each unit of it stands in the text that was given. */
export type Unescaped = {
  text: string
  /** Where in the given text a unit begins, or everything ends. */
  startOf(index: number): number
  /** Where in the given text a unit ends. */
  endOf(index: number): number
}

const [escape, entity] = [
  // Any number of strokes: each level of JSON inside JSON doubles them. Before a cut an escape may lack its end.
  /\\+(?:u[0-9a-f]{4}|u\{[0-9a-f]{1,6}\}|x[0-9a-f]{2}|["'/bfnrt]|(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?(?=…|$))?/,
  /&(?:#\d{1,7};?|#x[0-9a-f]{1,6};?|[a-z]{2,8};|(?:#x?[0-9a-f]{0,7}|[a-z]{0,8})(?=…|$))/,
]
const escapes = new RegExp(`${escape.source}|${entity.source}`, 'gi')

/** Those that a secret may need; names of letters and signs beyond ASCII are not read. */
const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Tab: '\t',
    NewLine: '\n',
    excl: '!',
    quot: '"',
    num: '#',
    dollar: '$',
    percnt: '%',
    amp: '&',
    apos: "'",
    lpar: '(',
    rpar: ')',
    ast: '*',
    plus: '+',
    comma: ',',
    period: '.',
    sol: '/',
    colon: ':',
    semi: ';',
    lt: '<',
    equals: '=',
    gt: '>',
    quest: '?',
    commat: '@',
    lsqb: '[',
    lbrack: '[',
    bsol: '\\',
    rsqb: ']',
    rbrack: ']',
    Hat: '^',
    lowbar: '_',
    grave: '`',
    lcub: '{',
    lbrace: '{',
    verbar: '|',
    vert: '|',
    rcub: '}',
    rbrace: '}',
    nbsp: '\u00a0',
  }),
)

const signs: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/**
 * Reads the escapes of JSON, JavaScript and HTML, wherever they stand and whatever stands between them: a target that
 * writes `\u0068unter2` or `&#104;unter2` has written the secret. Null for a text that has none. Takes linear time.
 */
export function unescapeText(text: string): Unescaped | null {
  escapes.lastIndex = 0
  let match = escapes.exec(text)
  if (match === null) return null
  const pieces: string[] = []
  const starts = new Uint32Array(text.length)
  const ends = new Uint32Array(text.length)
  let count = 0
  let from = 0

  function keepUntil(end: number): void {
    pieces.push(text.slice(from, end))
    for (let index = from; index < end; index += 1) {
      starts[count] = index
      ends[count] = index + 1
      count += 1
    }
  }

  for (; match !== null; match = escapes.exec(text)) {
    const [written] = match
    const end = match.index + written.length
    const isCut = isCutAt(text, end)
    const meaning = written.startsWith('&')
      ? meaningOfEntity(written, isCut)
      : meaningOfEscape(written, isCut)
    keepUntil(match.index)
    pieces.push(meaning)
    for (let unit = 0; unit < meaning.length; unit += 1) {
      starts[count] = match.index
      ends[count] = end
      count += 1
    }
    from = end
  }
  keepUntil(text.length)
  return {
    text: pieces.join(''),
    startOf: (index) => (index < count ? (starts[index] ?? 0) : text.length),
    endOf: (index) => ends[index] ?? 0,
  }
}

function meaningOfEscape(written: string, isCut: boolean): string {
  const codeStart = written.lastIndexOf('\\') + 1
  const [strokes, code] = [written.slice(0, codeStart), written.slice(codeStart)]
  const digits = code.replaceAll(/[^0-9a-f]/gi, '')
  if (/^(?:u[0-9a-f]{4}|u\{.+\}|x[0-9a-f]{2})$/i.test(code)) return characterOf(Number.parseInt(digits, 16))
  // What was cut off within an escape is the end of what stands before it.
  if (/^[ux]/i.test(code) || (code === '' && isCut)) return ''
  const kept = strokes.slice(0, Math.floor(strokes.length / 2))
  if (strokes.length % 2 === 0) return kept + code
  return code === '' ? `${kept}\\` : kept + (signs[code] ?? code)
}

function meaningOfEntity(written: string, isCut: boolean): string {
  const name = written.slice(1).replace(/;$/, '')
  if (isCut && !written.endsWith(';')) return ''
  if (/^#\d+$/.test(name)) return characterOf(Number(name.slice(1)))
  if (/^#x[0-9a-f]+$/i.test(name)) return characterOf(Number.parseInt(name.slice(2), 16))
  if (written.endsWith(';')) return entities.get(name) ?? written
  return ''
}

const lastCodePoint = 0x10ffff

function characterOf(code: number): string {
  return code <= lastCodePoint ? String.fromCodePoint(code) : '\uFFFD'
}
