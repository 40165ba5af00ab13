import { isDeepStrictEqual } from 'node:util'
import { ownCode } from '@sonde/schema/checks/written-scripts.ts'
import { chunks } from '@sonde/ground/chunks.ts'
import { sql } from 'kysely'
import { insertSubscriptions, type Subscription } from '../alerts/alert-subscriptions.ts'
import { lockStatesInOrder } from './check-states.ts'
import { tagsOf } from './check-tags.ts'
import { booleanColumn, jsonColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import { prepareRowDeletions, prepareRowUpdates } from '../engine/change-rows.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import { containsPattern, foldForSearch } from '../engine/text-search.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { totalOfPage } from '../engine/total-of-page.ts'
import { keepCode } from '../variables/code-files.ts'

const columns = listColumns('check_groups', {
  id: 'id',
  accountId: 'account_id',
  /** 1: its settings always win. 2: each of them may be left to the checks. */
  version: { column: 'version', read: versionOf, write: (version: 1 | 2) => version },
  name: 'name',
  activated: booleanColumn('activated'),
  muted: booleanColumn('muted'),
  /** Checks that run at the same time when the whole group is run. */
  concurrency: 'concurrency',
  /** Every other field as it was sent, tags included, in the order sent. */
  config: jsonColumn('config'),
  /** Encrypted JSON, made by the sealer for `groupSealContext`. */
  sealedConfig: 'sealed_config',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})
const contentColumns = columns.omit('id', 'accountId', 'sealedConfig', 'createdAt')

export type CheckGroupRow = RowOf<typeof columns>

type GroupKey = { accountId: string; id: number }

/** What the secrets of a group are sealed for. */
export function groupSealContext(id: number): string {
  return `check_groups/${id}`
}

/** The number of a group is known only once it is there: `seal` is asked for its secrets then. */
export async function insertGroup(
  db: Db,
  group: Omit<CheckGroupRow, 'id' | 'sealedConfig'>,
  seal: (id: number) => string | null,
): Promise<CheckGroupRow> {
  const { id } = await db
    .insertInto('check_groups')
    .values({
      ...columnsOf(group),
      account_id: group.accountId,
      created_at: group.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sealedConfig = seal(id)
  if (sealedConfig !== null) {
    await db.updateTable('check_groups').set({ sealed_config: sealedConfig }).where('id', '=', id).execute()
  }
  const row = { ...group, id, sealedConfig }
  await insertTags(db, row, tagsOf(group.config))
  await rewriteCode(db, row, [], group.createdAt)
  return row
}

/**
 * Many at once, with numbers that nothing else is given: see `takeRowNumbers`. With the channels that they name, and with
 * the private locations that `locationIdsOf` gives.
 */
export async function insertGroups(
  db: Db,
  groups: readonly (CheckGroupRow & { subscriptions: readonly Subscription[] })[],
  locationIdsOf: (groupId: number) => readonly string[],
): Promise<void> {
  await insertRows(
    db,
    'check_groups',
    groups.map(({ id, accountId, createdAt, sealedConfig, ...group }) => ({
      ...columnsOf({ ...group, accountId, createdAt }),
      id,
      account_id: accountId,
      created_at: createdAt,
      sealed_config: sealedConfig,
    })),
  )
  await insertRows(
    db,
    'group_tags',
    groups.flatMap(({ id, accountId, config }) =>
      tagsOf(config).map((tag) => ({ group_id: id, account_id: accountId, tag })),
    ),
  )
  for (const group of groups) await rewriteCode(db, group, [], group.createdAt)
  await insertRows(
    db,
    'group_private_locations',
    groups.flatMap(({ id, accountId }) =>
      locationIdsOf(id).map((locationId) => ({
        group_id: id,
        account_id: accountId,
        private_location_id: locationId,
      })),
    ),
  )
  await insertSubscriptions(
    db,
    groups.flatMap(({ id, accountId, subscriptions }) =>
      subscriptions.map(({ alertChannelId, activated }) => ({
        accountId,
        channelId: alertChannelId,
        checkId: null,
        groupId: id,
        activated,
      })),
    ),
  )
}

export async function findGroup(db: Db, key: GroupKey): Promise<CheckGroupRow | null> {
  const accountId = canonicalUuid(key.accountId)
  if (accountId === null) return null
  const row = await selectGroup(db, { accountId, id: key.id }).executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/**
 * As `findGroup`, but inside `write`: nobody changes the group or adds a check to it until the write ends. Whoever
 * changes a check locks its state before the group that it names: so does who changes the group and with it its checks.
 */
export async function findGroupForUpdate(db: Db, key: GroupKey): Promise<CheckGroupRow | null> {
  const accountId = canonicalUuid(key.accountId)
  if (accountId === null) return null
  if (!isSqlite(db)) await lockStatesInOrder(db, await memberIds(db, { accountId, id: key.id }))
  const query = selectGroup(db, { accountId, id: key.id })
  const row = await (isSqlite(db) ? query : query.forUpdate()).executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

async function memberIds(db: Db, { accountId, id }: GroupKey): Promise<string[]> {
  const rows = await db
    .selectFrom('checks')
    .select('id')
    .where('group_id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
  return rows.map((row) => row.id)
}

/** The same for many that the caller knows already, and whose checks it has locked: nothing is read. */
export async function lockGroups(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0 || isSqlite(db)) return
  await sql`select id from check_groups where id = any(${[...ids]}::bigint[]) order by id for update`.execute(
    db,
  )
}

/** Those of the groups that the account has. Inside `write`, none of them is deleted until the write ends. */
export async function keepGroups(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly number[] },
): Promise<Set<number>> {
  const account = canonicalUuid(accountId)
  const numbers = [...new Set(ids)].filter(Number.isSafeInteger)
  const kept = new Set<number>()
  if (account === null) return kept
  for (const chunk of chunks(numbers, keysPerStatement)) {
    const query = db
      .selectFrom('check_groups')
      .select('id')
      .where('id', 'in', chunk)
      .where('account_id', '=', account)
      .orderBy('id')
    for (const { id } of await (isSqlite(db) ? query : query.forKeyShare()).execute()) kept.add(id)
  }
  return kept
}

/** Replaces the content of a group that was read in the same write with `findGroupForUpdate`. */
export async function updateGroup(db: Db, before: CheckGroupRow, after: CheckGroupRow): Promise<void> {
  await updateGroups(db, [{ before, after }])
}

const updateContents = prepareRowUpdates('check_groups', 'id', {
  id: 'bigint',
  version: 'integer',
  name: 'text',
  name_folded: 'text',
  activated: 'boolean',
  muted: 'boolean',
  concurrency: 'integer',
  config: 'text',
  sealed_config: 'text',
  updated_at: 'bigint',
})
const deleteTags = prepareRowDeletions('group_tags', { group_id: 'bigint', tag: 'text' })

/** The same for many. */
export async function updateGroups(
  db: Db,
  changes: readonly { before: CheckGroupRow; after: CheckGroupRow }[],
): Promise<void> {
  await updateContents(
    db,
    changes.map(({ before: { id }, after }) => ({
      id,
      ...columnsOf(after),
      sealed_config: after.sealedConfig,
    })),
  )
  const tags = changes.map(({ before: { id, accountId, config }, after }) => {
    const [old, wanted] = [new Set(tagsOf(config)), new Set(tagsOf(after.config))]
    return { id, accountId, removed: [...old.difference(wanted)], added: [...wanted.difference(old)] }
  })
  await deleteTags(
    db,
    tags.flatMap(({ id, removed }) => removed.map((tag) => ({ group_id: id, tag }))),
  )
  await insertRows(
    db,
    'group_tags',
    tags.flatMap(({ id, accountId, added }) =>
      added.map((tag) => ({ group_id: id, account_id: accountId, tag })),
    ),
  )
  for (const { before, after } of changes)
    await rewriteCode(db, after, ownCode(before.config), after.updatedAt ?? after.createdAt)
}

/** Most groups have no code, before and after. */
async function rewriteCode(
  db: Db,
  { id, accountId, config }: Pick<CheckGroupRow, 'id' | 'accountId' | 'config'>,
  before: readonly string[],
  at: number,
): Promise<void> {
  const after = ownCode(config)
  if (!isDeepStrictEqual(before, after)) await keepCode(db, { accountId, kind: 'group', id }, after, at)
}

/** `used`: it has checks, and stays. Inside `write`: no check joins it meanwhile. */
export async function deleteGroup(db: Db, key: GroupKey): Promise<'deleted' | 'used' | 'unknown'> {
  const group = await findGroupForUpdate(db, key)
  if (group === null) return 'unknown'
  const member = await db
    .selectFrom('checks')
    .select('id')
    .where('group_id', '=', group.id)
    .limit(1)
    .executeTakeFirst()
  if (member !== undefined) return 'used'
  await db.deleteFrom('check_groups').where('id', '=', group.id).execute()
  return 'deleted'
}

/**
 * The same for many that were locked in the same write with their checks. Null when all are deleted; else one that still
 * has checks, and all of them stay.
 */
export async function deleteGroups(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly number[] },
): Promise<{ usedId: number } | null> {
  for (const chunk of chunks(ids, keysPerStatement)) {
    const member = await db
      .selectFrom('checks')
      .select('group_id')
      .where('group_id', 'in', chunk)
      .limit(1)
      .executeTakeFirst()
    if (member !== undefined) return { usedId: Number(member.group_id) }
  }
  for (const chunk of chunks(ids, keysPerStatement))
    await db.deleteFrom('check_groups').where('id', 'in', chunk).where('account_id', '=', accountId).execute()
  return null
}

export type GroupFilter = {
  accountId: string
  /** Groups that have any of these. Empty: no filter. */
  tags?: readonly string[]
  /** Groups with any of these names, in any case. Empty: no filter. */
  names?: readonly string[]
  /** Part of the name, in any case. Empty: no filter. */
  search?: string
}

/** One page, newest first and then by descending id, and how many groups match in all. */
export async function listGroups(
  db: Db,
  { limit, offset, ...filter }: GroupFilter & { limit: number; offset: number },
): Promise<{ rows: CheckGroupRow[]; total: number }> {
  const accountId = canonicalUuid(filter.accountId)
  if (accountId === null) return { rows: [], total: 0 }
  const { tags = [], names = [], search = '' } = filter
  let query = db.selectFrom('check_groups').where('account_id', '=', accountId)
  if (names.length > 0) query = query.where('name_folded', 'in', names.map(foldForSearch))
  if (search !== '')
    query = query.where(sql<boolean>`name_folded like ${containsPattern(search)} escape '\\'`)
  if (tags.length > 0) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('group_tags')
          .select('group_tags.tag')
          .whereRef('group_tags.group_id', '=', 'check_groups.id')
          .where('group_tags.tag', 'in', tags),
      ),
    )
  }
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const total = await totalOfPage(rows.length, { limit, offset }, async () => {
    const counted = query.select((builder) => builder.fn.countAll<number>().as('total'))
    return (await counted.executeTakeFirstOrThrow()).total
  })
  return { rows: rows.map(columns.read), total }
}

