import { chunks } from '@sonde/ground/chunks.ts'
import { CannotRun } from '@sonde/runs/runs.ts'
import type { NotStarted } from '@sonde/schema/runs/check-session.ts'
import { findSession, type CheckSession } from '@sonde/store/runs/check-sessions.ts'
import type { SessionTarget } from '@sonde/store/runs/session-targets.ts'
import type { ActionDeps } from '../action-deps.ts'

/** Enough for the database to share its commits among them, few enough to leave it to others too. */
const atOnce = 32

type StartOutcome = { sessions: CheckSession[]; notStarted: NotStarted[] }

/** One session for each check. A check with nowhere to run is told apart and does not hold up the others. */
export async function startSessions(
  deps: Pick<ActionDeps, 'runs' | 'store'>,
  accountId: string,
  { targets, refreshesCache }: { targets: readonly SessionTarget[]; refreshesCache: boolean },
): Promise<StartOutcome> {
  const outcome: StartOutcome = { sessions: [], notStarted: [] }
  for (const chunk of chunks(targets, atOnce)) {
    const some = await Promise.all(
      chunk.map((target) => startOne(deps, { accountId, refreshesCache }, target)),
    )
    for (const one of some) {
      if ('reason' in one) outcome.notStarted.push(one)
      else outcome.sessions.push(one)
    }
  }
  return outcome
}

async function startOne(
  { runs, store }: Pick<ActionDeps, 'runs' | 'store'>,
  { accountId, refreshesCache }: { accountId: string; refreshesCache: boolean },
  { id: checkId, name }: SessionTarget,
): Promise<CheckSession | NotStarted> {
  try {
    const source = 'TRIGGER_API'
    const { sessionId } = await runs.startSession({ accountId, checkId, source, refreshesCache })
    const session = await findSession(store.read, { accountId, id: sessionId })
    return session ?? { checkId, name, reason: 'the check was deleted' }
  } catch (error) {
    if (error instanceof CannotRun) return { checkId, name, reason: error.message }
    throw error
  }
}
