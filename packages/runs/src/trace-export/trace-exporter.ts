import type { HttpDeps } from '@sonde/egress/http-request.ts'
import { chunks } from '@sonde/ground/chunks.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { attemptsAt } from '@sonde/store/results/results.ts'
import { findAllScheduled } from '@sonde/store/checks/scheduled-checks.ts'
import { UnreadableSecret } from '@sonde/store/installation/sealer.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import {
  findTraceExport,
  noteExported,
  noteExportFailure,
  noteSkippedRuns,
  pendingTraceExports,
  traceExportContext,
  type TraceExportRow,
} from '@sonde/store/traces/trace-exports.ts'
import {
  listRunsToExport,
  removeFromOutbox,
  removeOutdatedRuns,
  type RunToExport,
} from '@sonde/store/traces/trace-outbox.ts'
import { sendSpans, type TraceReceiver } from './send-spans.ts'
import { spanOfRun } from './span-of-run.ts'

export type TraceExporter = {
  /** Begins to export what waits, without waiting for any receiver. Returns when to call it next, at the latest. */
  work(signal: AbortSignal): Promise<number>
  /** Resolves when nothing is under way any more. */
  untilIdle(): Promise<void>
}

/** What one request carries: as much as collectors take without being asked. */
const mostSpans = 512
const mostBytes = 1_000_000

/** Receivers that are spoken to at a time; each of the others has its turn. */
const mostAtOnce = 16
/** After these many batches it is the turn of somebody else. */
const batchesPerTurn = 20

const shortestPauseMs = 1_000
const longestPauseMs = 5 * minuteMs
/** A receiver that asks for more is asked again then. */
const longestAskedPauseMs = hourMs
const sweepEveryMs = hourMs
const readAtOnce = 16

/**
 * Sends the runs of accounts to where these want them. What was not taken stays in the database until it is, or
 * until its results are too old to be kept: no receiver costs memory, and none keeps another waiting.
 */
