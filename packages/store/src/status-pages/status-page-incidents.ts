import { sql } from 'kysely'
import type { ComponentImpact } from '@sonde/schema/status-pages/status-page-component.ts'
import { booleanColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { olderThan, type NewestFirst } from '../engine/newest-first.ts'
import type { ServiceRow } from './status-page-services.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('status_page_incidents', {
  id: 'id',
  accountId: 'account_id',
  name: 'name',
  severity: 'severity',
  /** The check whose alert opened it; null when a person did. */
  checkId: 'check_id',
  /** The automation rule that opened it. */
  ruleId: 'rule_id',
  /** Whether a person has changed it or posted an update: no rule resolves it then. */
  isEdited: booleanColumn('is_edited'),
  /** What its rule would have posted; null for most. */
  draft: { column: 'draft', read: parseDraft, write: writeDraft },
  /** Pages that do not show it although they show its services. */
  excludedPageIds: {
    column: 'excluded_pages',
    read: parseIds,
    write: (ids: readonly string[]) => JSON.stringify(ids),
  },
  lastStatus: 'last_status',
  startedAt: 'started_at',
  /** Null while it goes on. */
  endedAt: 'ended_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})
/** What can change of an incident. */
const changeableColumns = columns.omit('id', 'accountId', 'checkId', 'ruleId', 'excludedPageIds', 'createdAt')

export type IncidentRow = RowOf<typeof columns>

/** What the updates of an incident say together. */
export type IncidentCourse = Pick<IncidentRow, 'lastStatus' | 'startedAt' | 'endedAt'>

/** An update that nobody has posted yet. It always resolves the incident. */
export type IncidentDraft = { description: string; at: number }

/** A service that an incident names; how a component is affected, and null for a service of a page with cards. */
export type NamedService = ServiceRow & { impact: ComponentImpact | null }

type IncidentKey = { accountId: string; id: string }

export async function insertIncident(db: Db, incident: IncidentRow): Promise<void> {
  await db.insertInto('status_page_incidents').values(columns.write(incident)).execute()
}

/** Writes what can change of an incident that was read in the same write with `findIncidentForUpdate`. */
export async function updateIncident(db: Db, incident: IncidentRow): Promise<void> {
  await db
    .updateTable('status_page_incidents')
    .set(changeableColumns.write(incident))
    .where('id', '=', incident.id)
    .execute()
}

export async function listIncidents(
  db: Db,
  { accountId, after, limit, isOpen = null }: NewestFirst & { isOpen?: boolean | null },
): Promise<IncidentRow[]> {
  let query = db
    .selectFrom('status_page_incidents')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  if (isOpen !== null) query = query.where('ended_at', isOpen ? 'is' : 'is not', null)
  if (after !== null) query = query.where(olderThan(after))
  const rows = await (limit === null ? query : query.limit(limit)).execute()
  return rows.map(columns.read)
}

export async function findIncident(db: Db, key: IncidentKey): Promise<IncidentRow | null> {
  const row = await selectIncident(db, key)?.executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** As `findIncident`, but inside `write`: nobody changes it or its updates until the write ends. */
export async function findIncidentForUpdate(db: Db, key: IncidentKey): Promise<IncidentRow | null> {
  const query = selectIncident(db, key)
  const row = await (isSqlite(db) ? query : query?.forUpdate())?.executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

function selectIncident(db: Db, key: IncidentKey) {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return null
  return db
    .selectFrom('status_page_incidents')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
}

/** Its updates go with it. False when the account has no such incident. */
export async function deleteIncident(db: Db, key: IncidentKey): Promise<boolean> {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return false
  const { numDeletedRows } = await db
    .deleteFrom('status_page_incidents')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The services of an incident become these, in this order, each at most once. */
export async function replaceIncidentServices(
  db: Db,
  incidentId: string,
  services: readonly (Pick<ServiceRow, 'id' | 'name' | 'createdAt'> & { impact?: ComponentImpact | null })[],
): Promise<void> {
  await db.deleteFrom('incident_services').where('incident_id', '=', incidentId).execute()
  if (services.length === 0) return
  await db
    .insertInto('incident_services')
    .values(
      services.map(({ id, name, createdAt, impact = null }, position) => ({
        incident_id: incidentId,
        service_id: id,
        name,
        service_created_at: createdAt,
        position,
        impact,
      })),
    )
    .execute()
}

/** By incident, in its order: as they are now, or as they were when they were deleted. */
export async function servicesOfIncidents(
  db: Db,
  incidents: readonly Pick<IncidentRow, 'id' | 'accountId'>[],
): Promise<Map<string, NamedService[]>> {
  if (incidents.length === 0) return new Map()
  const accounts = new Map(incidents.map(({ id, accountId }) => [id, accountId]))
  const rows = await db
    .selectFrom('incident_services as named')
    .leftJoin('status_page_services as service', 'service.id', 'named.service_id')
    .select([
      'named.incident_id',
      'named.service_id',
      'named.name',
      'named.service_created_at',
      'named.impact',
      'service.name as present_name',
      'service.updated_at',
    ])
    .where('named.incident_id', 'in', [...accounts.keys()])
    .orderBy('named.incident_id')
    .orderBy('named.position')
    .execute()
  const byIncident = new Map<string, NamedService[]>()
  for (const row of rows) {
    const services = byIncident.get(row.incident_id) ?? []
    byIncident.set(row.incident_id, services)
    services.push({
      id: row.service_id,
      accountId: accounts.get(row.incident_id) ?? '',
      name: row.present_name ?? row.name,
      createdAt: row.service_created_at,
      updatedAt: row.updated_at,
      impact: row.impact,
    })
  }
  return byIncident
}

/** How the open incidents of a page affect its components: each pair that is named, in no order. */
export async function openImpactsOn(
  db: Db,
  pageIds: readonly string[],
): Promise<{ componentId: string; impact: ComponentImpact }[]> {
  if (pageIds.length === 0) return []
  const rows = await db
    .selectFrom('status_page_components as component')
    .innerJoin('incident_services as named', 'named.service_id', 'component.id')
    .innerJoin('status_page_incidents as incident', 'incident.id', 'named.incident_id')
    .select(['component.id', 'named.impact'])
    .where('component.page_id', 'in', pageIds)
    .where('incident.ended_at', 'is', null)
    .execute()
  return rows.flatMap(({ id, impact }) => (impact === null ? [] : [{ componentId: id, impact }]))
}

/** By page, newest first: the incidents that name a service of the page and do not exclude it. */
export async function incidentsOfPages(
  db: Db,
  { pageIds, limit }: { pageIds: readonly string[]; limit: number },
): Promise<Map<string, IncidentRow[]>> {
  if (pageIds.length === 0) return new Map()
  const numbered = db
    .selectFrom(
      db
        .selectFrom('status_page_cards as card')
        .innerJoin('status_page_card_services as shown', 'shown.card_id', 'card.id')
        .innerJoin('incident_services as named', 'named.service_id', 'shown.service_id')
        .innerJoin('status_page_incidents as incident', 'incident.id', 'named.incident_id')
        .select(['card.page_id', 'incident.id as incident_id', 'incident.created_at as incident_created_at'])
        // Two services of an incident may be on the page, one of them on two cards.
        .distinct()
        .where('card.page_id', 'in', pageIds)
        .where(sql<boolean>`incident.excluded_pages not like '%' || cast(card.page_id as text) || '%'`)
        .as('shown_incident'),
    )
    .select(['page_id', 'incident_id'])
    .select((builder) =>
      builder.fn
        .agg<number>('row_number')
        .over((over) =>
          over.partitionBy('page_id').orderBy('incident_created_at', 'desc').orderBy('incident_id', 'desc'),
        )
        .as('place'),
    )
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .innerJoin('status_page_incidents as incident', 'incident.id', 'numbered.incident_id')
    .selectAll('incident')
    .select('numbered.page_id')
    .where('numbered.place', '<=', limit)
    .orderBy('numbered.page_id')
    .orderBy('numbered.place')
    .execute()
  const byPage = Map.groupBy(rows, (row) => row.page_id)
  return new Map([...byPage].map(([pageId, found]) => [pageId, found.map(columns.read)]))
}

/** Safe because nothing but `writeDraft` writes there. */
function parseDraft(text: string | null): IncidentDraft | null {
  return text === null ? null : (JSON.parse(text) as IncidentDraft)
}

function writeDraft(draft: IncidentDraft | null): string | null {
  return draft === null ? null : JSON.stringify(draft)
}

function parseIds(text: string): readonly string[] {
  const value: unknown = JSON.parse(text)
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}
