import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import type { TestSessionStatus } from '@sonde/schema/projects/test-session.ts'
import { sql } from 'kysely'
import { booleanColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { containsPattern } from '../engine/text-search.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('test_sessions', {
  id: 'id',
  accountId: 'account_id',
  suiteId: 'suite_id',
  name: 'name',
  projectLogicalId: 'project_logical_id',
  provider: 'provider',
  place: 'place',
  location: 'location',
  environment: 'environment',
  metadata: 'metadata',
  branchName: 'branch_name',
  searchText: 'search_text',
  invoker: 'invoker',
  isRecorded: booleanColumn('is_recorded'),
  streamsLogs: booleanColumn('streams_logs'),
  status: 'status',
  runs: 'runs',
  openRuns: 'open_runs',
  createdAt: 'created_at',
  endedAt: 'ended_at',
  heardAt: 'heard_at',
})

/** Runs that code, or somebody with the command of the reference, asked for together. */
export type TestSessionRow = RowOf<typeof columns>

/** How long a session that is recorded can be looked at. */
const keptMs = 30 * dayMs
/** Nobody can ask for one that is not, but for the details of its results. */
const unrecordedMs = hourMs
/** Whoever was away for so long hears nothing more. */
const messagesMs = 10 * minuteMs

export async function insertTestSession(db: Db, row: TestSessionRow): Promise<void> {
  await db
    .insertInto('test_sessions')
    .values({ ...columns.write(row), messages: 0 })
    .execute()
}

export async function findTestSession(
  db: Db,
  key: { accountId: string; id: string },
): Promise<TestSessionRow | null> {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return null
  const row = await db
    .selectFrom('test_sessions')
    .select(columns.names)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** Of these suites, with how many messages each has: there is none before the client has asked for it. */
export async function sessionsOfSuites(
  db: Db,
  suiteIds: readonly string[],
): Promise<{ id: string; accountId: string; suiteId: string; messages: number }[]> {
  if (suiteIds.length === 0) return []
  const rows = await db
    .selectFrom('test_sessions')
    .select(['id', 'account_id', 'suite_id', 'messages'])
    .where('suite_id', 'in', [...suiteIds])
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    suiteId: row.suite_id,
    messages: Number(row.messages),
  }))
}

/** Somebody is connected who watches these. */
export async function noteSessionsHeard(db: Db, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('test_sessions')
    .set({ heard_at: at })
    .where('id', 'in', [...ids])
    .where('ended_at', 'is', null)
    .execute()
}

/** Open sessions that nobody can ask for, and that nobody has watched since; and those that are far too old. */
export async function abandonedSessions(
  db: Db,
  { heardBefore, createdBefore, limit }: { heardBefore: number; createdBefore: number; limit: number },
): Promise<{ id: string; isOld: boolean }[]> {
  const rows = await db
    .selectFrom('test_sessions')
    .select(['id', 'created_at'])
    .where('ended_at', 'is', null)
    .where((where) =>
      where.or([
        where.and([where('is_recorded', '=', false), where('heard_at', '<', heardBefore)]),
        where('created_at', '<', createdBefore),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.id, isOld: row.created_at < createdBefore }))
}

/**
 * Inside `write`, before anything of its runs is changed: nobody else changes them until the write ends, and what is
 * told of them can be seen in the order of its numbers.
 */
export async function lockTestSession(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('test_sessions')
    .set(({ ref }) => ({ open_runs: ref('open_runs') }))
    .where('id', '=', sessionId)
    .execute()
}

/**
 * Inside `write`, with the session locked: so many of its runs have ended, and with the last of them the session.
 * Cancelled is one of which no run has failed and at least one was cancelled.
 */
export async function noteEndedRuns(
  db: Db,
  { sessionId, ended, at }: { sessionId: string; ended: number; at: number },
): Promise<void> {
  const session = await db
    .updateTable('test_sessions')
    .set((builder) => ({ open_runs: builder('open_runs', '-', ended) }))
    .where('id', '=', sessionId)
    .returning('open_runs')
    .executeTakeFirst()
  if (session === undefined || session.open_runs > 0) return
  const runs = await db
    .selectFrom('check_tries')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`sum(case when run_end in ('failed', 'error') then 1 else 0 end)`.as('failed'),
      sql<number>`sum(case when run_end = 'cancelled' then 1 else 0 end)`.as('cancelled'),
    ])
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const status: TestSessionStatus =
    Number(runs.failed ?? 0) > 0 ? 'FAILED' : Number(runs.cancelled ?? 0) > 0 ? 'CANCELLED' : 'PASSED'
  await db
    .updateTable('test_sessions')
    .set({ status, ended_at: at })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

export type SessionFilter = {
  accountId: string
  limit: number
  /** Behind this one. */
  after: { createdAt: number; id: string } | null
  from?: number | undefined
  to?: number | undefined
  statuses?: readonly TestSessionStatus[] | undefined
  branches?: readonly string[] | undefined
  invokers?: readonly string[] | undefined
  withoutInvoker?: boolean | undefined
  providers?: readonly string[] | undefined
  text?: string | undefined
}

/** Those that were recorded, newest first. */
export async function listTestSessions(db: Db, filter: SessionFilter): Promise<TestSessionRow[]> {
  const { accountId, after, from, to, statuses, branches, invokers, withoutInvoker, providers, text } = filter
  let query = db
    .selectFrom('test_sessions')
    .select(columns.names)
    .where('account_id', '=', accountId)
    .where('is_recorded', '=', true)
  if (after !== null) {
    query = query
      .where('created_at', '<=', after.createdAt)
      .where((where) => where.or([where('created_at', '<', after.createdAt), where('id', '<', after.id)]))
  }
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (to !== undefined) query = query.where('created_at', '<', to)
  if (statuses !== undefined) query = query.where('status', 'in', [...statuses])
  if (branches !== undefined) query = query.where('branch_name', 'in', [...branches])
  if (providers !== undefined) query = query.where('provider', 'in', [...providers])
  if (withoutInvoker === true) query = query.where('invoker', 'is', null)
  else if (invokers !== undefined) query = query.where('invoker', 'in', [...invokers])
  if (text !== undefined) {
    query = query.where(sql<boolean>`search_text like ${containsPattern(text)} escape '\\'`)
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(filter.limit).execute()
  return rows.map(columns.read)
}

/** What is over long enough, at most so many at a time: with the runs, and messages before their sessions. */
export async function forgetTestSessions(db: Db, now: number, limit: number): Promise<void> {
  const ended = await db
    .selectFrom('session_messages')
    .innerJoin('test_sessions', 'test_sessions.id', 'session_messages.session_id')
    .select('session_messages.session_id')
    .distinct()
    .where('test_sessions.ended_at', '<', now - messagesMs)
    .limit(limit)
    .execute()
  const told = ended.map((row) => row.session_id)
  if (told.length > 0) await db.deleteFrom('session_messages').where('session_id', 'in', told).execute()
  const old = await db
    .selectFrom('test_sessions')
    .select('id')
    .where((where) =>
      where.or([
        where('ended_at', '<', now - keptMs),
        where.and([where('is_recorded', '=', false), where('ended_at', '<', now - unrecordedMs)]),
      ]),
    )
    .limit(limit)
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length === 0) return
  await db.deleteFrom('check_tries').where('session_id', 'in', ids).execute()
  await db.deleteFrom('test_sessions').where('id', 'in', ids).execute()
}
