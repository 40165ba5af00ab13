import { chunks } from '@sonde/ground/chunks.ts'
import type { RunSource } from '@sonde/schema/runs/run-source.ts'
import { prepareBatch } from '../engine/batch-statement.ts'
import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import { noteLiveChanges } from '../live/live-changes.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import {
  type SessionRunState,
  sessionRunStateOf,
  storedSessionRunState,
  type StoredSessionRunState,
} from './session-run-state.ts'

const columns = listColumns('check_sessions', {
  id: 'id',
  accountId: 'account_id',
  checkNo: 'check_no',
  checkId: 'check_id',
  checkType: 'check_type',
  /** The name of the check when the session began. */
  name: 'name',
  source: 'source',
  createdAt: 'created_at',
  endedAt: 'ended_at',
})

const runColumns = listColumns('session_runs', {
  runId: 'run_id',
  origin: 'origin',
  scheduledAt: 'scheduled_at',
  state: { column: 'state', read: sessionRunStateOf, write: storedSessionRunState },
  /** Why it was dropped, for people. */
  reason: 'reason',
  /** The host that its trigger led it to and that may not have its secrets; null for most. */
  secretsWithheldFrom: 'secrets_withheld_from',
})

/** One check, run once at every location that somebody asked for. */
export type CheckSession = RowOf<typeof columns> & { runs: SessionRun[] }

export type SessionRun = RowOf<typeof runColumns>

export async function insertSession(db: Db, session: CheckSession): Promise<void> {
  await db.insertInto('check_sessions').values(columns.write(session)).execute()
  const { id: sessionId, accountId, checkId, createdAt, runs } = session
  const states = runs.map(({ state }) => state)
  await noteLiveChanges(db, [{ type: 'session', accountId, checkId, sessionId, states }], createdAt)
  if (session.runs.length === 0) return
  await db
    .insertInto('session_runs')
    .values(session.runs.map((run) => ({ ...runColumns.write(run), session_id: session.id })))
    .execute()
}

/** Which of these checks have had a session of this source since then. */
export async function checksWithSession(
  db: Db,
  { checkIds, source, since }: { checkIds: readonly string[]; source: RunSource; since: number },
): Promise<Set<string>> {
  if (checkIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('check_sessions')
    .select('check_id')
    .where('created_at', '>=', since)
    .where('source', '=', source)
    .where('check_id', 'in', checkIds)
    .execute()
  return new Set(rows.map((row) => row.check_id))
}

export type SessionRunEnd = {
  sessionId: string
  runId: string
  state: SessionRunState
  reason: string | null
}

const endBatch = prepareBatch(`
  update session_runs set state = new.state, reason = new.reason
  from unnest($1::uuid[], $2::text[], $3::text[]) as new(run_id, state, reason)
  where session_runs.run_id = new.run_id and session_runs.state = 'open'`)

const endOne = prepareQuery(
  (db, run: { runId: string; state: StoredSessionRunState; reason: string | null }) =>
    db
      .updateTable('session_runs')
      .set({ state: run.state, reason: run.reason })
      .where('run_id', '=', run.runId)
      .where('state', '=', 'open'),
)

/** Ends those of these runs that are still open, and sessions with their last run. Call it inside `write`. */
export async function endSessionRuns(db: Db, ends: readonly SessionRunEnd[], at: number): Promise<void> {
  if (ends.length === 0) return
  const sessionIds = [...new Set(ends.map(({ sessionId }) => sessionId))]
  // Two writes that each end one of the last two runs do not see each other's: the later one must wait.
  if (!isSqlite(db)) await lockSessions(db, [sessionIds])
  await endRuns(db, ends)
  for (const chunk of chunks(sessionIds, keysPerStatement)) {
    await db
      .updateTable('check_sessions')
      .set({ ended_at: at })
      .where('id', 'in', chunk)
      .where('ended_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('session_runs')
              .select('run_id')
              .whereRef('session_id', '=', 'check_sessions.id')
              .where('state', '=', 'open'),
          ),
        ),
      )
      .execute()
    await noteSessions(db, chunk, at)
  }
}

const lockSessions = prepareBatch(
  'select id from check_sessions where id = any($1::uuid[]) order by id for update',
)

async function endRuns(db: Db, ends: readonly SessionRunEnd[]): Promise<void> {
  if (isSqlite(db)) {
    for (const { runId, state, reason } of ends) {
      await endOne(db, { runId, state: storedSessionRunState(state), reason })
    }
    return
  }
  // Whatever ended a run first stands.
  const first = [...new Map(ends.toReversed().map((end) => [end.runId, end])).values()]
  await endBatch(db, [
    first.map(({ runId }) => runId),
    first.map(({ state }) => storedSessionRunState(state)),
    first.map(({ reason }) => reason),
  ])
}

async function noteSessions(db: Db, sessionIds: readonly string[], at: number): Promise<void> {
  const rows = await db
    .selectFrom('check_sessions')
    .innerJoin('session_runs', 'session_runs.session_id', 'check_sessions.id')
    .select([
      'check_sessions.id',
      'check_sessions.account_id',
      'check_sessions.check_id',
      'session_runs.state',
    ])
    .where('check_sessions.id', 'in', sessionIds)
    .execute()
  const changes = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((runs) => {
    const [first] = runs
    if (first === undefined) return []
    const { id: sessionId, account_id: accountId, check_id: checkId } = first
    const states = runs.map(({ state }) => sessionRunStateOf(state))
    return [{ type: 'session' as const, accountId, checkId, sessionId, states }]
  })
  await noteLiveChanges(db, changes, at)
}

export async function findSession(
  db: Db,
  key: { accountId: string; id: string },
): Promise<CheckSession | null> {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return null
  const row = await db
    .selectFrom('check_sessions')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) return null
  const runs = await db
    .selectFrom('session_runs')
    .selectAll()
    .where('session_id', '=', id)
    .orderBy('origin')
    .orderBy('run_id')
    .execute()
  return { ...columns.read(row), runs: runs.map(runColumns.read) }
}

/** Notes, before the run is handed out, that its request goes without secrets and logins. */
export async function noteSecretsWithheld(
  db: Db,
  { runId, host }: { runId: string; host: string },
): Promise<void> {
  await db
    .updateTable('session_runs')
    .set({ secrets_withheld_from: host })
    .where('run_id', '=', runId)
    .execute()
}

/** The host that a run took no secrets to; null for runs without one, and for those of no session. */
export async function secretsWithheldFrom(db: Db, runId: string): Promise<string | null> {
  const row = await db
    .selectFrom('session_runs')
    .select('secrets_withheld_from')
    .where('run_id', '=', runId)
    .executeTakeFirst()
  return row?.secrets_withheld_from ?? null
}

/** Which of these runs were cancelled. */
export async function cancelledRuns(db: Db, runIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (runIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('session_runs')
    .select('run_id')
    .where('run_id', 'in', runIds)
    .where('state', '=', 'cancelled')
    .execute()
  return new Set(rows.map((row) => row.run_id))
}

/** True as well when there is no such session (any more). */
export async function hasSessionEnded(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('check_sessions')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row === undefined
}
