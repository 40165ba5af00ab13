import { hash } from 'node:crypto'
import { chunks } from '@sonde/ground/chunks.ts'
import { subscriptionsOf } from '../alerts/alert-subscriptions.ts'
import type { Db } from '../engine/database.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import { checkColumns } from './checks.ts'

/** Its verdicts change it all the time, and are nothing that anybody has written. */
const columns = checkColumns.filter((column) => column !== 'status')

/**
 * What tells whether a check is still the one that was read, with its subscriptions: nobody has to open, parse and
 * compare the whole of it for that.
 */
export async function checkVersions(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  const versions = new Map<string, string>()
  for (const chunk of chunks(ids, keysPerStatement)) {
    const rows = await db
      .selectFrom('checks')
      .select(columns)
      .where('account_id', '=', accountId)
      .where('id', 'in', chunk)
      .execute()
    const subscriptions = Map.groupBy(
      await subscriptionsOf(db, { checkIds: chunk }),
      ({ checkId }) => checkId,
    )
    for (const row of rows) {
      const channels = (subscriptions.get(row.id) ?? []).map(({ channelId, activated }) => [
        channelId,
        activated,
      ])
      versions.set(row.id, hash('sha256', JSON.stringify([Object.values(row), channels])))
    }
  }
  return versions
}

/** When each was last written. */
export async function timesOfChecks(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const chunk of chunks(ids, keysPerStatement)) {
    const rows = await db
      .selectFrom('checks')
      .select(['id', 'created_at', 'updated_at'])
      .where('account_id', '=', accountId)
      .where('id', 'in', chunk)
      .execute()
    for (const row of rows) times.set(row.id, row.updated_at ?? row.created_at)
  }
  return times
}
