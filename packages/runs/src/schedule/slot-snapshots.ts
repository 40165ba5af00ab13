import type { WantedSnapshot } from '@sonde/store/checks/check-snapshots.ts'
import type { Run } from '../run.ts'
import type { ScheduledCheck } from './scheduled-check.ts'

/** What a run of the check is made by, as it is now. */
export function snapshotOf(check: ScheduledCheck, createdAt: number): WantedSnapshot {
  const { no, name, configText, sealedSecrets } = check
  return { checkNo: no, name, config: configText, sealedSecrets, createdAt }
}

/** The number by which it is stored; none when it could not be written. */
export function noteSnapshot(check: ScheduledCheck, number: number | undefined): void {
  if (number === undefined) return
  check.snapshot = number
  check.isSnapshotStored = true
}

/** The run with the snapshot that was stored for it meanwhile. */
export function withSnapshot(run: Run, number: number | undefined): Run {
  return number === undefined || number === run.snapshot ? run : { ...run, snapshot: number }
}
