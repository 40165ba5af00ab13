/** How pages feel to people, by the names that browsers give to what they measure. */
export const vitalNames = ['FCP', 'LCP', 'CLS', 'TBT', 'TTFB'] as const
export type VitalName = (typeof vitalNames)[number]

export const vitalScores = ['GOOD', 'NEEDS_IMPROVEMENT', 'POOR'] as const
