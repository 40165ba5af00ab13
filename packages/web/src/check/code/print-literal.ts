/** A piece of TypeScript that stands in a literal as it is. */
export class Code {
  readonly text: string
  /** What the code needs from the library. */
  readonly names: readonly string[]

  constructor(text: string, names: readonly string[] = []) {
    this.text = text
    this.names = names
  }
}

const identifier = /^[A-Za-z_$][\w$]*$/
const widest = 80

/** A value as it is written in TypeScript: on one line where it has room. */
export function printLiteral(value: unknown, indent = ''): string {
  if (value instanceof Code) return value.text
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value))
    return wrap(
      value.map((item) => printLiteral(item, `${indent}  `)),
      '[]',
      indent,
    )
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).map(
    ([name, inner]) => `${identifier.test(name) ? name : quote(name)}: ${printLiteral(inner, `${indent}  `)}`,
  )
  return wrap(fields, '{}', indent)
}

function wrap(parts: readonly string[], brackets: '[]' | '{}', indent: string): string {
  const [open, close] = brackets
  if (parts.length === 0) return brackets
  const room = brackets === '{}' ? ' ' : ''
  const line = `${open}${room}${parts.join(', ')}${room}${close}`
  if (line.length + indent.length <= widest && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`
}

function quote(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`
}

/** What all pieces of code in a value need. */
export function namesIn(value: unknown): string[] {
  if (value instanceof Code) return [...value.names]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(namesIn)
}
