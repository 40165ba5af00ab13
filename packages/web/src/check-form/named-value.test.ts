import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { namedValue, withoutUnasked } from './named-value.ts'

suite('the name of a new check', () => {
  test('is the proposed one until somebody types another', () => {
    assert.deepEqual(namedValue({}, 'example.com'), { name: 'example.com' })
    assert.deepEqual(namedValue({ name: ' ' }, 'example.com'), { name: 'example.com' })
    assert.deepEqual(namedValue({ name: 'Shop' }, 'example.com'), { name: 'Shop' })
    assert.deepEqual(namedValue({ name: '' }, ''), { name: '' })
  })

  const address = { path: 'request.url', message: 'is required' }
  const name = { path: 'name', message: 'is required' }

  test('is not asked for while what it comes from is missing', () => {
    assert.deepEqual(withoutUnasked([name, address], {}), [address])
    assert.deepEqual(withoutUnasked([name], {}), [name])
    assert.deepEqual(withoutUnasked([name, address], { name: 'x'.repeat(1000) }), [name, address])
  })
})
