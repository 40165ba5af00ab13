import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectGarbage } from './collect-garbage.ts'

test('what nobody holds is gone after a collection, and what somebody holds is there', async () => {
  const held = { name: 'held' }
  const [holding, dropped] = [new WeakRef(held), new WeakRef({ name: 'dropped' })]
  await collectGarbage()
  assert.deepEqual([holding.deref(), dropped.deref()], [held, undefined])
})
