import { booleanColumn, jsonColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import { prepareRowUpdates } from '../engine/change-rows.ts'
import { insertRows } from '../engine/insert-rows.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { deleteServices, renameServices } from './status-page-services.ts'

const columns = listColumns('status_page_components', {
  id: 'id',
  pageId: 'page_id',
  parentId: 'parent_id',
  type: 'type',
  description: 'description',
  hidden: booleanColumn('hidden'),
  displayOrder: 'display_order',
  /** What only components of its type have. */
  config: jsonColumn('config'),
})
const changeableColumns = columns.omit('id', 'pageId')

/** A component of a page: what a service has of it, and the rest. */
export type ComponentRow = RowOf<typeof columns> & {
  accountId: string
  name: string
  createdAt: number
  updatedAt: number | null
}

/** On a page that exists, which is locked. */
export async function insertComponent(db: Db, component: ComponentRow): Promise<void> {
  await insertComponents(db, [component])
}

/** Of pages that were locked in the same write. */
export async function insertComponents(db: Db, components: readonly ComponentRow[]): Promise<void> {
  await insertRows(
    db,
    'status_page_services',
    components.map(({ id, accountId, pageId, name, createdAt, updatedAt }) => ({
      id,
      account_id: accountId,
      name,
      created_at: createdAt,
      updated_at: updatedAt,
      page_id: pageId,
    })),
  )
  await insertRows(db, 'status_page_components', components.map(columns.write))
  const pages = new Map(components.map(({ pageId, createdAt }) => [pageId, createdAt]))
  for (const [pageId, createdAt] of pages) {
    await db
      .insertInto('status_page_cards')
      .values({ id: pageId, page_id: pageId, position: 0, name: '', created_at: createdAt, updated_at: null })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
  await insertRows(
    db,
    'status_page_card_services',
    components.map(({ id, pageId, displayOrder }) => ({
      card_id: pageId,
      service_id: id,
      position: displayOrder,
    })),
  )
}

export async function updateComponent(db: Db, component: ComponentRow): Promise<void> {
  await updateComponents(db, [component])
}

const updateContents = prepareRowUpdates('status_page_components', 'id', {
  id: 'uuid',
  parent_id: 'uuid',
  type: 'text',
  description: 'text',
  hidden: 'boolean',
  display_order: 'integer',
  config: 'text',
})
/** A component is on the one card of its page. */
const updatePositions = prepareRowUpdates('status_page_card_services', 'service_id', {
  service_id: 'uuid',
  position: 'integer',
})

export async function updateComponents(db: Db, components: readonly ComponentRow[]): Promise<void> {
  await renameServices(db, components)
  await updateContents(
    db,
    components.map((component) => ({ id: component.id, ...changeableColumns.write(component) })),
  )
  await updatePositions(
    db,
    components.map(({ id, displayOrder }) => ({ service_id: id, position: displayOrder })),
  )
}

/** Rules affect them no more; incidents keep their names. What they contain goes with them or has gone before. */
export async function deleteComponents(
  db: Db,
  components: readonly Pick<ComponentRow, 'id' | 'name'>[],
): Promise<void> {
  await deleteServices(db, components)
}

/** By page: siblings in their order, in no other. */
export async function componentsOfPages(
  db: Db,
  pageIds: readonly string[],
): Promise<Map<string, ComponentRow[]>> {
  if (pageIds.length === 0) return new Map()
  const rows = await selectComponents(db)
    .where('component.page_id', 'in', pageIds)
    .orderBy('component.display_order')
    .orderBy('service.name')
    .orderBy('component.id')
    .execute()
  return Map.groupBy(rows.map(toRow), ({ pageId }) => pageId)
}

/** All of the account, or these, oldest first. */
export async function listComponents(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly string[] | null },
): Promise<ComponentRow[]> {
  const wanted = ids?.flatMap((id) => canonicalUuid(id) ?? []) ?? null
  if (wanted?.length === 0) return []
  let query = selectComponents(db)
    .where('service.account_id', '=', accountId)
    .orderBy('service.created_at')
    .orderBy('component.id')
  if (wanted !== null) query = query.where('component.id', 'in', wanted)
  return (await query.execute()).map(toRow)
}

/** Inside `write`: it is neither changed nor deleted until the write ends. */
export async function findComponentForUpdate(
  db: Db,
  key: { accountId: string; pageId: string; id: string },
): Promise<ComponentRow | null> {
  const [accountId, pageId] = [canonicalUuid(key.accountId), canonicalUuid(key.pageId)]
  const id = canonicalUuid(key.id)
  if (accountId === null || pageId === null || id === null) return null
  const query = selectComponents(db)
    .where('component.id', '=', id)
    .where('component.page_id', '=', pageId)
    .where('service.account_id', '=', accountId)
  const row = await (isSqlite(db) ? query : query.forUpdate()).executeTakeFirst()
  return row === undefined ? null : toRow(row)
}

function selectComponents(db: Db) {
  return db
    .selectFrom('status_page_components as component')
    .innerJoin('status_page_services as service', 'service.id', 'component.id')
    .selectAll('component')
    .select(['service.account_id', 'service.name', 'service.created_at', 'service.updated_at'])
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectComponents>['execute']>>[number]

function toRow(row: Selected): ComponentRow {
  return {
    ...columns.read(row),
    accountId: row.account_id,
    name: row.name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
