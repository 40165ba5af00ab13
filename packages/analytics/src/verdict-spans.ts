import { isPingedType } from '@sonde/schema/check-types/check-kinds.ts'
import { verdictOfHeartbeat } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import { noVerdicts, type VerdictCounts } from '@sonde/schema/runs/verdict.ts'
import { hourMs } from '@sonde/ground/durations.ts'
import { heartbeatTally } from '@sonde/store/heartbeats/heartbeat-tally.ts'
import type { NumberedCheck } from '@sonde/store/checks/numbered-checks.ts'
import { countVerdicts, rolledUpVerdicts } from '@sonde/store/results/verdict-counts.ts'
import { rawHorizon } from './raw-horizon.ts'
import type { AnalyticsDeps } from './read-run-stats.ts'
import { type TimeWindow, storedPart } from './time-window.ts'

export type VerdictSpan = VerdictCounts & { startsAt: number }

/**
 * What the results of a check said, span by span, oldest first; spans without any are missing. Spans begin at
 * multiples of their width; those of whole hours are counted from full hours on.
 */
export async function readVerdictSpans(
  deps: AnalyticsDeps,
  { check, window, widthMs }: { check: NumberedCheck; window: TimeWindow; widthMs: number },
): Promise<VerdictSpan[]> {
  const stored = storedPart(window, { now: deps.clock.now(), ...deps })
  if (stored.from >= stored.to) return []
  const originAt = stored.from - (stored.from % widthMs)
  const spans = await countSpans(deps, { check, ...stored, originAt, widthMs })
  return [...spans]
    .filter(([, counts]) => Object.values(counts).some((count) => count > 0))
    .toSorted(([left], [right]) => left - right)
    .map(([span, counts]) => ({ startsAt: originAt + span * widthMs, ...counts }))
}

type Request = TimeWindow & { check: NumberedCheck; originAt: number; widthMs: number }

async function countSpans(deps: AnalyticsDeps, request: Request): Promise<Map<number, VerdictCounts>> {
  const { check, from, to, originAt, widthMs } = request
  if (isPingedType(check.checkType)) return await countEvents(deps, request)
  if (widthMs % hourMs === 0) return await countHours(deps, request)
  const buckets = { originAt, widthMs }
  return await countVerdicts(deps.store.read, { checkNo: check.checkNo, from, to, buckets })
}

/** Computed hours come from their rollups, all others from the results themselves. */
async function countHours(
  { store, clock, rawRetentionDays }: AnalyticsDeps,
  { check: { checkNo }, from, to, originAt, widthMs }: Request,
): Promise<Map<number, VerdictCounts>> {
  const first = from - (from % hourMs)
  const end = Math.ceil(to / hourMs) * hourMs
  const rolledUp = await rolledUpVerdicts(store.read, { checkNo, from: first, to: end })
  const horizon = Math.max(first, rawHorizon(clock.now(), rawRetentionDays))
  const others = hoursBetween(horizon, end).filter((hour) => !rolledUp.has(hour))
  const verdictCounts = await countVerdicts(store.read, {
    checkNo,
    from: others[0] ?? end,
    to: (others.at(-1) ?? end) + hourMs,
    buckets: { originAt: first, widthMs: hourMs },
  })
  const spans = new Map<number, VerdictCounts>()
  const add = (hour: number, counts: VerdictCounts | undefined) => {
    if (counts === undefined) return
    const span = Math.floor((hour - originAt) / widthMs)
    spans.set(span, addedTo(spans.get(span), counts))
  }
  for (const [hour, counts] of rolledUp) add(hour, counts)
  for (const hour of others) add(hour, verdictCounts.get((hour - first) / hourMs))
  return spans
}

function hoursBetween(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, (to - from) / hourMs) }, (_, index) => from + index * hourMs)
}

async function countEvents(
  { store }: AnalyticsDeps,
  { check: { checkId }, from, to, originAt, widthMs }: Request,
): Promise<Map<number, VerdictCounts>> {
  const buckets = { originAt, widthMs }
  const tallies = await heartbeatTally(store.read, { checkIds: [checkId], from, to, buckets })
  const spans = new Map<number, VerdictCounts>()
  for (const { bucket, state, count } of tallies) {
    const counts = { ...noVerdicts(), [verdictOfHeartbeat(state)]: count }
    spans.set(bucket, addedTo(spans.get(bucket), counts))
  }
  return spans
}

function addedTo(sum: VerdictCounts | undefined, counts: VerdictCounts): VerdictCounts {
  if (sum === undefined) return counts
  return {
    passed: sum.passed + counts.passed,
    degraded: sum.degraded + counts.degraded,
    failed: sum.failed + counts.failed,
    withheld: sum.withheld + counts.withheld,
  }
}
