import type { ResultRow } from '../results/results.ts'

/** What a packed detail leaves to other columns of its row. */
export type DetailColumns = Pick<ResultRow, 'checkType' | 'responseTime' | 'metrics'>
