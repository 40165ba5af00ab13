import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findServices } from './find-services.ts'

const service = (id: string, name: string) => ({
  id,
  name,
  accountId: 'a',
  created_at: '2027-01-01T00:00:00.000Z',
  updated_at: null,
  follows: null,
  projectBindings: { owner: null, references: [] },
})

test('services are found by a part of their name, in order, without those that are there', () => {
  const all = [service('1', 'Node 10'), service('2', 'Node 2'), service('3', 'Shop')]
  assert.deepEqual(
    findServices(all, ' NODE ').map(({ name }) => name),
    ['Node 2', 'Node 10'],
  )
  assert.deepEqual(
    findServices(all, '', [{ id: '3' }]).map(({ id }) => id),
    ['2', '1'],
  )
})
