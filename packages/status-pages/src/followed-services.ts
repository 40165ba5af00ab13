import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { chunks } from '@sonde/ground/chunks.ts'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { isPingedType } from '@sonde/schema/check-types/check-kinds.ts'
import { verdictOfHeartbeat } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import type { ServiceFollows } from '@sonde/schema/status-pages/status-page-service.ts'
import { heartbeatTally } from '@sonde/store/heartbeats/heartbeat-tally.ts'
import { type ActiveMaintenance, activeMaintenances } from '@sonde/store/maintenance/maintenances.ts'
import { type RunCounts, runsOfDays, runsOfHours, runsOfResults } from '@sonde/store/rollups/followed-days.ts'
import { type FollowedCheck, findFollowedChecks } from '@sonde/store/status-pages/followed-checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { nextFollowedChange, stateOfFollowed } from './follow-state.ts'
import type { MeasuredDay } from './measured-days.ts'
import type { PageState } from './page-state.ts'
import { chosenChecks } from './rules/chosen-checks.ts'

/** Whether a maintenance window pauses a check. */
export type CoversCheck = (
  active: readonly ActiveMaintenance[],
  check: {
    accountId: string
    checkId: string
    groupId: number | null
    tags: readonly string[]
    at: number
  },
) => boolean

/** How the checks of a service are, and what they said on each UTC day, by its beginning. */
export type FollowedView = { state: PageState; days: Map<number, MeasuredDay> }

export type FollowedViews = {
  byService: ReadonlyMap<string, FollowedView>
  /** When one of them changes although nothing is written; null: not before the page is rendered again. */
  changesAt: number | null
}

type Counts = RunCounts & { checkId: string }

/** The days of so many checks are read before others get their turn. */
const checksPerTurn = 100

/** By service, what its checks said on each day. */
type DaysOfServices = Map<string, Map<number, MeasuredDay>>

const pastKeptMs = 15 * minuteMs
/** Checks that change their state again and again make pages be rendered as often: their days need not be read for that. */
const recentKeptMs = minuteMs
/** Of all pages together. */
const mostEntries = 1_000

/**
 * How many checks a page follows does not change how many questions are asked, beyond one for each hundred of them.
 * Days that are over seldom change: they are read again after a quarter of an hour, the last two after a minute. States
 * are always those of the moment.
 */
export function createFollowedServices({ coversCheck }: { coversCheck: CoversCheck }) {
  const entries = new Map<string, { readAt: number; days: DaysOfServices }>()

  async function daysOf(
    key: string,
    { now, keptMs }: { now: number; keptMs: number },
    read: () => Promise<DaysOfServices>,
  ): Promise<DaysOfServices> {
    const known = entries.get(key)
    if (known !== undefined && now >= known.readAt && now - known.readAt < keptMs) return known.days
    const days = await read()
    entries.delete(key)
    entries.set(key, { readAt: now, days })
    for (const oldest of entries.keys()) {
      if (entries.size <= mostEntries) break
      entries.delete(oldest)
    }
    return days
  }

  return async function loadFollowed(
    db: Db,
    {
      accountId,
      follows,
      from,
      now,
    }: { accountId: string; follows: ReadonlyMap<string, ServiceFollows>; from: number; now: number },
  ): Promise<FollowedViews> {
    if (follows.size === 0) return { byService: new Map(), changesAt: null }
    const all = [...follows.values()]
    const checks = await findFollowedChecks(db, {
      accountId,
      checkIds: all.flatMap(({ checkIds }) => checkIds),
      tags: [...new Set(all.flatMap(({ tags }) => tags))],
    })
    const active = await activeMaintenances(db, { at: now, accountIds: [accountId] })
    const states = checks.map((check) => ({
      ...check,
      isInMaintenance: coversCheck(active, { ...check, accountId, at: now }),
    }))
    const members = new Map(
      [...follows].map(([serviceId, choice]) => [serviceId, chosenChecks(choice, states)] as const),
    )
    const today = now - (now % dayMs)
    const yesterday = today - dayMs
    const key = keyOf(members, today)
    const past = await daysOf(`past ${key}`, { now, keptMs: pastKeptMs }, async () =>
      sumByService(members, await readDays(db, checks, { from: from - (from % dayMs), to: yesterday })),
    )
    const recent = await daysOf(`recent ${key}`, { now, keptMs: recentKeptMs }, async () =>
      sumByService(members, await readRecent(db, checks, { from: yesterday, to: now + 1 })),
    )
    const changes = active.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    const byService = new Map<string, FollowedView>()
    for (const [serviceId, own] of members) {
      const delay = { delayMs: (follows.get(serviceId)?.delayMinutes ?? 0) * minuteMs, now }
      const days = new Map([...(past.get(serviceId) ?? []), ...(recent.get(serviceId) ?? [])])
      byService.set(serviceId, { state: stateOfFollowed(own, delay), days })
      const change = nextFollowedChange(own, delay)
      if (change !== null) changes.push(change)
    }
    const coming = changes.filter((at) => at > now)
    return { byService, changesAt: coming.length === 0 ? null : Math.min(...coming) }
  }
}

