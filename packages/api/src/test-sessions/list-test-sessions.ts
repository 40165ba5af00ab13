import { TestSessionList, TestSessionsQuery } from '@sonde/schema/projects/test-session.ts'
import { findProject } from '@sonde/store/projects/projects.ts'
import { sessionRunEnds } from '@sonde/store/test-sessions/session-runs.ts'
import { listTestSessions } from '@sonde/store/test-sessions/test-sessions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { answers } from '../http/operation.ts'
import { invalid } from '../http/refusal.ts'
import { listEntry } from './session-answer.ts'

/** Smaller numbers are seconds: in milliseconds they would be of 1973. */
const leastMilliseconds = 100_000_000_000

export function listTestSessionsRoute(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/test-sessions',
    {
      schema: {
        summary: 'List test sessions',
        description: 'Newest first. Sessions are kept for 30 days.',
        tags: ['Test sessions'],
        querystring: TestSessionsQuery,
        response: answers({ 200: TestSessionList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const accountId = accountOf(request).id
      const { limit: given, nextId, errorGroupId, ...filters } = request.query
      // There are no error groups of sessions: none of them is in one.
      if ((errorGroupId ?? null) !== null) return { length: 0, entries: [], nextId: null }
      const limit = given ?? 20
      const rows = await listTestSessions(read, {
        accountId,
        limit: limit + 1,
        after: nextId === undefined ? null : positionIn(decodeCursor(nextId, filters)),
        from: timeOf(filters.from),
        to: timeOf(filters.to),
        statuses: filters.statuses,
        branches: filters.branches,
        invokers: filters.users,
        withoutInvoker: filters.noUsers,
        providers: filters.providers,
        text: filters.textSearch,
      })
      const page = rows.slice(0, limit)
      const runs = Map.groupBy(
        await sessionRunEnds(
          read,
          page.map(({ id }) => id),
        ),
        ({ sessionId }) => sessionId,
      )
      const projectIds = new Map<string, string | null>()
      for (const logicalId of new Set(page.flatMap(({ projectLogicalId }) => projectLogicalId ?? []))) {
        projectIds.set(logicalId, (await findProject(read, { accountId, logicalId }))?.id ?? null)
      }
      const last = page.at(-1)
      return {
        length: page.length,
        entries: page.map((session) =>
          listEntry(
            session,
            runs.get(session.id) ?? [],
            projectIds.get(session.projectLogicalId ?? '') ?? null,
          ),
        ),
        nextId:
          rows.length > limit && last !== undefined ? encodeCursor([last.createdAt, last.id], filters) : null,
      }
    },
  )
}

function timeOf(value: number | undefined): number | undefined {
  return value === undefined || value >= leastMilliseconds ? value : value * 1000
}

function positionIn([createdAt, id]: unknown[]): { createdAt: number; id: string } {
  if (typeof createdAt === 'number' && typeof id === 'string') return { createdAt, id }
  throw invalid('query', [{ path: 'nextId', message: 'is not valid' }])
}
