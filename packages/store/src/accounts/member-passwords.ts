import type { Db } from '../engine/database.ts'

/** Who has this e-mail address among the members, and the hash of the password, if one was set. */
export async function findMemberPassword(
  db: Db,
  { accountId, email }: { accountId: string; email: string },
): Promise<{ userId: string; passwordHash: string | null } | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .select(['users.id', 'users.password_hash'])
    .where('users.email', '=', email.toLowerCase())
    .where('memberships.account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? null : { userId: row.id, passwordHash: row.password_hash }
}
