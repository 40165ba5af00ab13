import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Type } from 'typebox'
import { acceptedOnly, acceptingLoneValue, replacedWhole, withRules } from './annotations.ts'
import { brokenRules, fillDefaults, keepKnown, oversized, updated, normalizeSpellings } from './shape.ts'

const item = withRules(
  Type.Object({ key: Type.String(), on: Type.Optional(Type.Boolean({ default: true })) }),
  ({ key }) => (key === 'bad' ? [{ path: 'key', message: 'is bad' }] : []),
)
const schema = withRules(
  Type.Object({
    name: Type.String(),
    size: Type.Optional(Type.Number({ default: 3 })),
    old: Type.Optional(acceptedOnly(Type.String({ default: 'old' }))),
    deep: Type.Optional(
      Type.Object({ left: Type.Optional(Type.Number({ default: 1 })), right: Type.Optional(Type.Number()) }),
    ),
    whole: Type.Optional(
      replacedWhole(Type.Object({ a: Type.Optional(Type.Number()), b: Type.Optional(Type.Number()) })),
    ),
    items: Type.Optional(Type.Array(item, { default: [] })),
    only: Type.Optional(acceptingLoneValue(Type.Array(Type.String()))),
    open: Type.Optional(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
  }),
  (value, { complete }) =>
    complete && value['size'] === 13 ? [{ path: 'size', message: 'is unlucky' }] : [],
)

suite('keepKnown', () => {
  const cases: [string, unknown, unknown][] = [
    [
      'drops unknown fields at every depth',
      { name: 'n', x: 1, deep: { left: 1, x: 1 } },
      { name: 'n', deep: { left: 1 } },
    ],
    ['drops them inside lists', { items: [{ key: 'k', x: 1 }] }, { items: [{ key: 'k' }] }],
    ['drops fields that are accepted only', { name: 'n', old: 'o' }, { name: 'n' }],
    ['keeps null and drops undefined', { name: null, size: undefined }, { name: null }],
    ['keeps values of a wrong type for others to refuse', { deep: 'x', items: {} }, { deep: 'x', items: {} }],
    ['ignores what an object has by inheritance', Object.create({ name: 'n' }), {}],
    ['leaves what is no object', 'text', 'text'],
  ]
  for (const [promise, value, expected] of cases) {
    test(promise, () => assert.deepEqual(keepKnown(schema, value), expected))
  }
})

suite('fillDefaults', () => {
  const cases: [string, unknown, unknown][] = [
    ['fills at the top', { name: 'n' }, { name: 'n', size: 3, items: [] }],
    ['fills inside objects that are there', { deep: {} }, { deep: { left: 1 }, size: 3, items: [] }],
    ['makes no object that has no default', {}, { size: 3, items: [] }],
    ['fills inside lists', { items: [{ key: 'k' }] }, { size: 3, items: [{ key: 'k', on: true }] }],
    ['leaves null', { size: null, deep: null, items: null }, { size: null, deep: null, items: null }],
    [
      'leaves values',
      { size: 0, items: [{ key: 'k', on: false }] },
      { size: 0, items: [{ key: 'k', on: false }] },
    ],
  ]
  for (const [promise, value, expected] of cases) {
    test(promise, () => assert.deepEqual(fillDefaults(schema, value), expected))
  }

  test('changes nothing in place', () => {
    const value = { deep: {}, items: [{ key: 'k' }] }
    fillDefaults(schema, value)
    assert.deepEqual(value, { deep: {}, items: [{ key: 'k' }] })
  })

  test('never hands out a default of the schema itself', () => {
    const first = fillDefaults(schema, {}) as { items: unknown[] }
    first.items.push('changed')
    assert.deepEqual(fillDefaults(schema, {}), { size: 3, items: [] })
  })
})

suite('updated', () => {
  const stored = {
    name: 'old',
    size: 1,
    deep: { left: 1, right: 2 },
    whole: { a: 1, b: 2 },
    items: [{ key: 'a', on: true }],
  }
  const kept = { update: schema, fillsDefaults: false }
  const cases: [string, Record<string, unknown>, Record<string, unknown>][] = [
    ['keeps what is not sent', {}, {}],
    ['keeps what is sent as undefined', { name: undefined }, {}],
    ['lays objects over each other', { deep: { right: 3 } }, { deep: { left: 1, right: 3 } }],
    ['replaces objects that are marked so', { whole: { b: 3 } }, { whole: { b: 3 } }],
    ['replaces lists', { items: [] }, { items: [] }],
    ['fills defaults in what was sent', { items: [{ key: 'b' }] }, { items: [{ key: 'b', on: true }] }],
    ['clears with null', { deep: null, whole: null }, { deep: null, whole: null }],
    ['drops what it does not know or only accepts', { x: 1, old: 'o', deep: { x: 1 } }, {}],
  ]
  for (const [promise, sent, changed] of cases) {
    test(promise, () => assert.deepEqual(updated(schema, stored, sent, kept), { ...stored, ...changed }))
  }

  test('an object over null is the object', () => {
    const result = updated(schema, { name: 'n', deep: null }, { deep: { right: 5 } }, kept)
    assert.deepEqual(result, { name: 'n', deep: { left: 1, right: 5 } })
  })

  test('with defaults, fields at the top that were left out get that of the update schema', () => {
    const update = Type.Object({
      name: Type.Optional(Type.String()),
      size: Type.Optional(Type.Unsafe<number | null>({ type: 'number', nullable: true, default: null })),
      deep: Type.Optional(Type.Object({ left: Type.Optional(Type.Number()) })),
    })
    const result = updated(schema, stored, { deep: { left: 7 } }, { update, fillsDefaults: true })
    assert.deepEqual(result, { ...stored, size: null, deep: { left: 7, right: 2 } })
  })

  test('changes neither side', () => {
    const sent = { deep: { right: 3 } }
    updated(schema, stored, sent, kept)
    assert.deepEqual([stored.deep, sent.deep], [{ left: 1, right: 2 }, { right: 3 }])
  })
})

suite('oversized', () => {
  const limited = Type.Object({
    few: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
    many: Type.Optional(Type.Array(Type.String())),
    closed: Type.Optional(Type.Object({}, { additionalProperties: false })),
    inside: Type.Optional(Type.Array(Type.Object({ few: Type.Array(Type.String(), { maxItems: 2 }) }))),
  })
  const thousands = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 1]))
  const cases: [string, unknown, string | null][] = [
    ['a list at its limit is not', { few: ['a', 'b'] }, null],
    ['a list above its limit is', { few: ['a', 'b', 'c'] }, 'few'],
    ['a list without a limit may have 10,000 items', { many: Array(10_000).fill('a') }, null],
    ['and no more', { many: Array(10_001).fill('a') }, 'many'],
    ['a list inside a list is found', { inside: [{ few: ['a'] }, { few: ['a', 'b', 'c'] }] }, 'inside.1.few'],
    ['a closed object with a thousand unknown fields is', { closed: thousands }, 'closed'],
    ['an open one is not', thousands, null],
  ]
  for (const [promise, value, path] of cases) {
    test(promise, () => assert.equal(oversized(limited, value)?.path ?? null, path))
  }
})

