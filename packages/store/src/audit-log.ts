import type { AuditAction, AuditActorType, AuditChange, AuditEntityType } from '@sonde/schema/audit-log.ts'
import type { Db } from './database.ts'

export type NewAuditEntry = {
  accountId: string
  at: number
  action: AuditAction
  entityType: AuditEntityType
  entityId: string
  entityName: string | null
  actorType: AuditActorType
  userId: string | null
  keyId: string | null
  keyName: string | null
  address: string | null
  requestId: string | null
  changes: readonly AuditChange[]
}

/** In the write of the change itself: neither is there without the other. */
export async function insertAuditEntry(db: Db, entry: NewAuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      account_id: entry.accountId,
      at: entry.at,
      action: entry.action,
      entity_type: entry.entityType,
      entity_id: entry.entityId,
      entity_name: entry.entityName,
      actor_type: entry.actorType,
      user_id: entry.userId,
      key_id: entry.keyId,
      key_name: entry.keyName,
      address: entry.address,
      request_id: entry.requestId,
      changes: JSON.stringify(entry.changes),
    })
    .execute()
}
