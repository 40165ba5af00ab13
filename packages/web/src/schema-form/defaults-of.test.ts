import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultsOf, freshValueOf } from './defaults-of.ts'
import type { FormSchema } from './form-schema.ts'

const schema: FormSchema = {
  type: 'object',
  required: ['name', 'request'],
  properties: {
    name: { type: 'string' },
    activated: { type: 'boolean', default: true },
    groupId: { type: 'number', nullable: true, default: null },
    tags: { type: 'array', items: { type: 'string' }, default: [] },
    request: {
      type: 'object',
      required: ['hostname'],
      properties: {
        hostname: { type: 'string' },
        port: { type: 'integer', default: 443 },
        config: {
          type: 'object',
          default: {},
          properties: { tls: { type: 'boolean', default: true }, method: { type: 'string', nullable: true } },
        },
      },
    },
    retryStrategy: {
      type: 'object',
      nullable: true,
      default: null,
      required: ['type', 'notify'],
      properties: {
        type: { type: 'string', enum: ['FIXED', 'LINEAR'] },
        baseBackoffSeconds: { type: 'number', default: 60 },
        notify: { type: 'boolean' },
      },
    },
    extra: { type: 'object', properties: { level: { type: 'integer', default: 3 } } },
  },
}

test('a new form begins with the defaults of its schema, also those within required objects', () => {
  assert.deepEqual(defaultsOf(schema), {
    activated: true,
    groupId: null,
    tags: [],
    request: { port: 443, config: { tls: true } },
    retryStrategy: null,
  })
})

test('an object that is switched on begins with the defaults of its fields, and a required switch with "no"', () => {
  const retries = schema.properties?.['retryStrategy'] ?? {}
  assert.deepEqual(freshValueOf(retries), { baseBackoffSeconds: 60, notify: false })
})

test('a default of an object is completed by those of its fields', () => {
  const reminders: FormSchema = {
    type: 'object',
    properties: {
      reminders: {
        type: 'object',
        default: { amount: 2 },
        properties: { amount: { type: 'integer', default: 0 }, interval: { type: 'integer', default: 5 } },
      },
    },
  }
  assert.deepEqual(defaultsOf(reminders), { reminders: { amount: 2, interval: 5 } })
})

test('a field without a default is absent rather than empty', () => {
  const value = defaultsOf(schema)
  assert.equal('name' in value, false)
  assert.equal('extra' in value, false)
})
