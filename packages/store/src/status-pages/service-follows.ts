import { chunks } from '@sonde/ground/chunks.ts'
import type { ServiceFollows } from '@sonde/schema/status-pages/status-page-service.ts'
import type { Db } from '../engine/database.ts'
import { parseTextList } from '../engine/json-column.ts'
import { keysPerStatement, rowsPerStatement } from '../engine/statement-limits.ts'

/** What these services follow, by service; those that follow nothing are missing. */
export async function followsOfServices(
  db: Db,
  serviceIds: readonly string[],
): Promise<Map<string, ServiceFollows>> {
  const follows = new Map<string, ServiceFollows>()
  for (const chunk of chunks(serviceIds, keysPerStatement)) {
    const rows = await db.selectFrom('service_follows').selectAll().where('service_id', 'in', chunk).execute()
    for (const { service_id: id, tags, delay_minutes: delayMinutes } of rows) {
      follows.set(id, { checkIds: [], tags: parseTextList(tags), delayMinutes })
    }
    const checks = await db
      .selectFrom('service_follow_checks')
      .select(['service_id', 'check_id'])
      .where('service_id', 'in', chunk)
      .orderBy('service_id')
      .orderBy('position')
      .execute()
    for (const { service_id: id, check_id: checkId } of checks) follows.get(id)?.checkIds.push(checkId)
  }
  return follows
}

/** Makes the service follow these, or nothing. Inside the write that changes the service, which dates the change. */
export async function replaceFollows(
  db: Db,
  { id, accountId }: { id: string; accountId: string },
  follows: ServiceFollows | null,
): Promise<void> {
  await db.deleteFrom('service_follow_checks').where('service_id', '=', id).execute()
  await db.deleteFrom('service_follows').where('service_id', '=', id).execute()
  if (follows === null) return
  await db
    .insertInto('service_follows')
    .values({
      service_id: id,
      account_id: accountId,
      tags: JSON.stringify(follows.tags),
      delay_minutes: follows.delayMinutes,
    })
    .execute()
  const rows = follows.checkIds.map((checkId, position) => ({
    service_id: id,
    check_id: checkId,
    position,
  }))
  for (const chunk of chunks(rows, rowsPerStatement)) {
    await db.insertInto('service_follow_checks').values(chunk).execute()
  }
}

/** The ids of the services of an account that follow something. */
export async function followingServices(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('service_follows')
    .select('service_id')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(({ service_id: id }) => id)
}
