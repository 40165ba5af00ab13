import type { Selectable } from 'kysely'
import { chunks } from '@sonde/ground/chunks.ts'
import { prepareRowUpdates } from '../engine/change-rows.ts'
import type { Database, Db } from '../engine/database.ts'
import { deleteRows } from '../engine/delete-rows.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { type JsonObject, parseJsonObject } from '../engine/json-column.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/** The password of a private dashboard, as far as it is known. */
export type DashboardKeyRow = { id: string; hash: string; lastFour: string; createdAt: number }

export type DashboardRow = {
  id: number
  accountId: string
  dashboardId: string
  /** In lower case, as is `customDomain`. */
  customUrl: string
  customDomain: string | null
  config: JsonObject
  key: DashboardKeyRow | null
  createdAt: number
  updatedAt: number | null
}

type DashboardKey = { accountId: string; dashboardId: string }

/** Throws a unique violation when another dashboard has one of its names. */
export async function insertDashboard(db: Db, dashboard: Omit<DashboardRow, 'id'>): Promise<DashboardRow> {
  const { id } = await db
    .insertInto('dashboards')
    .values(newColumnsOf(dashboard))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...dashboard, id: Number(id) }
}

/** The same for many, with numbers that nothing else is given. */
export async function insertDashboards(db: Db, dashboards: readonly DashboardRow[]): Promise<void> {
  await insertRows(
    db,
    'dashboards',
    dashboards.map((dashboard) => ({ id: dashboard.id, ...newColumnsOf(dashboard) })),
  )
}

const updateContents = prepareRowUpdates('dashboards', 'id', {
  id: 'bigint',
  custom_url: 'text',
  custom_domain: 'text',
  config: 'text',
  key_id: 'uuid',
  key_hash: 'text',
  key_last_four: 'text',
  key_created_at: 'bigint',
  updated_at: 'bigint',
})

/** Replaces the content of dashboards that were locked in the same write. */
export async function updateDashboards(db: Db, dashboards: readonly DashboardRow[]): Promise<void> {
  await updateContents(
    db,
    dashboards.map((dashboard) => ({ id: dashboard.id, ...columnsOf(dashboard) })),
  )
}

export async function findDashboardForUpdate(db: Db, key: DashboardKey): Promise<DashboardRow | null> {
  const query = db
    .selectFrom('dashboards')
    .selectAll()
    .where('dashboard_id', '=', key.dashboardId)
    .where('account_id', '=', key.accountId)
  const row = await (isSqlite(db) ? query : query.forUpdate()).executeTakeFirst()
  return row === undefined ? null : toDashboard(row)
}

/** The same for many, in the order of their numbers: those that the account has. */
export async function lockDashboards(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly number[] },
): Promise<DashboardRow[]> {
  const dashboards: DashboardRow[] = []
  const inOrder = ids.toSorted((left, right) => left - right)
  for (const chunk of chunks(inOrder, keysPerStatement)) {
    const query = db
      .selectFrom('dashboards')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', 'in', chunk)
      .orderBy('id')
    dashboards.push(...(await (isSqlite(db) ? query : query.forUpdate()).execute()).map(toDashboard))
  }
  return dashboards
}

/** Of any account: its address is all that a visitor knows. */
export async function findDashboardBy(
  db: Db,
  column: 'dashboard_id' | 'custom_url' | 'custom_domain',
  value: string,
): Promise<DashboardRow | null> {
  const row = await db.selectFrom('dashboards').selectAll().where(column, '=', value).executeTakeFirst()
  return row === undefined ? null : toDashboard(row)
}

/** By its number, inside `write`: it is not deleted until the write ends. */
export async function findDashboardByNumber(
  db: Db,
  { accountId, id }: { accountId: string; id: number },
): Promise<DashboardRow | null> {
  const query = db
    .selectFrom('dashboards')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
  const row = await (isSqlite(db) ? query : query.forShare()).executeTakeFirst()
  return row === undefined ? null : toDashboard(row)
}

/** Returns how many there were. */
export async function deleteDashboards(
  db: Db,
  dashboards: readonly Pick<DashboardRow, 'id'>[],
): Promise<number> {
  return await deleteRows(db, 'dashboards', dashboards)
}

/** One page, newest first and then by descending id, and how many there are in all. */
export async function listDashboards(
  db: Db,
  { accountId, limit, offset }: { accountId: string; limit: number; offset: number },
): Promise<{ rows: DashboardRow[]; total: number }> {
  const account = canonicalUuid(accountId)
  if (account === null) return { rows: [], total: 0 }
  const ofAccount = db.selectFrom('dashboards').where('account_id', '=', account)
  const rows = await ofAccount
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await ofAccount
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(toDashboard), total: Number(total) }
}

/** Which of the addresses of this dashboard another one has. */
export async function takenByDashboard(
  db: Db,
  { id, customUrl, customDomain }: Pick<DashboardRow, 'customUrl' | 'customDomain'> & { id: number | null },
): Promise<{ customUrl: number | null; customDomain: number | null }> {
  const rows = await db
    .selectFrom('dashboards')
    .select(['id', 'custom_url', 'custom_domain'])
    .where((builder) =>
      builder.or([
        builder('custom_url', '=', customUrl),
        ...(customDomain === null ? [] : [builder('custom_domain', '=', customDomain)]),
      ]),
    )
    .execute()
  const others = rows.filter((row) => Number(row.id) !== id)
  const idOf = (row: (typeof rows)[number] | undefined) => (row === undefined ? null : Number(row.id))
  return {
    customUrl: idOf(others.find((row) => row.custom_url === customUrl)),
    customDomain:
      customDomain === null ? null : idOf(others.find((row) => row.custom_domain === customDomain)),
  }
}

function newColumnsOf(dashboard: Omit<DashboardRow, 'id'>) {
  return {
    ...columnsOf(dashboard),
    account_id: dashboard.accountId,
    dashboard_id: dashboard.dashboardId,
    created_at: dashboard.createdAt,
  }
}

function columnsOf(dashboard: Omit<DashboardRow, 'id'>) {
  const { key } = dashboard
  return {
    custom_url: dashboard.customUrl,
    custom_domain: dashboard.customDomain,
    config: JSON.stringify(dashboard.config),
    key_id: key?.id ?? null,
    key_hash: key?.hash ?? null,
    key_last_four: key?.lastFour ?? null,
    key_created_at: key?.createdAt ?? null,
    updated_at: dashboard.updatedAt,
  }
}

function toDashboard(row: Selectable<Database['dashboards']>): DashboardRow {
  const { key_id: keyId, key_hash: hash, key_last_four: lastFour, key_created_at: keyCreatedAt } = row
  const isPrivate = keyId !== null && hash !== null && lastFour !== null && keyCreatedAt !== null
  return {
    id: Number(row.id),
    accountId: row.account_id,
    dashboardId: row.dashboard_id,
    customUrl: row.custom_url,
    customDomain: row.custom_domain,
    config: parseJsonObject(row.config),
    key: isPrivate ? { id: keyId, hash, lastFour, createdAt: keyCreatedAt } : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
