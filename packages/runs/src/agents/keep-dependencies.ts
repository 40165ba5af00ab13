import { isTooLateFor } from '../results/retry.ts'
import type { TicketedRun } from '../run.ts'

/** Under which name a run finds what its account keeps; null: it has nothing to find. */
export function archiveOf(
  run: TicketedRun | null,
  { key, now }: { key: string; now: number },
): { accountId: string; key: string } | null {
  const mayHave = run !== null && run.checkType === 'PLAYWRIGHT' && !isTooLateFor(run, now)
  return mayHave ? { accountId: run.accountId, key } : null
}
