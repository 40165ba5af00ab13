import { gzipSync } from 'node:zlib'
import { isRecord } from '@sonde/ground/is-record.ts'

type Schema = Readonly<Record<string, unknown>>

export type HostileBody = { name: string; payload: string | Buffer; isPacked: boolean }

/** Of what is sent. */
export const mostHostileBytes = 63 * 1024

/** Texts that have cost somebody a quadratic search, each as long as a body may be. */
const texts: readonly string[] = [
  'a',
  '\\',
  ' ',
  '(',
  '{{',
  '@a.',
  '%',
  '../',
  '"\'',
  '0',
  'a:',
  '-',
  '[1:',
  '\u0130',
].map((piece) => piece.repeat(Math.floor(mostHostileBytes / 3 / Buffer.byteLength(JSON.stringify(piece)))))

/** Bodies that are hostile as a whole, whatever the route wants. */
export function hostileWholes(): HostileBody[] {
  const shapes: [string, string][] = [
    ['nested lists', nested('[', ']')],
    ['nested objects', nested('{"a":', '}', '0')],
    ['empty objects', `[${repeated('{}')}]`],
    ['numbers', `[${repeated('0')}]`],
    ['fields', `{${numbered((n) => `"k${n}":0`)}}`],
    ['one field again and again', `{${repeated('"name":0')}}`],
    ['a text', JSON.stringify('a'.repeat(mostHostileBytes - 100))],
    ['escapes', `"${'\\u0041'.repeat(mostHostileBytes / 6 - 100)}"`],
    ['an unfinished text', `"${'\\"'.repeat(mostHostileBytes / 2 - 100)}`],
    ['halves of pairs', `[${repeated('"\\ud800\\u0000"')}]`],
    ['prototypes', `[${repeated('{"constructor":{}}')},"\\u005fprototype"]`],
    ['a long number', '1'.repeat(mostHostileBytes)],
  ]
  const large = 5 * 1024 * 1024 - 1000
  const packed: [string, string][] = [
    ['packed empty objects', `[${repeated('{}', large)}]`],
    ['packed nested lists', nested('[', ']', '', large)],
    ['packed fields', `{${numbered((n) => `"k${n}":0`, 250_000)}}`],
    [
      'packed texts',
      `{${['name', 'script', 'x'].map((name) => `"${name}":"${'\\\\a'.repeat(300_000)}"`).join(',')}}`,
    ],
    ['packed spaces', `{${' '.repeat(large)}}`],
  ]
  return [
    ...shapes.map(([name, payload]) => ({ name, payload, isPacked: false })),
    ...packed.map(([name, text]) => ({ name, payload: gzipSync(text), isPacked: true })),
  ]
}

/**
 * Right bodies with one field that is hostile, for every field that the schema knows; each is made when it is asked for,
 * because some routes know hundreds of fields.
 */
export function hostileFields(
  body: unknown,
  schema: Schema,
  resolve: (reference: string) => Schema,
): (() => HostileBody)[] {
  return fieldsOf(schema, resolve, 0).flatMap(({ path, kind }, index) =>
    valuesFor(kind, index).map((value) => () => ({
      name: `${path.join('.')}: ${JSON.stringify(value).slice(0, 12)}`,
      payload: JSON.stringify(withField(body, path, value)),
      isPacked: false,
    })),
  )
}

const emptyObjects = Array.from({ length: 20_000 }, () => ({}))

function valuesFor(kind: unknown, index: number): unknown[] {
  const text = (offset: number) => texts[(index + offset) % texts.length] ?? ''
  switch (kind) {
    case 'string':
      return [text(0), text(5)]
    case 'array':
      return [emptyObjects, Array<string>(15_000).fill('a'), [text(0), text(3)]]
    case 'object':
      return [Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, 0])), [text(0)]]
    default:
      return [emptyObjects, text(0)]
  }
}

function fieldsOf(
  schema: Schema,
  resolve: (reference: string) => Schema,
  depth: number,
): { path: string[]; kind: unknown }[] {
  const target = typeof schema['$ref'] === 'string' ? resolve(schema['$ref']) : schema
  if (depth > 3) return []
  if (target['type'] === 'array' && isRecord(target['items'])) {
    const inner = fieldsOf(target['items'], resolve, depth + 1).map(({ path, kind }) => ({
      path: ['0', ...path],
      kind,
    }))
    return inner
  }
  const properties = isRecord(target['properties']) ? Object.entries(target['properties']) : []
  return properties.flatMap(([name, field]) => {
    if (!isRecord(field)) return []
    const inner = typeof field['$ref'] === 'string' ? resolve(field['$ref']) : field
    return [
      { path: [name], kind: inner['type'] },
      ...fieldsOf(inner, resolve, depth + 1).map(({ path, kind }) => ({ path: [name, ...path], kind })),
    ]
  })
}

function withField(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const inner = isRecord(body) || Array.isArray(body) ? Reflect.get(body, name) : undefined
  if (name === '0') return [withField(inner, rest, value)]
  return { ...(isRecord(body) ? body : {}), [name]: withField(inner, rest, value) }
}

function nested(open: string, close: string, inside = '', bytes = mostHostileBytes): string {
  const depth = Math.floor((bytes - inside.length) / (open.length + close.length))
  return open.repeat(depth) + inside + close.repeat(depth)
}

function repeated(item: string, bytes = mostHostileBytes - 10): string {
  return `${item},`.repeat(Math.floor(bytes / (item.length + 1)) - 1) + item
}

function numbered(item: (n: number) => string, bytes = mostHostileBytes - 10): string {
  const items: string[] = []
  for (let n = 0, length = 0; ; n += 1) {
    const text = item(n)
    length += text.length + 1
    if (length > bytes) return items.join(',')
    items.push(text)
  }
}
