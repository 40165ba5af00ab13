import type { MetricColumn } from '@sonde/schema/check-types/check-metrics.ts'

/** What a packed detail leaves to other columns of its row. */
export type DetailColumns = Readonly<Record<MetricColumn, number | null>>
