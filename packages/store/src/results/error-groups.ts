import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { chunks } from '@sonde/ground/chunks.ts'
import { booleanColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import type { Database, Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { rowsPerStatement } from '../engine/statement-limits.ts'

const columns = listColumns('error_groups', {
  id: 'id',
  accountId: 'account_id',
  checkId: 'check_id',
  errorHash: 'error_hash',
  rawMessage: 'raw_message',
  cleanedMessage: 'cleaned_message',
  firstSeenAt: 'first_seen_at',
  lastSeenAt: 'last_seen_at',
  isArchivedUntilNextEvent: booleanColumn('archived_until_next_event'),
  isArchivedForEver: booleanColumn('archived_for_ever'),
})

/** Failures of one check that say the same. */
export type ErrorGroupRow = RowOf<typeof columns>

type AttemptKey = { checkNo: number; scheduledAt: number; origin: string; attempt: number }

/** One error of one attempt. */
export type ErrorEvent = {
  accountId: string
  checkId: string
  result: AttemptKey
  errorHash: string
  raw: string
  cleaned: string
  at: number
}

type GroupKey = { accountId: string; id: string }

/**
 * Lets errors join the groups of their checks, which are made when there are none. Inside the write that stores the
 * results, after the states of the checks were locked. Errors of a check that is gone meanwhile are left out.
 */
export async function joinErrorGroups(db: Db, events: readonly ErrorEvent[]): Promise<void> {
  const kept = await keepChecks(
    db,
    events.map(({ checkId }) => checkId),
  )
  // In one order for everybody, so that two writes never wait for each other.
  const present = events.filter(({ checkId }) => kept.has(checkId)).toSorted(byGroup)
  const joined: Database['result_error_groups'][] = []
  for (const event of present) {
    joined.push(rowOf(event.result, await upsertGroup(db, event)))
  }
  for (const chunk of chunks(joined, rowsPerStatement)) {
    await db
      .insertInto('result_error_groups')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

function byGroup(one: ErrorEvent, other: ErrorEvent): number {
  const [a, b] = [`${one.checkId}/${one.errorHash}`, `${other.checkId}/${other.errorHash}`]
  return a === b ? one.at - other.at : a < b ? -1 : 1
}

function rowOf(
  { checkNo, scheduledAt, origin, attempt }: AttemptKey,
  errorGroupId: string,
): Database['result_error_groups'] {
  return { check_no: checkNo, scheduled_at: scheduledAt, origin, attempt, error_group_id: errorGroupId }
}

async function keepChecks(db: Db, checkIds: readonly string[]): Promise<Set<string>> {
  const ids = [...new Set(checkIds)].toSorted()
  const kept = new Set<string>()
  for (const chunk of chunks(ids, rowsPerStatement)) {
    const query = db.selectFrom('checks').select('id').where('id', 'in', chunk).orderBy('id')
    for (const { id } of await (isSqlite(db) ? query : query.forKeyShare()).execute()) kept.add(id)
  }
  return kept
}

async function upsertGroup(db: Db, event: ErrorEvent): Promise<string> {
  const { id } = await db
    .insertInto('error_groups')
    .values({
      id: randomUUIDv7(),
      account_id: event.accountId,
      check_id: event.checkId,
      error_hash: event.errorHash,
      raw_message: event.raw,
      cleaned_message: event.cleaned,
      first_seen_at: event.at,
      last_seen_at: event.at,
      archived_until_next_event: false,
      archived_for_ever: false,
    })
    .onConflict((conflict) =>
      conflict.columns(['check_id', 'error_hash']).doUpdateSet({
        last_seen_at: sql<number>`case when error_groups.last_seen_at > excluded.last_seen_at
          then error_groups.last_seen_at else excluded.last_seen_at end`,
        archived_until_next_event: false,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One page of those that are not archived, latest failure first, and how many there are; of one check or of all. */
export async function listErrorGroups(
  db: Db,
  {
    accountId,
    checkId,
    ...page
  }: { accountId: string; checkId: string | null; limit: number; offset: number },
): Promise<{ rows: ErrorGroupRow[]; total: number }> {
  const account = canonicalUuid(accountId)
  const check = checkId === null ? null : canonicalUuid(checkId)
  if (account === null || (checkId !== null && check === null)) return { rows: [], total: 0 }
  let query = db
    .selectFrom('error_groups')
    .where('account_id', '=', account)
    .where('archived_for_ever', '=', false)
    .where('archived_until_next_event', '=', false)
  if (check !== null) query = query.where('check_id', '=', check)
  const rows = await query
    .selectAll()
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await query
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(columns.read), total: Number(total) }
}

export async function findErrorGroup(db: Db, key: GroupKey): Promise<ErrorGroupRow | null> {
  const row = await selectGroup(db, key)?.executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** As `findErrorGroup`, but inside `write`: nobody else changes it until the write ends. */
export async function findErrorGroupForUpdate(db: Db, key: GroupKey): Promise<ErrorGroupRow | null> {
  const query = selectGroup(db, key)
  const row = await (query === null || isSqlite(db) ? query : query.forUpdate())?.executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

export async function archiveErrorGroup(
  db: Db,
  group: Pick<ErrorGroupRow, 'id' | 'isArchivedForEver' | 'isArchivedUntilNextEvent'>,
): Promise<void> {
  await db
    .updateTable('error_groups')
    .set({
      archived_for_ever: group.isArchivedForEver,
      archived_until_next_event: group.isArchivedUntilNextEvent,
    })
    .where('id', '=', group.id)
    .execute()
}

/** The groups of the attempts at these moments of one check, by attempt: see `attemptName`. */
export async function errorGroupIdsOf(
  db: Db,
  checkNo: number,
  scheduledAts: readonly number[],
): Promise<Map<string, string[]>> {
  const moments = [...new Set(scheduledAts)]
  if (moments.length === 0) return new Map()
  const rows = await db
    .selectFrom('result_error_groups')
    .selectAll()
    .where('check_no', '=', checkNo)
    .where('scheduled_at', 'in', moments)
    .orderBy('error_group_id')
    .execute()
  const ids = new Map<string, string[]>()
  for (const row of rows) {
    const name = attemptName({ scheduledAt: row.scheduled_at, origin: row.origin, attempt: row.attempt })
    ids.set(name, [...(ids.get(name) ?? []), row.error_group_id])
  }
  return ids
}

export function attemptName({ scheduledAt, origin, attempt }: Omit<AttemptKey, 'checkNo'>): string {
  return `${scheduledAt}/${attempt}/${origin}`
}

/**
 * Deletes one step of the groups that nothing joined since that time: their results are gone. Those that somebody
 * archived for ever stay, or the same failure would be shown again. True when there may be more.
 */
export async function deleteOldErrorGroups(db: Db, before: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('error_groups')
    .where('id', 'in', (builder) =>
      builder
        .selectFrom('error_groups')
        .select('id')
        .where('last_seen_at', '<', before)
        .where('archived_for_ever', '=', false)
        .orderBy('last_seen_at')
        .limit(rowsPerStatement),
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows >= BigInt(rowsPerStatement)
}

function selectGroup(db: Db, key: GroupKey) {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return null
  return db.selectFrom('error_groups').selectAll().where('id', '=', id).where('account_id', '=', accountId)
}
