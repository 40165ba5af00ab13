import { giveUpSessionRuns } from '@sonde/runs/trial-runs/end-trial-run.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { listSessionRuns } from '@sonde/store/test-sessions/session-runs.ts'
import { findTestSession } from '@sonde/store/test-sessions/test-sessions.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { invalidInput, notFound } from '../refusal.ts'

/**
 * Gives up the runs of a session that have not ended, or those of them that are named. One that has ended stays as it is. Runs of
 * every type: the contract does not say which, and the client that cancels waits for an end of each.
 */
export async function cancelTestSession(
  { store, clock, runs }: Pick<ActionDeps, 'store' | 'clock' | 'runs'>,
  { accountId }: Actor,
  { id, runIds }: { id: string; runIds: readonly string[] | null },
): Promise<void> {
  const session = await findTestSession(store.read, { accountId, id })
  if (session === null) throw notFound('test session')
  await requireRunsOf(store.read, session.id, runIds ?? [])
  if (session.endedAt !== null) return
  await store.write((db) =>
    giveUpSessionRuns(db, { sessionId: session.id, runIds, why: 'cancelled', at: clock.now() }),
  )
  // Agents are told by whoever runs the checks.
  await runs.trialRunWritten()
}

/** Naming every one of many wrong entries would help nobody. */
const mostEntriesNamed = 50

async function requireRunsOf(db: Db, sessionId: string, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return
  const own = new Set((await listSessionRuns(db, [sessionId])).map(({ id }) => id))
  const foreign = runIds.flatMap((runId, index) =>
    own.has(runId) ? [] : [{ path: `sequenceId.${index}`, message: 'is not a run of this session' }],
  )
  if (foreign.length > 0) throw invalidInput(foreign.slice(0, mostEntriesNamed))
}
