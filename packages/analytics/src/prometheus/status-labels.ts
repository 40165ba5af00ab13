import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'

/** How Prometheus is told of statuses and results, in the order of the series. */
export const statusLabels = {
  passed: 'passing',
  failed: 'failing',
  degraded: 'degraded',
} as const satisfies Readonly<Record<TargetVerdict, string>>

export const labelledStatuses = ['passed', 'failed', 'degraded'] as const satisfies readonly TargetVerdict[]
