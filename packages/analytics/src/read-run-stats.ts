import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { type Grouping, type RunStatus, bucketAt, tallyRuns } from '@sonde/store/results/measured-values.ts'
import { runsByHour, standInsByHour } from '@sonde/store/rollups/hourly-runs.ts'
import { estimateRuns, hoursInFlux, hoursOfBoth } from '@sonde/store/rollups/rolled-up-stats.ts'
import { isStandInShare } from '@sonde/store/rollups/stand-in-share.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { isByMinutes, tallyPacked } from './packed-runs.ts'
import { rawHorizon } from './raw-horizon.ts'
import { readRolledUp } from './rolled-up-range.ts'
import {
  type RunStatsTable,
  type RunGroupStats,
  type RunStatsSelection,
  createRunStatsTable,
} from './run-group-stats.ts'
import type { StandIns } from './stand-ins.ts'
import { type TimeWindow, storedPart } from './time-window.ts'

export type AnalyticsDeps = {
  /** Not told: every location is a place of its own. */
  standIns?: StandIns
  store: Store
  clock: Clock
  rawRetentionDays: number
  rollupRetentionDays: number
  /** Up to so many runs, every percentile is exact; 100,000 unless told. */
  mostExactRuns?: number
  /** Up to so many runs, everything is read from the results themselves; 10,000 unless told. */
  mostSingleRuns?: number
}

export type RunStatsRequest = RunStatsSelection & {
  window: TimeWindow
  /** Only runs that ended so; null for all. Rollups tell neither these nor status codes apart: asks the results alone. */
  status: RunStatus | null
  grouping: Grouping
}

/** So few runs are read as fast as their rollups. */
const fewRuns = 5_000
/** Adding up the sketches of so many takes some milliseconds. */
const rollupsPerTurn = 250
/** About how many runs are read before others get their turn. */
const runsPerPiece = 25_000

/**
 * The runs of these checks in a window, group by group. What is older than the results that are kept comes
 * from rollups, with edges widened to full hours. Groups without runs are missing.
 */
export async function readRunStats(deps: AnalyticsDeps, request: RunStatsRequest): Promise<RunGroupStats[]> {
  const isRolledUp = request.status === null && request.grouping.by !== 'statusCode'
  const { mostExactRuns = 100_000, mostSingleRuns = 10_000 } = deps
  const now = deps.clock.now()
  const window = storedPart(request.window, { now, ...deps })
  const table = createRunStatsTable(request)
  const checkNos = numbersOf(request)
  const horizon = rawHorizon(now, deps.rawRetentionDays)
  const recentAt = now - (now % dayMs) - dayMs
  if (window.from < horizon && isRolledUp) {
    const old = { from: floorHour(window.from), to: Math.min(horizon, ceilHour(window.to)) }
    await addRolledUp(deps.store, table, request, { ...old, recentAt, isWanted: () => true })
  }
  const recent = { from: Math.max(window.from, horizon), to: window.to }
  if (recent.from >= recent.to) return table.stats()

  const estimated = await estimateRuns(deps.store.read, {
    checkNos,
    from: floorHour(recent.from),
    to: recent.to,
    recentAt,
  })
  const pieceMs = Math.ceil(((recent.to - recent.from) * runsPerPiece) / Math.max(estimated, 1))
  const isPacked = estimated > mostSingleRuns && isByMinutes(request.grouping)
  // Without percentiles the rollups say the same, and faster.
  const isExactlyRolledUp = request.percentiles.size === 0 && isRolledUp
  const isExact = estimated <= (isExactlyRolledUp ? Math.min(fewRuns, mostExactRuns) : mostExactRuns)
  if (isRolledUp && !isExact) {
    await addLargeRange(deps.store, table, request, { ...recent, recentAt, pieceMs })
  } else if (isPacked) {
    await addPackedRange(deps.store, table, request, { ...recent, pieceMs, sketched: !isExact })
  } else {
    await addTallies(deps.store, table, request, {
      ...recent,
      pieceMs: isExact ? Infinity : pieceMs,
      sketched: !isExact,
    })
  }
  return table.stats()
}

/** Full hours that are computed come from their packed runs; edges and what is in flux, from the results. */
async function addPackedRange(
  store: Store,
  table: RunStatsTable,
  request: RunStatsRequest,
  { from, to, pieceMs, sketched }: TimeWindow & { pieceMs: number; sketched: boolean },
): Promise<void> {
  const full = { from: ceilHour(from), to: floorHour(to) }
  const unpacked = new Set<number>()
  const types = new Map(request.checks.map(({ checkNo, checkType }) => [checkNo, checkType]))
  const stepMs = Math.max(hourMs, floorHour(pieceMs))
  for (let start = full.from; start < full.to; start += stepMs) {
    const piece = { from: start, to: Math.min(start + stepMs, full.to) }
    const scope = { checkNos: numbersOf(request), ...piece }
    const packed = await runsByHour(store.read, scope)
    const shareOf = isByPlace(request) ? await standInsByHour(store.read, scope) : () => null
    for (const hour of packed.unpacked) unpacked.add(hour)
    // What is packed does not say of each run who ran it: an hour of both is read from its results.
    for (const hour of packed.hours) if (shareOf(hour) === 'some') unpacked.add(hour.hour)
    for (const hour of packed.hours) {
      const checkType = types.get(hour.checkNo)
      if (checkType === undefined || unpacked.has(hour.hour)) continue
      const ofPlace = { ...hour, isStandIn: isStandInShare(shareOf(hour)) }
      for (const tally of tallyPacked(ofPlace, checkType, request)) table.addTally(tally, { sketched })
    }
    await nextTurn()
  }
  const isPacked = (hour: number) => hour >= full.from && hour < full.to && !unpacked.has(hour)
  for (const range of rangesWithout(isPacked, { from, to })) {
    await addTallies(store, table, request, { ...range, pieceMs, sketched })
  }
}

