import { isDeepStrictEqual } from 'node:util'
import type { CheckKind } from '@sonde/schema/check-kinds.ts'
import { CheckParams, WriteCheckQuery } from '@sonde/schema/check-query.ts'
import { createValidator } from '@sonde/schema/validator.ts'
import { rewriteCheckLocations } from '@sonde/store/check-private-locations.ts'
import { findCheckForUpdate, updateCheck as writeCheck, type CheckRow } from '@sonde/store/checks.ts'
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
        summary: `Update an ${kind.title}`,
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
        summary: `Change fields of an ${kind.title}`,
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
    const row = await deps.store.write(async (db) => {
      const before = await findCheckForUpdate(db, { accountId, id })
      if (!before || before.checkType !== kind.checkType) throw notFound(kind.title)
      const { sealer } = deps.store
      const document = updatedDocument(kind, documentOf(before, sealer), bodyOf(request), reading)
      const locationIds = await requireReferences(db, accountId, document)
      const after: CheckRow = {
        ...before,
        ...columnsOf(before.id, document, sealer),
        // Grows with every accepted write, also when the clock does not.
        updatedAt: Math.max(deps.clock.now(), (before.updatedAt ?? before.createdAt) + 1),
      }
      await writeCheck(db, before, after)
      await deps.runs.announceChange(db, before.id)
      if (!isDeepStrictEqual(before.config['privateLocations'], after.config['privateLocations'])) {
        await rewriteCheckLocations(db, before, locationIds)
      }
      return after
    })
    await deps.runs.checkWritten(row)
    return answerOf(row, 'v1')
  }
}

/** An object: the schema of the body has seen to that. */
function bodyOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return request.body as Readonly<Record<string, unknown>>
}
