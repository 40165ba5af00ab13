import assert from 'node:assert/strict'
import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import {
  findCheckNumber,
  lockStates,
  setCheckStatus as writeStatus,
  updateStates,
} from '@sonde/store/checks/check-states.ts'
import type { ApiUnderTest } from './api-under-test.ts'

/** As the part that takes in results leaves it behind. */
export async function setCheckStatus(
  api: ApiUnderTest,
  checkId: string,
  status: TargetVerdict,
  accountId = api.accountId,
): Promise<void> {
  const no = await findCheckNumber(api.store.read, { accountId, checkId })
  assert.ok(no !== null)
  await api.store.write(async (db) => {
    const state = (await lockStates(db, [no])).get(no)
    assert.ok(state)
    const known = { longestRun: 20.5, shortestRun: 10, lastRunLocation: 'eu-west-1', lastCheckRunId: 42 }
    await updateStates(db, [{ ...state, ...known, status, completedAt: api.clock.now() }])
    await writeStatus(db, [checkId], status)
  })
}
