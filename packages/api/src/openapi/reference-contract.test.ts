import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, suite, test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { compareContracts } from '../../testing/contract/compare-contracts.ts'
import { referenceExceptions } from '../../testing/contract/reference-exceptions.ts'

const reference: unknown = JSON.parse(
  await readFile(new URL('../../testing/contract/reference-api.json', import.meta.url), 'utf8'),
)

forOneEngine('the reference contract', (engine) => {
  const api = apiUnderTest(engine)
  let lines: string[] = []
  before(async () => {
    const { body } = await api.call('GET', '/openapi.json', { key: null, account: null })
    lines = compareContracts(reference, body).map(({ at, what }) => `${at}: ${what}`)
  })

  test('everything that a client of the reference sends is taken, and everything that it reads is answered', () => {
    const unexplained = lines.filter((line) => !referenceExceptions.some(({ differs }) => differs.test(line)))
    assert.deepEqual(unexplained, [], `${unexplained.length} differences without a reason`)
  })

  test('every exception still has something to except', () => {
    const idle = referenceExceptions.filter(({ differs }) => !lines.some((line) => differs.test(line)))
    assert.deepEqual(
      idle.map(({ differs }) => String(differs)),
      [],
    )
  })
})

suite('the comparison of two contracts', () => {
  const documentWith = (operation: object) => ({ paths: { '/v1/things/{id}': { post: operation } } })
  const taking = (schema: object) =>
    documentWith({ requestBody: { content: { 'application/json': { schema } } }, responses: {} })
  const answering = (schema: object) =>
    documentWith({ responses: { 200: { content: { 'application/json': { schema } } } } })
  const compared = (theirs: object, ours: object) =>
    compareContracts(theirs, ours).map(
      ({ at, what }) => `${at.replace('POST /v1/things/{id} ', '')}: ${what}`,
    )
  const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })
  const text = { type: 'string' }
  const kind = (value: string, properties: object = {}) =>
    object({ kind: { type: 'string', enum: [value] }, ...properties })

  const requests: [string, object, object, string[]][] = [
    ['the same', object({ a: text }), object({ a: text, b: text }), []],
    ['a field that is not known', object({ a: text }), object({ b: text }), ['body.a: is missing']],
    ['a field that is demanded', object({ a: text }), object({ a: text }, ['a']), ['body.a: is required']],
    [
      'a value that is not taken',
      { type: 'string', enum: ['A', 'B'] },
      { type: 'string', enum: ['A'] },
      ['body: does not take B'],
    ],
    ['fewer values', text, { type: 'string', enum: ['A'] }, ['body: takes only some values']],
    ['null', { type: 'string', nullable: true }, text, ['body: must not be null']],
    ['a fraction', { type: 'number' }, { type: 'integer' }, ['body: is integer instead of number']],
    ['more numbers', { type: 'integer' }, { type: 'number' }, []],
    [
      'a tighter limit',
      { type: 'string', maxLength: 9 },
      { type: 'string', maxLength: 8 },
      ['body: has maxLength 8 instead of 9'],
    ],
    [
      'a kind that is missing',
      { oneOf: [kind('A'), kind('B')] },
      kind('A'),
      ['body: has no variant for kind B'],
    ],
    [
      'a choice that one of ours covers',
      { anyOf: [text, { type: 'number' }] },
      { anyOf: [{ type: 'number' }, text] },
      [],
    ],
    [
      'one shape for many kinds',
      object({ kind: { type: 'string', enum: ['A', 'B'] }, a: text, b: text }),
      { oneOf: [kind('A', { a: text }), kind('B', { b: text })] },
      [],
    ],
    [
      'a closed shape',
      object({ a: text }),
      { ...object({ a: text }), additionalProperties: false },
      ['body: refuses unknown fields'],
    ],
  ]
  for (const [what, theirs, ours, expected] of requests) {
    test(`in a request: ${what}`, () => assert.deepEqual(compared(taking(theirs), taking(ours)), expected))
  }

  const answers: [string, object, object, string[]][] = [
    ['more than theirs', object({ a: text }), object({ a: text, b: text }, ['a']), []],
    ['a field that is missing', object({ a: text }), object({}), ['response 200.a: is missing']],
    [
      'a field that may be left out',
      object({ a: text }, ['a']),
      object({ a: text }),
      ['response 200.a: may be left out'],
    ],
    ['null', text, { type: 'string', nullable: true }, ['response 200: may be null']],
    [
      'a new value',
      { type: 'string', enum: ['A'] },
      { type: 'string', enum: ['A', 'B'] },
      ['response 200: may also be B'],
    ],
    [
      'inside a list',
      { type: 'array', items: text },
      { type: 'array', items: { type: 'number' } },
      ['response 200[]: is number instead of string'],
    ],
    ['one of several shapes', { anyOf: [text, { type: 'array', items: text }] }, text, []],
    [
      'a field under any name',
      object({ a: { type: 'number' } }),
      { type: 'object', additionalProperties: { type: 'number' } },
      [],
    ],
  ]
  for (const [what, theirs, ours, expected] of answers) {
    test(`in an answer: ${what}`, () =>
      assert.deepEqual(compared(answering(theirs), answering(ours)), expected))
  }

  test('an operation, a status or a parameter that is missing is told', () => {
    const parameter = { name: 'q', in: 'query', schema: text }
    const theirs = documentWith({ parameters: [parameter], responses: { 200: {}, 409: {} } })
    assert.deepEqual(compared(theirs, documentWith({ responses: { 200: {} } })), [
      'parameter q: is missing in the query',
      'response 409: is missing',
    ])
    assert.deepEqual(compareContracts(theirs, { paths: {} }), [
      { at: 'POST /v1/things/{id}', what: 'is missing' },
    ])
  })

  test('a parameter of a path is found by its place, whatever it is called', () => {
    const inPath = (name: string) => ({
      paths: {
        [`/v1/things/{${name}}`]: {
          get: { parameters: [{ name, in: 'path', required: true, schema: text }], responses: {} },
        },
      },
    })
    assert.deepEqual(compareContracts(inPath('id'), inPath('thingId')), [])
  })
})