/** Full hours that are computed come from their rollups; edges and what is in flux, from the results. */
async function addLargeRange(
  store: Store,
  table: RunStatsTable,
  request: RunStatsRequest,
  { from, to, recentAt, pieceMs }: TimeWindow & { recentAt: number; pieceMs: number },
): Promise<void> {
  const full = { from: ceilHour(from), to: floorHour(to) }
  const checkNos = numbersOf(request)
  const inFlux = await hoursInFlux(store.read, { checkNos, ...full, recentAt })
  const ofBoth = isByPlace(request) ? await hoursOfBoth(store.read, { checkNos, ...full }) : new Set<number>()
  const bucketOf = createBucketOf(request.grouping)
  const isWanted = (hour: number) =>
    hour >= full.from &&
    hour < full.to &&
    !inFlux.has(hour) &&
    !ofBoth.has(hour) &&
    bucketOf(hour) === bucketOf(hour + hourMs - 1)
  await addRolledUp(store, table, request, { ...full, recentAt, isWanted })
  for (const range of rangesWithout(isWanted, { from, to })) {
    await addTallies(store, table, request, { ...range, pieceMs, sketched: true })
  }
}

/** Whether it is told who ran what: then a location may be two places. */
function isByPlace({ grouping, placeOf }: RunStatsRequest): boolean {
  return grouping.by === 'location' && placeOf !== undefined
}

function numbersOf({ checks }: RunStatsRequest): number[] {
  return checks.map(({ checkNo }) => checkNo)
}

function rangesWithout(isRolledUp: (hour: number) => boolean, { from, to }: TimeWindow): TimeWindow[] {
  const ranges: TimeWindow[] = []
  for (let hour = floorHour(from); hour < to; hour += hourMs) {
    if (isRolledUp(hour)) continue
    const [start, end] = [Math.max(hour, from), Math.min(hour + hourMs, to)]
    const last = ranges.at(-1)
    if (last?.to === start) last.to = end
    else ranges.push({ from: start, to: end })
  }
  return ranges
}

async function addTallies(
  store: Store,
  table: RunStatsTable,
  request: RunStatsRequest,
  { from, to, pieceMs, sketched }: TimeWindow & { pieceMs: number; sketched: boolean },
): Promise<void> {
  const { checks, status, grouping, metrics, percentiles } = request
  const tallied = {
    summed: [...metrics].filter((name) => !percentiles.has(name)),
    listed: [...percentiles],
  }
  for (let start = from; start < to; start += pieceMs) {
    const scope = { checks, status, from: start, to: Math.min(start + pieceMs, to) }
    for (const tally of await tallyRuns(store.read, scope, grouping, tallied)) {
      table.addTally(tally, { sketched })
    }
    await nextTurn()
  }
}

async function addRolledUp(
  store: Store,
  table: RunStatsTable,
  request: RunStatsRequest,
  range: TimeWindow & { recentAt: number; isWanted(hour: number): boolean },
): Promise<void> {
  const { grouping } = request
  const bucketOf = createBucketOf(grouping)
  const isTogether = (first: number, last: number) => bucketOf(first) === bucketOf(last + hourMs - 1)
  const rows = await readRolledUp(store.read, {
    checkNos: numbersOf(request),
    ...range,
    byPlace: isByPlace(request),
    isTogether,
  })
  for (const [index, row] of rows.entries()) {
    if (index % rollupsPerTurn === rollupsPerTurn - 1) await nextTurn()
    const location = grouping.by === 'location' ? row.location : null
    const isStandIn = isStandInShare(row.standIns)
    const group = { checkNo: row.checkNo, location, isStandIn, statusCode: null, bucket: bucketOf(row.at) }
    table.addRolledUp(group, row)
  }
}

/** An hour that begins before the first bucket, and reaches into it, belongs to it. */
function createBucketOf({ buckets }: Grouping): (at: number) => number {
  if (buckets === null) return () => 0
  return (at) => Math.max(0, bucketAt(buckets, at))
}

function floorHour(at: number): number {
  return Math.floor(at / hourMs) * hourMs
}

function ceilHour(at: number): number {
  return Math.ceil(at / hourMs) * hourMs
}
