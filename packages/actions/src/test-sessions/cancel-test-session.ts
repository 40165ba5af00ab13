import { giveUpSessionRuns } from '@sonde/runs/trial-runs/end-trial-run.ts'
import { findTestSession } from '@sonde/store/test-sessions/test-sessions.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { notFound } from '../refusal.ts'

/** Gives up the runs of a session that have not ended, or those of them that are named. One that has ended stays as it is. */
export async function cancelTestSession(
  { store, clock, runs }: Pick<ActionDeps, 'store' | 'clock' | 'runs'>,
  { accountId }: Actor,
  { id, runIds }: { id: string; runIds: readonly string[] | null },
): Promise<void> {
  const session = await findTestSession(store.read, { accountId, id })
  if (session === null) throw notFound('test session')
  if (session.endedAt !== null) return
  await store.write((db) =>
    giveUpSessionRuns(db, { sessionId: session.id, runIds, why: 'cancelled', at: clock.now() }),
  )
  // Agents are told by whoever runs the checks.
  await runs.trialRunWritten()
}
