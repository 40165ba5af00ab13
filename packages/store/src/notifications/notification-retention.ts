import type { Db } from '../engine/database.ts'

/** So few that deleting them is over before anybody notices. */
const rowsPerStep = 500

/** Deletes one step of the old rows for which nothing is to be done any more. True when there may be more. */
export async function deleteOldNotifications(db: Db, before: number): Promise<boolean> {
  return await inSteps(db, async (accountId, limit) => {
    const { numDeletedRows } = await db
      .deleteFrom('notifications')
      .where('no', 'in', (builder) =>
        builder
          .selectFrom('notifications')
          .select('no')
          .where('account_id', '=', accountId)
          .where('created_at', '<', before)
          .where('is_open', '=', false)
          .orderBy('created_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}

/** Deletes one step of the old alerts. True when there may be more. */
export async function deleteOldAlerts(db: Db, before: number): Promise<boolean> {
  return await inSteps(db, async (accountId, limit) => {
    const { numDeletedRows } = await db
      .deleteFrom('check_alerts')
      .where('id', 'in', (builder) =>
        builder
          .selectFrom('check_alerts')
          .select('id')
          .where('account_id', '=', accountId)
          .where('created_at', '<', before)
          .orderBy('created_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}

/** Account by account, because the rows of one lie in the order of time in an index. */
async function inSteps(
  db: Db,
  deleteOf: (accountId: string, limit: number) => Promise<number>,
): Promise<boolean> {
  const accounts = await db.selectFrom('accounts').select('id').execute()
  let left = rowsPerStep
  for (const { id } of accounts) {
    left -= await deleteOf(id, left)
    if (left <= 0) return true
  }
  return false
}
