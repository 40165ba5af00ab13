import { randomUUIDv7 } from 'node:crypto'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { automaticSubscriptions } from '../alert-channels/named-channels.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { Actor } from '@sonde/actions/actor.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { answerOf } from './check-answer.ts'
import { newDocument } from './check-document.ts'
import { shownSubscriptions } from './check-subscriptions.ts'
import { storeNewCheck } from './store-check.ts'

/** What the create schema of the type has judged, and who sent it. */
type NewCheck = { actor: Actor; body: unknown; autoAssignAlerts: boolean }

/** Writes a new check with all that follows from it; gives the answer of the API. */
export async function addCheck(
  deps: ApiDeps,
  kind: CheckKind,
  { actor, body, autoAssignAlerts }: NewCheck,
): Promise<Record<string, unknown>> {
  const document = newDocument(kind, body)
  const id = randomUUIDv7()
  const { accountId } = actor
  const createdAt = deps.clock.now()
  const isListed = isRecord(body) && body['alertChannelSubscriptions'] !== undefined
  const { row, shown } = await deps.store.write(async (db) => {
    const listed = document.alertChannelSubscriptions ?? []
    const automatic = await automaticSubscriptions(db, accountId, {
      listed: isListed ? listed : null,
      assignsAll: autoAssignAlerts,
    })
    const whole = { ...document, alertChannelSubscriptions: [...listed, ...automatic] }
    const added = await storeNewCheck(db, deps, { id, accountId, kind, document: whole, createdAt })
    await recordChange(db, actor, {
      entityType: 'CHECK',
      entityId: id,
      entityName: document.name,
      before: null,
      after: { checkType: kind.checkType, ...whole },
    })
    return { row: added, shown: (await shownSubscriptions(db, [id]))(id) }
  })
  await deps.runs.checkWritten(row)
  return answerOf(row, 'v1', shown, deps.publicUrl())
}