type Members = ReadonlyMap<string, readonly { checkId: string; checkNo: number }[]>

/** Changes with the day and with whatever any of the services follows. */
function keyOf(members: Members, today: number): string {
  const services = [...members].map(([id, checks]) => `${id}:${checks.map(({ checkNo }) => checkNo).join()}`)
  return createHash('sha256')
    .update([today, ...services].join('\n'))
    .digest('base64url')
}

function sumByService(members: Members, counts: readonly Counts[]): DaysOfServices {
  const countsOf = Map.groupBy(counts, ({ checkId }) => checkId)
  return new Map(
    [...members].map(([serviceId, checks]) => {
      const days = new Map<number, MeasuredDay>()
      for (const { checkId } of checks) for (const each of countsOf.get(checkId) ?? []) addTo(days, each)
      return [serviceId, days]
    }),
  )
}

function addTo(days: Map<number, MeasuredDay>, { at, runs, failed, degraded }: Counts): void {
  const day = at - (at % dayMs)
  const sum = days.get(day) ?? { runs: 0, failed: 0, degraded: 0 }
  sum.runs += runs
  sum.failed += failed
  sum.degraded += degraded
  days.set(day, sum)
}

type Range = { from: number; to: number }

/** Of days that are over, from what was computed of them. */
async function readDays(db: Db, checks: readonly FollowedCheck[], range: Range): Promise<Counts[]> {
  return await inTurns(checks, async (some) => [
    ...named(some, await runsOfDays(db, { checkNos: numbersOf(some), ...range })),
    ...(await readPings(db, some, range)),
  ])
}

/** Of the last hours, some of which are not computed yet: of these, from the results. */
async function readRecent(db: Db, checks: readonly FollowedCheck[], range: Range): Promise<Counts[]> {
  const runningHour = range.to - (range.to % hourMs)
  return await inTurns(checks, async (some) => {
    const checkNos = numbersOf(some)
    const { counts, firstOpen } = await runsOfHours(db, { checkNos, ...range })
    const computed = new Set(counts.map(({ checkNo, at }) => `${checkNo}/${at}`))
    const from = Math.max(range.from, Math.min(firstOpen ?? runningHour, runningHour))
    const results = await runsOfResults(db, { checkNos, from, to: range.to })
    return [
      ...named(some, counts),
      ...named(
        some,
        results.filter(({ checkNo, at }) => !computed.has(`${checkNo}/${at}`)),
      ),
      ...(await readPings(db, some, range)),
    ]
  })
}

async function readPings(db: Db, checks: readonly FollowedCheck[], { from, to }: Range): Promise<Counts[]> {
  const pinged = checks.filter(({ checkType }) => isPingedType(checkType))
  if (pinged.length === 0 || from >= to) return []
  const numbers = new Map(pinged.map(({ checkId, checkNo }) => [checkId, checkNo]))
  const tallies = await heartbeatTally(db, {
    checkIds: [...numbers.keys()],
    from,
    to,
    buckets: { originAt: from, widthMs: dayMs },
  })
  return tallies.map(({ checkId, state, bucket, count }) => ({
    checkId,
    checkNo: numbers.get(checkId) ?? 0,
    at: from + bucket * dayMs,
    runs: count,
    failed: verdictOfHeartbeat(state) === 'failed' ? count : 0,
    degraded: 0,
  }))
}

async function inTurns(
  checks: readonly FollowedCheck[],
  read: (some: readonly FollowedCheck[]) => Promise<Counts[]>,
): Promise<Counts[]> {
  const counts: Counts[] = []
  for (const some of chunks(checks, checksPerTurn)) {
    for (const each of await read(some)) counts.push(each)
    await nextTurn()
  }
  return counts
}

function numbersOf(checks: readonly FollowedCheck[]): number[] {
  return checks.map(({ checkNo }) => checkNo)
}

function named(checks: readonly FollowedCheck[], counts: readonly RunCounts[]): Counts[] {
  const ids = new Map(checks.map(({ checkId, checkNo }) => [checkNo, checkId]))
  return counts.flatMap((each) => {
    const checkId = ids.get(each.checkNo)
    return checkId === undefined ? [] : [{ ...each, checkId }]
  })
}
