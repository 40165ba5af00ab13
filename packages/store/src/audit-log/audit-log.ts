import type {
  AuditAction,
  AuditActorType,
  AuditChange,
  AuditEntityType,
} from '@sonde/schema/accounts/audit-log.ts'
import type { Database, Db } from '../engine/database.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'

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
  /** Of a project of code that the change was part of. */
  deploymentId?: string | null | undefined
  changes: readonly AuditChange[]
}

type Columns = Omit<Database['audit_log'], 'id'>

const insert = prepareQuery((db, columns: Columns) =>
  db.insertInto('audit_log').values({
    account_id: columns.account_id,
    at: columns.at,
    action: columns.action,
    entity_type: columns.entity_type,
    entity_id: columns.entity_id,
    entity_name: columns.entity_name,
    actor_type: columns.actor_type,
    user_id: columns.user_id,
    key_id: columns.key_id,
    key_name: columns.key_name,
    address: columns.address,
    request_id: columns.request_id,
    deployment_id: columns.deployment_id,
    changes: columns.changes,
  }),
)

/** In the write of the change itself: neither is there without the other. */
export async function insertAuditEntry(db: Db, entry: NewAuditEntry): Promise<void> {
  await insert(db, packAuditEntry(entry))
}

/** Many of them, which `packAuditEntry` has made before the write. */
export async function insertAuditEntries(db: Db, entries: readonly PackedAuditEntry[]): Promise<void> {
  await insertRows(db, 'audit_log', entries)
}

export type PackedAuditEntry = Columns

export function packAuditEntry(entry: NewAuditEntry): PackedAuditEntry {
  return {
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
    deployment_id: entry.deploymentId ?? null,
    changes: JSON.stringify(entry.changes),
  }
}

export type AuditEntryRow = NewAuditEntry & { id: number; email: string | null }

export type AuditFilter = {
  accountId: string
  from?: number | undefined
  to?: number | undefined
  action?: AuditAction | undefined
  entityType?: AuditEntityType | undefined
  entityId?: string | undefined
  userId?: string | undefined
  keyId?: string | undefined
}

/** Newest first, those before the entry `beforeId` only. */
export async function listAuditEntries(
  db: Db,
  { beforeId, limit, ...filter }: AuditFilter & { beforeId: number | null; limit: number },
): Promise<AuditEntryRow[]> {
  const accountId = canonicalUuid(filter.accountId)
  if (accountId === null) return []
  let query = db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .selectAll('audit_log')
    .select('users.email')
    .where('audit_log.account_id', '=', accountId)
  if (beforeId !== null) query = query.where('audit_log.id', '<', beforeId)
  if (filter.from !== undefined) query = query.where('audit_log.at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('audit_log.at', '<', filter.to)
  if (filter.action !== undefined) query = query.where('audit_log.action', '=', filter.action)
  if (filter.entityType !== undefined) query = query.where('audit_log.entity_type', '=', filter.entityType)
  if (filter.entityId !== undefined) query = query.where('audit_log.entity_id', '=', filter.entityId)
  if (filter.userId !== undefined) query = query.where('audit_log.user_id', '=', filter.userId.toLowerCase())
  if (filter.keyId !== undefined) query = query.where('audit_log.key_id', '=', filter.keyId.toLowerCase())
  const rows = await query.orderBy('audit_log.id', 'desc').limit(limit).execute()
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    at: row.at,
    action: row.action,
    entityType: row.entity_type,
    entityId: row.entity_id,
    entityName: row.entity_name,
    actorType: row.actor_type,
    userId: row.user_id,
    email: row.email,
    keyId: row.key_id,
    keyName: row.key_name,
    address: row.address,
    requestId: row.request_id,
    deploymentId: row.deployment_id,
    changes: JSON.parse(row.changes),
  }))
}

const rowsPerStep = 500

/** Deletes one step of old entries: the oldest are the first that were written. True when there may be more. */
export async function deleteOldAuditEntries(db: Db, before: number): Promise<boolean> {
  const oldest = await db
    .selectFrom('audit_log')
    .select(['id', 'at'])
    .orderBy('id')
    .limit(rowsPerStep)
    .execute()
  const ids = oldest.filter(({ at }) => at < before).map(({ id }) => id)
  if (ids.length === 0) return false
  await db.deleteFrom('audit_log').where('id', 'in', ids).execute()
  return ids.length === rowsPerStep
}
