import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { decodeResultId, resultIdOf, runIdOf } from './run-identity.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const uuidVersion8 = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const checkId = '6f0c2f5e-7c1d-4a53-9f6e-2b8a4c1d0e99'
const moments = [0, 1, 1_775_044_800_000, 4_102_444_799_999, 2 ** 48 - 1]

test('ids are UUIDs that tell their moment and their attempt', () => {
  for (const scheduledAt of moments) {
    const run = { checkId, scheduledAt, origin: 'eu-west-1' }
    for (let attempt = 0; attempt <= 11; attempt += 1) {
      const id = attempt === 0 ? runIdOf(run) : resultIdOf(run, attempt)
      assert.match(id, uuidVersion8)
      assert.equal(canonicalUuid(id), id)
      assert.deepEqual(decodeResultId(id), { scheduledAt, attempt })
      assert.deepEqual(decodeResultId(id.toUpperCase()), { scheduledAt, attempt })
    }
  }
})

test('ids sort by time', () => {
  const ids = Array.from({ length: 500 }, (_, index) =>
    runIdOf({ checkId: randomUUID(), scheduledAt: 1_775_044_800_000 + index * 997, origin: 'a' }),
  )
  assert.deepEqual(ids.toSorted(), ids)
})

test('the same run has the same id, and every other run and attempt another one', () => {
  const run = { checkId, scheduledAt: 1_775_044_800_000, origin: 'eu-west-1' }
  assert.equal(runIdOf(run), runIdOf({ ...run }))
  const others = [
    { ...run, origin: 'eu-west-2' },
    { ...run, checkId: randomUUID() },
    { ...run, scheduledAt: run.scheduledAt + 1 },
  ]
  const ids = [
    runIdOf(run),
    ...others.map(runIdOf),
    ...Array.from({ length: 11 }, (_, index) => resultIdOf(run, index + 1)),
  ]
  assert.equal(new Set(ids).size, ids.length)
})

test('100,000 runs of one moment have 100,000 ids', () => {
  const ids = new Set<string>()
  for (let check = 0; check < 100_000; check += 1) {
    ids.add(runIdOf({ checkId: String(check), scheduledAt: 1_775_044_800_000, origin: 'a' }))
  }
  assert.equal(ids.size, 100_000)
})

test('what is no id of ours is not decoded', () => {
  for (const id of [
    '',
    'abc',
    randomUUID(),
    '019d4a2c-7e00-7a61-a3f1-0123456789ab',
    `${runIdOf({ checkId, scheduledAt: 1, origin: 'a' })}0`,
  ]) {
    assert.equal(decodeResultId(id), null, id)
  }
})
