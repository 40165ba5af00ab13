import type { PeriodStats, PeriodPair } from '@sonde/analytics/period-stats.ts'
import { secondMs } from '@sonde/ground/durations.ts'
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
  show: showTime,
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

function changeOf(metric: Metric, now: number, before: number): FormattedStat['change'] {
  if (metric.change === 'share' && before === 0) return null
  const difference = metric.change === 'points' ? now - before : (100 * (now - before)) / before
  const digits = metric.change === 'points' ? 2 : 1
  const amount = Math.abs(difference).toFixed(digits)
  const unit = metric.change === 'points' ? 'pp' : '%'
  if (Number(amount) === 0) return { arrow: '=', amount: '', words: 'unchanged', judgement: 'same' }
  const isMore = difference > 0
  return {
    arrow: isMore ? '▲' : '▼',
    amount: `${amount} ${unit}`,
    words: `${isMore ? 'up' : 'down'} ${amount} ${unit === 'pp' ? 'percentage points' : 'percent'}`,
    judgement: isMore === metric.isMoreBetter ? 'better' : 'worse',
  }
}

/** What is not all of it is never shown as 100. */
export function showPercent(value: number): string {
  const digits = value < 100 && value >= 99.995 ? '99.99' : value.toFixed(2)
  return `${digits} %`
}

/** Three digits and a unit, as everywhere in the product. */
export function showTime(ms: number): string {
  return ms >= 999.5 ? `${(ms / secondMs).toPrecision(3)} s` : `${ms.toPrecision(3)} ms`
}
