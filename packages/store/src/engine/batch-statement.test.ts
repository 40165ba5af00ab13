import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { forEachEngine } from '../../testing/engines.ts'
import { makeResult } from '../../testing/results.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import { findCheckNumber, lockStates, setLastOrigins, updateStates } from '../checks/check-states.ts'
import { attemptsAt, insertResults } from '../results/results.ts'
import { endSessionRuns } from '../runs/check-sessions.ts'
import { countDueRuns, reopenHours } from '../runs/due-runs.ts'
import { deletePendingRuns, listPendingRuns, upsertPendingRuns } from '../runs/pending-runs.ts'
import type { Db } from './database.ts'

/** How often each statement that this connection has prepared was executed. */
async function callsOf(db: Db): Promise<number[]> {
  const { rows } = await sql<{ calls: number }>`
    select generic_plans + custom_plans as calls from pg_prepared_statements`.execute(db)
  return rows.map(({ calls }) => Number(calls))
}

forEachEngine('batches', (engine) => {
  test('whatever their size, each is one prepared statement', async (t) => {
    const opened = await engine.open()
    t.after(() => opened.close())
    const { store } = opened
    const { id: accountId } = await addAccount(store)
    const { id: checkId } = await addCheck(store, accountId)
    const checkNo = (await findCheckNumber(store.read, { accountId, checkId })) ?? 0
    const at = Date.UTC(2026, 0, 5)
    const numbers = Array.from({ length: 400 }, (_, index) => index)
    const hours = numbers.map((index) => ({ checkNo, hour: at + index * 3_600_000, location: 'a' }))
    const pending = numbers.map((index) => ({
      runId: randomUUID(),
      checkNo,
      dueAt: index,
      run: `"${index}\\`,
    }))
    const calls = await store.write(async (db) => {
      const states = [...(await lockStates(db, [checkNo, ...numbers])).values()]
      await insertResults(
        db,
        numbers.map((index) => makeResult({ checkNo, scheduledAt: at + index })),
      )
      await updateStates(db, states)
      await setLastOrigins(db, [{ checkNo, origin: 'a' }])
      await countDueRuns(
        db,
        hours.map((key) => ({ ...key, count: 1 })),
      )
      await reopenHours(db, hours)
      await upsertPendingRuns(db, pending)
      await deletePendingRuns(
        db,
        pending.slice(2).map(({ runId }) => runId),
      )
      const sessionId = randomUUID()
      const ends = pending.map(({ runId }) => ({ sessionId, runId, state: 'passed', reason: null }) as const)
      await endSessionRuns(db, ends, at)
      return engine.name === 'postgres' ? await callsOf(db) : null
    })
    if (calls !== null) assert.deepEqual(calls, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    assert.deepEqual(await listPendingRuns(store.read), pending.slice(0, 2))
    const rows = await store.read.selectFrom('hourly_rollups').select('due').execute()
    assert.deepEqual(
      rows.map(({ due }) => due),
      hours.map(() => 1),
    )
  })

  test('columns of nulls, quotes and bytes are read back as they were', async (t) => {
    const opened = await engine.open()
    t.after(() => opened.close())
    const { store } = opened
    const checkNo = 1
    const rows = [
      makeResult({
        checkNo,
        scheduledAt: 1_000,
        origin: 'a',
        reason: '{"NULL", \\N, null}',
        responseTime: 0.1 + 0.2,
      }),
      makeResult({
        checkNo,
        scheduledAt: 1_000,
        origin: 'b',
        reason: null,
        responseTime: null,
        detail: Uint8Array.of(),
      }),
      makeResult({
        checkNo,
        scheduledAt: 1_000,
        origin: 'c',
        reason: 'NULL',
        detail: Uint8Array.of(0, 92, 34, 255),
      }),
      makeResult({
        checkNo,
        scheduledAt: 1_000,
        origin: 'd',
        reason: '',
        responseTime: 5e-324,
        overMax: true,
      }),
    ]
    await store.write((db) => insertResults(db, rows))
    const stored = await attemptsAt(store.read, { checkNo, checkType: 'ICMP', scheduledAt: 1_000 })
    assert.deepEqual(
      stored.map((row) => ({ ...row, detail: [...row.detail] })),
      rows.map((row) => ({ ...row, detail: [...row.detail] })),
    )
  })
})
