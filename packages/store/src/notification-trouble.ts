import type { Db } from './database.ts'

/** False when the channel was in trouble already, or is gone: others were told, or there is nothing to tell. */
export async function beginTrouble(db: Db, channelId: number, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alert_channels')
    .set({ trouble_since: at })
    .where('id', '=', channelId)
    .where('trouble_since', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function endTrouble(db: Db, channelId: number): Promise<void> {
  await db
    .updateTable('alert_channels')
    .set({ trouble_since: null })
    .where('id', '=', channelId)
    .where('trouble_since', 'is not', null)
    .execute()
}

/** Those who answer for an account, and can be reached: the name of an address in `.invalid` leads nowhere. */
export async function adminAddresses(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.email')
    .where('memberships.account_id', '=', accountId)
    .where('memberships.role', 'in', ['OWNER', 'ADMIN'])
    .orderBy('users.email')
    .execute()
  return rows.map(({ email }) => email).filter((email) => !email.toLowerCase().endsWith('.invalid'))
}
