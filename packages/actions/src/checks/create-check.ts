import { randomUUIDv7 } from 'node:crypto'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { countChecks } from '@sonde/store/checks/checks.ts'
import { requireRoomFor } from '../accounts/account-limits.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { automaticSubscriptions } from '../alert-channels/named-channels.ts'
import { recordChange } from '../audit/record-change.ts'
import { answerOf } from './check-answer.ts'
import { newDocument } from './check-document.ts'
import { checkRelations } from './check-relations.ts'
import { storeNewCheck } from './store-check.ts'

/** Writes a new check with all that follows from it; returns it as version 1 of the API shows it. */
export async function createCheck(
  deps: Pick<ActionDeps, 'store' | 'runs' | 'clock' | 'publicUrl' | 'accountLimits'>,
  actor: Actor,
  {
    kind,
    input,
    autoAssignAlerts,
  }: {
    kind: CheckKind
    /** Valid by the create schema of the type. */
    input: unknown
    autoAssignAlerts: boolean
  },
): Promise<Record<string, unknown>> {
  const document = newDocument(kind, input)
  const id = randomUUIDv7()
  const { accountId } = actor
  const createdAt = deps.clock.now()
  const isListed = isRecord(input) && input['alertChannelSubscriptions'] !== undefined
  const { row, relations } = await deps.store.write(async (db) => {
    const most = deps.accountLimits.checks
    await requireRoomFor(db, { accountId, limit: 'checks', most, count: countChecks })
    const explicitSubscriptions = document.alertChannelSubscriptions ?? []
    const automatic = await automaticSubscriptions(db, accountId, {
      subscriptions: isListed ? explicitSubscriptions : null,
      assignsAll: autoAssignAlerts,
    })
    const whole = { ...document, alertChannelSubscriptions: [...explicitSubscriptions, ...automatic] }
    const newRow = await storeNewCheck(db, deps, { id, accountId, kind, document: whole, createdAt })
    await recordChange(db, actor, {
      entityType: 'CHECK',
      entityId: id,
      entityName: document.name,
      before: null,
      after: { checkType: kind.checkType, ...whole },
    })
    return { row: newRow, relations: (await checkRelations(db, [id]))(id) }
  })
  await deps.runs.checkWritten(row)
  return answerOf(row, 'v1', relations, {
    publicUrl: deps.publicUrl(),
    role: 'READ_WRITE',
    sealer: deps.store.sealer,
  })
}
