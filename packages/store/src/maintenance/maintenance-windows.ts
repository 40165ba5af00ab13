import type { RepeatUnit, StatusPageVisibility } from '@sonde/schema/alerts/maintenance-window.ts'
import { chunks } from '@sonde/ground/chunks.ts'
import { prepareRowUpdates } from '../engine/change-rows.ts'
import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { deleteRows } from '../engine/delete-rows.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/** What a window says beside its name and its first occurrence. */
export type MaintenanceWindowConfig = {
  description: string | null
  /** Null: once. */
  repeatInterval: number | null
  repeatUnit: RepeatUnit | null
  /** A moment of the last day, in the zone, on which an occurrence may start. */
  repeatEndsAt: number | null
  /** Null: UTC. */
  timezone: string | null
  tags: string[]
  pauseAllChecks: boolean
  silenceAlertsTags: string[]
  silenceAllAlerts: boolean
  silenceCheckIds: string[]
  silenceGroupIds: number[]
  pauseCheckIds: string[]
  pauseGroupIds: number[]
  statusPageVisibility: StatusPageVisibility
}

const columns = listColumns('maintenance_windows', {
  id: 'id',
  accountId: 'account_id',
  name: 'name',
  startsAt: 'starts_at',
  endsAt: 'ends_at',
  config: {
    column: 'config',
    read: parseWindowConfig,
    write: (config: MaintenanceWindowConfig) => JSON.stringify(config),
  },
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})
const newColumns = columns.omit('id')
const contentColumns = columns.omit('id', 'accountId', 'createdAt')

export type MaintenanceWindowRow = RowOf<typeof columns>

export type MaintenanceWindowKey = { accountId: string; id: number }

/** Returns its id. */
export async function insertMaintenanceWindow(
  db: Db,
  window: Omit<MaintenanceWindowRow, 'id'>,
): Promise<number> {
  const { id } = await db
    .insertInto('maintenance_windows')
    .values(newColumns.write(window))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The same for many, with numbers that nothing else is given. */
export async function insertMaintenanceWindows(
  db: Db,
  windows: readonly MaintenanceWindowRow[],
): Promise<void> {
  await insertRows(db, 'maintenance_windows', windows.map(columns.write))
}

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
export type MomentFilter = Partial<Record<keyof typeof comparisons, number>>

export type MaintenanceWindowFilter = {
  accountId: string
  startsAt?: MomentFilter
  endsAt?: MomentFilter
  limit: number
  offset: number
}

/** Newest first. */
export async function listMaintenanceWindows(
  db: Db,
  filter: MaintenanceWindowFilter,
): Promise<{ rows: MaintenanceWindowRow[]; total: number }> {
  const accountId = canonicalUuid(filter.accountId)
  if (accountId === null) return { rows: [], total: 0 }
  let matching = db.selectFrom('maintenance_windows').where('account_id', '=', accountId)
  for (const [column, moments] of [
    ['starts_at', filter.startsAt],
    ['ends_at', filter.endsAt],
  ] as const) {
    for (const name of ['gt', 'gte', 'lt', 'lte'] as const) {
      const at = moments?.[name]
      if (at !== undefined) matching = matching.where(column, comparisons[name], at)
    }
  }
  const { count } = await matching
    .select((builder) => builder.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
  return { rows: rows.map(columns.read), total: Number(count) }
}

/** Every window of the account, oldest first. */
export async function maintenanceWindowsOf(db: Db, accountId: string): Promise<MaintenanceWindowRow[]> {
  const rows = await db
    .selectFrom('maintenance_windows')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(columns.read)
}

const selectWindow = prepareQuery((db, { accountId, id }: MaintenanceWindowKey) =>
  db.selectFrom('maintenance_windows').selectAll().where('id', '=', id).where('account_id', '=', accountId),
)

/** SQLite has one writer at a time, so there is nothing to lock. */
const selectWindowForUpdate = prepareQuery((db, { accountId, id }: MaintenanceWindowKey) => {
  const query = db
    .selectFrom('maintenance_windows')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
  return isSqlite(db) ? query : query.forUpdate()
})

export async function findMaintenanceWindow(
  db: Db,
  key: MaintenanceWindowKey,
): Promise<MaintenanceWindowRow | null> {
  return await findBy(selectWindow, db, key)
}

/** As `findMaintenanceWindow`, but inside `write`: neither the window nor any of its occurrences changes
 * until the write ends, because whoever changes one of them takes the window first. */
export async function findMaintenanceWindowForUpdate(
  db: Db,
  key: MaintenanceWindowKey,
): Promise<MaintenanceWindowRow | null> {
  return await findBy(selectWindowForUpdate, db, key)
}

async function findBy(
  query: typeof selectWindow,
  db: Db,
  key: MaintenanceWindowKey,
): Promise<MaintenanceWindowRow | null> {
  const accountId = canonicalUuid(key.accountId)
  if (accountId === null || !Number.isSafeInteger(key.id)) return null
  const row = (await query(db, { accountId, id: key.id })).rows[0]
  return row === undefined ? null : columns.read(row)
}

/** As `findMaintenanceWindowForUpdate`, for many, in the order of their ids: those that the account has. */
export async function lockMaintenanceWindows(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly number[] },
): Promise<MaintenanceWindowRow[]> {
  const windows: MaintenanceWindowRow[] = []
  const inOrder = ids.toSorted((left, right) => left - right)
  for (const chunk of chunks(inOrder, keysPerStatement)) {
    const query = db
      .selectFrom('maintenance_windows')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', 'in', chunk)
      .orderBy('id')
    windows.push(...(await (isSqlite(db) ? query : query.forUpdate()).execute()).map(columns.read))
  }
  return windows
}

const updateContents = prepareRowUpdates('maintenance_windows', 'id', {
  id: 'bigint',
  name: 'text',
  starts_at: 'bigint',
  ends_at: 'bigint',
  config: 'text',
  updated_at: 'bigint',
})

/** Of windows that were locked in the same write. */
export async function updateMaintenanceWindows(
  db: Db,
  windows: readonly MaintenanceWindowRow[],
): Promise<void> {
  await updateContents(
    db,
    windows.map((window) => ({ id: window.id, ...contentColumns.write(window) })),
  )
}

/** Their occurrences and the updates of these go with them. Returns how many there were. */
export async function deleteMaintenanceWindows(
  db: Db,
  windows: readonly Pick<MaintenanceWindowRow, 'id'>[],
): Promise<number> {
  return await deleteRows(db, 'maintenance_windows', windows)
}

const selectAfter = prepareQuery((db, { after, limit }: { after: number; limit: number }) =>
  db.selectFrom('maintenance_windows').selectAll().where('id', '>', after).orderBy('id').limit(limit),
)

/** Of every account, by id. */
export async function maintenanceWindowsAfter(
  db: Db,
  page: { after: number; limit: number },
): Promise<MaintenanceWindowRow[]> {
  return (await selectAfter(db, page)).rows.map(columns.read)
}

/** Windows that were written before these fields were there name no check and no group. */
const addedLater = { silenceCheckIds: [], silenceGroupIds: [], pauseCheckIds: [], pauseGroupIds: [] }

/** The guarantee behind this cast: only this file writes the column, from a value of that very type. */
export function parseWindowConfig(text: string): MaintenanceWindowConfig {
  return { ...addedLater, ...(JSON.parse(text) as MaintenanceWindowConfig) }
}
