import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createAlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import type { RunResult } from '@sonde/schema/agents/agent-protocol.ts'
import { insertCheck } from '@sonde/store/checks/checks.ts'
import { errorGroupIdsOf, listErrorGroups } from '@sonde/store/results/error-groups.ts'
import { findScheduled } from '@sonde/store/checks/scheduled-checks.ts'
import { forEachEngine, type TestEngine } from '@sonde/store/testing/engines.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import { icmpCheck } from '../../testing/icmp-checks.ts'
import { quietAlerting } from '../../testing/quiet-alerting.ts'
import { someRun } from '../../testing/some-run.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createIntake } from '../results/intake.ts'
import { createSnapshotCache } from '../results/snapshot-cache.ts'
import { toScheduledCheck } from '../schedule/scheduled-check.ts'

type Told = { reason?: string; said?: Verdict; attempt?: number; minute?: number }

/** The real intake, with one check whose type is made to be grouped by the words of its verdict. */
async function intakeUnderTest(t: TestContext, engine: TestEngine, { isGrouped = true } = {}) {
  const clock = createTestClock()
  const { store, close } = await engine.open({ clock })
  t.after(close)
  const { id: accountId } = await addAccount(store)
  const row = icmpCheck({}, { accountId })
  await store.write((db) => insertCheck(db, row))
  const scheduled = await findScheduled(store.read, row.id)
  assert.ok(scheduled !== null)
  const check = toScheduledCheck(scheduled, () => null)
  assert.ok(check !== null)
  const errorsIn = (_detail: unknown, reason: string | null) => (reason ?? '').split('|')
  const kind = isGrouped ? { ...check.kind, errorsIn } : check.kind
  const intake = createIntake({
    store,
    clock,
    alerts: createAlertIntake(quietAlerting),
    snapshots: createSnapshotCache({ store }),
    exportingAccounts: async () => new Set(),
    runKindOf: () => kind,
    find: () => null,
    isServed: () => true,
    random: () => 0.5,
  })
  const startedAt = clock.now()

  function reportOf({ reason = 'timeout after 3001ms', said = 'failed', attempt = 1, minute = 0 }: Told) {
    const scheduledAt = startedAt + minute * 60_000
    const run = someRun({ checkNo: check?.no ?? 0, checkId: row.id, accountId, scheduledAt, attempt })
    const result: RunResult = {
      runId: run.runId,
      attempt,
      leaseId: run.runId,
      ticket: 'ticket',
      checkType: run.checkType,
      startedAt: clock.now(),
      durationMs: 0,
      ageMs: 0,
      verdict: {
        hasFailures: said === 'failed',
        isDegraded: said === 'degraded',
        hasErrors: said === 'withheld',
        overMaxResponseTime: null,
        responseTime: null,
        isNetworkError: false,
        reason,
      },
      notRunCause: said === 'withheld' ? 'internal' : null,
      detail: null,
    }
    return { run, result, sentAt: clock.now(), isStandIn: false }
  }

  return {
    store,
    clock,
    accountId,
    check,
    take: async (...told: Told[]) => await intake.take(told.map(reportOf)),
    groups: async () =>
      (await listErrorGroups(store.read, { accountId, checkId: row.id, limit: 100, offset: 0 })).rows,
  }
}

forEachEngine('error groups of results', (engine) => {
  test('SA 57: failures that say the same are one group, others are others', async (t) => {
    const under = await intakeUnderTest(t, engine)
    const firstAt = under.clock.now()
    await under.take({ reason: 'timeout after 3001ms' })
    under.clock.advance(60_000)
    await under.take(
      { reason: 'timeout after 2999ms', minute: 1 },
      { reason: 'status 404', minute: 2 },
      { reason: 'status 500', minute: 3 },
    )
    const groups = new Map((await under.groups()).map((group) => [group.cleanedMessage, group]))
    assert.deepEqual([...groups.keys()].toSorted(), ['status 404', 'status 500', 'timeout after <duration>'])
    const timeouts = groups.get('timeout after <duration>')
    assert.deepEqual(
      [timeouts?.rawMessage, timeouts?.firstSeenAt, timeouts?.lastSeenAt],
      ['timeout after 3001ms', firstAt, firstAt + 60_000],
    )
    assert.match(timeouts?.errorHash ?? '', /^[0-9a-f]{64}$/)
  })

  test('each attempt joins once, however often it is reported', async (t) => {
    const under = await intakeUnderTest(t, engine)
    await under.take({ attempt: 1 }, { attempt: 2 })
    const [before] = await under.groups()
    under.clock.advance(5_000)
    await under.take({ attempt: 1 }, { attempt: 2 })
    assert.deepEqual(await under.groups(), [before])
    const rows = await under.store.read.selectFrom('result_error_groups').selectAll().execute()
    assert.deepEqual(rows.map(({ attempt }) => attempt).toSorted(), [1, 2])
  })

  test('several errors of one result are several groups, and the same one twice is one', async (t) => {
    const under = await intakeUnderTest(t, engine)
    await under.take({ reason: 'cart is empty|login is slow|login is slow|' })
    const groups = await under.groups()
    assert.equal(groups.length, 2)
    const { no } = under.check
    const [ids] = [...(await errorGroupIdsOf(under.store.read, no, [under.clock.now()])).values()]
    assert.deepEqual(ids?.toSorted(), groups.map(({ id }) => id).toSorted())
  })

  test('what passed, was degraded or could not run joins nothing', async (t) => {
    const under = await intakeUnderTest(t, engine)
    await under.take({ said: 'passed' }, { said: 'degraded', minute: 1 }, { said: 'withheld', minute: 2 })
    assert.deepEqual(await under.groups(), [])
  })

  test('a monitor, whose type is not grouped, has none', async (t) => {
    const under = await intakeUnderTest(t, engine, { isGrouped: false })
    await under.take({})
    assert.deepEqual(await under.groups(), [])
  })

  test('text that no database takes is stored without what it cannot hold', async (t) => {
    const under = await intakeUnderTest(t, engine)
    await under.take({ reason: 'broken \0 \uD800 text' })
    assert.equal((await under.groups()).length, 1)
  })

  test('the errors of a check that was deleted meanwhile are left out, and nothing fails', async (t) => {
    const under = await intakeUnderTest(t, engine)
    await under.store.write((db) => db.deleteFrom('checks').where('id', '=', under.check.checkId).execute())
    await under.take({})
    assert.deepEqual(await under.groups(), [])
  })
})
