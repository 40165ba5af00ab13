/** A column of a table, from the statement that creates it: a file holds nothing else about them. */
export type Column = {
  name: string
  /** An `integer primary key` is the id of the row, and is not stored again. */
  isRowId: boolean
  /** For rows from before the column was added. */
  byDefault: string | number | null
}

const constraints = new Set(['constraint', 'primary', 'unique', 'check', 'foreign'])

/** `create table "a" (id integer primary key, "b" text default 'x')`. */
export function columnsOf(sql: string): Column[] {
  const tokens = tokensOf(sql)
  const open = tokens.findIndex(({ text, isName }) => text === '(' && !isName)
  return definitionsOf(tokens.slice(open + 1)).flatMap((definition) => {
    const [name, ...rest] = definition
    if (name === undefined || (!name.isQuoted && constraints.has(name.text.toLowerCase()))) return []
    const words = rest.map(({ text, isName }) => (isName ? text.toLowerCase() : text))
    const isRowId =
      words[0] === 'integer' && words.some((word, at) => word === 'primary' && words[at + 1] === 'key')
    const defaultAt = words.indexOf('default')
    return [
      { name: name.text, isRowId, byDefault: defaultAt === -1 ? null : literalOf(rest.slice(defaultAt + 1)) },
    ]
  })
}

type Token = { text: string; isName: boolean; isQuoted: boolean; isText: boolean }

const patterns =
  /--[^\n]*|\/\*[^]*?\*\/|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|([\w.$\u0080-\uffff]+)|([^\s\w])/g

function tokensOf(sql: string): Token[] {
  return [...sql.matchAll(patterns)].flatMap(([, single, double, back, bracket, word, sign]) => {
    if (single !== undefined) return [token(single.replaceAll("''", "'"), { isText: true })]
    const quoted = double?.replaceAll('""', '"') ?? back?.replaceAll('``', '`') ?? bracket
    if (quoted !== undefined) return [token(quoted, { isName: true, isQuoted: true })]
    if (word !== undefined) return [token(word, { isName: true })]
    return sign === undefined ? [] : [token(sign, {})]
  })
}

function token(text: string, kind: Partial<Token>): Token {
  return { text, isName: false, isQuoted: false, isText: false, ...kind }
}

/** What stands between the commas of the outer brackets. */
function definitionsOf(tokens: readonly Token[]): Token[][] {
  const definitions: Token[][] = [[]]
  let depth = 0
  for (const one of tokens) {
    const sign = one.isName || one.isText ? '' : one.text
    if (sign === ')' && depth === 0) break
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) definitions.push([])
    else definitions.at(-1)?.push(one)
  }
  return definitions
}

/** A default that is computed is left empty. */
function literalOf([first, second]: readonly Token[]): string | number | null {
  if (first === undefined) return null
  if (first.isText || first.isQuoted) return first.text
  const isNegative = first.text === '-' || first.text === '+'
  const word = (isNegative ? `${first.text}${second?.text ?? ''}` : first.text).toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true' ? 1 : 0
  const number = Number(word)
  return Number.isFinite(number) && word !== '' && word !== '(' ? number : null
}
