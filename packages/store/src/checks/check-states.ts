import { chunks } from '@sonde/ground/chunks.ts'
import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import { type Selectable, sql } from 'kysely'
import type { AlertState } from '../alerts/alert-state.ts'
import { alertStateOf, storedAlertState } from '../alerts/stored-alert-state.ts'
import { prepareBatch } from '../engine/batch-statement.ts'
import type { Database, Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { statusOf, storedStatus, type StoredStatus } from '../results/stored-verdicts.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'

/** `isStandIn`: this server gave it in place of an agent of the location. */
export type LocationVerdict = { status: TargetVerdict; completedAt: number; isStandIn?: boolean }

/** What the runs of a check have said so far. */
export type CheckState = {
  no: number
  checkId: string
  accountId: string
  /** Grows with every change of the check or of its group. */
  rev: number
  status: TargetVerdict | null
  /** The last verdict at each location and when it was complete, for checks that run at all of them at once. */
  verdicts: Readonly<Record<string, LocationVerdict>>
  /** When the last result that counted was complete: an older one that arrives late does not count. */
  completedAt: number | null
  longestRun: number | null
  shortestRun: number | null
  lastRunLocation: string | null
  lastCheckRunId: number | null
  firstResultAt: number | null
  lastResultAt: number | null
  /** Null while all is well and nothing is owed. */
  alert: AlertState | null
}

type StateColumns = Selectable<Database['check_states']>

export async function insertCheckState(
  db: Db,
  check: { id: string; accountId: string; certificateDomain: string | null },
): Promise<number> {
  const { no } = await db
    .insertInto('check_states')
    .values({
      check_id: check.id,
      account_id: check.accountId,
      certificate_domain: check.certificateDomain,
    })
    .returning('no')
    .executeTakeFirstOrThrow()
  return Number(no)
}

const selectNumber = prepareQuery((db, { accountId, checkId }: { accountId: string; checkId: string }) =>
  db
    .selectFrom('check_states')
    .select('no')
    .where('check_id', '=', checkId)
    .where('account_id', '=', accountId),
)

/** The number by which the tables about runs know a check of this account. */
export async function findCheckNumber(
  db: Db,
  key: { accountId: string; checkId: string },
): Promise<number | null> {
  const [accountId, checkId] = [canonicalUuid(key.accountId), canonicalUuid(key.checkId)]
  if (accountId === null || checkId === null) return null
  return (await selectNumber(db, { accountId, checkId })).rows[0]?.no ?? null
}

const selectState = prepareQuery((db, { no }: { no: number }) =>
  db.selectFrom('check_states').selectAll().where('no', '=', no),
)

const stateColumns = Object.keys({
  no: true,
  check_id: true,
  account_id: true,
  snapshot: true,
  last_origin: true,
  status: true,
  verdicts: true,
  completed_at: true,
  longest_run: true,
  shortest_run: true,
  last_run_location: true,
  last_check_run_id: true,
  first_result_at: true,
  last_result_at: true,
  alert: true,
  next_reminder_at: true,
  ssl_not_after_at: true,
  rev: true,
  certificate_domain: true,
} satisfies Record<keyof StateColumns, true>)

// In one order everywhere, so that two servers never wait for each other.
const lockBatch = prepareBatch<StateColumns>(`
  select ${stateColumns.join(', ')} from check_states
  where no = any($1::bigint[])
  order by no
  for update`)

/** The states of these checks, locked until the write ends. Deleted checks are missing. */
export async function lockStates(db: Db, numbers: readonly number[]): Promise<Map<number, CheckState>> {
  const states = new Map<number, CheckState>()
  if (isSqlite(db)) {
    for (const no of numbers) {
      if (states.has(no)) continue
      const row = (await selectState(db, { no })).rows[0]
      if (row !== undefined) states.set(no, toState(row))
    }
    return states
  }
  if (numbers.length === 0) return states
  const { rows } = await lockBatch(db, [[...new Set(numbers)]])
  for (const row of rows) states.set(row.no, toState(row))
  return states
}

/** The same by the ids of the checks. */
export async function lockStatesOfChecks(db: Db, checkIds: readonly string[]): Promise<CheckState[]> {
  if (checkIds.length === 0) return []
  const query = db.selectFrom('check_states').selectAll().where('check_id', 'in', checkIds).orderBy('no')
  const rows = await (isSqlite(db) ? query : query.forUpdate()).execute()
  return rows.map(toState)
}

/**
 * Locks the states of these checks, however many, until the write ends. Whoever changes more than one check does this
 * before it locks anything else that others lock with a check: results, other changes and this then wait for each other
 * in one order. SQLite has one writer at a time.
 */
export async function lockStatesInOrder(db: Db, checkIds: readonly string[]): Promise<void> {
  if (checkIds.length === 0 || isSqlite(db)) return
  await sql`
    select no from check_states where check_id = any(${[...checkIds]}::uuid[]) order by no for update`.execute(
    db,
  )
}

/** The state of one check, locked until the write ends; of a check of another account nothing is locked. */
export async function lockStateOfCheck(db: Db, key: { accountId: string; checkId: string }): Promise<void> {
  const [accountId, checkId] = [canonicalUuid(key.accountId), canonicalUuid(key.checkId)]
  // SQLite has one writer at a time.
  if (accountId === null || checkId === null || isSqlite(db)) return
  await db
    .selectFrom('check_states')
    .select('no')
    .where('check_id', '=', checkId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .execute()
}

const selectDueReminders = prepareQuery(
  (db, { at, limit }: { at: number; limit: number }) =>
    db
      .selectFrom('check_states')
      .select('no')
      .where('next_reminder_at', '<=', at)
      .orderBy('next_reminder_at')
      .limit(limit),
  { isPlannedOnce: true },
)

/** The numbers of checks whose reminders are due, the longest overdue first. */
export async function dueReminders(db: Db, due: { at: number; limit: number }): Promise<number[]> {
  return (await selectDueReminders(db, due)).rows.map(({ no }) => no)
}

const selectNextReminder = prepareQuery((db) =>
  db
    .selectFrom('check_states')
    .select('next_reminder_at')
    .where('next_reminder_at', 'is not', null)
    .orderBy('next_reminder_at')
    .limit(1),
)

/** When the next reminder is due; null when none is to come. */
export async function nextReminderAt(db: Db): Promise<number | null> {
  return (await selectNextReminder(db, {})).rows[0]?.next_reminder_at ?? null
}

const updateOne = prepareQuery((db, state: { [Key in keyof StateUpdate]: StateUpdate[Key] }) =>
  db
    .updateTable('check_states')
    .set({
      status: state.status,
      verdicts: state.verdicts,
      completed_at: state.completed_at,
      longest_run: state.longest_run,
      shortest_run: state.shortest_run,
      last_run_location: state.last_run_location,
      last_check_run_id: state.last_check_run_id,
      first_result_at: state.first_result_at,
      last_result_at: state.last_result_at,
      alert: state.alert,
      next_reminder_at: state.next_reminder_at,
    })
    .where('no', '=', state.no),
)

type StateUpdate = Omit<
  StateColumns,
  'check_id' | 'account_id' | 'snapshot' | 'last_origin' | 'ssl_not_after_at' | 'rev' | 'certificate_domain'
>

const updateTypes = {
  no: 'bigint',
  status: 'text',
  verdicts: 'text',
  completed_at: 'bigint',
  longest_run: 'double precision',
  shortest_run: 'double precision',
  last_run_location: 'text',
  last_check_run_id: 'bigint',
  first_result_at: 'bigint',
  last_result_at: 'bigint',
  alert: 'text',
  next_reminder_at: 'bigint',
} as const satisfies Record<keyof StateUpdate, string>

/** Safe because an object that is written like this has no other keys. */
const updateColumns = Object.keys(updateTypes) as readonly (keyof StateUpdate)[]

/** Of PostgreSQL, with `stateUpdates` from this parameter on; also a part of a statement that writes more. */
export function updateStatesText(first: number, condition = 'true'): string {
  return `
  update check_states
  set ${updateColumns
    .filter((column) => column !== 'no')
    .map((column) => `${column} = new.${column}`)
    .join(', ')}
  from unnest(${updateColumns.map((column, index) => `$${first + index}::${updateTypes[column]}[]`).join(', ')})
    as new(${updateColumns.join(', ')})
  where check_states.no = new.no and ${condition}`
}

const updateBatch = prepareBatch(updateStatesText(1))

export function stateUpdates(states: readonly CheckState[]) {
  const rows = states.map(toUpdate)
  return updateColumns.map((column) => rows.map((row) => row[column]))
}

/** Writes back states that `lockStates` gave in the same write. */
export async function updateStates(db: Db, states: readonly CheckState[]): Promise<void> {
  if (isSqlite(db)) {
    for (const state of states) await updateOne(db, toUpdate(state))
    return
  }
  if (states.length > 0) await updateBatch(db, stateUpdates(states))
}

function toUpdate(state: CheckState): StateUpdate {
  return {
    no: state.no,
    status: storedStatus(state.status),
    verdicts: storedVerdicts(state.verdicts),
    completed_at: state.completedAt,
    longest_run: state.longestRun,
    shortest_run: state.shortestRun,
    last_run_location: state.lastRunLocation,
    last_check_run_id: state.lastCheckRunId,
    first_result_at: state.firstResultAt,
    last_result_at: state.lastResultAt,
    alert: state.alert === null ? null : storedAlertState(state.alert),
    next_reminder_at: state.alert?.nextReminderAt ?? null,
  }
}

function toState(row: StateColumns): CheckState {
  return {
    no: row.no,
    checkId: row.check_id,
    accountId: row.account_id,
    rev: row.rev,
    status: statusOf(row.status),
    verdicts: row.verdicts === null ? {} : verdictsOf(row.verdicts),
    completedAt: row.completed_at,
    longestRun: row.longest_run,
    shortestRun: row.shortest_run,
    lastRunLocation: row.last_run_location,
    lastCheckRunId: row.last_check_run_id,
    firstResultAt: row.first_result_at,
    lastResultAt: row.last_result_at,
    alert: row.alert === null ? null : alertStateOf(row.alert),
  }
}

type StoredVerdicts = Record<string, { status: StoredStatus; completedAt: number; isStandIn?: boolean }>

function storedVerdicts(verdicts: CheckState['verdicts']): string | null {
  const entries = Object.entries(verdicts)
  if (entries.length === 0) return null
  const stored: StoredVerdicts = Object.fromEntries(
    entries.map(([location, { status, ...rest }]) => [location, { status: storedStatus(status), ...rest }]),
  )
  return JSON.stringify(stored)
}

/** Safe because nothing but `storedVerdicts` writes there. */
function verdictsOf(text: string): CheckState['verdicts'] {
  const stored = JSON.parse(text) as StoredVerdicts
  return Object.fromEntries(
    Object.entries(stored).map(([location, { status, ...rest }]) => [
      location,
      { status: statusOf(status), ...rest },
    ]),
  )
}

/** After the states, and only when it changes: lists are filtered by it, so that it stands in their indexes. */
export async function setCheckStatus(
  db: Db,
  checkIds: readonly string[],
  status: TargetVerdict,
): Promise<void> {
  // The states are written before: this is the result that has turned the check.
  const turnedAt = sql<number | null>`(
    select completed_at from check_states where check_states.check_id = checks.id)`
  for (const chunk of chunks(checkIds, keysPerStatement)) {
    await db
      .updateTable('checks')
      .set({
        status: storedStatus(status),
        status_since: turnedAt,
        trouble_since: status === 'passed' ? null : sql<number | null>`coalesce(trouble_since, ${turnedAt})`,
      })
      .where('id', 'in', chunk)
      .execute()
  }
}

const moveOrigin = prepareQuery((db, { checkNo, origin }: { checkNo: number; origin: string }) =>
  db.updateTable('check_states').set({ last_origin: origin }).where('no', '=', checkNo),
)

const moveOrigins = prepareBatch(`
  update check_states set last_origin = new.origin
  from unnest($1::bigint[], $2::text[]) as new(no, origin)
  where check_states.no = new.no`)

/** Where the rotations of these checks stand now. */
export async function setLastOrigins(
  db: Db,
  origins: readonly { checkNo: number; origin: string }[],
): Promise<void> {
  if (isSqlite(db)) {
    for (const origin of origins) {
      await moveOrigin(db, origin)
    }
    return
  }
  if (origins.length === 0) return
  await moveOrigins(db, [origins.map(({ checkNo }) => checkNo), origins.map(({ origin }) => origin)])
}

export type CheckStatusRow = CheckState & { name: string; createdAt: number; sslNotAfterAt: number | null }

/** The checks of an account that have a result, newest check first; or just one of them. */
export async function listCheckStatuses(
  db: Db,
  key: { accountId: string; checkId?: string },
): Promise<CheckStatusRow[]> {
  const accountId = canonicalUuid(key.accountId)
  if (accountId === null) return []
  let query = db
    .selectFrom('check_states')
    .innerJoin('checks', 'checks.id', 'check_states.check_id')
    .selectAll('check_states')
    .select(['checks.name', 'checks.created_at'])
    .where('check_states.account_id', '=', accountId)
    .where('check_states.status', 'is not', null)
  if (key.checkId !== undefined) {
    const checkId = canonicalUuid(key.checkId)
    if (checkId === null) return []
    query = query.where('check_states.check_id', '=', checkId)
  }
  const rows = await query.orderBy('checks.created_at', 'desc').orderBy('checks.id', 'desc').execute()
  return rows.map((row) => ({
    ...toState(row),
    name: row.name,
    createdAt: row.created_at,
    sslNotAfterAt: row.ssl_not_after_at,
  }))
}
