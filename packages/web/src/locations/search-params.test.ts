import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matching, readLocationsSearch } from './search-params.ts'

test('the address is read as far as it makes sense', () => {
  assert.deepEqual(readLocationsSearch({ search: 'office', page: '3' }), { search: 'office', page: 3 })
  assert.deepEqual(readLocationsSearch({ search: '', page: '1' }), {})
  assert.deepEqual(readLocationsSearch({ search: 7, page: 'x' }), { search: '7' })
})

test('a location is found by name or code, in any case', () => {
  const all = [
    { name: 'Frankfurt', code: 'eu-central-1' },
    { name: 'Ohio', code: 'us-east-2' },
  ]
  const find = (text: string) => matching(all, text, ({ name, code }) => [name, code]).map(({ name }) => name)
  assert.deepEqual(find('FRANK'), ['Frankfurt'])
  assert.deepEqual(find(' us- '), ['Ohio'])
  assert.deepEqual(find(''), ['Frankfurt', 'Ohio'])
})
