import { randomUUIDv7 } from 'node:crypto'
import type { CheckKind } from '@sonde/schema/check-kind.ts'
import { WriteCheckQuery } from '@sonde/schema/check-query.ts'
import { isRecord } from '@sonde/schema/violation.ts'
import { replaceCheckSubscriptions } from '@sonde/store/alert-subscriptions.ts'
import { rewriteCheckLocations } from '@sonde/store/check-private-locations.ts'
import { insertCheck, type CheckRow } from '@sonde/store/checks.ts'
import { automaticSubscriptions } from '../alert-channels/named-channels.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { answerOf } from './check-answer.ts'
import { columnsOf, newDocument } from './check-document.ts'
import { requireReferences } from './check-references.ts'
import { shownSubscriptions } from './check-subscriptions.ts'

export function createCheck(app: App, deps: ApiDeps, kind: CheckKind): void {
  app.post(
    `/v1/checks/${kind.segment}`,
    {
      schema: {
        summary: `Create ${kind.article} ${kind.title}`,
        tags: [kind.tag],
        querystring: WriteCheckQuery,
        body: kind.create,
        response: answers({ 201: kind.answers.v1 }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const document = newDocument(kind, request.body)
      const id = randomUUIDv7()
      const row: CheckRow = {
        id,
        accountId: accountOf(request).id,
        checkType: kind.checkType,
        status: null,
        createdAt: deps.clock.now(),
        updatedAt: null,
        ...columnsOf(id, document, deps.store.sealer),
      }
      const isListed = isRecord(request.body) && request.body['alertChannelSubscriptions'] !== undefined
      const shown = await deps.store.write(async (db) => {
        const locationIds = await requireReferences(db, row.accountId, document)
        await insertCheck(db, row)
        await deps.runs.announceChange(db, row.id)
        if (locationIds.length > 0) await rewriteCheckLocations(db, row, locationIds)
        const listed = document.alertChannelSubscriptions ?? []
        const automatic = await automaticSubscriptions(db, row.accountId, {
          listed: isListed ? listed : null,
          assignsAll: request.query.autoAssignAlerts,
        })
        const subscriptions = [...listed, ...automatic]
        if (subscriptions.length > 0) await replaceCheckSubscriptions(db, row, subscriptions)
        return (await shownSubscriptions(db, [row.id]))(row.id)
      })
      await deps.runs.checkWritten(row)
      return reply.code(201).send(answerOf(row, 'v1', shown))
    },
  )
}
