import type { PendingRun } from '@sonde/store/runs/pending-runs.ts'
import type { Run, TicketedRun } from '../run.ts'

/** A run as it outlives the program: without its configuration, which the database has by its number. */
export function toPendingRun(run: Run, dueAt: number): PendingRun {
  const { config: _config, ...rest } = run
  return { runId: run.runId, checkNo: run.checkNo, dueAt, run: JSON.stringify(rest) }
}

/** Safe because nothing but `toPendingRun` writes there. */
export function fromPendingRun({ run }: PendingRun): TicketedRun {
  return JSON.parse(run) as TicketedRun
}
