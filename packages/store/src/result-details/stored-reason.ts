import { cancelledReason, reasonInDetail, unreadableReason } from '@sonde/schema/runs/reason.ts'
import type { DetailReading } from './read-detail.ts'
import type { ResultRow } from '../results/results.ts'

/** Why a stored result did not pass; null of one that did. `read` is called where the row itself does not say. */
export function storedReason(
  { verdict, reason }: Pick<ResultRow, 'verdict' | 'reason'>,
  read: () => DetailReading,
): string | null {
  if (isReasonInDetail({ verdict, reason })) {
    const reading = read()
    return reading.kind === 'read' ? reasonInDetail(reading.detail) : unreadableReason
  }
  if (verdict === 'passed') return null
  return reason ?? cancelledReason
}

/** Whether the detail alone may say why: of results from before reasons were stored. */
export function isReasonInDetail({ verdict, reason }: Pick<ResultRow, 'verdict' | 'reason'>): boolean {
  return reason === null && verdict !== 'passed' && verdict !== 'cancelled'
}
