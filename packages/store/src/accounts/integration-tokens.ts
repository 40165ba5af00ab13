import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('integration_tokens', {
  id: 'id',
  accountId: 'account_id',
  kind: 'kind',
  name: 'name',
  lastFour: 'last_four',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
})

export type IntegrationTokenRow = RowOf<typeof columns>

/** The token itself is never stored: `hash` is its SHA-256 in hex. */
export async function insertIntegrationToken(
  db: Db,
  token: Omit<IntegrationTokenRow, 'lastUsedAt'> & { hash: string },
): Promise<void> {
  await db
    .insertInto('integration_tokens')
    .values({ ...columns.write({ ...token, lastUsedAt: null }), hash: token.hash })
    .execute()
}

const selectByHash = prepareQuery((db, { hash }: { hash: string }) =>
  db.selectFrom('integration_tokens').selectAll().where('hash', '=', hash),
)

export async function findIntegrationToken(
  db: Db,
  hash: string,
): Promise<(IntegrationTokenRow & { hash: string }) | null> {
  const row = (await selectByHash(db, { hash })).rows[0]
  return row === undefined ? null : { ...columns.read(row), hash: row.hash }
}

/** Newest first. */
export async function listIntegrationTokensOf(db: Db, accountId: string): Promise<IntegrationTokenRow[]> {
  const uuid = canonicalUuid(accountId)
  if (uuid === null) return []
  const rows = await db
    .selectFrom('integration_tokens')
    .selectAll()
    .where('account_id', '=', uuid)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(columns.read)
}

/** What was deleted; null when the account has no such token. */
export async function deleteIntegrationTokenOf(
  db: Db,
  key: { accountId: string; id: string },
): Promise<IntegrationTokenRow | null> {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return null
  const row = await db
    .deleteFrom('integration_tokens')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

const touchToken = prepareQuery((db, { id, usedAt }: { id: string; usedAt: number }) =>
  db
    .updateTable('integration_tokens')
    .set({ last_used_at: usedAt })
    .where('id', '=', id)
    .where((builder) =>
      builder.or([builder('last_used_at', 'is', null), builder('last_used_at', '<', usedAt)]),
    ),
)

/** Notes when tokens were last used, by id. Never goes back in time; unknown ids are ignored. */
export async function touchIntegrationTokens(db: Db, usedAtById: ReadonlyMap<string, number>): Promise<void> {
  // In one order everywhere, so that two servers that touch the same tokens never wait for each other.
  const inOrder = [...usedAtById].toSorted(([left], [right]) => (left < right ? -1 : 1))
  for (const [id, usedAt] of inOrder) {
    await touchToken(db, { id, usedAt })
  }
}
