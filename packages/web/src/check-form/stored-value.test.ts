import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormSchema } from '../schema-form/form-schema.ts'
import { copiedValue, storedValue } from './stored-value.ts'

const schema: FormSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    frequency: { type: 'integer', default: 10 },
    frequencyOffset: { type: 'integer' },
    muted: { type: 'boolean', default: false },
    heartbeat: { type: 'object', properties: { period: { type: 'number' }, pingToken: { type: 'string' } } },
  },
}
const document = {
  id: 'x',
  name: 'Backup',
  created_at: '2026-01-01T00:00:00.000Z',
  frequency: 10,
  frequencyOffset: 42,
  heartbeat: { period: 1, pingToken: 'secret', pingUrl: 'https://sonde.example.com/ping/secret' },
}

test('a form shows the fields of its schema and nothing else of an answer', () => {
  assert.deepEqual(storedValue(schema, document), {
    name: 'Backup',
    frequency: 10,
    frequencyOffset: 42,
    heartbeat: { period: 1, pingToken: 'secret' },
  })
})

test('a copy has its own name, token and phase', () => {
  assert.deepEqual(copiedValue(schema, document), {
    name: 'Backup (copy)',
    frequency: 10,
    muted: false,
    heartbeat: { period: 1 },
  })
})

test('a copy of a check that runs every few seconds keeps them', () => {
  const copy = copiedValue(schema, { ...document, frequency: 0, frequencyOffset: 10 })
  assert.equal(copy['frequencyOffset'], 10)
})