export function createTraceExporter(deps: {
  store: Store
  clock: Clock
  log: Logger
  http: HttpDeps
  rawRetentionDays: number
  random?: () => number
}): TraceExporter {
  const { store, clock, log, http } = deps
  const random = deps.random ?? Math.random
  const underWay = new Map<string, Promise<void>>()
  /** Whose turn failed for a reason of ours, which the database may not be able to hold. */
  const resting = new Map<string, { failures: number; until: number }>()
  let sweptAt: number | null = null

  /** Results that are not kept any longer cannot be exported. */
  async function sweep(): Promise<void> {
    const now = clock.now()
    if (sweptAt !== null && now - sweptAt < sweepEveryMs) return
    sweptAt = now
    await store.write(async (db) => {
      for (const { accountId, count } of await removeOutdatedRuns(db, now - deps.rawRetentionDays * dayMs)) {
        const error = `${count} runs were skipped: they had waited longer than results are kept`
        await noteSkippedRuns(db, { accountId, count, error })
      }
    })
  }

  async function takeTurn(accountId: string, signal: AbortSignal): Promise<void> {
    for (let batch = 0; batch < batchesPerTurn && !signal.aborted; batch += 1) {
      if (!(await exportBatch(accountId, signal))) return
    }
  }

  /** True when there may be more to send at once. */
  async function exportBatch(accountId: string, signal: AbortSignal): Promise<boolean> {
    const settings = await findTraceExport(store.read, accountId)
    if (settings === null || !settings.enabled) return false
    const runs = await listRunsToExport(store.read, { accountId, limit: mostSpans })
    if (runs.length === 0) return false
    const receiver = receiverOf(settings)
    if ('why' in receiver) {
      await fail(settings, receiver.why, null)
      return false
    }
    const { spans, sentIds, missingIds } = await spansOf(runs)
    if (missingIds.length > 0) {
      const why = `${missingIds.length} runs were skipped: their checks or results were deleted`
      await giveUp(accountId, missingIds, why)
    }
    if (spans.length === 0) return true
    const outcome = await sendSpans(spans, { receiver, http, now: clock.now(), signal })
    // What was broken off by us was not the receiver's fault.
    if (signal.aborted && outcome.kind !== 'taken') return false
    switch (outcome.kind) {
      case 'taken':
        await store.write(async (db) => {
          await removeFromOutbox(db, { accountId, ids: sentIds })
          await noteExported(db, { accountId, at: clock.now(), error: outcome.complaint })
        })
        return true
      case 'refused':
        log.warn({ accountId, runs: sentIds.length }, `traces were refused: ${outcome.why}`)
        await giveUp(accountId, sentIds, `${sentIds.length} runs were dropped: the receiver ${outcome.why}`)
        return true
      case 'try-again':
        await fail(settings, outcome.why, outcome.afterMs)
        return false
      default:
        return outcome satisfies never
    }
  }

  function receiverOf({
    accountId,
    endpoint,
    sealedHeaders,
  }: TraceExportRow): TraceReceiver | { why: string } {
    try {
      return { endpoint, headers: headersIn(store.sealer.open(sealedHeaders, traceExportContext(accountId))) }
    } catch (error) {
      if (error instanceof UnreadableSecret) return { why: 'the headers cannot be decrypted: set them again' }
      throw error
    }
  }

  /** As many of the runs as one request may carry, and those that there is nothing to tell about any more. */
  async function spansOf(
    runs: readonly RunToExport[],
  ): Promise<{ spans: string[]; sentIds: number[]; missingIds: number[] }> {
    const ids = [...new Set(runs.map(({ checkId }) => checkId))]
    const checks = new Map(
      (await findAllScheduled(store.read, ids)).map(({ check }) => [check.id, check] as const),
    )
    const batch: { spans: string[]; sentIds: number[]; missingIds: number[] } = {
      spans: [],
      sentIds: [],
      missingIds: [],
    }
    let bytes = 0
    for (const some of chunks(runs, readAtOnce)) {
      const attempts = await Promise.all(
        some.map((run) => {
          const checkType = checks.get(run.checkId)?.checkType
          return checkType === undefined ? [] : attemptsAt(store.read, { ...run, checkType })
        }),
      )
      for (const [index, run] of some.entries()) {
        const check = checks.get(run.checkId)
        const span = check && spanOfRun(run, { check, attempts: attempts[index] ?? [] })
        if (!span) {
          batch.missingIds.push(run.id)
          continue
        }
        const text = JSON.stringify(span)
        bytes += Buffer.byteLength(text)
        if (bytes > mostBytes && batch.spans.length > 0) return batch
        batch.spans.push(text)
        batch.sentIds.push(run.id)
      }
    }
    return batch
  }

  async function giveUp(accountId: string, ids: readonly number[], error: string): Promise<void> {
    await store.write(async (db) => {
      await removeFromOutbox(db, { accountId, ids })
      await noteSkippedRuns(db, { accountId, count: ids.length, error })
    })
  }

  async function fail(
    { accountId, failures }: TraceExportRow,
    why: string,
    afterMs: number | null,
  ): Promise<void> {
    const waitMs = Math.max(Math.min(afterMs ?? 0, longestAskedPauseMs), pauseAfter(failures))
    const nextTryAt = clock.now() + waitMs
    if (failures === 0) log.warn({ accountId }, `traces could not be exported, retrying: ${why}`)
    await store.write((db) =>
      noteExportFailure(db, { accountId, error: why, failures: failures + 1, nextTryAt }),
    )
  }

  function pauseAfter(failures: number): number {
    const pauseMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(failures, 20))
    // Those that were turned away together do not all come back together.
    return Math.round(pauseMs * (0.75 + random() / 2))
  }

  /** Without it, spans whose answer cannot be noted would be sent again with every look. */
  function rest(accountId: string): void {
    const failures = resting.get(accountId)?.failures ?? 0
    resting.set(accountId, { failures: failures + 1, until: clock.now() + pauseAfter(failures) })
  }

  function isResting(accountId: string): boolean {
    return (resting.get(accountId)?.until ?? 0) > clock.now()
  }

  async function workThrough(accountId: string, signal: AbortSignal): Promise<void> {
    try {
      await takeTurn(accountId, signal)
      resting.delete(accountId)
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error, accountId }, 'exporting traces failed; retrying')
      rest(accountId)
    } finally {
      underWay.delete(accountId)
    }
  }

  return {
    async work(signal) {
      await sweep()
      const now = clock.now()
      const free = mostAtOnce - underWay.size
      if (free <= 0) return now
      const limit = mostAtOnce + underWay.size + resting.size
      const pending = await pendingTraceExports(store.read, { limit })
      const due = pending.filter(({ nextTryAt }) => nextTryAt <= now).map(({ accountId }) => accountId)
      const waiting = due.filter((accountId) => !underWay.has(accountId) && !isResting(accountId))
      for (const accountId of waiting.slice(0, free)) {
        underWay.set(accountId, workThrough(accountId, signal))
      }
      // Those under way may have more to send, and those at rest are kept in memory only.
      if (due.length > 0 || underWay.size > 0) return now
      return Math.min(...pending.map(({ nextTryAt }) => nextTryAt))
    },
    async untilIdle() {
      await Promise.all(underWay.values())
    },
  }
}

function headersIn(json: string): { key: string; value: string }[] {
  const list: unknown = JSON.parse(json)
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) => {
    if (!isRecord(entry)) return []
    const { key, value } = entry
    return typeof key === 'string' && typeof value === 'string' ? [{ key, value }] : []
  })
}
