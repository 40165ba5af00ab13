import type { AlertType } from '@sonde/schema/alerts/alert.ts'
import { type TargetVerdict, targetVerdictOfEnd } from '@sonde/schema/runs/verdict.ts'
import type { AgentChange, CheckChange } from '@sonde/schema/accounts/live-event.ts'
import { endNumber, endOfNumber } from '../results/stored-verdicts.ts'
import {
  type SessionRunState,
  sessionRunStateOf,
  storedSessionRunState,
  type StoredSessionRunState,
} from '../runs/session-run-state.ts'
import type { Db } from '../engine/database.ts'
import { prepareQuery } from '../engine/prepared-query.ts'

/** Something that open pages are told. Times are milliseconds. */
export type LiveChange =
  | { type: 'check-changed'; accountId: string; checkId: string; change: CheckChange }
  | { type: 'group-changed'; accountId: string; groupId: number; change: CheckChange }
  | { type: 'alert'; accountId: string; checkId: string; alertId: string; alertType: AlertType; at: number }
  | {
      type: 'session'
      accountId: string
      checkId: string
      sessionId: string
      /** Of all its runs. */
      states: readonly SessionRunState[]
    }
  /** `accountId` is null where the location belongs to nobody. */
  | { type: 'agent'; accountId: string | null; location: string; change: AgentChange; at: number }

/** A check has a new result, or another status. By its number: of these there are many. */
export type CheckNews = {
  checkNo: number
  status: TargetVerdict | null
  /** Since when; undefined while the status is as before. */
  statusSince: number | null | undefined
  lastResult: {
    at: number
    location: string | null
    responseTime: number | null
    /** Null: it says nothing about its target. */
    verdict: TargetVerdict | null
  } | null
}

/** One row per write. */
export type LiveChangeRow = { no: number; changes: readonly LiveChange[]; news: readonly CheckNews[] }

const insertRow = prepareQuery((db, row: { at: number; changes: string }) =>
  db.insertInto('live_changes').values({ at: row.at, changes: row.changes }),
)

/** Transactions in which something was noted. */
const marked = new WeakSet<Db>()

async function insertOne(db: Db, row: { at: number; changes: string }): Promise<void> {
  await insertRow(db, row)
  marked.add(db)
}

/** Whether something was noted in this transaction since the last question. */
export function takeLiveMark(db: Db): boolean {
  return marked.delete(db)
}

/** Inside the write that they belong to, as a late step: what locks it takes before tells which one is newer. */
export async function noteLiveChanges(db: Db, changes: readonly LiveChange[], at: number): Promise<void> {
  if (changes.length > 0) await insertOne(db, { at, changes: JSON.stringify(changes.map(storedChange)) })
}

/** The same for what results have brought: one row for all of them. */
export async function noteCheckNews(db: Db, news: readonly CheckNews[], at: number): Promise<void> {
  if (news.length > 0) await insertOne(db, { at, changes: JSON.stringify(news.map(packed)) })
}

/** Of PostgreSQL, with `newsColumns` from this parameter on: a part of a statement that writes more. */
export function noteNewsText(first: number, condition: string): string {
  return `
  insert into live_changes (at, changes)
  select * from unnest($${first}::bigint[], $${first + 1}::text[]) where ${condition}`
}

/** For a statement with `noteNewsText` in this transaction. */
export function newsColumns(db: Db, news: readonly CheckNews[], at: number): [number[], string[]] {
  if (news.length === 0) return [[], []]
  marked.add(db)
  return [[at], [JSON.stringify(news.map(packed))]]
}

type SessionChange = Extract<LiveChange, { type: 'session' }>

type StoredChange =
  | Exclude<LiveChange, SessionChange>
  | (Omit<SessionChange, 'states'> & { states: readonly StoredSessionRunState[] })

function storedChange(change: LiveChange): StoredChange {
  return change.type === 'session' ? { ...change, states: change.states.map(storedSessionRunState) } : change
}

function changeOf(change: StoredChange): LiveChange {
  return change.type === 'session' ? { ...change, states: change.states.map(sessionRunStateOf) } : change
}

/** In one fixed order, because there is one for every result. */
type Packed = readonly [
  checkNo: number,
  status: number,
  statusSince: number | null | undefined,
  at?: number,
  location?: string | null,
  responseTime?: number | null,
  verdict?: number,
]

