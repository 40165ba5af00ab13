import assert from 'node:assert/strict'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { countDueRuns, hourOf, reopenHours } from '@sonde/store/runs/due-runs.ts'
import { type ResultRow, insertResults } from '@sonde/store/results/results.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { addAccount, addCheck } from '@sonde/store/testing/rows.ts'
import type { AnalyticsDeps } from '../src/read-run-stats.ts'

export type MovableClock = AnalyticsDeps['clock'] & { set(at: number): void }

export function createMovableClock(startAt: number): MovableClock {
  let now = startAt
  return {
    now: () => now,
    set(at) {
      now = at
    },
  }
}

/** As the jobs log; what is told is kept. */
export function createKeptLog() {
  const told: string[] = []
  const keep = (fields: object, message: string) => {
    told.push(`${message} ${'err' in fields ? String(fields.err) : ''}`.trim())
  }
  return { told, debug: keep, info: keep, warn: keep, error: keep }
}

export async function addNumberedCheck(
  store: Store,
): Promise<{ checkNo: number; checkId: string; accountId: string }> {
  const { id: accountId } = await addAccount(store)
  const { id: checkId } = await addCheck(store, accountId)
  const checkNo = await findCheckNumber(store.read, { accountId, checkId })
  assert.ok(checkNo !== null)
  return { checkNo, checkId, accountId }
}

let lastCheckRunId = 0

/** A run that passed at eu-west-1 in 20 ms, unless told. */
export function makeRun(checkNo: number, startedAt: number, fields: Partial<ResultRow> = {}): ResultRow {
  lastCheckRunId += 1
  return {
    checkNo,
    checkType: 'ICMP',
    scheduledAt: startedAt,
    origin: 'eu-west-1',
    attempt: 1,
    isFinal: true,
    verdict: 'passed',
    overMax: null,
    source: 'SCHEDULER',
    snapshot: 1,
    location: fields.origin ?? 'eu-west-1',
    startedAt,
    durationMs: 1_000,
    createdAt: startedAt + 1_000,
    checkRunId: lastCheckRunId,
    reason: null,
    isStandIn: false,
    responseTime: 20,
    statusCode: null,
    metrics: { packetLoss: 0 },
    detail: new Uint8Array([0]),
    ...fields,
  }
}

/** Stores results as the intake does when they come late: their hours are computed, again if they were. */
export async function storeRuns(store: Store, runs: readonly ResultRow[]): Promise<void> {
  const hours = new Map(
    runs
      .map(({ checkNo, startedAt, location }) => ({ checkNo, hour: hourOf(startedAt), location }))
      .map((key) => [`${key.checkNo}/${key.hour}/${key.location}`, key]),
  )
  await store.write(async (db) => {
    await insertResults(db, runs)
    await reopenHours(db, [...hours.values()])
  })
}

/** Stores runs that were due, as the scheduler and the intake do together. */
export async function storeDueRuns(store: Store, runs: readonly ResultRow[]): Promise<void> {
  const due = runs.map(({ checkNo, origin, scheduledAt }) => ({
    checkNo,
    hour: hourOf(scheduledAt),
    location: origin,
    count: 1,
  }))
  await store.write((db) => countDueRuns(db, due))
  await storeRuns(store, runs)
}
