import { findSession } from '@sonde/store/runs/check-sessions.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { invalidInput, notFound } from '../refusal.ts'

/** Naming every one of many wrong entries would help nobody. */
const mostEntriesNamed = 50

/** Cancels the runs that can still be cancelled, or those of them that are named. */
export async function cancelCheckSession(
  { store, runs }: Pick<ActionDeps, 'store' | 'runs'>,
  { accountId }: Actor,
  { id, sequenceIds }: { id: string; sequenceIds: readonly string[] | null },
): Promise<void> {
  const session = await findSession(store.read, { accountId, id })
  if (session === null) throw notFound('check session')
  const runIds = sequenceIds?.map((sequenceId) => sequenceId.toLowerCase()) ?? null
  const sessionRunIds = new Set(session.runs.map(({ runId }) => runId))
  const foreign = (runIds ?? []).flatMap((runId, index) =>
    sessionRunIds.has(runId)
      ? []
      : [{ path: `sequenceId.${index}`, message: 'is not a run of this session' }],
  )
  if (foreign.length > 0) throw invalidInput(foreign.slice(0, mostEntriesNamed))
  if (session.endedAt === null) await runs.cancelSession({ accountId, sessionId: session.id, runIds })
}
