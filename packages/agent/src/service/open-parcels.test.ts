import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeRun } from '../../testing/fake-service.ts'
import { createOpenParcels } from './open-parcels.ts'

/** Leases `a1`, `a2` … of parcel `a`, and so on. */
function parcelsOf(sizes: Readonly<Record<string, number>>) {
  const parcels = createOpenParcels()
  parcels.add(
    Object.entries(sizes).flatMap(([parcel, size]) =>
      Array.from({ length: size }, (_, index) => makeRun({ parcel, leaseId: `${parcel}${index + 1}` })),
    ),
  )
  return parcels
}

test('a parcel is done with its last result, and a message that did not arrive says so again', () => {
  const parcels = parcelsOf({ a: 3, b: 1 })
  assert.deepEqual(parcels.doneWith(['a1', 'a2']), [])
  parcels.noteOver(['a1', 'a2'], [])
  assert.deepEqual(parcels.doneWith(['a3', 'b1']), ['a', 'b'])
  assert.deepEqual(parcels.doneWith(['a3', 'b1']), ['a', 'b'])
  parcels.noteOver(['a3', 'b1'], ['a', 'b'])
  assert.deepEqual(parcels.doneWith([]), [])
})

test('runs without a parcel are nobody’s business', () => {
  const parcels = createOpenParcels()
  const run = makeRun()
  parcels.add([run])
  assert.deepEqual(parcels.doneWith([run.leaseId]), [])
})

test('a parcel whose last run was cancelled is told of with the next message', () => {
  const parcels = parcelsOf({ a: 2 })
  parcels.noteOver(['a1'], [])
  parcels.noteOver(['a2'], [])
  assert.deepEqual(parcels.doneWith([]), ['a'])
  assert.deepEqual(parcels.doneWith(['x']), ['a'])
  parcels.noteOver([], ['a'])
  assert.deepEqual(parcels.doneWith([]), [])
})

test('a parcel that came back whole is waiting again: never told as done; one that came back in part is', () => {
  const parcels = parcelsOf({ a: 2, b: 2 })
  parcels.noteReleased(['a1', 'a2'])
  assert.deepEqual(parcels.doneWith([]), [])
  parcels.noteOver(['b1'], [])
  parcels.noteReleased(['b2'])
  assert.deepEqual(parcels.doneWith([]), ['b'])
})

test('a parcel of which a result is lost here is never told as done', () => {
  const parcels = parcelsOf({ a: 2 })
  parcels.giveUp('a1')
  assert.deepEqual(parcels.doneWith(['a2']), [])
  parcels.noteOver(['a2'], [])
  assert.deepEqual(parcels.doneWith([]), [])
})
