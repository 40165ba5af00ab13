import * as fc from 'fast-check'
import { isRecord } from '@sonde/ground/is-record.ts'

type Schema = Readonly<Record<string, unknown>>

const uuids = fc.constantFrom(
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'urn:uuid:6f0c2f5e-7c1d-4a53-9f6e-2b8a4c1d0e99',
)

/** Texts that have broken programs before. */
export const nastyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme-composite', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\u202e',
    "'; drop table checks; --",
    '%',
    '_%\\',
    '{{NAME}}',
    '${7*7}',
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '-1',
    '1e999',
    '0x10',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    'x'.repeat(70_000),
    '$[?@.a == 1]',
    '$..*[?search(@, "(a+)+$")]',
    `$${'[?('.repeat(2_000)}`,
    '(a+)+$',
    '(?=a)',
    'http://[::1',
  ),
)

const nastyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, -1, 0.1, 50, 51, 100, 100.0000001, 300000, 1e21, 2 ** 53, -(2 ** 63), 5e-324),
)

export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  nastyNumber,
  fc.constantFrom(null, true, false),
  fc.jsonValue({ maxDepth: 4 }),
  fc.constant(nested(3_000)),
)

/** Values around what a schema allows: mostly right, now and then at an edge, now and then nonsense. */
export function valuesOf(schema: Schema, resolve: (reference: string) => Schema): fc.Arbitrary<unknown> {
  const reference = schema['$ref']
  if (typeof reference === 'string') return valuesOf(resolve(reference), resolve)
  const right = rightValues(schema, resolve)
  const nothing = schema['nullable'] === true ? fc.constant(null) : nastyValue
  return fc.oneof(
    { weight: 16, arbitrary: right },
    { weight: 1, arbitrary: nothing },
    { weight: 2, arbitrary: nastyValue },
  )
}

function rightValues(schema: Schema, resolve: (reference: string) => Schema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'])
  if (Array.isArray(schema['anyOf'])) return fc.oneof(...schema['anyOf'].map(oneOfThem))
  switch (schema['type']) {
    case 'object':
      return objects(schema, resolve)
    case 'array':
      return fc.array(valuesOf(isRecord(schema['items']) ? schema['items'] : {}, resolve), { maxLength: 4 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number': {
      const [minimum, maximum] = [Number(schema['minimum'] ?? 0), Number(schema['maximum'] ?? 1000)]
      return fc.oneof(
        fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }),
        fc.constantFrom(minimum, maximum),
      )
    }
    case 'string':
      return schema['format'] === 'uuid' ? fc.oneof(fc.uuid(), uuids) : fc.oneof(fc.string(), nastyText)
    default:
      return nastyValue
  }

  /** What the choice itself requires, each of them requires. */
  function oneOfThem(option: unknown): fc.Arbitrary<unknown> {
    if (!isRecord(option)) return nastyValue
    const reference = option['$ref']
    const chosen = typeof reference === 'string' ? resolve(reference) : option
    const required = [chosen['required'], schema['required']].flatMap((names) =>
      Array.isArray(names) ? names : [],
    )
    return valuesOf({ ...chosen, required }, resolve)
  }
}

function objects(schema: Schema, resolve: (reference: string) => Schema): fc.Arbitrary<unknown> {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const fields = Object.entries(properties).map(([name, property]) => {
    const value = valuesOf(isRecord(property) ? property : {}, resolve)
    const isThere = fc.integer({ min: 0, max: 99 }).map((roll) => roll < (required.has(name) ? 97 : 25))
    return fc.tuple(isThere, value).map(([there, given]) => (there ? [[name, given] as const] : []))
  })
  const unknownField = fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(nastyText, nastyValue).map((pair) => [pair]) },
  )
  return fc.tuple(...fields, unknownField).map((pairs) => Object.fromEntries(pairs.flat()))
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}
