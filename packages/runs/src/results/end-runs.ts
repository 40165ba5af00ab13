import type { AlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { isCounted } from '@sonde/schema/runs/run-source.ts'
import { lockStates } from '@sonde/store/checks/check-states.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { readDetail } from '@sonde/store/result-details/read-detail.ts'
import { referencesOf } from '@sonde/store/result-details/reference-rows.ts'
import { isReasonInDetail, storedReason } from '@sonde/store/result-details/stored-reason.ts'
import { makeFinal } from '@sonde/store/results/results.ts'
import { reopenHours } from '@sonde/store/runs/due-runs.ts'
import { queueForExport } from '@sonde/store/traces/trace-outbox.ts'
import type { TicketedRun } from '../run.ts'
import type { FindPrivateLocation } from '../schedule/location-pool.ts'
import { applyFinals } from './apply-finals.ts'
import { currentFacts } from './current-facts.ts'
import { goneRun } from './finished-run.ts'
import { hourKeyOf } from './hour-of-result.ts'
import { type SnapshotCache, snapshotKey } from './snapshot-cache.ts'
import { writeStates } from './write-states.ts'

/** The ends of runs that no result brings. */
export function createRunEnds(deps: {
  store: Store
  clock: Clock
  alerts: AlertIntake
  snapshots: SnapshotCache
  find: FindPrivateLocation
  exportingAccounts(): Promise<ReadonlySet<string>>
}) {
  const { store, clock, alerts, find } = deps
  const needsPool = () => false

  return {
    /** The retry that was planned will not be made: the attempt before it was the last, and counts. */
    async finalizeLast(run: TicketedRun): Promise<void> {
      const now = clock.now()
      const config = (await deps.snapshots.of([run])).get(snapshotKey(run))?.config ?? null
      const exporting = await deps.exportingAccounts()
      await store.write(async (db) => {
        const states = await lockStates(db, [run.checkNo])
        const [current = null] = await currentFacts(db, [run], { states, needsPool, find })
        const row = await makeFinal(db, { ...run, attempt: run.attempt - 1 })
        if (row === null) return
        await reopenHours(db, [hourKeyOf(row)])
        // Of a check that is gone nothing is told, and its results cannot be read without its configuration.
        if (current === null) return
        const statusTextOf = kindOf(row.checkType).run?.statusTextOf
        const isDetailRead = isReasonInDetail(row) || statusTextOf !== undefined
        const references = isDetailRead ? await referencesOf(db, [row]) : new Map<number, unknown>()
        const read = () => readDetail(row, config, references)
        const reason = storedReason(row, read)
        const reading = statusTextOf === undefined ? null : read()
        const statusText = reading?.kind === 'read' ? (statusTextOf?.(reading.detail) ?? null) : null
        await queueForExport(db, [{ ...run, error: reason }], exporting)
        if (!isCounted(row.source)) return
        const completedAt = Math.round(row.startedAt + row.durationMs)
        const ended = applyFinals(
          states,
          [
            {
              run,
              row: { ...row, reason },
              facts: current.facts,
              statusText,
              ageMs: now - completedAt,
              // It was here in time: only the decision that it was the last attempt comes late.
              sentAgeMs: Math.max(0, row.createdAt - completedAt),
              completedAt,
            },
          ],
          now,
        )
        await writeStates(db, alerts, { states, ...ended, now })
      })
      alerts.written()
    },

    /** These runs will never say anything: what they were begun together with is judged without them. */
    async gone(runs: readonly TicketedRun[]): Promise<void> {
      const countedRuns = runs.filter((run) => (run.occurrence ?? null) !== null && isCounted(run.source))
      if (countedRuns.length === 0) return
      const now = clock.now()
      await store.write(async (db) => {
        const states = await lockStates(
          db,
          countedRuns.map(({ checkNo }) => checkNo),
        )
        const facts = await currentFacts(db, countedRuns, { states, needsPool, find })
        const finished = countedRuns.map((run, index) =>
          goneRun(run, {
            isParallel: facts[index]?.facts.isParallel === true,
            verdicts: states.get(run.checkNo)?.verdicts ?? {},
            lastCompletedAt: states.get(run.checkNo)?.completedAt ?? null,
            now,
          }),
        )
        await writeStates(db, alerts, { states, changedStates: new Map(), finished, now })
      })
      alerts.written()
    },
  }
}
