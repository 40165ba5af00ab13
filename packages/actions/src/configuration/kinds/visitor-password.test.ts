import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPasswordHash } from '../../users/password.ts'
import type { PlannedItem } from '../configuration-kind.ts'
import { dashboardsKind } from './dashboards-kind.ts'
import { lockWithoutKey, passwordIn } from './visitor-password.ts'

function plannedDashboard(item: Record<string, unknown>): PlannedItem {
  return {
    kind: dashboardsKind,
    path: 'dashboards.0',
    name: null,
    sourceId: 1,
    localId: 1,
    placeholder: null,
    memory: null,
    mustRemember: false,
    item,
    createdAt: 0,
    stored: null,
  }
}

test('a lock that nobody has a key for is there at once, without the work of hashing', () => {
  const planned = plannedDashboard({ isPrivate: true, password: null })
  lockWithoutKey(planned, 5)
  const { hash = '', createdAt } = passwordIn(planned.item['password']) ?? {}
  assert.equal(isPasswordHash(hash), true)
  assert.equal(createdAt, 5)
})

test('what is public, or has a password, gets no lock', () => {
  for (const item of [
    { isPrivate: false, password: null },
    { isPrivate: true, password: { hash: 'its own' } },
  ]) {
    const planned = plannedDashboard(item)
    lockWithoutKey(planned, 5)
    assert.deepEqual(planned.item, item)
  }
})
