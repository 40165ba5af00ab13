import { type CheckRow, checkColumns, toCheck } from './checks.ts'
import type { Db } from './database.ts'

/** A check with what its schedule must remember. */
export type ScheduledRow = {
  no: number
  check: CheckRow
  lastOrigin: string | null
  snapshot: number
  snapshotName: string | null
  snapshotConfig: string | null
}

/** Checks of every account in the order of their numbers, one page after the other. */
export async function schedulePage(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<ScheduledRow[]> {
  const rows = await selectScheduled(db)
    .where('check_states.no', '>', after)
    .orderBy('check_states.no')
    .limit(limit)
    .execute()
  return rows.map(toScheduled)
}

export async function findScheduled(db: Db, checkId: string): Promise<ScheduledRow | null> {
  const row = await selectScheduled(db).where('check_states.check_id', '=', checkId).executeTakeFirst()
  return row === undefined ? null : toScheduled(row)
}

function selectScheduled(db: Db) {
  return db
    .selectFrom('check_states')
    .innerJoin('checks', 'checks.id', 'check_states.check_id')
    .leftJoin('check_snapshots', (join) =>
      join
        .onRef('check_snapshots.check_no', '=', 'check_states.no')
        .onRef('check_snapshots.snapshot', '=', 'check_states.snapshot'),
    )
    .select(checkColumns.map((column) => `checks.${column}` as const))
    .select([
      'check_states.no',
      'check_states.last_origin',
      'check_states.snapshot',
      'check_snapshots.name as snapshot_name',
      'check_snapshots.config as snapshot_config',
    ])
}

type ScheduledColumns = Parameters<typeof toCheck>[0] & {
  no: number
  last_origin: string | null
  snapshot: number
  snapshot_name: string | null
  snapshot_config: string | null
}

function toScheduled(row: ScheduledColumns): ScheduledRow {
  return {
    no: row.no,
    check: toCheck(row),
    lastOrigin: row.last_origin,
    snapshot: row.snapshot,
    snapshotName: row.snapshot_name,
    snapshotConfig: row.snapshot_config,
  }
}