/** -1 in the place of a time: the status is as before. */
const asBefore = -1

function packed({ checkNo, status, statusSince, lastResult }: CheckNews): Packed {
  const since = statusSince === undefined ? asBefore : statusSince
  if (lastResult === null) return [checkNo, numberOf(status), since]
  const { at, location, responseTime, verdict } = lastResult
  return [checkNo, numberOf(status), since, at, location, responseTime, numberOf(verdict)]
}

function unpacked([checkNo, status, since, at, location, responseTime, verdict]: Packed): CheckNews {
  return {
    checkNo,
    status: verdictOf(status),
    statusSince: since === asBefore ? undefined : (since ?? null),
    lastResult:
      at === undefined
        ? null
        : {
            at,
            location: location ?? null,
            responseTime: responseTime ?? null,
            verdict: verdictOf(verdict ?? none),
          },
  }
}

/** In the place of a status or verdict. */
const none = -1

function numberOf(verdict: TargetVerdict | null): number {
  return verdict === null ? none : endNumber(verdict)
}

function verdictOf(number: number): TargetVerdict | null {
  return targetVerdictOfEnd(endOfNumber(number))
}

/**
 * Those with a higher number, and those of the numbers `also`, in the order of their numbers. On PostgreSQL a
 * number is taken before its row can be seen: whoever has read a higher one asks for those between once more.
 */
export async function liveChangesAfter(
  db: Db,
  { after, also = [], limit }: { after: number; also?: readonly number[]; limit: number },
): Promise<LiveChangeRow[]> {
  const query = db
    .selectFrom('live_changes')
    .select(['no', 'changes'])
    .where((builder) =>
      builder.or([builder('no', '>', after), ...(also.length > 0 ? [builder('no', 'in', also)] : [])]),
    )
    .orderBy('no')
    .limit(limit)
  return (await query.execute()).map(({ no, changes }) => toRow(Number(no), changes))
}

/** The highest numbers that there are, highest first. */
export async function newestLiveNumbers(db: Db, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('live_changes').select('no').orderBy('no', 'desc').limit(limit).execute()
  return rows.map(({ no }) => Number(no))
}

/** How long a number may be missing before it is believed that no write will ever show it. */
export const missingNumberMs = 30_000

/**
 * The number up to which all was written when it was asked for; 0 before anything was. PostgreSQL gives out numbers
 * before their rows can be seen: one that is missing before a row of the last seconds may still come.
 */
export async function settledLiveNumber(db: Db, now: number): Promise<number> {
  const newest = await db
    .selectFrom('live_changes')
    .select(['no', 'at'])
    .orderBy('no', 'desc')
    .limit(100)
    .execute()
  let settled: number | null = null
  for (const { no, at } of newest.toReversed()) {
    const isFollowing = settled === null ? Number(no) === 1 : Number(no) === settled + 1
    // One less than what is known is unknown: whoever comes with it reads anew, unless the missing one has come.
    if (!isFollowing && now - Number(at) < missingNumberMs) return settled ?? Number(no) - 2
    settled = Number(no)
  }
  return settled ?? 0
}

/** Null when there is none. */
export async function oldestLiveNumber(db: Db): Promise<number | null> {
  const row = await db.selectFrom('live_changes').select('no').orderBy('no').limit(1).executeTakeFirst()
  return row === undefined ? null : Number(row.no)
}

/** The newest one stays, whatever its age: by it, whoever comes back knows that nothing was missed. */
export async function forgetLiveChangesBefore(db: Db, at: number): Promise<void> {
  await db
    .deleteFrom('live_changes')
    .where('at', '<', at)
    .where('no', '<', (builder) =>
      builder.selectFrom('live_changes as newest').select((each) => each.fn.max('newest.no').as('no')),
    )
    .execute()
}

function toRow(no: number, text: string): LiveChangeRow {
  const entries = read(text)
  return {
    no,
    changes: entries.flatMap((entry) => (isPacked(entry) ? [] : [changeOf(entry)])),
    news: entries.filter(isPacked).map(unpacked),
  }
}

function isPacked(entry: StoredChange | Packed): entry is Packed {
  return Array.isArray(entry)
}

/** Safe because nothing but the two functions above writes there; what a newer server notes is passed over. */
function read(text: string): (StoredChange | Packed)[] {
  return JSON.parse(text) as (StoredChange | Packed)[]
}
