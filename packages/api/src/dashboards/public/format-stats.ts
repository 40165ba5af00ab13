import type { PeriodStats, PeriodPair } from '@sonde/analytics/period-stats.ts'
import { showChange } from '@sonde/ground/shown-change.ts'
import { showResponseTime } from '@sonde/ground/shown-time.ts'
import { isRunType } from '@sonde/schema/check-types/check-kinds.ts'
import { metricsOf as checkMetricsOf } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { DashboardConfig } from '@sonde/schema/status-pages/dashboard.ts'

type Metric = {
  name: string
  valueOf(stats: PeriodStats): number | null
  show(value: number): string
  /** Whether more of it is good. */
  isMoreBetter: boolean
  /** How a change is told: in points of a percentage, or as a share of what it was. */
  change: 'points' | 'share'
}

export type FormattedStat = {
  name: string
  /** Null when there is nothing to show. */
  value: string | null
  /** What a share is of: `of 1440 runs`; null for what is no share. */
  of: string | null
  /** Null when there is nothing to compare. */
  change: {
    arrow: '▲' | '▼' | '='
    amount: string
    words: string
    judgement: 'better' | 'worse' | 'same'
  } | null
}

const availability: Metric = {
  name: 'Availability',
  valueOf: (stats) => stats.availability,
  show: showPercent,
  isMoreBetter: true,
  change: 'points',
}

const time = (name: string, valueOf: Metric['valueOf']): Metric => ({
  name,
  valueOf,
  show: showResponseTime,
  isMoreBetter: false,
  change: 'share',
})

const p95 = time('P95', (stats) => stats.p95)
const p99 = time('P99', (stats) => stats.p99)
const latency = time('Latency P95', (stats) => stats.p95)

const packetLoss: Metric = {
  name: 'Packet loss P95',
  valueOf: (stats) => stats.packetLossP95,
  show: showPercent,
  isMoreBetter: false,
  change: 'points',
}

function hasPacketLoss(checkType: CheckType): boolean {
  return checkMetricsOf(checkType).some(({ name }) => name === 'packetLoss')
}

/** What is not run has nothing to time; of an ICMP monitor, latency and packet loss are shown. */
function metricsOf(checkType: CheckType, { showP95, showP99 }: DashboardConfig): Metric[] {
  if (!isRunType(checkType)) return [availability]
  if (hasPacketLoss(checkType)) return [availability, ...(showP95 ? [latency, packetLoss] : [])]
  return [availability, ...(showP95 ? [p95] : []), ...(showP99 ? [p99] : [])]
}

export function formatStats(
  checkType: CheckType,
  pair: PeriodPair | null,
  config: DashboardConfig,
): FormattedStat[] {
  return metricsOf(checkType, config).map((metric) => {
    const now = pair === null ? null : metric.valueOf(pair.current)
    const before = pair === null ? null : metric.valueOf(pair.previous)
    return {
      name: metric.name,
      value: now === null ? null : metric.show(now),
      of: now === null || metric !== availability ? null : runsOf(checkType, pair?.current.runs ?? 0),
      change: now === null || before === null ? null : changeOf(metric, now, before),
    }
  })
}

function runsOf(checkType: CheckType, runs: number): string {
  const noun = isRunType(checkType) ? 'run' : 'event'
  return `of ${runs} ${noun}${runs === 1 ? '' : 's'}`
}

const unchanged = {
  arrow: '=',
  amount: '',
  words: 'unchanged from the period before',
  judgement: 'same',
} as const

function changeOf(metric: Metric, now: number, before: number): FormattedStat['change'] {
  if (metric.change === 'share' && before === 0) return null
  const change = metric.change === 'points' ? pointsBetween(now, before) : shareBetween(now, before)
  if (change === null) return unchanged
  return {
    arrow: change.isMore ? '▲' : '▼',
    amount: change.amount,
    words: change.words,
    judgement: change.isMore === metric.isMoreBetter ? 'better' : 'worse',
  }
}

type Change = { isMore: boolean; amount: string; words: string }

function pointsBetween(now: number, before: number): Change | null {
  const points = Math.abs(now - before).toFixed(2)
  if (Number(points) === 0) return null
  const isMore = now > before
  return {
    isMore,
    amount: `${points} pp`,
    words: `${isMore ? 'up' : 'down'} ${points} percentage points from the period before`,
  }
}

function shareBetween(now: number, before: number): Change | null {
  const change = showChange(now, before)
  if (change === null) return null
  const { isMore, amount, isTimes } = change
  const words = isTimes
    ? `${amount} that of the period before`
    : `${isMore ? 'up' : 'down'} ${amount} from the period before`
  return { isMore, amount, words }
}

/** What is not all of it is never shown as 100. */
export function showPercent(value: number): string {
  const digits = value < 100 && value >= 99.995 ? '99.99' : value.toFixed(2)
  return `${digits} %`
}
