import {
  EndedTestSession,
  SchedulingParams,
  TestCompletionQuery,
  TestResultLinks,
  TestScheduling,
  TestSession,
  TestSessionLink,
  TestSessionParams,
  TestSessionResultParams,
} from '@sonde/schema/projects/test-session.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { RequestTimeoutError } from '@sonde/schema/runs/check-session.ts'
import { findTestSession } from '@sonde/store/test-sessions/test-sessions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { stillRunning } from '../check-sessions/await-check-session.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { clientGone } from '../http/client-gone.ts'
import { answers } from '../http/operation.ts'
import { knownSession, settledSession, wholeSession } from './known-session.ts'
import { resultLink, sessionLink } from './session-answer.ts'

const access = { kind: 'account', role: 'READ_ONLY' } as const
/** A client asks for these once for each failed result. */
const linkLimit = { max: 6_000, windowSeconds: 60 }

export function readTestSessions(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/test-sessions/:testSessionId',
    {
      schema: {
        summary: 'Show a test session',
        description: 'With its results. Kept for 30 days.',
        tags: ['Test sessions'],
        params: TestSessionParams,
        response: answers({ 200: TestSession }),
      },
      config: { access },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: request.params.testSessionId }
      return await wholeSession(deps, await knownSession(deps, key))
    },
  )

  app.get(
    '/v1/test-sessions/:testSessionId/completion',
    {
      schema: {
        summary: 'Wait for a test session to end',
        description: 'Returns 408 if it has not ended in time: send the request again.',
        tags: ['Test sessions'],
        params: TestSessionParams,
        querystring: TestCompletionQuery,
        response: answers({ 200: EndedTestSession, 408: RequestTimeoutError }),
      },
      config: { access },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.testSessionId }
      const waitMs = request.query.maxWaitSeconds * 1000
      const session = await settledSession(deps, key, { waitMs, gone: clientGone(reply) })
      const { status, stoppedAt, ...rest } = await wholeSession(deps, session)
      if (status === 'RUNNING' || stoppedAt === null)
        throw stillRunning('The test session has not ended yet: send the request again')
      return { ...rest, status, stoppedAt }
    },
  )

  app.get(
    '/v1/test-sessions/scheduling/:schedulingId/completion',
    {
      schema: {
        summary: 'Wait until the runs of a test session are scheduled',
        description: 'They are when the session is stored: no free agent is no failure, runs wait.',
        tags: ['Test sessions'],
        params: SchedulingParams,
        querystring: TestCompletionQuery,
        response: answers({ 200: TestScheduling, 408: RequestTimeoutError }),
      },
      config: { access },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: request.params.schedulingId }
      const session = await findTestSession(deps.store.read, key)
      if (session === null) throw notFound('scheduling')
      const at = new Date(session.createdAt).toISOString()
      return {
        schedulingId: session.id,
        testSessionId: session.isRecorded ? session.id : null,
        status: 'SUCCEEDED',
        checksTotal: session.runs,
        error: null,
        createdAt: at,
        startedAt: at,
        endedAt: at,
      }
    },
  )

  app.get(
    '/next/test-sessions/:testSessionId/link',
    {
      schema: {
        summary: 'Address of a test session in the web interface',
        tags: ['Test sessions'],
        params: TestSessionParams,
        response: answers({ 200: TestSessionLink }),
      },
      config: { access, limit: linkLimit },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: request.params.testSessionId }
      return { link: sessionLink(deps.publicUrl(), await knownSession(deps, key)) }
    },
  )

  app.get(
    '/next/test-sessions/:testSessionId/results/:testSessionResultId/links',
    {
      schema: {
        summary: 'Addresses of a result of a test session in the web interface',
        tags: ['Test sessions'],
        params: TestSessionResultParams,
        response: answers({ 200: TestResultLinks }),
      },
      config: { access, limit: linkLimit },
    },
    async (request) => {
      const { testSessionId: id, testSessionResultId: resultId } = request.params
      const session = await knownSession(deps, { accountId: accountOf(request).id, id })
      return {
        testResultLink: resultLink(deps.publicUrl(), session, resultId.toLowerCase()),
        testTraceLinks: [],
        videoLinks: [],
        screenshotLinks: [],
      }
    },
  )
}
