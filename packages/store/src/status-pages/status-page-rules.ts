import type { Selectable } from 'kysely'
import { chunks } from '@sonde/ground/chunks.ts'
import type { ComponentImpact } from '@sonde/schema/status-pages/status-page-component.ts'
import { prepareRowUpdates } from '../engine/change-rows.ts'
import { booleanColumn, listColumns, type RowOf, textListColumn } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { deleteRows } from '../engine/delete-rows.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { activeTags } from './followed-checks.ts'
import type { StatusPageTables } from './status-page-tables.ts'

const columns = listColumns('status_page_rules', {
  id: 'id',
  accountId: 'account_id',
  pageId: 'page_id',
  name: 'name',
  enabled: booleanColumn('enabled'),
  firstUpdate: 'first_update',
  lastUpdate: 'last_update',
  notifySubscribers: booleanColumn('notify_subscribers'),
  tags: textListColumn('tags'),
  coolDownMinutes: 'cool_down_minutes',
  /** The incident of the outage that goes on, also when a person has resolved it meanwhile. */
  incidentId: 'incident_id',
  openedAt: 'opened_at',
  /** Since when no check of the rule fails while a person keeps its incident open. */
  recoveredAt: 'recovered_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})
const courseColumns = columns.pick('incidentId', 'openedAt', 'recoveredAt')
const contentColumns = columns.omit(
  'id',
  'accountId',
  'pageId',
  'incidentId',
  'openedAt',
  'recoveredAt',
  'createdAt',
)

export type RuleComponent = { componentId: string; impact: ComponentImpact }

/** A rule, with what its incidents affect. */
export type RuleRow = RowOf<typeof columns> & { components: RuleComponent[] }

/** Where a rule stands with its incident. */
export type RuleCourse = RowOf<typeof courseColumns>

export async function insertRules(db: Db, rules: readonly RuleRow[]): Promise<void> {
  await insertRows(
    db,
    'status_page_rules',
    rules.map(({ components: _below, ...rule }) => columns.write(rule)),
  )
  await insertRuleComponents(db, rules)
}

const updateContents = prepareRowUpdates('status_page_rules', 'id', {
  id: 'uuid',
  name: 'text',
  enabled: 'boolean',
  first_update: 'text',
  last_update: 'text',
  notify_subscribers: 'boolean',
  tags: 'text',
  cool_down_minutes: 'integer',
  updated_at: 'bigint',
})

/** What people say of rules that the same write has locked; where they stand is written with `updateRuleCourse`. */
export async function updateRules(db: Db, rules: readonly RuleRow[]): Promise<void> {
  await updateContents(
    db,
    rules.map(({ components: _below, ...rule }) => ({ id: rule.id, ...contentColumns.write(rule) })),
  )
  for (const chunk of chunks(rules, keysPerStatement)) {
    const ids = chunk.map(({ id }) => id)
    await db.deleteFrom('status_page_rule_components').where('rule_id', 'in', ids).execute()
  }
  await insertRuleComponents(db, rules)
}

/** Of a rule that the same write has locked. */
export async function updateRuleCourse(db: Db, id: string, course: RuleCourse): Promise<void> {
  await db.updateTable('status_page_rules').set(courseColumns.write(course)).where('id', '=', id).execute()
}

export async function deleteRules(db: Db, rules: readonly Pick<RuleRow, 'id'>[]): Promise<void> {
  await deleteRows(db, 'status_page_rules', rules)
}

/** Those of an account, of pages, of both, of certain ids, or of everybody; oldest first. */
export async function listRules(
  db: Db,
  {
    accountId = null,
    pageIds = null,
    ids = null,
  }: { accountId?: string | null; pageIds?: readonly string[] | null; ids?: readonly string[] | null } = {},
): Promise<RuleRow[]> {
  const wanted = ids?.flatMap((id) => canonicalUuid(id) ?? []) ?? null
  if (wanted?.length === 0 || pageIds?.length === 0) return []
  let query = db.selectFrom('status_page_rules').selectAll().orderBy('created_at').orderBy('id')
  if (accountId !== null) query = query.where('account_id', '=', accountId)
  if (pageIds !== null) query = query.where('page_id', 'in', pageIds)
  if (wanted !== null) query = query.where('id', 'in', wanted)
  return await withComponents(db, (await query.execute()).map(columns.read))
}

/** Inside `write`: nobody changes it, and nobody opens or resolves its incident, until the write ends. */
export async function findRuleForUpdate(
  db: Db,
  key: { accountId: string; pageId: string; id: string },
): Promise<RuleRow | null> {
  const [accountId, pageId] = [canonicalUuid(key.accountId), canonicalUuid(key.pageId)]
  const id = canonicalUuid(key.id)
  if (accountId === null || pageId === null || id === null) return null
  const [rule] = await lockRules(db, [id])
  return rule === undefined || rule.accountId !== accountId || rule.pageId !== pageId ? null : rule
}

/** Those of the ids that are there, in the order of their ids, which keeps two writes from waiting for each other. */
export async function lockRules(db: Db, ids: readonly string[]): Promise<RuleRow[]> {
  const rules: RowOf<typeof columns>[] = []
  for (const chunk of chunks(ids.toSorted(), keysPerStatement)) {
    const query = db.selectFrom('status_page_rules').selectAll().where('id', 'in', chunk).orderBy('id')
    rules.push(...(await (isSqlite(db) ? query : query.forUpdate()).execute()).map(columns.read))
  }
  return await withComponents(db, rules)
}

/**
 * The components of a page that rules watch, and since when: a rule that is switched on and chooses at least one active
 * check. Nothing is known of the others without anybody's word.
 */
export async function watchedComponents(
  db: Db,
  { accountId, pageId }: { accountId: string; pageId: string },
): Promise<Map<string, number>> {
  const rules = (await listRules(db, { accountId, pageIds: [pageId] })).filter(({ enabled }) => enabled)
  const tags = await activeTags(db, {
    accountId,
    tags: [...new Set(rules.flatMap((rule) => rule.tags))],
  })
  const watched = new Map<string, number>()
  for (const rule of rules) {
    const checksSince = Math.min(...rule.tags.map((tag) => tags.get(tag) ?? Infinity))
    if (checksSince === Infinity) continue
    const since = Math.max(rule.createdAt, checksSince)
    for (const { componentId } of rule.components) {
      watched.set(componentId, Math.min(watched.get(componentId) ?? Infinity, since))
    }
  }
  return watched
}

async function withComponents(db: Db, rules: readonly RowOf<typeof columns>[]): Promise<RuleRow[]> {
  const ids = rules.map(({ id }) => id)
  const rows: Selectable<StatusPageTables['status_page_rule_components']>[] = []
  for (const chunk of chunks(ids, keysPerStatement)) {
    const query = db.selectFrom('status_page_rule_components').selectAll().where('rule_id', 'in', chunk)
    rows.push(...(await query.orderBy('rule_id').orderBy('position').execute()))
  }
  const byRule = Map.groupBy(rows, (row) => row.rule_id)
  return rules.map((rule) => ({
    ...rule,
    components: (byRule.get(rule.id) ?? []).map((row) => ({
      componentId: row.component_id,
      impact: row.impact,
    })),
  }))
}

async function insertRuleComponents(
  db: Db,
  rules: readonly Pick<RuleRow, 'id' | 'components'>[],
): Promise<void> {
  await insertRows(
    db,
    'status_page_rule_components',
    rules.flatMap(({ id, components }) =>
      components.map(({ componentId, impact }, position) => ({
        rule_id: id,
        component_id: componentId,
        impact,
        position,
      })),
    ),
  )
}
