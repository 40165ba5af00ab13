import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormSchema } from '../schema-form/form-schema.ts'
import { comparisonsFor, fittingRow, propertyRuleFor } from './assertion-rules.ts'

const schema: FormSchema = {
  type: 'object',
  properties: {
    source: { type: 'string', enum: ['CERTIFICATE', 'RESPONSE_TIME', 'JSON_RESPONSE'] },
    comparison: { type: 'string', enum: ['EQUALS', 'LESS_THAN', 'CONTAINS'] },
  },
  'x-sources': {
    CERTIFICATE: {
      comparisons: ['EQUALS', 'LESS_THAN', 'CONTAINS'],
      property: { kind: 'one-of', names: ['daysUntilExpiry', 'sans'] },
      byProperty: { daysUntilExpiry: { comparisons: ['LESS_THAN'] }, sans: { comparisons: ['CONTAINS'] } },
    },
    RESPONSE_TIME: { comparisons: ['LESS_THAN'], property: { kind: 'empty' } },
    JSON_RESPONSE: { comparisons: ['EQUALS', 'CONTAINS'], property: { kind: 'json-path' } },
  },
}

test('a new assertion says something that goes together', () => {
  assert.deepEqual(fittingRow(schema, {}), {
    source: 'CERTIFICATE',
    property: 'daysUntilExpiry',
    comparison: 'LESS_THAN',
  })
})

test('another source takes along what still fits, and puts the rest right', () => {
  const row = { source: 'RESPONSE_TIME', property: 'sans', comparison: 'CONTAINS', target: '5' }
  assert.deepEqual(fittingRow(schema, row), {
    source: 'RESPONSE_TIME',
    property: '',
    comparison: 'LESS_THAN',
    target: '5',
  })
})

test('a property has its own comparisons, whatever its case', () => {
  assert.deepEqual(comparisonsFor(schema, { source: 'CERTIFICATE', property: 'SANS' }), ['CONTAINS'])
})

test('a schema without rules for its sources offers every comparison', () => {
  const { 'x-sources': _rules, ...plain } = schema
  assert.deepEqual(comparisonsFor(plain, { source: 'CERTIFICATE' }), ['EQUALS', 'LESS_THAN', 'CONTAINS'])
  assert.equal(propertyRuleFor(plain, { source: 'CERTIFICATE' }).kind, 'any')
})
