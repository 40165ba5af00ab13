import type { Db } from '../engine/database.ts'

/** Makes the rows by which a location knows its groups agree with what the group says. */
export async function rewriteGroupLocations(
  db: Db,
  group: { id: number; accountId: string },
  locationIds: Iterable<string>,
): Promise<void> {
  const wanted = new Set(locationIds)
  const rows = await db
    .selectFrom('group_private_locations')
    .select('private_location_id')
    .where('group_id', '=', group.id)
    .execute()
  const present = new Set(rows.map((row) => row.private_location_id))
  const removed = [...present].filter((id) => !wanted.has(id))
  const added = [...wanted].filter((id) => !present.has(id))
  if (removed.length > 0) {
    await db
      .deleteFrom('group_private_locations')
      .where('group_id', '=', group.id)
      .where('private_location_id', 'in', removed)
      .execute()
  }
  if (added.length > 0) {
    await db
      .insertInto('group_private_locations')
      .values(
        added.map((id) => ({ group_id: group.id, account_id: group.accountId, private_location_id: id })),
      )
      .execute()
  }
}
