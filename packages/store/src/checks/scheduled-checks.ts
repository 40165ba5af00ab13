import { sql } from 'kysely'
import { applyGroup, type GroupSettings } from '@sonde/schema/checks/effective-check.ts'
import { versionOf } from './check-groups.ts'
import { type CheckRow, checkColumns, toCheck } from './checks.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { parseJsonObject } from '../engine/json-column.ts'
import { prepareQuery } from '../engine/prepared-query.ts'

/** As many as SQLite takes parameters for, with room to spare. */
const checksPerQuery = 1_000

/** A check with what its schedule must remember. */
export type ScheduledRow = {
  no: number
  rev: number
  /** As its group lets it run, with the tags of both: whoever schedules it need not know of groups. */
  check: CheckRow
  /** The settings of its group that are for its runs alone, such as scripts; null for a check without one. */
  group: Readonly<Record<string, unknown>> | null
  lastOrigin: string | null
  snapshot: number
  snapshotName: string | null
  snapshotConfig: string | null
  snapshotSecrets: string | null
  /** As it is noted for the certificates of its target. */
  certificateDomain: string | null
}

/** Checks of every account, or of one shard, in the order of their numbers, one page after the other. */
export async function schedulePage(
  db: Db,
  { after, limit, shard }: { after: number; limit: number; shard?: number },
): Promise<ScheduledRow[]> {
  const rows = await selectScheduled(db)
    .where('check_states.no', '>', after)
    .$if(shard !== undefined, (query) => query.where(sql<boolean>`(check_states.no % 64) = ${shard}`))
    .orderBy('check_states.no')
    .limit(limit)
    .execute()
  return toScheduled(rows)
}

export async function findScheduled(db: Db, checkId: string): Promise<ScheduledRow | null> {
  const { rows } = await selectOne(db, { checkId })
  return toScheduled(rows)[0] ?? null
}

/** Every write of a check is followed by this read. */
const selectOne = prepareQuery((db, { checkId }: { checkId: string }) =>
  selectScheduled(db).where('check_states.check_id', '=', checkId),
)

/** Those of these checks that there are. As many ids as fit into one query: a thousand. */
export async function findAllScheduled(db: Db, checkIds: readonly string[]): Promise<ScheduledRow[]> {
  if (checkIds.length === 0) return []
  const ids = isSqlite(db) ? JSON.stringify(checkIds) : checkIds
  return toScheduled((await selectSome(db, { ids })).rows)
}

/** As one parameter, so that the query is the same for any number of checks: it follows every shared commit. */
const selectSome = prepareQuery((db, { ids }: { ids: string | readonly string[] }) =>
  selectScheduled(db).where(
    isSqlite(db)
      ? sql<boolean>`check_states.check_id in (select value from json_each(${ids}))`
      : sql<boolean>`check_states.check_id = any(${ids}::uuid[])`,
  ),
)

/** The same by the numbers of the checks. Inside a write that has locked their states, they are as they are then. */
export async function findScheduledByNumber(
  db: Db,
  numbers: readonly number[],
): Promise<Map<number, ScheduledRow>> {
  const rowsByNo = new Map<number, ScheduledRow>()
  const distinct = [...new Set(numbers)]
  for (let from = 0; from < distinct.length; from += checksPerQuery) {
    const slice = distinct.slice(from, from + checksPerQuery)
    const rows = await selectScheduled(db).where('check_states.no', 'in', slice).execute()
    for (const row of toScheduled(rows)) rowsByNo.set(row.no, row)
  }
  return rowsByNo
}

function selectScheduled(db: Db) {
  return db
    .selectFrom('check_states')
    .innerJoin('checks', 'checks.id', 'check_states.check_id')
    .leftJoin('check_groups', 'check_groups.id', 'checks.group_id')
    .leftJoin('check_snapshots', (join) =>
      join
        .onRef('check_snapshots.check_no', '=', 'check_states.no')
        .onRef('check_snapshots.snapshot', '=', 'check_states.snapshot'),
    )
    .select(checkColumns.map((column) => `checks.${column}` as const))
    .select([
      'check_states.no',
      'check_states.rev',
      'check_states.certificate_domain',
      'check_states.last_origin',
      'check_states.snapshot',
      'check_snapshots.name as snapshot_name',
      'check_snapshots.config as snapshot_config',
      'check_snapshots.sealed_secrets as snapshot_secrets',
      'check_groups.version as group_version',
      'check_groups.activated as group_activated',
      'check_groups.muted as group_muted',
      'check_groups.config as group_config',
    ])
}

type ScheduledColumns = Awaited<ReturnType<ReturnType<typeof selectScheduled>['execute']>>[number]

function toScheduled(rows: readonly ScheduledColumns[]): ScheduledRow[] {
  // Thousands of checks may share a group: its settings are read once.
  const groups = new Map<number, GroupSettings | null>()
  return rows.map((row) => {
    const own = toCheck(row)
    let group = own.groupId === null ? null : groups.get(own.groupId)
    if (group === undefined) {
      group = settingsOf(row)
      if (own.groupId !== null) groups.set(own.groupId, group)
    }
    return {
      no: row.no,
      rev: row.rev,
      check: applyGroup(own, group),
      group: group?.config ?? null,
      lastOrigin: row.last_origin,
      snapshot: row.snapshot,
      snapshotName: row.snapshot_name,
      snapshotConfig: row.snapshot_config,
      snapshotSecrets: row.snapshot_secrets,
      certificateDomain: row.certificate_domain,
    }
  })
}

function settingsOf(row: ScheduledColumns): GroupSettings | null {
  const { group_version: version, group_config: config } = row
  if (version === null || config === null) return null
  return {
    version: versionOf(version),
    activated: Boolean(row.group_activated),
    muted: Boolean(row.group_muted),
    config: parseJsonObject(config),
  }
}
