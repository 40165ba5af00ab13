import { isDeepStrictEqual } from 'node:util'
import { resetAlertStates } from '@sonde/alerting/raise/deactivation.ts'
import type { CheckKind } from '@sonde/schema/check-kind.ts'
import { CheckParams, WriteCheckQuery } from '@sonde/schema/check-query.ts'
import { createValidator } from '@sonde/schema/validator.ts'
import { findGroup } from '@sonde/store/check-groups.ts'
import { replaceCheckSubscriptions } from '@sonde/store/alert-subscriptions.ts'
import { rewriteCheckLocations } from '@sonde/store/check-private-locations.ts'
import { lockStatesOfChecks } from '@sonde/store/check-states.ts'
import { findCheckForUpdate, updateCheck as writeCheck, type CheckRow } from '@sonde/store/checks.ts'
import type { Db } from '@sonde/store/store.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { readingOf, type Reading } from '../http/reading.ts'
import { invalid, notFound } from '../http/refusal.ts'
import { answerOf } from './check-answer.ts'
import { columnsOf, documentOf, updatedDocument } from './check-document.ts'
import { requireReferences } from './check-references.ts'
import { shownSubscriptions } from './check-subscriptions.ts'

const access = { kind: 'account', role: 'READ_WRITE' } as const

/** `PUT`, in its two readings, and `PATCH`, which is always read leniently. */
export function updateCheck(app: App, deps: ApiDeps, kind: CheckKind): void {
  const validator = createValidator()
  const judges = {
    letter: validator.compile(kind.update, { complete: false }),
    lenient: validator.compile(kind.patch, { complete: false }),
  }
  const url = `/v1/checks/${kind.segment}/:id`

  app.put(
    url,
    {
      // The schema of the body depends on the reading, so the body is judged here and not by the framework.
      validatorCompiler: (part) =>
        part.httpPart === 'body' ? () => true : (app.validatorCompiler?.(part) ?? (() => true)),
      schema: {
        summary: `Update ${kind.article} ${kind.title}`,
        description:
          'Omitted fields that show a default get it; the others keep their value. Requests with ' +
          '`X-Checkly-Account` or `X-Checkly-Source` may leave out every field and keep what they omit.',
        tags: [kind.tag],
        params: CheckParams,
        querystring: WriteCheckQuery,
        body: kind.update,
        response: answers({ 200: kind.answers.v1 }),
      },
      config: { access },
      preHandler: (request, _reply, done) => {
        const violations = judges[readingOf(request)](request.body)
        done(violations.length > 0 ? invalid('payload', violations) : undefined)
      },
    },
    async (request) => update(request, request.params.id, readingOf(request)),
  )

  app.patch(
    url,
    {
      schema: {
        summary: `Change fields of ${kind.article} ${kind.title}`,
        description: 'Changes what is sent and nothing else.',
        tags: [kind.tag],
        params: CheckParams,
        body: kind.patch,
        response: answers({ 200: kind.answers.v1 }),
      },
      config: { access },
    },
    async (request) => update(request, request.params.id, 'lenient'),
  )

  async function update(request: FastifyRequest, id: string, reading: Reading) {
    const accountId = accountOf(request).id
    const { row, shown } = await deps.store.write(async (db) => {
      // Results lock the state of a check before the check: so does who may have to change both.
      if (mayStop(bodyOf(request))) await lockStatesOfChecks(db, [id])
      const before = await findCheckForUpdate(db, { accountId, id })
      if (!before || before.checkType !== kind.checkType) throw notFound(kind.title)
      const { sealer } = deps.store
      const body = bodyOf(request)
      const document = updatedDocument(kind, documentOf(before, sealer), body, reading)
      // Without the locations of its group it may have none: somebody has to look at it first.
      const hasLeftGroup = before.groupId !== null && document.groupId === null
      if (hasLeftGroup && reading === 'lenient' && body['activated'] === undefined) document.activated = false
      const locationIds = await requireReferences(db, accountId, document)
      const after: CheckRow = {
        ...before,
        ...columnsOf(before.id, document, sealer),
        // Grows with every accepted write, also when the clock does not.
        updatedAt: Math.max(deps.clock.now(), (before.updatedAt ?? before.createdAt) + 1),
      }
      await writeCheck(db, before, after)
      await deps.runs.announceChange(db, before.id)
      if (await hasStopped(db, before, after)) await resetAlertStates(db, [before.id])
      if (!isDeepStrictEqual(before.config['privateLocations'], after.config['privateLocations'])) {
        await rewriteCheckLocations(db, before, locationIds)
      }
      const { alertChannelSubscriptions } = document
      if (alertChannelSubscriptions) await replaceCheckSubscriptions(db, before, alertChannelSubscriptions)
      return { row: after, shown: (await shownSubscriptions(db, [before.id]))(before.id) }
    })
    await deps.runs.checkWritten(row)
    return answerOf(row, 'v1', shown)
  }
}

function mayStop(body: Readonly<Record<string, unknown>>): boolean {
  return body['activated'] === false || body['groupId'] !== undefined
}

/** Whether the check runs no more, by itself or by the group that it has joined. */
async function hasStopped(db: Db, before: CheckRow, after: CheckRow): Promise<boolean> {
  if (!before.activated) return false
  if (!after.activated) return true
  const { accountId, groupId } = after
  if (groupId === null || groupId === before.groupId) return false
  return (await findGroup(db, { accountId, id: groupId }))?.activated === false
}

/** An object: the schema of the body has seen to that. */
function bodyOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return request.body as Readonly<Record<string, unknown>>
}
