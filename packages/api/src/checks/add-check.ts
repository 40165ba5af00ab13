import { randomUUIDv7 } from 'node:crypto'
import type { CheckKind } from '@sonde/schema/check-kind.ts'
import { isRecord } from '@sonde/schema/violation.ts'
import { replaceCheckSubscriptions } from '@sonde/store/alert-subscriptions.ts'
import { rewriteCheckLocations } from '@sonde/store/check-private-locations.ts'
import { insertCheck, type CheckRow } from '@sonde/store/checks.ts'
import { automaticSubscriptions } from '../alert-channels/named-channels.ts'
import type { ApiDeps } from '../api-deps.ts'
import { answerOf } from './check-answer.ts'
import { columnsOf, newDocument } from './check-document.ts'
import { requireReferences } from './check-references.ts'
import { shownSubscriptions } from './check-subscriptions.ts'

/** What the create schema of the type has judged, and who sent it. */
type NewCheck = { accountId: string; body: unknown; autoAssignAlerts: boolean }

/** Writes a new check with all that follows from it; gives the answer of the API. */
export async function addCheck(
  deps: ApiDeps,
  kind: CheckKind,
  { accountId, body, autoAssignAlerts }: NewCheck,
): Promise<Record<string, unknown>> {
  const document = newDocument(kind, body)
  const id = randomUUIDv7()
  const row: CheckRow = {
    id,
    accountId,
    checkType: kind.checkType,
    status: null,
    createdAt: deps.clock.now(),
    updatedAt: null,
    ...columnsOf(id, document, deps.store.sealer),
  }
  const isListed = isRecord(body) && body['alertChannelSubscriptions'] !== undefined
  const shown = await deps.store.write(async (db) => {
    const locationIds = await requireReferences(db, row.accountId, document)
    await insertCheck(db, row)
    await deps.runs.announceChange(db, row.id)
    if (locationIds.length > 0) await rewriteCheckLocations(db, row, locationIds)
    const listed = document.alertChannelSubscriptions ?? []
    const automatic = await automaticSubscriptions(db, row.accountId, {
      listed: isListed ? listed : null,
      assignsAll: autoAssignAlerts,
    })
    const subscriptions = [...listed, ...automatic]
    if (subscriptions.length > 0) await replaceCheckSubscriptions(db, row, subscriptions)
    return (await shownSubscriptions(db, [row.id]))(row.id)
  })
  await deps.runs.checkWritten(row)
  return answerOf(row, 'v1', shown, deps.publicUrl())
}
