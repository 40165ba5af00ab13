import { metadataOf } from '@sonde/actions/test-sessions/session-metadata.ts'
import { triggerTestSession } from '@sonde/actions/test-sessions/trigger-test-session.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { TestSession } from '@sonde/schema/projects/test-session.ts'
import {
  TestSessionTrigger,
  TestSessionTriggerV1,
  TriggeredTestSession,
} from '@sonde/schema/projects/test-session-run.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf, requireRole } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { HttpRefusal } from '../http/refusal.ts'
import { knownSession, wholeSession } from './known-session.ts'

/** Another address takes the secrets of a check with it: whoever overrides variables may read them. */
const roleForVariables = 'READ_WRITE'

export function triggerTestSessionRoutes(app: App, deps: ApiDeps): void {
  app.post(
    '/next/test-sessions/trigger',
    {
      schema: {
        summary: 'Run stored checks once, followed over the live channel',
        description:
          'Each check runs once at the given location. Alerts and statistics never see these runs. `environmentVariables` need the role READ_WRITE.',
        tags: ['Test sessions'],
        body: TestSessionTrigger,
        response: answers({ 201: TriggeredTestSession }),
      },
      config: { access: { kind: 'account', role: 'READ_RUN' }, limit: { max: 60, windowSeconds: 60 } },
    },
    async (request, reply) => {
      const { body } = request
      const variables = body.environmentVariables ?? []
      if (variables.length > 0) requireRole(accountOf(request).role, roleForVariables)
      const metadata = metadataOf(body.repoInfo, body.environment)
      const tags = (body.targetTags ?? []).filter((list) => list.length > 0)
      const session = await triggerTestSession(deps, actorOf(request, deps), {
        session: {
          name: body.name,
          suiteId: body.checkRunSuiteId ?? null,
          provider: metadata.github === undefined ? 'TRIGGER' : 'GITHUB',
          projectLogicalId: null,
          metadata,
          isRecorded: body.shouldRecord !== false,
          streamsLogs: false,
          refreshesCache: body.refreshCache === true,
        },
        target: { ids: body.checkId, matchTags: tags.length === 0 ? undefined : tags },
        runLocation: body.runLocation,
        variables,
        retry: body.testRetryStrategy ?? null,
      })
      if (session === null) {
        throw new HttpRefusal(403, 'No matching checks were found', { errorCode: 'ERR_NO_MATCHING_CHECKS' })
      }
      const ids = Object.fromEntries(session.runs.map(({ checkKey, id }) => [checkKey, id]))
      return await reply.code(201).send({
        checks: session.checks.map(({ id, name, checkType }) => ({ id, name, checkType })),
        ...(body.shouldRecord !== false ? { testSessionId: session.sessionId, testResultIds: ids } : {}),
        sequenceIds: ids,
      })
    },
  )

  app.post(
    '/v1/test-sessions/trigger',
    {
      schema: {
        summary: 'Run stored checks once',
        description:
          'Each check runs once at the given location. Alerts and statistics never see these runs. `environmentVariables` need the role READ_WRITE. Without a target every activated check is meant.',
        tags: ['Test sessions'],
        body: TestSessionTriggerV1,
        response: answers({ 201: TestSession }),
      },
      config: { access: { kind: 'account', role: 'READ_RUN' }, limit: { max: 60, windowSeconds: 60 } },
    },
    async (request, reply) => {
      const { body } = request
      const variables = body.environmentVariables ?? []
      const { id: accountId, role } = accountOf(request)
      if (variables.length > 0) requireRole(role, roleForVariables)
      const metadata = body.metadata ?? {}
      const session = await triggerTestSession(deps, actorOf(request, deps), {
        session: {
          name: body.name,
          suiteId: null,
          provider: metadata.github === undefined ? 'TRIGGER' : 'GITHUB',
          projectLogicalId: null,
          metadata,
          isRecorded: true,
          streamsLogs: false,
          refreshesCache: body.refreshCache === true,
        },
        target: {
          ids: body.target?.checkId,
          matchTags: body.target?.matchTags,
          allowDeactivated: body.target?.allowDeactivated,
        },
        runLocation: body.runLocation,
        variables,
        retry: body.retryStrategy ?? null,
      })
      if (session === null) throw notFound('check that matches')
      const row = await knownSession(deps, { accountId, id: session.sessionId })
      return await reply.code(201).send(await wholeSession(deps, row))
    },
  )
}
