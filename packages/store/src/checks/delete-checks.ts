import { chunks } from '@sonde/ground/chunks.ts'
import type { Db } from '../engine/database.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'

/** As `deleteCheck`, for many whose states were locked in the same write. Returns how many there were. */
export async function deleteChecks(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<number> {
  let count = 0
  for (const chunk of chunks(ids, keysPerStatement)) {
    await db
      .insertInto('removed_checks')
      .columns(['no'])
      .expression(
        db
          .selectFrom('check_states')
          .select('no')
          .where('check_id', 'in', chunk)
          .where('account_id', '=', accountId),
      )
      .execute()
    const { numDeletedRows } = await db
      .deleteFrom('checks')
      .where('id', 'in', chunk)
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    count += Number(numDeletedRows)
  }
  return count
}
