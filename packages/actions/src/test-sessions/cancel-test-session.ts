import { giveUpSessionRuns } from '@sonde/runs/trial-runs/end-trial-run.ts'
import { typesThatNeed } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckTypeName } from '@sonde/schema/check-types/check-type.ts'
import { listSessionRuns } from '@sonde/store/test-sessions/session-runs.ts'
import { findTestSession } from '@sonde/store/test-sessions/test-sessions.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { invalidInput, notFound } from '../refusal.ts'

const suiteTypes: ReadonlySet<CheckTypeName> = new Set(typesThatNeed('suite'))

/**
 * Gives up the runs of a session that have not ended, or those of them that are named. One that has ended stays as it is. Where
 * there are suites they alone are given up, unless others are named: what runs beside them takes seconds and is finished.
 */
export async function cancelTestSession(
  { store, clock, runs }: Pick<ActionDeps, 'store' | 'clock' | 'runs'>,
  { accountId }: Actor,
  { id, runIds }: { id: string; runIds: readonly string[] | null },
): Promise<void> {
  const session = await findTestSession(store.read, { accountId, id })
  if (session === null) throw notFound('test session')
  const own = await listSessionRuns(store.read, [session.id])
  requireRunsOf(own, runIds ?? [])
  if (session.endedAt !== null) return
  const suites = own.filter(({ checkType }) => suiteTypes.has(checkType)).map((run) => run.id)
  const given = runIds ?? (suites.length > 0 ? suites : null)
  await store.write((db) =>
    giveUpSessionRuns(db, { sessionId: session.id, runIds: given, why: 'cancelled', at: clock.now() }),
  )
  // Agents are told by whoever runs the checks.
  await runs.trialRunWritten()
}

/** Naming every one of many wrong entries would help nobody. */
const mostEntriesNamed = 50

function requireRunsOf(runs: readonly { id: string }[], runIds: readonly string[]): void {
  const own = new Set(runs.map(({ id }) => id))
  const foreign = runIds.flatMap((runId, index) =>
    own.has(runId) ? [] : [{ path: `sequenceId.${index}`, message: 'is not a run of this session' }],
  )
  if (foreign.length > 0) throw invalidInput(foreign.slice(0, mostEntriesNamed))
}
