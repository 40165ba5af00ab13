import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  fieldLayoutOf,
  labelOfPlace,
  placeFields,
  schemaAt,
  toWords,
  type FormLayout,
} from './form-layout.ts'
import type { FormSchema } from './form-schema.ts'

const schema: FormSchema = {
  type: 'object',
  required: ['request'],
  properties: {
    name: { type: 'string' },
    request: {
      type: 'object',
      required: ['hostname'],
      properties: {
        hostname: { type: 'string' },
        port: { type: 'integer' },
        assertions: { type: 'array', items: { type: 'object', properties: { target: { type: 'string' } } } },
      },
    },
    extra: { type: 'object', properties: { a: { type: 'string' } } },
  },
}

const layout: FormLayout = {
  sections: [{ title: 'Target', fields: ['name', 'request.hostname'] }],
  fields: {
    'request.assertions': { rowLabel: 'Assertion' },
    'request.assertions.*.target': { label: 'Expected value' },
  },
}

test('no field of the schema is forgotten: what no section names comes last', () => {
  assert.deepEqual(placeFields(schema, layout).at(-1), {
    title: 'More',
    fields: ['request.port', 'request.assertions', 'extra'],
    isFolded: true,
  })
})

test('a layout that names everything has no further section', () => {
  const whole = { sections: [{ title: 'All', fields: ['name', 'request', 'extra'] }] }
  assert.equal(placeFields(schema, whole).length, 1)
})

test('a field of a row has the layout of its column', () => {
  assert.equal(fieldLayoutOf(layout, 'request.assertions.12.target').label, 'Expected value')
})

test('whether a field is required is told by the object around it', () => {
  assert.equal(schemaAt(schema, 'request.hostname')?.isRequired, true)
  assert.equal(schemaAt(schema, 'request.port')?.isRequired, false)
  assert.equal(schemaAt(schema, 'request.nothing'), undefined)
})

test('a mistake in a row is named by its row and its field', () => {
  assert.equal(labelOfPlace(schema, layout, 'request.assertions.1.target'), 'Assertion 2 › Expected value')
  assert.equal(labelOfPlace(schema, layout, 'request.hostname'), 'Hostname')
})

suite('names become words:', () => {
  const cases = [
    ['retryStrategy', 'Retry strategy'],
    ['RUN_BASED', 'Run based'],
    ['minTLSVersion', 'Min TLS version'],
    ['skipSSL', 'Skip SSL'],
    ['ipFamily', 'Ip family'],
    ['name', 'Name'],
  ] as const
  for (const [name, words] of cases) {
    test(name, () => assert.equal(toWords(name), words))
  }
})
