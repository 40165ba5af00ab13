import { typesNotRun } from '@sonde/schema/check-types/check-kinds.ts'
import { type CheckRow, checkColumns, toCheck } from './checks.ts'
import type { Db } from '../engine/database.ts'
import { totalOfPage } from '../engine/total-of-page.ts'

/** The ids of the checks of each of these groups, newest first. */
export async function checkIdsOfGroups(db: Db, groupIds: readonly number[]): Promise<Map<number, string[]>> {
  const ids = new Map(groupIds.map((id): [number, string[]] => [id, []]))
  if (ids.size === 0) return ids
  const rows = await db
    .selectFrom('checks')
    .select(['id', 'group_id'])
    .where('group_id', 'in', [...ids.keys()])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  for (const { id, group_id: groupId } of rows) if (groupId !== null) ids.get(groupId)?.push(id)
  return ids
}

/** One page, newest first and then by descending id, and how many checks the group has in all. */
export async function listGroupChecks(
  db: Db,
  { groupId, limit, offset }: { groupId: number; limit: number; offset: number },
): Promise<{ rows: CheckRow[]; total: number }> {
  const query = db.selectFrom('checks').where('group_id', '=', groupId)
  const rows = await query
    .select(checkColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const total = await totalOfPage(rows.length, { limit, offset }, async () => {
    const counted = query.select((builder) => builder.fn.countAll<number>().as('total'))
    return (await counted.executeTakeFirstOrThrow()).total
  })
  return { rows: rows.map(toCheck), total }
}

/** The activated checks of a group in the order in which they are to be run. */
export async function checksInGroupOrder(db: Db, groupId: number): Promise<CheckRow[]> {
  const rows = await db
    .selectFrom('checks')
    .select(checkColumns)
    .where('group_id', '=', groupId)
    .where('activated', '=', true)
    .where('check_type', 'not in', typesNotRun)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toCheck).toSorted((left, right) => positionOf(left) - positionOf(right))
}

/** Checks without a place come last, in the order of their creation. */
function positionOf({ config }: CheckRow): number {
  const { groupOrder } = config
  return typeof groupOrder === 'number' ? groupOrder : Number.MAX_VALUE
}
