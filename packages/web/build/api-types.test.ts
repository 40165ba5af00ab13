import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { writeApiTypes, type ApiDocument } from './api-types.ts'

type Schema = ApiDocument['components']['schemas'][string]

/** The type that is written for a schema, on one line. */
function written(schema: Schema): string {
  const text = writeApiTypes({
    components: { schemas: { Named: { type: 'string' } } },
    paths: { '/x': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
  })
  const type = /answer: (.*)\n {2}\}\n\}\n$/s.exec(text)?.[1] ?? ''
  return type.replaceAll(/\s+/g, ' ')
}

const cases: readonly { name: string; schema: Schema; type: string }[] = [
  { name: 'a text', schema: { type: 'string' }, type: 'string' },
  { name: 'a whole number', schema: { type: 'integer' }, type: 'number' },
  { name: 'a value of any kind', schema: {}, type: 'unknown' },
  { name: 'null is a value', schema: { type: 'number', nullable: true }, type: 'number | null' },
  {
    name: 'null among the words is written once',
    schema: { type: 'string', enum: ['a', "b'c", null], nullable: true },
    type: "'a' | 'b\\'c' | null",
  },
  { name: 'a named schema', schema: { $ref: '#/components/schemas/Named' }, type: "Schemas['Named']" },
  { name: 'a list', schema: { type: 'array', items: { type: 'string' } }, type: 'string[]' },
  {
    name: 'a list of what may be null',
    schema: { type: 'array', items: { type: 'object', properties: { a: {} }, nullable: true } },
    type: '({ a?: unknown } | null)[]',
  },
  {
    name: 'what is not required is optional',
    schema: { type: 'object', properties: { a: {}, 'b-c': {} }, required: ['a'] },
    type: "{ a: unknown 'b-c'?: unknown }",
  },
  {
    name: 'an object with fields of any name',
    schema: { type: 'object', additionalProperties: { type: 'boolean' } },
    type: '{ [name: string]: boolean }',
  },
  {
    name: 'an object with known fields and others',
    schema: { type: 'object', properties: { a: {} }, additionalProperties: true },
    type: '{ a?: unknown [name: string]: unknown }',
  },
  {
    name: 'one of several',
    schema: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'integer' }] },
    type: 'string | number',
  },
  {
    name: 'one of several, with fields that all of them have',
    schema: { type: 'object', properties: { a: {} }, anyOf: [{ type: 'object', properties: { b: {} } }] },
    type: '{ a?: unknown } & ({ b?: unknown })',
  },
]

suite('the type of a schema:', () => {
  for (const { name, schema, type } of cases) test(name, () => assert.equal(written(schema), type))
})

test('an operation names its parameters, its body and its answer', () => {
  const text = writeApiTypes({
    components: { schemas: {} },
    paths: {
      '/things/{id}': {
        put: {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'force', in: 'query', schema: { type: 'boolean' } },
            { name: 'x-account', in: 'header', schema: { type: 'string' } },
          ],
          requestBody: { required: true, content: { 'application/json': { schema: { type: 'string' } } } },
          responses: { 204: {}, 404: { content: { 'application/json': { schema: { type: 'string' } } } } },
        },
      },
    },
  })
  const expected = `export type Operations = {
  'PUT /things/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        force?: boolean
      }
      body: string
    }
    answer: undefined
  }
}
`
  assert.ok(text.endsWith(expected), text)
})

test('an answer that is no JSON has no type of its own', () => {
  const text = writeApiTypes({
    components: { schemas: {} },
    paths: { '/badge': { get: { responses: { 200: { content: { 'image/svg+xml': {} } } } } } },
  })
  assert.match(text, /answer: unknown/)
})

test('a schema that nobody needs is left out, and one that is missing is told', () => {
  const text = writeApiTypes({
    components: {
      schemas: {
        A: { type: 'object', properties: { b: { $ref: '#/components/schemas/B' } } },
        B: { type: 'object', properties: { a: { $ref: '#/components/schemas/A' } } },
        Unused: { type: 'string' },
      },
    },
    paths: {
      '/x': {
        get: {
          responses: {
            200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } },
          },
        },
      },
    },
  })
  assert.match(text, /export type Schemas = \{\n {2}A: \{\n {4}b\?: Schemas\['B'\]\n {2}\}\n {2}B: /)
  assert.doesNotMatch(text, /Unused/)
  assert.throws(() => written({ $ref: '#/components/schemas/Missing' }), /no schema 'Missing'/)
})
