import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Unreadable, type FormSchema } from './form-schema.ts'
import { changedFields, isSame, unreadableIn, valueAt, withValueAt } from './value-at.ts'

const value = { name: 'a', request: { assertions: [{ source: 'X' }, { source: 'Y' }] } }

test('a value is found by its path, also within lists', () => {
  assert.equal(valueAt(value, 'request.assertions.1.source'), 'Y')
  assert.equal(valueAt(value, 'request.nothing.here'), undefined)
})

test('a change makes a copy and leaves everything else as it is', () => {
  const result = withValueAt(value, 'request.assertions.0.source', 'Z')
  assert.deepEqual(result, { name: 'a', request: { assertions: [{ source: 'Z' }, { source: 'Y' }] } })
  assert.equal(value.request.assertions[0]?.source, 'X')
})

test('objects on the way to a field are made', () => {
  assert.deepEqual(withValueAt({}, 'request.sslConfig.port', 443), { request: { sslConfig: { port: 443 } } })
})

test('undefined takes a field away', () => {
  assert.deepEqual(withValueAt({ a: 1, b: 2 }, 'a', undefined), { b: 2 })
})

test('what cannot be read is found wherever it stands', () => {
  const unreadable = { a: [{ b: new Unreadable('x', 'must be a number') }] }
  assert.deepEqual(unreadableIn(unreadable), [{ path: 'a.0.b', message: 'must be a number' }])
})

test('absent fields and the order of fields make no difference', () => {
  assert.equal(isSame({ a: 1, b: undefined }, { a: 1 }), true)
  assert.equal(isSame({ a: 1, b: 2 }, { b: 2, a: 1 }), true)
  assert.equal(isSame({ a: null }, {}), false)
  assert.equal(isSame([1, 2], [2, 1]), false)
})

suite('a partial update says', () => {
  const schema: FormSchema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      note: { type: 'string', nullable: true },
      request: { type: 'object', properties: { url: { type: 'string' }, port: { type: 'integer' } } },
      retryStrategy: { type: 'object', 'x-replaced-whole': true, properties: { type: { type: 'string' } } },
    },
  }

  test('only what changed, field by field where objects merge', () => {
    const before = { name: 'a', request: { url: 'https://***@example.com', port: 1 } }
    const after = { name: 'a', request: { url: 'https://***@example.com', port: 2 } }
    assert.deepEqual(changedFields(before, after, schema), { request: { port: 2 } })
  })

  test('what a part cannot be sent without, beside what changed in it', () => {
    const strict: FormSchema = {
      properties: { request: { ...schema.properties?.['request'], required: ['url'] } },
    }
    const before = { request: { url: 'a', port: 1 } }
    const after = { request: { url: 'a', port: 2 } }
    assert.deepEqual(changedFields(before, after, strict), { request: { url: 'a', port: 2 } })
    assert.deepEqual(changedFields(before, before, strict), {})
  })

  test('the whole object where it is replaced as a whole', () => {
    const before = { retryStrategy: { type: 'FIXED', maxRetries: 2 } }
    const after = { retryStrategy: { type: 'FIXED', maxRetries: 3 } }
    assert.deepEqual(changedFields(before, after, schema), after)
  })

  test('null for a field that was taken away, where the schema knows null', () => {
    assert.deepEqual(changedFields({ note: 'x', name: 'a' }, {}, schema), { note: null })
  })

  test('nothing when nothing changed', () => {
    assert.deepEqual(changedFields(value, { ...value }, schema), {})
  })
})
