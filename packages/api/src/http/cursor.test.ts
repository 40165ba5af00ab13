import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { HttpRefusal } from './refusal.ts'

const filters = { accountId: 'a', role: 'ADMIN' }
const isRefusal = (error: unknown) =>
  error instanceof HttpRefusal && error.statusCode === 400 && error.extra.validation?.keys[0] === 'nextId'

suite('a cursor', () => {
  test('leads back to any position under the same filters, in whatever order they stand', () => {
    const position = fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 4 })
    fc.assert(
      fc.property(position, (place) => {
        const cursor = encodeCursor(place, filters)
        assert.match(cursor, /^[\w-]+$/)
        assert.deepEqual(decodeCursor(cursor, { role: 'ADMIN', accountId: 'a' }), place)
      }),
    )
  })

  const others = [{ accountId: 'b', role: 'ADMIN' }, { accountId: 'a' }, { ...filters, search: '' }, {}]
  for (const other of others) {
    test(`is refused under the filters ${JSON.stringify(other)}`, () => {
      const cursor = encodeCursor([1, 'x'], filters)
      assert.throws(() => decodeCursor(cursor, other), isRefusal)
    })
  }

  test('is refused when any one of its characters was changed', () => {
    const cursor = encodeCursor([1_700_000_000_000, 'id'], filters)
    for (let index = 0; index < cursor.length; index += 1) {
      const changed = cursor[index] === 'A' ? 'B' : 'A'
      const damaged = cursor.slice(0, index) + changed + cursor.slice(index + 1)
      // The last character may carry bits that mean nothing: such a change still says the same.
      const says = Buffer.from(damaged, 'base64url').equals(Buffer.from(cursor, 'base64url'))
      if (!says) assert.throws(() => decodeCursor(damaged, filters), isRefusal, damaged)
    }
  })

  test('is refused when it is any other text', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json().map((json) => Buffer.from(json).toString('base64url')),
    )
    fc.assert(fc.property(texts, (text) => assert.throws(() => decodeCursor(text, filters), isRefusal)))
  })
})
