import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'

/** Where this server stands in for agents is one place, whatever codes it has there: the key of that place. */
export const standInPlace = ''

/**
 * Rows of `check_id` and `place`, the code of a data center or the slug of a private location: where the checks of an account
 * run, as `applyGroup` says it. Checks that nothing runs are not among them.
 */
export function placesOfChecks(db: Db, accountId: string): RawBuilder<unknown> {
  const pinged = sql.join(checkKinds.filter(({ run }) => run === null).map(({ checkType }) => checkType))
  const runs = sql`checks.account_id = ${accountId} and checks.check_type not in (${pinged})`
  // Locations of one kind replace those of both.
  const deciding = sql`(select id from check_groups where account_id = ${accountId} and (
    ${hasLocations(db)} or id in (select group_id from group_private_locations where account_id = ${accountId})))`
  const decidesItself = sql`(checks.group_id is null or checks.group_id not in ${deciding})`
  return sql`
    select checks.id as check_id, ${locationPlace(db)} as place from checks ${eachLocation(db, 'checks')}
    where ${runs} and ${decidesItself}
    union select checks.id, private_locations.slug_name from checks
    inner join check_private_locations on check_private_locations.check_id = checks.id
    inner join private_locations on private_locations.id = check_private_locations.private_location_id
    where ${runs} and ${decidesItself}
    union select checks.id, ${locationPlace(db)} from checks
    inner join check_groups on check_groups.id = checks.group_id ${eachLocation(db, 'check_groups')}
    where ${runs} and checks.group_id in ${deciding}
    union select checks.id, private_locations.slug_name from checks
    inner join group_private_locations on group_private_locations.group_id = checks.group_id
    inner join private_locations on private_locations.id = group_private_locations.private_location_id
    where ${runs} and checks.group_id in ${deciding}`
}

/** The same with one place for all where this server stands in; if `only` is given, no others than these. */
export function joinedPlaces(
  db: Db,
  accountId: string,
  { standIns, only }: { standIns: readonly string[]; only: readonly string[] | undefined },
): RawBuilder<unknown> {
  const place =
    standIns.length === 0
      ? sql`place`
      : sql`case when place in (${sql.join(standIns)}) then ${standInPlace} else place end`
  const isWanted =
    only === undefined ? sql`true` : only.length === 0 ? sql`false` : sql`place in (${sql.join(only)})`
  return sql`select distinct check_id, ${place} as place
    from (${placesOfChecks(db, accountId)}) as every_place where ${isWanted}`
}

/** Which of these places checks of the account run at. */
export async function placesInUse(db: Db, accountId: string, places: readonly string[]): Promise<string[]> {
  if (places.length === 0) return []
  const { rows } = await sql<{ place: string }>`
    select distinct place from (${placesOfChecks(db, accountId)}) as every_place
    where place in (${sql.join(places)}) order by place`.execute(db)
  return rows.map((row) => row.place)
}

function locationPlace(db: Db): RawBuilder<unknown> {
  return isSqlite(db) ? sql`location.value` : sql`location.code`
}

function eachLocation(db: Db, table: 'checks' | 'check_groups'): RawBuilder<unknown> {
  const config = sql.ref(`${table}.config`)
  return isSqlite(db)
    ? sql`inner join json_each(${config}, '$.locations') as location on location.type = 'text'`
    : sql`cross join lateral jsonb_array_elements_text(
        case when jsonb_typeof(${config}::jsonb -> 'locations') = 'array'
          then ${config}::jsonb -> 'locations' else '[]'::jsonb end) as location(code)`
}

function hasLocations(db: Db): RawBuilder<unknown> {
  return isSqlite(db)
    ? sql`coalesce(json_array_length(config, '$.locations'), 0) > 0`
    : sql`coalesce(jsonb_array_length(
        case when jsonb_typeof(config::jsonb -> 'locations') = 'array' then config::jsonb -> 'locations' end), 0) > 0`
}
