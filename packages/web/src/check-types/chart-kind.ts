import { isRecord } from '@sonde/ground/is-record.ts'
import type { ComponentType } from 'react'
import { formatMs } from '../parts/format.ts'
import type { Range } from '../parts/range.ts'
import type { Check } from '../resources/checks.ts'

/** A line across a chart at which a check becomes degraded or fails. */
export type Limit = { value: number; label: string; verdict: 'degraded' | 'failed' }

type SecondChart = {
  title: string
  metrics: readonly string[]
  /** Of what this chart shows; none unless told. */
  limitsOf?(check: Check): Limit[]
}

export type OwnChartsProps = {
  check: Check
  range: Range
  /** The same numbers as a table. */
  isTable: boolean
  onZoom: (from: number, to: number) => void
  onZoomAround: (at: number, factor: number) => void
}

/** What the charts of a type are made of. Names are those of the analytics of the API, which also tells their labels. */
export type ChartKind = {
  /** What this type calls the time that it measures. */
  time: string
  /** The fastest and the slowest of a span. */
  band: readonly [low: string, high: string]
  /** Charts that only this type has, which are a file of their own. */
  loadOwn?(): Promise<{ OwnCharts: ComponentType<OwnChartsProps> }>
  second: ({ kind: 'lines' } & SecondChart) | ({ kind: 'stack' } & SecondChart) | null
}

/** The band of a time of which the API keeps the lowest and the highest of each span. */
export function bandOf(time: string): ChartKind['band'] {
  return [`${time}_min`, `${time}_max`]
}

/** From which response time on a check is degraded, and fails. Null is no limit. */
export function timeLimits(check: object): Limit[] {
  return limitPair(check, ['degradedResponseTime', 'maxResponseTime'], formatMs)
}

/** The two limits of a check that stand in these fields. */
export function limitPair(
  check: object,
  [degraded, failed]: readonly [degraded: string, failed: string],
  format: (value: number) => string,
): Limit[] {
  const fields = isRecord(check) ? check : {}
  const limitOf = (value: unknown, verdict: Limit['verdict'], words: string): Limit[] =>
    typeof value === 'number' ? [{ value, verdict, label: `${words} ${format(value)}` }] : []
  return [
    ...limitOf(fields[degraded], 'degraded', 'Degraded from'),
    ...limitOf(fields[failed], 'failed', 'Fails from'),
  ]
}
