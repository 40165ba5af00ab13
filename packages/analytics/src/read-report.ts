import { chunks } from '@sonde/ground/chunks.ts'
import type { ReportingAggregate } from '@sonde/schema/analytics/reporting.ts'
import { type AccountCheck, accountChecks } from '@sonde/store/checks/account-checks.ts'
import { heartbeatTally } from '@sonde/store/heartbeats/heartbeat-tally.ts'
import { pingCounts } from './ping-counts.ts'
import { type AnalyticsDeps, readRunStats } from './read-run-stats.ts'
import { availabilityOf, createAggregates } from './aggregate-metric.ts'
import type { TimeWindow } from './time-window.ts'
import { isPingedType, isRunType } from '@sonde/schema/check-types/check-kinds.ts'

export type ReportRequest = {
  accountId: string
  /** Without gaps, ascending: the whole window, or the parts of it that are told apart. */
  parts: readonly TimeWindow[]
  isWanted(check: AccountCheck): boolean
}

export type ReportLine = {
  account: AccountCheck
  /** In the order of the parts; those without runs are left out. */
  stats: readonly (TimeWindow & { aggregate: ReportingAggregate })[]
}

type PartStats = { part: number; aggregate: ReportingAggregate }

const checksPerPage = 500
/** So many at once: few questions, and none of which takes long, since a database of one file answers on this thread. */
const checksPerQuestion = { together: 25, inParts: 5 } as const

/** All wanted checks of an account, the newest first, some at a time, so that thousands need little memory. */
export async function* readReport(
  deps: AnalyticsDeps,
  { accountId, parts, isWanted }: ReportRequest,
): AsyncGenerator<ReportLine[]> {
  const atOnce = parts.length === 1 ? checksPerQuestion.together : checksPerQuestion.inParts
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const page = await accountChecks(deps.store.read, { accountId, before, limit: checksPerPage })
    const checks = page.filter(isWanted)
    for (const chunk of chunks(checks, atOnce)) {
      yield await readLines(deps, chunk, parts)
    }
    const last = page.at(-1)
    if (last === undefined || page.length < checksPerPage) return
    before = last.no
  }
}

async function readLines(
  deps: AnalyticsDeps,
  checks: readonly AccountCheck[],
  parts: readonly TimeWindow[],
): Promise<ReportLine[]> {
  const runs = await readRuns(
    deps,
    checks.filter(({ check }) => isRunType(check.checkType)),
    parts,
  )
  const pings = await readPings(
    deps,
    checks.filter(({ check }) => isPingedType(check.checkType)),
    parts,
  )
  return checks.map((account) => ({
    account,
    stats: (runs.get(account.no) ?? pings.get(account.no) ?? [])
      .toSorted((left, right) => left.part - right.part)
      .flatMap(({ part, aggregate }) => {
        const window = parts[part]
        return window === undefined ? [] : [{ ...window, aggregate }]
      }),
  }))
}

function windowOfParts(parts: readonly TimeWindow[]): TimeWindow {
  return { from: parts[0]?.from ?? 0, to: parts.at(-1)?.to ?? 0 }
}

function bucketsOf(parts: readonly TimeWindow[]) {
  return { edges: [...parts.map(({ from }) => from), windowOfParts(parts).to] }
}

async function readRuns(
  deps: AnalyticsDeps,
  checks: readonly AccountCheck[],
  parts: readonly TimeWindow[],
): Promise<Map<number, PartStats[]>> {
  const metrics = new Set(['responseTime'] as const)
  const stats = await readRunStats(deps, {
    checks: checks.map(({ no, check }) => ({ checkNo: no, checkType: check.checkType })),
    window: windowOfParts(parts),
    status: null,
    grouping: { by: null, buckets: parts.length === 1 ? null : bucketsOf(parts) },
    metrics,
    percentiles: metrics,
  })
  const byCheck = new Map<number, PartStats[]>()
  for (const group of stats) {
    const availability = availabilityOf(group)
    if (availability === null) continue
    const aggregates = createAggregates(group.metrics.get('responseTime'))
    const aggregate = {
      successRatio: round(availability, 4),
      avg: roundKnown(aggregates.get('avg')),
      p95: roundKnown(aggregates.get('p95')),
      p99: roundKnown(aggregates.get('p99')),
      ...(aggregates.isApproximate ? { approximate: true } : {}),
    }
    const known = byCheck.get(group.checkNo) ?? []
    known.push({ part: group.bucket, aggregate })
    byCheck.set(group.checkNo, known)
  }
  return byCheck
}

/** A heartbeat has events instead of runs, and nothing that takes time. */
async function readPings(
  { store }: AnalyticsDeps,
  checks: readonly AccountCheck[],
  parts: readonly TimeWindow[],
): Promise<Map<number, PartStats[]>> {
  const tallies = await heartbeatTally(store.read, {
    checkIds: checks.map(({ check }) => check.id),
    ...windowOfParts(parts),
    buckets: bucketsOf(parts),
  })
  const byCheck = Map.groupBy(tallies, ({ checkId }) => checkId)
  return new Map(
    checks.map(({ no, check }) => {
      const byPart = Map.groupBy(byCheck.get(check.id) ?? [], ({ bucket }) => bucket)
      return [
        no,
        [...byPart].map(([part, ofPart]) => {
          const successRatio = round(availabilityOf(pingCounts(ofPart)) ?? 0, 4)
          return { part, aggregate: { successRatio, avg: null, p95: null, p99: null } }
        }),
      ]
    }),
  )
}

function roundKnown(value: number | null): number | null {
  return value === null ? null : round(value, 2)
}

function round(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}
