import type { Db } from '../engine/database.ts'

/** The password hash of the member with this e-mail address; null when there is none, or none was set. */
export async function findMemberPassword(
  db: Db,
  { accountId, email }: { accountId: string; email: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .select('users.password_hash')
    .where('users.email', '=', email.toLowerCase())
    .where('memberships.account_id', '=', accountId)
    .executeTakeFirst()
  return row?.password_hash ?? null
}
