import { isDeepStrictEqual } from 'node:util'
import { chunks } from '@sonde/ground/chunks.ts'
import type { AuditChange, AuditEntityType } from '@sonde/schema/accounts/audit-log.ts'
import {
  insertAuditEntries,
  insertAuditEntry,
  packAuditEntry,
  type NewAuditEntry,
  type PackedAuditEntry,
} from '@sonde/store/audit-log/audit-log.ts'
import { type LiveChange, noteLiveChanges } from '@sonde/store/live/live-changes.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { Actor } from '../actor.ts'
import { changedFields } from './changed-fields.ts'
import { maskSecrets } from './mask-secrets.ts'

type Document = Readonly<Record<string, unknown>>

type NamedDocument = Document & { readonly id: string | number; readonly name?: string | null }

export type Change = {
  entityType: AuditEntityType
  entityId: string | number
  /** As people call it; null where it has no name. */
  entityName: string | null
  /** As it was; null for a new one. Secrets are masked here; what the rules do not know is given as `Masked`. */
  before: Document | null
  /** As it is now; null for a deleted one. */
  after: Document | null
}

/** Times of writing say nothing about what changed. */
const left: ReadonlySet<string> = new Set([
  'id',
  'created_at',
  'updated_at',
  'createdAt',
  'updatedAt',
  'version',
  'revision',
])

/** To be called inside the write that changes the thing. A write that changes nothing is recorded too: it was made. */
export async function recordChange(db: Db, actor: Actor, change: Change): Promise<void> {
  await insertAuditEntry(db, entryOf(actor, change))
  const liveChange = liveChangeOf(actor, change)
  if (liveChange !== null) await noteLiveChanges(db, [liveChange], actor.at)
}

/** A change that is written down later, with many others: to compare and to mask costs more than to write. */
export type DescribedChange = { entry: PackedAuditEntry; liveChange: LiveChange | null }

export function describeChange(actor: Actor, change: Change): DescribedChange {
  return { entry: packAuditEntry(entryOf(actor, change)), liveChange: liveChangeOf(actor, change) }
}

/** As `recordChange`, for many. */
export async function recordChanges(
  db: Db,
  actor: Actor,
  changes: readonly DescribedChange[],
): Promise<void> {
  await insertAuditEntries(
    db,
    changes.map(({ entry }) => entry),
  )
  const liveChanges = changes.flatMap(({ liveChange }) => liveChange ?? [])
  // Who follows reads row by row: none is to be so long that it holds up everybody else.
  for (const some of chunks(liveChanges, liveChangesPerRow)) await noteLiveChanges(db, some, actor.at)
}

const liveChangesPerRow = 500

function entryOf(actor: Actor, change: Change): NewAuditEntry {
  const { entityType, entityName, before, after } = change
  return {
    accountId: actor.accountId,
    at: actor.at,
    action: before === null ? 'CREATE' : after === null ? 'DELETE' : 'UPDATE',
    entityType,
    entityId: String(change.entityId),
    entityName,
    actorType: actor.type,
    userId: actor.userId,
    keyId: actor.keyId,
    keyName: actor.keyName,
    address: actor.address,
    requestId: actor.requestId,
    deploymentId: actor.deploymentId,
    changes: changesOf(before ?? {}, after ?? {}),
  }
}

/** Whoever has the list of checks open sees it at once; null for what no list shows. */
function liveChangeOf(
  { accountId }: Actor,
  { entityType, entityId, before, after }: Change,
): LiveChange | null {
  const change = before === null ? 'created' : after === null ? 'deleted' : 'updated'
  if (entityType === 'CHECK') return { type: 'check-changed', accountId, checkId: String(entityId), change }
  if (entityType === 'CHECK_GROUP')
    return { type: 'group-changed', accountId, groupId: Number(entityId), change }
  return null
}

/** The same for a document that has its id and its name in it, as the API shows it. */
export async function recordDocument(
  db: Db,
  actor: Actor,
  entityType: AuditEntityType,
  {
    before,
    after,
    entityName,
  }: {
    before: NamedDocument | null
    after: NamedDocument | null
    /** For what people call otherwise than by its field `name`. */
    entityName?: string
  },
): Promise<void> {
  const document = after ?? before
  if (document === null) throw new Error('a change is of something')
  await recordChange(db, actor, {
    entityType,
    entityId: document.id,
    entityName: entityName ?? document.name ?? null,
    before,
    after,
  })
}

/** What is equal is not looked at for secrets: that costs more than all the rest of a write. */
function changesOf(before: Document, after: Document): AuditChange[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  // Most fields hold the same text or number: to compare them with all care costs more than to look first.
  const changes = [...fields].filter(
    (field) =>
      before[field] !== after[field] && !left.has(field) && !isDeepStrictEqual(before[field], after[field]),
  )
  const maskedOf = (document: Document) =>
    maskSecrets(Object.fromEntries(changes.map((field) => [field, document[field]])))
  return changes.length === 0 ? [] : changedFields(maskedOf(before), maskedOf(after))
}
