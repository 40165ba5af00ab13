import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fieldKindOf, type FieldKind, type FormSchema } from './form-schema.ts'
import { variantIndexOf } from './variant-index-of.ts'

suite('a schema asks for the control of its kind:', () => {
  const object: FormSchema = { type: 'object', properties: { a: { type: 'string' } } }
  const cases: readonly [FieldKind, FormSchema][] = [
    ['boolean', { type: 'boolean' }],
    ['choice', { type: 'integer', enum: [1, 2] }],
    ['number', { type: 'integer' }],
    ['text', { type: 'string', maxLength: 100 }],
    ['long-text', { type: 'string', maxLength: 100_000 }],
    ['number-or-text', { anyOf: [{ type: 'integer' }, { type: 'string' }] }],
    ['choices', { type: 'array', items: { type: 'string', enum: ['a'] } }],
    ['texts', { type: 'array', items: { type: 'string' } }],
    ['rows', { type: 'array', items: object }],
    ['object', object],
    ['variants', { anyOf: [object, { type: 'string', enum: ['FALLBACK'] }] }],
    ['json', { type: 'object', additionalProperties: true }],
    ['json', {}],
  ]
  for (const [kind, schema] of cases) {
    test(`${kind} for ${JSON.stringify(schema)}`, () => assert.equal(fieldKindOf(schema), kind))
  }
})

suite('the shape of a value is found', () => {
  const variants: readonly FormSchema[] = [
    { type: 'object', properties: { type: { type: 'string', enum: ['EMAIL'] } } },
    { type: 'object', properties: { type: { type: 'string', enum: ['SLACK'] } } },
    { type: 'string', enum: ['FALLBACK'] },
  ]
  test('by the field that tells objects apart', () => {
    assert.equal(variantIndexOf(variants, { type: 'SLACK' }), 1)
  })
  test('by its value', () => assert.equal(variantIndexOf(variants, 'FALLBACK'), 2))
  test('nowhere for null', () => assert.equal(variantIndexOf(variants, null), -1))
})
