import { chunks } from '@sonde/ground/chunks.ts'
import { prepareRowDeletions } from '../engine/change-rows.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import type { PrivateLocationRow } from '../locations/private-locations.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/**
 * Which of these names, each the slug or the id of a private location, the account has: the id for each one
 * found. Inside `write`, none of these locations is deleted until the write ends.
 */
export async function findNamedLocations(
  db: Db,
  { accountId, names }: { accountId: string; names: readonly string[] },
): Promise<Map<string, string>> {
  const account = canonicalUuid(accountId)
  if (account === null || names.length === 0) return new Map()
  const distinct = [...new Set(names)]
  const ids = distinct.flatMap((name) => canonicalUuid(name) ?? [])
  const query = db
    .selectFrom('private_locations')
    .select(['id', 'slug_name'])
    .where('account_id', '=', account)
    .where((builder) =>
      builder.or([
        builder('slug_name', 'in', distinct),
        ...(ids.length > 0 ? [builder('id', 'in', ids)] : []),
      ]),
    )
    .orderBy('id')
  const rows = await (isSqlite(db) ? query : query.forKeyShare()).execute()
  const bySlug = new Map(rows.map((row) => [row.slug_name, row.id]))
  const known = new Set(rows.map((row) => row.id))
  return new Map(
    distinct.flatMap((name) => {
      const uuid = canonicalUuid(name)
      const id = bySlug.get(name) ?? (uuid !== null && known.has(uuid) ? uuid : undefined)
      return id === undefined ? [] : [[name, id] as const]
    }),
  )
}

const deleteCheckLocations = prepareRowDeletions('check_private_locations', {
  check_id: 'uuid',
  private_location_id: 'uuid',
})

/** Makes the rows by which a location knows its checks agree with what the check says. */
export async function rewriteCheckLocations(
  db: Db,
  check: { id: string; accountId: string },
  locationIds: Iterable<string>,
): Promise<void> {
  await rewriteLocationsOfChecks(db, [{ ...check, locationIds }])
}

/** The same for many. */
export async function rewriteLocationsOfChecks(
  db: Db,
  checks: readonly { id: string; accountId: string; locationIds: Iterable<string> }[],
): Promise<void> {
  for (const some of chunks(checks, keysPerStatement)) {
    const rows = await db
      .selectFrom('check_private_locations')
      .select(['check_id', 'private_location_id'])
      .where(
        'check_id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
    const present = Map.groupBy(rows, (row) => row.check_id)
    const changes = some.map(({ id, accountId, locationIds }) => {
      const had = new Set((present.get(id) ?? []).map((row) => row.private_location_id))
      const wanted = new Set(locationIds)
      return { id, accountId, removed: [...had.difference(wanted)], added: [...wanted.difference(had)] }
    })
    await deleteCheckLocations(
      db,
      changes.flatMap(({ id, removed }) =>
        removed.map((locationId) => ({ check_id: id, private_location_id: locationId })),
      ),
    )
    await insertRows(
      db,
      'check_private_locations',
      changes.flatMap(({ id, accountId, added }) =>
        added.map((locationId) => ({
          check_id: id,
          account_id: accountId,
          private_location_id: locationId,
        })),
      ),
    )
  }
}

/** Makes the rows by which a location knows its groups agree with what the group says. */
export async function rewriteGroupLocations(
  db: Db,
  group: { id: number; accountId: string },
  locationIds: Iterable<string>,
): Promise<void> {
  await rewriteLocationsOfGroups(db, [{ ...group, locationIds }])
}

const deleteGroupLocations = prepareRowDeletions('group_private_locations', {
  group_id: 'bigint',
  private_location_id: 'uuid',
})

/** The same for many. */
export async function rewriteLocationsOfGroups(
  db: Db,
  groups: readonly { id: number; accountId: string; locationIds: Iterable<string> }[],
): Promise<void> {
  for (const some of chunks(groups, keysPerStatement)) {
    const rows = await db
      .selectFrom('group_private_locations')
      .select(['group_id', 'private_location_id'])
      .where(
        'group_id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
    const present = Map.groupBy(rows, (row) => row.group_id)
    const changes = some.map(({ id, accountId, locationIds }) => {
      const had = new Set((present.get(id) ?? []).map((row) => row.private_location_id))
      const wanted = new Set(locationIds)
      return { id, accountId, removed: [...had.difference(wanted)], added: [...wanted.difference(had)] }
    })
    await deleteGroupLocations(
      db,
      changes.flatMap(({ id, removed }) =>
        removed.map((locationId) => ({ group_id: id, private_location_id: locationId })),
      ),
    )
    await insertRows(
      db,
      'group_private_locations',
      changes.flatMap(({ id, accountId, added }) =>
        added.map((locationId) => ({
          group_id: id,
          account_id: accountId,
          private_location_id: locationId,
        })),
      ),
    )
  }
}

export type LocationUsers = {
  checks: { id: string; name: string }[]
  checkCount: number
  groups: { id: number; name: string }[]
  groupCount: number
}

/** The checks and groups that name the location, the first of them with their names. */
export async function usersOfLocation(
  db: Db,
  { accountId, id, most }: Pick<PrivateLocationRow, 'accountId' | 'id'> & { most: number },
): Promise<LocationUsers> {
  const checks = db
    .selectFrom('check_private_locations as users')
    .innerJoin('checks', 'checks.id', 'users.check_id')
    .where('users.private_location_id', '=', id)
    .where('users.account_id', '=', accountId)
  const groups = db
    .selectFrom('group_private_locations as users')
    .innerJoin('check_groups as groups', 'groups.id', 'users.group_id')
    .where('users.private_location_id', '=', id)
    .where('users.account_id', '=', accountId)
  const [namedChecks, checkCount, namedGroups, groupCount] = await Promise.all([
    checks.select(['checks.id', 'checks.name']).orderBy('checks.name').limit(most).execute(),
    checks.select((builder) => builder.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    groups.select(['groups.id', 'groups.name']).orderBy('groups.name').limit(most).execute(),
    groups.select((builder) => builder.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return {
    checks: namedChecks,
    checkCount: Number(checkCount.count),
    groups: namedGroups,
    groupCount: Number(groupCount.count),
  }
}

/** Those of the locations that a check or a group refers to, by slug or id. */
export async function usedLocations(
  db: Db,
  locations: readonly Pick<PrivateLocationRow, 'id'>[],
): Promise<Set<string>> {
  const used = new Set<string>()
  for (const table of ['check_private_locations', 'group_private_locations'] as const) {
    for (const chunk of chunks(locations, keysPerStatement)) {
      const rows = await db
        .selectFrom(table)
        .select('private_location_id')
        .distinct()
        .where(
          'private_location_id',
          'in',
          chunk.map(({ id }) => id),
        )
        .execute()
      for (const row of rows) used.add(row.private_location_id)
    }
  }
  return used
}