suite('normalizeSpellings', () => {
  const cases: [string, Record<string, unknown>, Record<string, unknown>][] = [
    ['makes a list of a lone value', { only: 'x' }, { only: ['x'] }],
    ['leaves lists', { only: ['x', 'y'] }, { only: ['x', 'y'] }],
    ['leaves null', { only: null }, { only: null }],
    ['leaves lists elsewhere alone', { items: 'x', name: 'n' }, { items: 'x', name: 'n' }],
  ]
  for (const [promise, value, expected] of cases) {
    test(promise, () => {
      normalizeSpellings(schema, value)
      assert.deepEqual(value, expected)
    })
  }

  test('reaches into objects and lists', () => {
    const nested = Type.Object({ list: Type.Array(Type.Object({ inner: schema })) })
    const value = { list: [{ inner: { only: 'x' } }] }
    normalizeSpellings(nested, value)
    assert.deepEqual(value, { list: [{ inner: { only: ['x'] } }] })
  })
})

suite('brokenRules', () => {
  test('names the path from the root, in lists too', () => {
    const value = { size: 13, items: [{ key: 'fine' }, { key: 'bad' }] }
    assert.deepEqual(brokenRules(schema, value, { complete: true }), [
      { path: 'size', message: 'is unlucky' },
      { path: 'items.1.key', message: 'is bad' },
    ])
  })

  test('tells the rule whether the value is whole', () => {
    assert.deepEqual(brokenRules(schema, { size: 13 }, { complete: false }), [])
  })

  test('expects anything where a field should be', () => {
    for (const value of [null, 'x', [], { items: 'x' }, { items: [null, 7] }, { deep: [] }]) {
      assert.deepEqual(brokenRules(schema, value, { complete: true }), [])
    }
  })
})
