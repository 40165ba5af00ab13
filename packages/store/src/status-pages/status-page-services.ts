import { chunks } from '@sonde/ground/chunks.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { sql } from 'kysely'
import { listColumns, type RowOf } from '../engine/column-list.ts'
import { prepareRowUpdates } from '../engine/change-rows.ts'
import { insertRows } from '../engine/insert-rows.ts'
import type { Db } from '../engine/database.ts'
import { parseJsonObject } from '../engine/json-column.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { olderThan, type NewestFirst } from '../engine/newest-first.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('status_page_services', {
  id: 'id',
  accountId: 'account_id',
  name: 'name',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})

export type ServiceRow = RowOf<typeof columns>

type ServiceKey = { accountId: string; id: string }

export async function insertService(db: Db, service: ServiceRow): Promise<void> {
  await insertServices(db, [service])
}

export async function insertServices(db: Db, services: readonly ServiceRow[]): Promise<void> {
  await insertRows(db, 'status_page_services', services.map(columns.write))
}

export async function listServices(db: Db, { accountId, after, limit }: NewestFirst): Promise<ServiceRow[]> {
  let query = db
    .selectFrom('status_page_services')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('page_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  if (after !== null) query = query.where(olderThan(after))
  const rows = await (limit === null ? query : query.limit(limit)).execute()
  return rows.map(columns.read)
}

export async function findService(db: Db, key: ServiceKey): Promise<ServiceRow | null> {
  const row = await selectService(db, key)?.executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** As `findService`, but inside `write`: nobody changes the service or begins to name it until the write ends. */
export async function findServiceForUpdate(db: Db, key: ServiceKey): Promise<ServiceRow | null> {
  const query = selectService(db, key)
  const row = await (isSqlite(db) ? query : query?.forUpdate())?.executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** The same for many of an account, in the order of their ids: those that there are. */
export async function lockServices(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<ServiceRow[]> {
  const services: ServiceRow[] = []
  for (const chunk of chunks(ids.toSorted(), keysPerStatement)) {
    const query = db
      .selectFrom('status_page_services')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', 'in', chunk)
      .where('page_id', 'is', null)
      .orderBy('id')
    const rows = await (isSqlite(db) ? query : query.forUpdate()).execute()
    services.push(...rows.map(columns.read))
  }
  return services
}

function selectService(db: Db, key: ServiceKey) {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return null
  return db
    .selectFrom('status_page_services')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('page_id', 'is', null)
}

/**
 * Those of the ids that the account has, by id, components of pages not among them unless they are asked for. Inside
 * `write`, none of them is deleted until the write ends.
 */
export async function findServices(
  db: Db,
  {
    accountId,
    ids,
    withComponents = false,
  }: { accountId: string; ids: Iterable<string>; withComponents?: boolean },
): Promise<Map<string, ServiceRow>> {
  const distinct = [...new Set([...ids].flatMap((id) => canonicalUuid(id) ?? []))]
  if (distinct.length === 0) return new Map()
  let query = db
    .selectFrom('status_page_services')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', distinct)
    .orderBy('id')
  if (!withComponents) query = query.where('page_id', 'is', null)
  const rows = await (isSqlite(db) ? query : query.forKeyShare()).execute()
  return new Map(rows.map((row) => [row.id, columns.read(row)]))
}

export async function renameService(
  db: Db,
  service: Pick<ServiceRow, 'id' | 'name' | 'updatedAt'>,
): Promise<void> {
  await renameServices(db, [service])
}

const updateNames = prepareRowUpdates('status_page_services', 'id', {
  id: 'uuid',
  name: 'text',
  updated_at: 'bigint',
})

export async function renameServices(
  db: Db,
  services: readonly Pick<ServiceRow, 'id' | 'name' | 'updatedAt'>[],
): Promise<void> {
  await updateNames(
    db,
    services.map(({ id, name, updatedAt }) => ({ id, name, updated_at: updatedAt })),
  )
}

const nameInIncidents = prepareRowUpdates('incident_services', 'service_id', {
  service_id: 'uuid',
  name: 'text',
})

/** They leave their cards; incidents keep their last names. */
export async function deleteServices(
  db: Db,
  services: readonly Pick<ServiceRow, 'id' | 'name'>[],
): Promise<void> {
  await nameInIncidents(
    db,
    services.map(({ id, name }) => ({ service_id: id, name })),
  )
  const ids = services.map(({ id }) => id)
  for (const chunk of chunks(ids, keysPerStatement))
    await db.deleteFrom('status_page_services').where('id', 'in', chunk).execute()
}

/**
 * The checks whose alerts open incidents on one of the services, by the service. Reads the configuration of every check of
 * the account, once: services are seldom deleted, and an index would have to be kept up by every write of a check.
 */
export async function checksThatTrigger(
  db: Db,
  { accountId, serviceIds }: { accountId: string; serviceIds: readonly string[] },
): Promise<Map<string, string[]>> {
  const [only = ''] = serviceIds
  const rows = await db
    .selectFrom('checks')
    .select(['id', 'config'])
    .where('account_id', '=', accountId)
    // As the JSON of this room is written; an id may have been sent in capitals.
    .where(
      sql<boolean>`lower(config) like ${`%"triggerincident":{%"serviceid":"${serviceIds.length === 1 ? `${only}"` : ''}%`}`,
    )
    .orderBy('id')
    .execute()
  const wanted = new Set(serviceIds)
  const found = new Map<string, string[]>()
  for (const { id, config } of rows) {
    const { triggerIncident } = parseJsonObject(config)
    const serviceId = isRecord(triggerIncident) ? String(triggerIncident['serviceId']).toLowerCase() : ''
    if (wanted.has(serviceId)) found.set(serviceId, [...(found.get(serviceId) ?? []), id])
  }
  return found
}
