import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('user_identities', {
  id: 'id',
  userId: 'user_id',
  issuer: 'issuer',
  subject: 'subject',
  /** As the provider had it when it was used last; null when it does not vouch for one. */
  email: 'email',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
})

/** By what an identity provider knows a user. */
export type IdentityRow = RowOf<typeof columns>

/** A second user with the same one is a unique violation. */
export async function insertIdentity(db: Db, identity: IdentityRow): Promise<void> {
  await db.insertInto('user_identities').values(columns.write(identity)).execute()
}

export async function findIdentity(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<IdentityRow | null> {
  const row = await db
    .selectFrom('user_identities')
    .select(columns.names)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** Oldest first. */
export async function listIdentitiesOf(db: Db, userId: string): Promise<IdentityRow[]> {
  const uuid = canonicalUuid(userId)
  if (uuid === null) return []
  const rows = await db
    .selectFrom('user_identities')
    .select(columns.names)
    .where('user_id', '=', uuid)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(columns.read)
}

export async function touchIdentity(
  db: Db,
  { id, email, at }: { id: string; email: string | null; at: number },
): Promise<void> {
  await db
    .updateTable('user_identities')
    .set({ last_used_at: at, ...(email === null ? {} : { email }) })
    .where('id', '=', id)
    .execute()
}

/** False when the user has no such identity. */
export async function deleteIdentity(db: Db, identity: { userId: string; id: string }): Promise<boolean> {
  const [userId, id] = [canonicalUuid(identity.userId), canonicalUuid(identity.id)]
  if (userId === null || id === null) return false
  const { numDeletedRows } = await db
    .deleteFrom('user_identities')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
