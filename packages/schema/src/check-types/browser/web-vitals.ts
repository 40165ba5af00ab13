/** How pages feel to people, by the names that browsers give to what they measure. */
export const vitalNames = ['FCP', 'LCP', 'CLS', 'TBT', 'TTFB'] as const
export type VitalName = (typeof vitalNames)[number]

/** Suites measure interactions as well: their tests click and type in pages. */
export const suiteVitalNames = [...vitalNames, 'INP'] as const
export type SuiteVitalName = (typeof suiteVitalNames)[number]

export const vitalScores = ['GOOD', 'NEEDS_IMPROVEMENT', 'POOR'] as const
export type VitalScore = (typeof vitalScores)[number]

/** Up to the first a value is good, up to the second it needs improvement. Milliseconds, but for CLS, which has no unit. */
export const vitalBounds: Readonly<Record<SuiteVitalName, readonly [good: number, poor: number]>> = {
  FCP: [1_800, 3_000],
  LCP: [2_500, 4_000],
  CLS: [0.1, 0.25],
  TBT: [200, 600],
  TTFB: [800, 1_800],
  INP: [200, 500],
}

export function scoreOf(name: SuiteVitalName, value: number): VitalScore {
  const [good, poor] = vitalBounds[name]
  if (value <= good) return 'GOOD'
  return value <= poor ? 'NEEDS_IMPROVEMENT' : 'POOR'
}
