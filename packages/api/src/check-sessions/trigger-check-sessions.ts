import {
  StartedCheckSessions,
  TriggerCheckSession,
  type NotStarted,
} from '@sonde/schema/runs/check-session.ts'
import { listSessionTargets } from '@sonde/store/runs/session-targets.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { Refusal, invalidInput, conflict } from '@sonde/actions/refusal.ts'
import { startedSession, type SessionVersion } from './session-answer.ts'
import { startSessions } from './start-sessions.ts'

/** One request must not fill every queue of a large account. */
const mostSessions = 1000
/** Over all lists of `matchTags`: each may be looked for in each check of the account. */
const mostTags = 100

export function triggerCheckSessions(app: App, deps: ApiDeps, version: SessionVersion): void {
  app.post(
    `/${version}/check-sessions/trigger`,
    {
      schema: {
        summary: 'Run checks now, each at all of its locations',
        description:
          `One session for each activated check that matches, ${mostSessions} at most; without a target every one. ` +
          'Alerts apply as to any other run.',
        tags: ['Check sessions', 'Triggers'],
        deprecated: version === 'v1',
        body: TriggerCheckSession,
        response: answers({ 201: StartedCheckSessions }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_RUN' } },
    },
    async (request, reply) => {
      const { id: accountId } = accountOf(request)
      const { matchTags, checkId: ids } = request.body?.target ?? {}
      requireFewTags(matchTags)
      const targets = await listSessionTargets(
        deps.store.read,
        { accountId, ids, matchTags },
        mostSessions + 1,
      )
      if (targets.length === 0) throw new Refusal('not-found', 'No activated check matches')
      if (targets.length > mostSessions) {
        const message = `matches more than ${mostSessions} checks: narrow it with matchTags or checkId`
        throw invalidInput([{ path: 'target', message }])
      }
      const { sessions, notStarted } = await startSessions(deps, accountId, targets)
      if (sessions.length === 0) throw nothingStarted(notStarted)
      const shown = { version, publicUrl: deps.publicUrl(), now: deps.clock.now() }
      return reply
        .code(201)
        .send({ sessions: sessions.map((session) => startedSession(session, shown)), notStarted })
    },
  )
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
