import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Type, type TSchema } from 'typebox'
import { withRules } from './annotations.ts'
import { Nullable, OneNumberOf, OneOf, Timestamp, Uuid } from './building-blocks.ts'
import { createValidator } from './validator.ts'

const { compile } = createValidator()
const one = (schema: TSchema, value: unknown) =>
  compile(Type.Object({ x: schema }), { complete: false })({ x: value })

suite('what the validator says', () => {
  const cases: [TSchema, unknown, string][] = [
    [Type.String(), 7, 'must be a string'],
    [Type.Integer(), 1.5, 'must be an integer'],
    [Type.Array(Type.String()), 'x', 'must be an array'],
    [Type.Object({}), [], 'must be an object'],
    [Type.Boolean(), 'true', 'must be a boolean'],
    [Nullable(Type.String()), 7, 'must be a string or null'],
    [Type.String(), null, 'must be a string'],
    [OneOf(['a', 'b']), 'c', 'must be one of a, b'],
    [OneNumberOf([1, 2]), 3, 'must be one of 1, 2'],
    [Type.String({ minLength: 1 }), '', 'must not be empty'],
    [Type.String({ minLength: 12 }), 'x', 'must have at least 12 characters'],
    [Type.String({ maxLength: 3 }), 'four', 'must have at most 3 characters'],
    [Type.Array(Type.String(), { minItems: 1 }), [], 'must have at least 1 item'],
    [Type.Array(Type.String(), { maxItems: 2 }), ['a', 'b', 'c'], 'must have at most 2 items'],
    [Type.Number({ minimum: 0 }), -1, 'must be at least 0'],
    [Type.Number({ maximum: 10 }), 11, 'must be at most 10'],
    [Type.Number({ exclusiveMinimum: 0 }), 0, 'must be greater than 0'],
    [Type.Number({ multipleOf: 1 }), 1.5, 'must be a whole number'],
    [Type.Number({ multipleOf: 5 }), 7, 'must be a multiple of 5'],
    [Uuid(), 'abc', 'must be a UUID'],
    [Timestamp(), 'yesterday', 'must be an ISO 8601 timestamp'],
    [Type.String({ format: 'email' }), 'nora', 'must be an e-mail address'],
  ]
  for (const [schema, value, message] of cases) {
    test(`${JSON.stringify(value)}: ${message}`, () => {
      assert.deepEqual(one(schema, value), [{ path: 'x', message }])
    })
  }

  test('nothing about what is right', () => {
    assert.deepEqual(one(Nullable(OneOf(['a'])), null), [])
    assert.deepEqual(one(Uuid(), '0198C0DE-0000-7000-8000-000000000000'), [])
  })

  test('characters are counted, not units of UTF-16: 👍 is one, and so is half of it', () => {
    const limits = Type.String({ minLength: 2, maxLength: 3 })
    for (const text of ['ab', 'abc', '👍👍', '👍a', '👍👍👍', '\ud83d\ud83d', 'a\u0301']) {
      assert.deepEqual(one(limits, text), [], JSON.stringify(text))
    }
    for (const text of ['👍', 'a', '']) {
      assert.deepEqual(one(limits, text), [{ path: 'x', message: 'must have at least 2 characters' }])
    }
    for (const text of ['abcd', '👍👍👍👍', '👍abc', '\ud83d\ud83d\ud83d\ud83d']) {
      assert.deepEqual(one(limits, text), [{ path: 'x', message: 'must have at most 3 characters' }])
    }
    assert.deepEqual(one(Type.String({ minLength: 1, pattern: '\\S' }), ''), [
      { path: 'x', message: 'must not be empty' },
    ])
  })

  test('missing and unknown fields are named with their whole path', () => {
    const schema = Type.Object({
      list: Type.Array(Type.Object({ key: Type.String() }, { additionalProperties: false })),
    })
    assert.deepEqual(compile(schema, { complete: false })({ list: [{ key: 'k' }, { other: 1 }] }), [
      { path: 'list.1.key', message: 'is required' },
      { path: 'list.1.other', message: 'is not a known field' },
    ])
  })

  test('a value of the wrong kind altogether is named by an empty path', () => {
    assert.deepEqual(compile(Type.Object({}), { complete: false })(7), [
      { path: '', message: 'must be an object' },
    ])
  })

  test('names with slashes and tildes are shown as they are', () => {
    const schema = Type.Object({ 'a/b~c': Type.String() })
    assert.equal(compile(schema, { complete: false })({ 'a/b~c': 7 })[0]?.path, 'a/b~c')
  })

  test('every mistake is named, each field once, and never more than fifty', () => {
    const schema = Type.Object({ a: OneNumberOf([1]), b: Type.String(), list: Type.Array(Type.String()) })
    const validate = compile(schema, { complete: false })
    const named = validate({ a: 'x', b: 7, list: [] }).map(({ path }) => path)
    assert.deepEqual(named, ['a', 'b'])
    assert.equal(validate({ a: 1, b: 'b', list: Array.from({ length: 1000 }, () => 7) }).length, 50)
  })

  test('nothing is coerced, removed or filled in', () => {
    const value = { a: '5', extra: 1 }
    compile(Type.Object({ a: Type.Number(), b: Type.Optional(Type.Number({ default: 7 })) }), {
      complete: true,
    })(value)
    assert.deepEqual(value, { a: '5', extra: 1 })
  })

  test('rules see the defaults of a whole value, and only what was sent of a partial one', () => {
    const schema = withRules(Type.Object({ a: Type.Optional(Type.Number({ default: 7 })) }), ({ a }) =>
      a === 7 ? [{ path: 'a', message: 'is seven' }] : [],
    )
    assert.equal(compile(schema, { complete: true })({}).length, 1)
    assert.equal(compile(schema, { complete: false })({}).length, 0)
  })
})
