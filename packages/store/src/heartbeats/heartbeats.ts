import { sql, type Selectable } from 'kysely'
import { chunks } from '@sonde/ground/chunks.ts'
import type { Database, Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { type JsonObject, parseJsonObject } from '../engine/json-column.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'

/** Another heartbeat monitor of the installation has this token. */
export class PingTokenTaken extends Error {
  override readonly name = 'PingTokenTaken'

  constructor() {
    super('heartbeat.pingToken is already in use: choose another, or omit it')
  }
}

export type HeartbeatTimer = {
  /** When the next ping should come. */
  expectedAt: number
  /** When its silence becomes a failure. */
  deadlineAt: number
}

/** How the pings of a heartbeat monitor stand. */
export type HeartbeatRow = {
  checkId: string
  lastPingAt: number | null
  /** Null before the first ping, and again after the monitor was switched off or its times were changed. */
  timer: HeartbeatTimer | null
}

/** In the write that creates the check. */
export async function insertHeartbeat(
  db: Db,
  heartbeat: { checkId: string; accountId: string; pingToken: string },
): Promise<void> {
  await insertRow(db, newHeartbeatColumns(heartbeat))
}

export function newHeartbeatColumns({
  checkId,
  accountId,
  pingToken,
}: {
  checkId: string
  accountId: string
  pingToken: string
}): Database['heartbeats'] {
  return {
    check_id: checkId,
    account_id: accountId,
    ping_token: pingToken,
    last_ping_at: null,
    expected_at: null,
    deadline_at: null,
  }
}

/** As an update this would end the transaction when the token is taken, and nobody could say why. */
export async function changePingToken(
  db: Db,
  { checkId, pingToken }: { checkId: string; pingToken: string },
): Promise<void> {
  const row = await db
    .deleteFrom('heartbeats')
    .where('check_id', '=', checkId)
    .returningAll()
    .executeTakeFirst()
  if (row !== undefined) await insertRow(db, { ...row, ping_token: pingToken })
}

async function insertRow(db: Db, row: Database['heartbeats']): Promise<void> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('heartbeats')
    .values(row)
    .onConflict((conflict) => conflict.column('ping_token').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new PingTokenTaken()
}

/** By token, the monitor that has it, of whatever account. */
export async function monitorsByToken(db: Db, tokens: readonly string[]): Promise<Map<string, string>> {
  const checkIds = new Map<string, string>()
  for (const chunk of chunks(tokens, keysPerStatement)) {
    const rows = await db
      .selectFrom('heartbeats')
      .select(['ping_token', 'check_id'])
      .where('ping_token', 'in', chunk)
      .execute()
    for (const row of rows) checkIds.set(row.ping_token, row.check_id)
  }
  return checkIds
}

/** These wait for nothing until their next ping. Checks of other types are none of its business. */
export async function stopTimers(db: Db, checkIds: readonly string[]): Promise<void> {
  for (const chunk of chunks(checkIds, keysPerStatement)) {
    await db
      .updateTable('heartbeats')
      .set({ expected_at: null, deadline_at: null })
      .where('check_id', 'in', chunk)
      .where('deadline_at', 'is not', null)
      .execute()
  }
}

/** Whom a ping is for. */
export type PingTarget = { checkId: string; checkNo: number; isActivated: boolean }

const selectTarget = prepareQuery((db, { token }: { token: string }) =>
  selectMonitors(db)
    .innerJoin('check_states', 'check_states.check_id', 'heartbeats.check_id')
    .select('check_states.no')
    .where('heartbeats.ping_token', '=', token),
)

/** Null for a token that nobody has. */
export async function findPingTarget(db: Db, token: string): Promise<PingTarget | null> {
  const known = canonicalUuid(token)
  const row = known === null ? undefined : (await selectTarget(db, { token: known })).rows[0]
  if (row === undefined) return null
  return { checkId: row.check_id, checkNo: row.no, isActivated: isActivated(row) }
}

const selectPinged = prepareQuery((db, { checkId }: { checkId: string }) => {
  const query = selectMonitors(db)
    .select(['heartbeats.last_ping_at', 'heartbeats.expected_at', 'heartbeats.deadline_at', 'checks.config'])
    .where('heartbeats.check_id', '=', checkId)
  return isSqlite(db) ? query : query.forUpdate('heartbeats')
})

/** What a ping finds, locked as by `lockHeartbeats`. Null when the monitor is gone or switched off. */
export async function lockPinged(
  db: Db,
  checkId: string,
): Promise<(HeartbeatRow & { config: JsonObject }) | null> {
  const row = (await selectPinged(db, { checkId })).rows[0]
  if (row === undefined || !isActivated(row)) return null
  return { ...toHeartbeat(row), config: parseJsonObject(row.config) }
}

function selectMonitors(db: Db) {
  return db
    .selectFrom('heartbeats')
    .innerJoin('checks', 'checks.id', 'heartbeats.check_id')
    .leftJoin('check_groups', 'check_groups.id', 'checks.group_id')
    .select(['heartbeats.check_id', 'checks.activated', 'check_groups.activated as group_activated'])
}

function isActivated(row: { activated: unknown; group_activated: unknown }): boolean {
  return Boolean(row.activated) && (row.group_activated === null || Boolean(row.group_activated))
}

/**
 * How the pings of these checks stand, locked until the write ends. The states of the checks must be locked
 * before, so that a ping, a deadline and a change of the check wait for each other in one order.
 */
export async function lockHeartbeats(
  db: Db,
  checkIds: readonly string[],
): Promise<Map<string, HeartbeatRow>> {
  if (checkIds.length === 0) return new Map()
  const query = db.selectFrom('heartbeats').selectAll().where('check_id', 'in', checkIds).orderBy('check_id')
  const rows = await (isSqlite(db) ? query : query.forUpdate()).execute()
  return new Map(rows.map((row) => [row.check_id, toHeartbeat(row)]))
}

/** How the pings of these checks stand. */
export async function heartbeatsOf(db: Db, checkIds: readonly string[]): Promise<Map<string, HeartbeatRow>> {
  if (checkIds.length === 0) return new Map()
  const rows = await db.selectFrom('heartbeats').selectAll().where('check_id', 'in', checkIds).execute()
  return new Map(rows.map((row) => [row.check_id, toHeartbeat(row)]))
}

const updateRow = prepareQuery(
  (
    db,
    row: {
      checkId: string
      lastPingAt: number | null
      expectedAt: number | null
      deadlineAt: number | null
    },
  ) =>
    db
      .updateTable('heartbeats')
      .set({ last_ping_at: row.lastPingAt, expected_at: row.expectedAt, deadline_at: row.deadlineAt })
      .where('check_id', '=', row.checkId),
)

/** Writes back what `lockHeartbeats` gave in the same write. */
export async function updateHeartbeat(db: Db, { checkId, lastPingAt, timer }: HeartbeatRow): Promise<void> {
  const { expectedAt = null, deadlineAt = null } = timer ?? {}
  await updateRow(db, { checkId, lastPingAt, expectedAt, deadlineAt })
}

/** The checks whose deadline has come, the longest overdue first. */
export async function overdueHeartbeats(
  db: Db,
  { at, limit }: { at: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('heartbeats')
    .select('check_id')
    .where('deadline_at', '<=', at)
    .orderBy('deadline_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.check_id)
}

/** Moves every open deadline, except those that a ping started after the one time and not after the other. */
export async function moveDeadlines(
  db: Db,
  move: {
    byMs: number
    /** Whether pings are expected so much later, too. */
    movesExpected: boolean
    exceptPinged: { after: number; until: number }
  },
): Promise<void> {
  const { after, until } = move.exceptPinged
  await db
    .updateTable('heartbeats')
    .set({
      deadline_at: sql`deadline_at + ${move.byMs}`,
      ...(move.movesExpected && { expected_at: sql`expected_at + ${move.byMs}` }),
    })
    .where('deadline_at', 'is not', null)
    .where((row) => row.or([row('last_ping_at', '<=', after), row('last_ping_at', '>', until)]))
    .execute()
}

type TimerColumns = Pick<
  Selectable<Database['heartbeats']>,
  'check_id' | 'last_ping_at' | 'expected_at' | 'deadline_at'
>

function toHeartbeat(row: TimerColumns): HeartbeatRow {
  const { expected_at: expectedAt, deadline_at: deadlineAt } = row
  return {
    checkId: row.check_id,
    lastPingAt: row.last_ping_at,
    timer: expectedAt === null || deadlineAt === null ? null : { expectedAt, deadlineAt },
  }
}
