import {
  vitalBounds,
  type SuiteVitalName,
  type VitalName,
  type VitalScore,
} from '@sonde/schema/check-types/browser/web-vitals.ts'
import type { CheckStatus } from '@sonde/schema/runs/verdict.ts'
import { formatMs } from '../../parts/format.ts'
import type { Limit } from '../chart-kind.ts'

/** In the order in which a page is felt. */
export const shownVitals = ['LCP', 'FCP', 'CLS', 'TBT', 'TTFB'] as const satisfies readonly VitalName[]
export const shownSuiteVitals = [...shownVitals, 'INP'] as const satisfies readonly SuiteVitalName[]

export const vitalLabels: Readonly<Record<SuiteVitalName, string>> = {
  LCP: 'Largest contentful paint',
  FCP: 'First contentful paint',
  CLS: 'Cumulative layout shift',
  TBT: 'Total blocking time',
  TTFB: 'Time to first byte',
  INP: 'Interaction to next paint',
}

export const scoreLooks: Readonly<Record<VitalScore, { word: string; shape: CheckStatus; ink: string }>> = {
  GOOD: { word: 'Good', shape: 'passed', ink: 'text-good' },
  NEEDS_IMPROVEMENT: { word: 'Needs improvement', shape: 'degraded', ink: 'text-warn' },
  POOR: { word: 'Poor', shape: 'failed', ink: 'text-bad' },
}

/** A score has no unit: three digits after the point tell the limits apart. */
export function formatVital(name: SuiteVitalName, value: number): string {
  return name === 'CLS' ? String(Math.round(value * 1_000) / 1_000) : formatMs(value)
}

/** `Good up to 2.5 s, poor above 4 s` */
export function limitWords(name: SuiteVitalName): string {
  const [good, poor] = vitalBounds[name].map((limit) => formatVital(name, limit))
  return `Good up to ${good}, poor above ${poor}`
}

/** The lines of a chart: what is above the first is not good, what is above the second is poor. */
export function limitsOfVital(name: VitalName, [good, poor]: readonly [good: number, poor: number]): Limit[] {
  return [
    { value: good, verdict: 'degraded', label: `Needs improvement above ${formatVital(name, good)}` },
    { value: poor, verdict: 'failed', label: `Poor above ${formatVital(name, poor)}` },
  ]
}
