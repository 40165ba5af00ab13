import type { PendingRun } from '@sonde/store/runs/pending-runs.ts'
import type { TicketedRun } from '../run.ts'
import { readTicket, writeTicket } from './ticket.ts'

/** A run as it outlives the program. */
export function toPendingRun(run: TicketedRun, dueAt: number): PendingRun {
  return { runId: run.runId, checkNo: run.checkNo, dueAt, run: writeTicket(run) }
}

/** Safe because nothing but `toPendingRun` writes there. */
export function fromPendingRun({ run }: PendingRun): TicketedRun {
  return readTicket(run)
}
