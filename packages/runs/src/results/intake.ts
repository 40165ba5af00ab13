import type { AlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { RunKind } from '@sonde/schema/check-types/check-kind.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { createDetailPacker, type WrittenReferences } from '@sonde/store/result-details/detail-packer.ts'
import { cancelledRuns } from '@sonde/store/runs/check-sessions.ts'
import { configIn, type Run, type TicketedRun } from '../run.ts'
import { readStoredChecks } from '../schedule/stored-checks.ts'
import { measureReport } from './measured-report.ts'
import type { Report, StoredReport } from './report.ts'
import { createResultNumbers } from './result-numbers.ts'
import { type RunSnapshot, type SnapshotCache, snapshotKey } from './snapshot-cache.ts'
import { type WritePorts, writeReports } from './write-reports.ts'

export type Intake = {
  /**
   * On the disk when it resolves: results, states, retries and sessions, in one transaction. In the order of the
   * reports; null where the check is gone.
   */
  take(reports: readonly Report[]): Promise<(StoredReport | null)[]>
}

export type IntakeDeps = WritePorts & {
  store: Store
  clock: Clock
  alerts: AlertIntake
  snapshots: SnapshotCache
  exportingAccounts(): Promise<ReadonlySet<string>>
  /** Null for a type that no agent runs. */
  runKindOf(checkType: CheckType): RunKind | null
}

export function createIntake(deps: IntakeDeps): Intake {
  const { store, clock } = deps
  const numbersFor = createResultNumbers(store)
  const packer = createDetailPacker({ store })

  /** What each run was begun with: most bring it along, the others carry its number through a restart. */
  async function snapshotsOf(runs: readonly TicketedRun[]): Promise<(RunSnapshot | null)[]> {
    const unknown = runs.filter((run) => configIn(run) === undefined)
    if (unknown.length === 0) return runs.map(snapshotIn)
    const snapshots = await deps.snapshots.of(unknown)
    const missing = unknown.filter((run) => !snapshots.has(snapshotKey(run)))
    const checks = await readStoredChecks(
      store.read,
      missing.map(({ checkNo }) => checkNo),
      deps.find,
    )
    return runs.map(
      (run) => snapshotIn(run) ?? snapshots.get(snapshotKey(run)) ?? checks.get(run.checkNo)?.check ?? null,
    )
  }

  return {
    async take(reports) {
      const now = clock.now()
      const snapshots = await snapshotsOf(reports.map(({ run }) => run))
      const cancelled = await cancelledRuns(
        store.read,
        reports.flatMap(({ run }) => (run.sessionId === null ? [] : [run.runId])),
      )
      const numbers = await numbersFor(reports.length)
      await packer.prepare(reports.map(({ run }) => run))
      const measured = reports.map((report, index) => {
        const snapshot = snapshots[index] ?? null
        const kind = deps.runKindOf(report.run.checkType)
        if (snapshot === null || kind === null) return null
        const isCancelled = cancelled.has(report.run.runId)
        const checkRunId = numbers[index] ?? 0
        return measureReport(report, { kind, snapshot, isCancelled, checkRunId, packer, now })
      })
      const present = measured.filter((entry) => entry !== null)
      const exporting = await deps.exportingAccounts()
      const packed = present.map((entry) => entry.packed)
      let references: WrittenReferences = new Map()
      let stored: (StoredReport | null)[]
      try {
        ;({ stored, references } = await store.write((db) =>
          writeReports(db, present, { now, exporting, ports: deps }),
        ))
      } finally {
        packer.settle(packed, references)
      }
      deps.alerts.written()
      const byReport = new Map(present.map((entry, index) => [entry, stored[index] ?? null]))
      return measured.map((entry) => (entry === null ? null : (byReport.get(entry) ?? null)))
    },
  }
}

function snapshotIn(run: TicketedRun | Run): RunSnapshot | null {
  if (!('config' in run)) return null
  return { name: run.check.name, config: run.config, sealedSecrets: run.sealedSecrets }
}
