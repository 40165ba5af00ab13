import type { NotStarted, StartedCheckSessions } from '@sonde/schema/runs/check-session.ts'
import { listSessionTargets } from '@sonde/store/runs/session-targets.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { conflict, invalidInput, Refusal } from '../refusal.ts'
import { startedSession, type SessionVersion } from './session-answer.ts'
import { startSessions } from './start-sessions.ts'

/** One request must not fill every queue of a large account. */
export const mostSessions = 1000
/** Over all lists of `matchTags`: each may be looked for in each check of the account. */
const mostTags = 100

type Target = { matchTags?: string[][] | undefined; checkId?: string[] | undefined }

/** Runs each activated check that matches, or every one; one session for each. */
export async function triggerCheckSessions(
  deps: Pick<ActionDeps, 'store' | 'runs' | 'clock' | 'publicUrl'>,
  { accountId }: Actor,
  {
    target: { matchTags, checkId: ids },
    refreshesCache,
    version,
  }: { target: Target; refreshesCache: boolean; version: SessionVersion },
): Promise<StartedCheckSessions> {
  requireFewTags(matchTags)
  const targets = await listSessionTargets(deps.store.read, { accountId, ids, matchTags }, mostSessions + 1)
  if (targets.length === 0) throw new Refusal('not-found', 'No activated check matches')
  if (targets.length > mostSessions) {
    const message = `matches more than ${mostSessions} checks: narrow it down with matchTags or checkId`
    throw invalidInput([{ path: 'target', message }])
  }
  const { sessions, notStarted } = await startSessions(deps, accountId, { targets, refreshesCache })
  if (sessions.length === 0) throw nothingStarted(notStarted)
  const view = { version, publicUrl: deps.publicUrl(), now: deps.clock.now() }
  return { sessions: sessions.map((session) => startedSession(session, view)), notStarted }
}

function requireFewTags(matchTags: readonly (readonly string[])[] = []): void {
  if (matchTags.flat().length <= mostTags) return
  const message = `must have at most ${mostTags} tags in all its lists`
  throw invalidInput([{ path: 'target.matchTags', message }])
}

function nothingStarted(notStarted: readonly NotStarted[]): Refusal {
  const [first] = notStarted
  const others = notStarted.length === 1 ? '' : ` (and ${notStarted.length - 1} more)`
  return conflict(`Nothing was started: ${first?.name ?? ''}: ${first?.reason ?? ''}${others}`)
}
