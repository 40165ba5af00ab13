import { chunks } from '@sonde/ground/chunks.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { prepareRowUpdates } from '../engine/change-rows.ts'
import { booleanColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { type MaintenanceWindowConfig, parseWindowConfig } from './maintenance-windows.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { keysPerStatement, rowsPerStatement } from '../engine/statement-limits.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('maintenances', {
  id: 'id',
  windowId: 'window_id',
  accountId: 'account_id',
  /** Where the repeats of the window put it, also after it was moved. */
  plannedAt: 'planned_at',
  status: 'status',
  startsAt: 'starts_at',
  endsAt: 'ends_at',
  /** When it really began and ended; null while it has not. */
  beganAt: 'began_at',
  endedAt: 'ended_at',
  /** Given dates of its own, which changes of the window leave alone. */
  isMoved: booleanColumn('is_moved'),
  /** Gone for everybody, and kept so that it is not made again. */
  isDeleted: booleanColumn('is_deleted'),
  /** Minutes before the start whose reminder needs no more thought. */
  reminded: {
    column: 'reminded',
    read: parseReminded,
    write: (minutes: number[]) => (minutes.length === 0 ? null : JSON.stringify(minutes)),
  },
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})
const changeableColumns = columns.omit('id', 'windowId', 'accountId', 'createdAt')

/** One occurrence of a maintenance window. */
export type MaintenanceRow = RowOf<typeof columns>

/** An occurrence that has its effects now, or is about to have them. */
export type ActiveMaintenance = {
  windowId: number
  maintenanceId: string
  accountId: string
  name: string
  /** Its effects last from here, inclusive... */
  startsAt: number
  /** ...to here, exclusive. Without an end that is known: the highest safe integer. */
  endsAt: number
  pausesAll: boolean
  pauseTags: readonly string[]
  silencesAll: boolean
  silenceTags: readonly string[]
  pauseCheckIds: readonly string[]
  pauseGroupIds: readonly number[]
  silenceCheckIds: readonly string[]
  silenceGroupIds: readonly number[]
  /** Null when automatic incidents open as usual. */
  suppressAutoIncidents: {
    affectsAllServices: boolean
    serviceIds: readonly string[]
    pageIds: readonly string[]
  } | null
}

/** So long before they begin they are known. */
export const soonMs = minuteMs
export const noKnownEnd = Number.MAX_SAFE_INTEGER

const selectCurrent = prepareQuery((db, { until }: { until: number }) =>
  db
    .selectFrom('maintenances')
    .innerJoin('maintenance_windows', 'maintenance_windows.id', 'maintenances.window_id')
    .select([
      'maintenances.id',
      'maintenances.window_id',
      'maintenances.account_id',
      'maintenances.status',
      'maintenances.starts_at',
      'maintenances.ends_at',
      'maintenances.is_deleted',
      'maintenance_windows.name',
      'maintenance_windows.config',
    ])
    .where('maintenances.status', 'in', ['SCHEDULED', 'IN_PROGRESS', 'VERIFYING'])
    .where('maintenances.starts_at', '<=', until)
    .orderBy('maintenances.starts_at')
    .orderBy('maintenances.id'),
)

/**
 * What has its effects at `at`, or begins within the minute after it. Judged by the clock as well as by the
 * status, so that nothing begins late or lasts longer because a job has not come by yet.
 */
export async function activeMaintenances(
  db: Db,
  { at, accountIds }: { at: number; accountIds?: readonly string[] },
): Promise<ActiveMaintenance[]> {
  const { rows } = await selectCurrent(db, { until: at + soonMs })
  return rows.flatMap((row): ActiveMaintenance[] => {
    if (row.is_deleted || accountIds?.includes(row.account_id) === false) return []
    const config = parseWindowConfig(row.config)
    const shown = config.statusPageVisibility
    const hasBegun = row.status !== 'SCHEDULED'
    if (!hasBegun && shown.enabled && !shown.autoStart) return []
    const endsByHand = shown.enabled && !shown.autoEnd
    if (!endsByHand && row.ends_at <= at) return []
    return [
      {
        ...toEffects(row, config),
        startsAt: row.starts_at,
        endsAt: endsByHand ? noKnownEnd : row.ends_at,
      },
    ]
  })
}

/**
 * What had, has or will have its effects at some moment from `from` to `to`, by what its window says now. One that really
 * began or ended at another moment than planned did so then.
 */
export async function maintenancesBetween(
  db: Db,
  { accountId, from, to, limit }: { accountId: string; from: number; to: number; limit: number },
): Promise<ActiveMaintenance[]> {
  const id = canonicalUuid(accountId)
  if (id === null) return []
  const rows = await db
    .selectFrom('maintenances')
    .innerJoin('maintenance_windows', 'maintenance_windows.id', 'maintenances.window_id')
    .select([
      'maintenances.id',
      'maintenances.window_id',
      'maintenances.account_id',
      'maintenances.status',
      'maintenances.starts_at',
      'maintenances.ends_at',
      'maintenances.began_at',
      'maintenances.ended_at',
      'maintenance_windows.name',
      'maintenance_windows.config',
    ])
    .where('maintenances.account_id', '=', id)
    .where('maintenances.is_deleted', '=', falseOf(db))
    .where('maintenances.status', '!=', 'CANCELLED')
    .where((builder) =>
      builder(builder.fn.coalesce('maintenances.began_at', 'maintenances.starts_at'), '<', to),
    )
    .orderBy('maintenances.starts_at', 'desc')
    .limit(limit)
    .execute()
  return rows
    .map((row): ActiveMaintenance => {
      const config = parseWindowConfig(row.config)
      const { enabled, autoEnd } = config.statusPageVisibility
      const isOver = row.status === 'COMPLETED'
      const endsAt = row.ended_at ?? (enabled && !autoEnd && !isOver ? noKnownEnd : row.ends_at)
      return { ...toEffects(row, config), startsAt: row.began_at ?? row.starts_at, endsAt }
    })
    .filter(({ startsAt, endsAt }) => startsAt < endsAt && endsAt > from)
}

type Effects = Omit<ActiveMaintenance, 'startsAt' | 'endsAt'>

function toEffects(
  row: { id: string; window_id: number; account_id: string; name: string },
  config: MaintenanceWindowConfig,
): Effects {
  const visibility = config.statusPageVisibility
  return {
    windowId: row.window_id,
    maintenanceId: row.id,
    accountId: row.account_id,
    name: row.name,
    pausesAll: config.pauseAllChecks,
    pauseTags: config.tags,
    silencesAll: config.silenceAllAlerts,
    silenceTags: config.silenceAlertsTags,
    pauseCheckIds: config.pauseCheckIds,
    pauseGroupIds: config.pauseGroupIds,
    silenceCheckIds: config.silenceCheckIds,
    silenceGroupIds: config.silenceGroupIds,
    suppressAutoIncidents:
      visibility.enabled && visibility.suppressAutoIncidents
        ? {
            affectsAllServices: visibility.affectAllServices,
            serviceIds: visibility.serviceIds,
            pageIds: visibility.statusPageIds,
          }
        : null,
  }
}

/** Those that exist already, as planned, are left as they are. */
export async function insertMaintenances(db: Db, maintenances: readonly MaintenanceRow[]): Promise<void> {
  for (const chunk of chunks(maintenances, rowsPerStatement)) {
    await db
      .insertInto('maintenances')
      .values(chunk.map(columns.write))
      .onConflict((conflict) => conflict.columns(['window_id', 'planned_at']).doNothing())
      .execute()
  }
}

/** Inside a write that holds the window. */
export async function updateMaintenance(db: Db, maintenance: MaintenanceRow): Promise<void> {
  await updateMaintenances(db, [maintenance])
}

const updateContents = prepareRowUpdates('maintenances', 'id', {
  id: 'uuid',
  planned_at: 'bigint',
  status: 'text',
  starts_at: 'bigint',
  ends_at: 'bigint',
  began_at: 'bigint',
  ended_at: 'bigint',
  is_moved: 'boolean',
  is_deleted: 'boolean',
  reminded: 'text',
  updated_at: 'bigint',
})

/** The same for many. */
export async function updateMaintenances(db: Db, maintenances: readonly MaintenanceRow[]): Promise<void> {
  await updateContents(
    db,
    maintenances.map((maintenance) => ({ id: maintenance.id, ...changeableColumns.write(maintenance) })),
  )
}

export async function removeMaintenances(db: Db, ids: readonly string[]): Promise<void> {
  for (const chunk of chunks(ids, keysPerStatement))
    await db.deleteFrom('maintenances').where('id', 'in', chunk).execute()
}

/** Of one window, latest start first, without the deleted ones. */
export async function listMaintenances(
  db: Db,
  { windowId, limit, offset }: { windowId: number; limit: number; offset: number },
): Promise<{ rows: MaintenanceRow[]; total: number }> {
  const matching = db
    .selectFrom('maintenances')
    .where('window_id', '=', windowId)
    .where('is_deleted', '=', falseOf(db))
  const { count } = await matching
    .select((builder) => builder.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: rows.map(columns.read), total: Number(count) }
}

export async function findMaintenance(
  db: Db,
  key: { windowId: number; id: string },
): Promise<MaintenanceRow | null> {
  const id = canonicalUuid(key.id)
  if (id === null) return null
  const row = await db
    .selectFrom('maintenances')
    .selectAll()
    .where('id', '=', id)
    .where('window_id', '=', key.windowId)
    .where('is_deleted', '=', falseOf(db))
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** What still matters for the plans of windows: all that has not ended, and all that was planned from `from` on,
 * the deleted ones included. By plan. */
export async function plannedMaintenances(
  db: Db,
  { windowIds, from }: { windowIds: readonly number[]; from: number },
): Promise<MaintenanceRow[]> {
  const maintenances: MaintenanceRow[] = []
  for (const chunk of chunks(windowIds, keysPerStatement)) {
    const rows = await db
      .selectFrom('maintenances')
      .selectAll()
      .where('window_id', 'in', chunk)
      .where((builder) =>
        builder.or([
          builder('planned_at', '>=', from),
          builder('status', 'in', ['SCHEDULED', 'IN_PROGRESS', 'VERIFYING']),
        ]),
      )
      .orderBy('planned_at')
      .orderBy('id')
      .execute()
    maintenances.push(...rows.map(columns.read))
  }
  return maintenances
}

/** Lets plans change places: no two of a window may be the same, not even between two statements. Each of
 * them gets its new plan in the same write. */
export async function liftPlans(db: Db, ids: readonly string[]): Promise<void> {
  for (const chunk of chunks(ids, keysPerStatement)) {
    await db
      .updateTable('maintenances')
      .set((builder) => ({ planned_at: builder.neg(builder.ref('planned_at')) }))
      .where('id', 'in', chunk)
      .execute()
  }
}

export type DueMaintenance = { id: string; windowId: number; accountId: string; dueAt: number }

const selectDue = prepareQuery(
  (db, { until }: { until: number }) =>
    db
      .selectFrom('maintenances')
      .innerJoin('maintenance_windows', 'maintenance_windows.id', 'maintenances.window_id')
      .select([
        'maintenances.id',
        'maintenances.window_id',
        'maintenances.account_id',
        'maintenances.status',
        'maintenances.starts_at',
        'maintenances.ends_at',
        'maintenances.is_deleted',
        'maintenance_windows.config',
      ])
      .where((builder) =>
        builder.or([
          builder.and([
            builder('maintenances.status', '=', 'SCHEDULED'),
            builder('maintenances.starts_at', '<=', until),
          ]),
          builder.and([
            builder('maintenances.status', 'in', ['IN_PROGRESS', 'VERIFYING']),
            builder('maintenances.ends_at', '<=', until),
          ]),
        ]),
      )
      .orderBy('maintenances.starts_at')
      .orderBy('maintenances.id'),
  { isPlannedOnce: true },
)

/** Occurrences of every account that should have begun or ended by then without anybody's doing. */
export async function dueMaintenances(db: Db, until: number): Promise<DueMaintenance[]> {
  const { rows } = await selectDue(db, { until })
  return rows.flatMap((row) => {
    const { enabled, autoStart, autoEnd } = parseWindowConfig(row.config).statusPageVisibility
    const isToBegin = row.status === 'SCHEDULED'
    const waitsForHand = enabled && !(isToBegin ? autoStart : autoEnd)
    if (row.is_deleted || waitsForHand) return []
    const dueAt = isToBegin ? row.starts_at : row.ends_at
    return [{ id: row.id, windowId: row.window_id, accountId: row.account_id, dueAt }]
  })
}

/** The guarantee behind this cast: only this file writes the column, from a list of numbers. */
function parseReminded(text: string | null): number[] {
  return text === null ? [] : (JSON.parse(text) as number[])
}

/** SQLite knows no booleans. */
function falseOf(db: Db): boolean | number {
  return isSqlite(db) ? 0 : false
}
