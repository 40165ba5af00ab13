import type { Role } from '@sonde/schema/accounts/role.ts'
import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import type { KeyKind } from './account-tables.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/** The key itself is never stored: `hash` is its SHA-256 in hex. */
export type NewApiKey = {
  id: string
  name: string
  hash: string
  lastFour: string
  createdAt: number
} & ({ kind: 'user'; userId: string } | { kind: 'service'; accountId: string; role: Role })

const columns = listColumns('api_keys', {
  id: 'id',
  kind: 'kind',
  userId: 'user_id',
  accountId: 'account_id',
  role: 'role',
  name: 'name',
  lastFour: 'last_four',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
})

export type ApiKeyRow = RowOf<typeof columns>

/** Who calls, and as what in the account that the call is about. */
export type Caller = {
  keyId: string
  kind: KeyKind
  hash: string
  name: string
  /** Null for a service key. */
  userId: string | null
  /** The only account of a service key; null for a user's key. */
  keyAccountId: string | null
  keyRole: Role | null
  /** The role in the account asked for; null when the caller has no part in it. */
  role: Role | null
}

export async function insertApiKey(db: Db, key: NewApiKey): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      id: key.id,
      kind: key.kind,
      user_id: key.kind === 'user' ? key.userId : null,
      account_id: key.kind === 'service' ? key.accountId : null,
      role: key.kind === 'service' ? key.role : null,
      name: key.name,
      hash: key.hash,
      last_four: key.lastFour,
      created_at: key.createdAt,
      last_used_at: null,
    })
    .execute()
}

const selectCaller = prepareQuery((db, { hash, accountId }: { hash: string; accountId: string | null }) =>
  db
    .selectFrom('api_keys')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'api_keys.user_id').on('memberships.account_id', '=', accountId),
    )
    .select([
      'api_keys.id',
      'api_keys.kind',
      'api_keys.hash',
      'api_keys.name',
      'api_keys.user_id',
      'api_keys.account_id',
      'api_keys.role as key_role',
      'memberships.role as member_role',
    ])
    .where('api_keys.hash', '=', hash),
)

/**
 * One query per request: the key and the caller's role in the given account. A service key has its role
 * in its own account, which is also what a call without an account means.
 */
export async function findCaller(
  db: Db,
  { hash, accountId }: { hash: string; accountId: string | null },
): Promise<Caller | null> {
  const account = accountId === null ? null : canonicalUuid(accountId)
  const row = (await selectCaller(db, { hash, accountId: account })).rows[0]
  if (row === undefined) return null
  const isOwnAccount = accountId === null || account === row.account_id
  return {
    keyId: row.id,
    kind: row.kind,
    hash: row.hash,
    name: row.name,
    userId: row.user_id,
    keyAccountId: row.account_id,
    keyRole: row.key_role,
    role: row.kind === 'user' ? row.member_role : isOwnAccount ? row.key_role : null,
  }
}

/** The user's own keys, newest first. */
export async function listUserKeys(db: Db, userId: string): Promise<ApiKeyRow[]> {
  const uuid = canonicalUuid(userId)
  if (uuid === null) return []
  return (await selectKeys(db).where('user_id', '=', uuid).execute()).map(columns.read)
}

/** The account's service keys, newest first. */
export async function listServiceKeys(db: Db, accountId: string): Promise<ApiKeyRow[]> {
  const uuid = canonicalUuid(accountId)
  if (uuid === null) return []
  return (await selectKeys(db).where('account_id', '=', uuid).execute()).map(columns.read)
}

export async function countServiceKeys(db: Db, accountId: string): Promise<number> {
  const { total } = await db
    .selectFrom('api_keys')
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** False when the user has no such key. */
export async function deleteUserKey(db: Db, key: { userId: string; id: string }): Promise<boolean> {
  const [userId, id] = [canonicalUuid(key.userId), canonicalUuid(key.id)]
  if (userId === null || id === null) return false
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** False when the account has no such key. */
export async function deleteServiceKey(db: Db, key: { accountId: string; id: string }): Promise<boolean> {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return false
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const touchKey = prepareQuery((db, { id, usedAt }: { id: string; usedAt: number }) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: usedAt })
    .where('id', '=', id)
    .where((builder) =>
      builder.or([builder('last_used_at', 'is', null), builder('last_used_at', '<', usedAt)]),
    ),
)

/** Notes when keys were last used, by key id. Never goes back in time; unknown ids are ignored. */
export async function touchKeys(db: Db, usedAtById: ReadonlyMap<string, number>): Promise<void> {
  // In one order everywhere, so that two servers that touch the same keys never wait for each other.
  const inOrder = [...usedAtById].toSorted(([left], [right]) => (left < right ? -1 : 1))
  for (const [id, usedAt] of inOrder) {
    await touchKey(db, { id, usedAt })
  }
}

function selectKeys(db: Db) {
  return db.selectFrom('api_keys').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
}
