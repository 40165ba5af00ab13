import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  nextInRotation,
  type LocationQueue,
  dataCenterQueue,
  privateLocationQueue,
  poolOf,
} from './location-pool.ts'

const poolNamed = (...names: string[]): LocationQueue[] => names.map(dataCenterQueue)
const everywhere = () => true

function rotate(
  pool: readonly LocationQueue[],
  last: string | null,
  turns: number,
  isServed = everywhere,
): string {
  const used: string[] = []
  let at = last
  for (let turn = 0; turn < turns; turn += 1) {
    at = nextInRotation(pool, at, isServed)?.location ?? null
    used.push(at ?? '-')
  }
  return used.join(' ')
}

test('X2: a rotation of a, b, c runs a, b, c, a', () => {
  assert.equal(rotate(poolNamed('a', 'b', 'c'), null, 4), 'a b c a')
})

test('X2: b removed after a ran: c, a, c', () => {
  assert.equal(rotate(poolNamed('a', 'c'), 'a', 3), 'c a c')
})

test('the location that was used last is removed: the rotation begins with the first', () => {
  assert.equal(rotate(poolNamed('a', 'c'), 'b', 3), 'a c a')
})

test('locations that nobody serves are passed over, and nothing runs when nobody serves any', () => {
  const pool = poolNamed('a', 'b', 'c', 'd')
  const isServed = (place: string) => place !== 'b' && place !== 'c'
  assert.equal(
    [0, 1, 2, 3].reduce((last) => nextInRotation(pool, last, isServed)?.location ?? '-', 'a'),
    'a',
  )
  assert.equal(nextInRotation(pool, 'a', isServed)?.location, 'd')
  assert.equal(nextInRotation(pool, 'd', isServed)?.location, 'a')
  assert.equal(
    nextInRotation(pool, 'a', () => false),
    null,
  )
  assert.equal(nextInRotation([], null, everywhere), null)
})

test('a pool has the data centers in the order of their list, then the private locations, each once', () => {
  const office = { id: '11111111-0000-4000-8000-000000000000', slugName: 'office' }
  const find = (accountId: string, name: string) =>
    accountId === 'mine' && (name === office.slugName || name === office.id)
      ? privateLocationQueue(office)
      : null
  const config = {
    locations: ['eu-west-2', 'eu-west-1', 'eu-west-2'],
    privateLocations: ['office', office.id, 'of-somebody-else'],
  }
  assert.deepEqual(poolOf(config, 'mine', find), [
    { place: 'eu-west-2', location: 'eu-west-2' },
    { place: 'eu-west-1', location: 'eu-west-1' },
    { place: `private/${office.id}`, location: 'office' },
  ])
  assert.deepEqual(poolOf(config, 'other', find), [
    { place: 'eu-west-2', location: 'eu-west-2' },
    { place: 'eu-west-1', location: 'eu-west-1' },
  ])
  assert.deepEqual(poolOf({ locations: null, privateLocations: null }, 'mine', find), [])
})