/** Every group of the account, oldest first. */
export async function groupsOf(db: Db, accountId: string): Promise<CheckGroupRow[]> {
  const rows = await db
    .selectFrom('check_groups')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(columns.read)
}

/** By id; those of other accounts and unknown ones are missing. */
export async function groupsByIds(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly number[] },
): Promise<Map<number, CheckGroupRow>> {
  const account = canonicalUuid(accountId)
  const distinct = [...new Set(ids)]
  if (account === null || distinct.length === 0) return new Map()
  const rows = await db
    .selectFrom('check_groups')
    .selectAll()
    .where('id', 'in', distinct)
    .where('account_id', '=', account)
    .execute()
  return new Map(rows.map((row) => [row.id, columns.read(row)]))
}

/** What the groups of an account are called, by their ids. */
export async function groupNames(db: Db, accountId: string): Promise<Map<number, string>> {
  const account = canonicalUuid(accountId)
  if (account === null) return new Map()
  const rows = await db
    .selectFrom('check_groups')
    .select(['id', 'name'])
    .where('account_id', '=', account)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function selectGroup(db: Db, { accountId, id }: GroupKey) {
  return db.selectFrom('check_groups').selectAll().where('id', '=', id).where('account_id', '=', accountId)
}

async function insertTags(
  db: Db,
  { id, accountId }: Pick<CheckGroupRow, 'id' | 'accountId'>,
  tags: readonly string[],
): Promise<void> {
  if (tags.length === 0) return
  await db
    .insertInto('group_tags')
    .values(tags.map((tag) => ({ group_id: id, account_id: accountId, tag })))
    .execute()
}

function columnsOf(group: Omit<CheckGroupRow, 'id' | 'sealedConfig'>) {
  return { ...contentColumns.write(group), name_folded: foldForSearch(group.name) }
}

export function versionOf(stored: number): 1 | 2 {
  return stored === 1 ? 1 : 2
}
