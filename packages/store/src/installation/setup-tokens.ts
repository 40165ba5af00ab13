import type { Db } from '../engine/database.ts'

/** Lets the first user claim an account. Only the hash of the token is stored. */
export type SetupToken = {
  hash: string
  accountId: string
  userId: string
  expiresAt: number
  createdAt: number
}

export async function insertSetupToken(db: Db, token: SetupToken): Promise<void> {
  await db
    .insertInto('setup_tokens')
    .values({
      hash: token.hash,
      account_id: token.accountId,
      user_id: token.userId,
      expires_at: token.expiresAt,
      used_at: null,
      created_at: token.createdAt,
    })
    .execute()
}

/** The token, if it was not used and expires after `now`. */
export async function findLiveSetupToken(
  db: Db,
  { hash, now }: { hash: string; now: number },
): Promise<SetupToken | null> {
  const row = await db
    .selectFrom('setup_tokens')
    .select(['hash', 'account_id', 'user_id', 'expires_at', 'created_at'])
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row === undefined
    ? null
    : {
        hash: row.hash,
        accountId: row.account_id,
        userId: row.user_id,
        expiresAt: row.expires_at,
        createdAt: row.created_at,
      }
}

/** True for exactly one caller, however many try at once; false for a token that is used or expired. */
export async function useSetupToken(db: Db, { hash, now }: { hash: string; now: number }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('setup_tokens')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Those of the account that were not used: their addresses are dead from now on. */
export async function deleteUnusedSetupTokens(db: Db, accountId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('setup_tokens')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
