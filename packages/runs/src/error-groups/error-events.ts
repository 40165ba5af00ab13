import { hash } from 'node:crypto'
import type { ErrorEvent } from '@sonde/store/results/error-groups.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import type { MeasuredReport } from '../results/measured-report.ts'
import { storable } from '../results/storable-text.ts'
import { cleanErrorMessage } from './clean-error-message.ts'

/** Of the first failure, for people to read. */
const longestRaw = 10_000

/** A page of tests may fail at once; more than this nobody reads one by one. */
const mostOfOneResult = 50

/** Which errors a new result adds to the groups of its check: none, unless it failed and its type is grouped. */
export function errorEventsOf(
  { report, kind, detail }: MeasuredReport,
  row: ResultRow,
  at: number,
): ErrorEvent[] {
  if (row.verdict !== 'failed' || kind.errorsIn === undefined) return []
  const events = new Map<string, ErrorEvent>()
  for (const error of kind.errorsIn(detail, report.result.verdict.reason)) {
    const raw = storable(error.slice(0, longestRaw)) ?? ''
    const cleaned = cleanErrorMessage(raw)
    if (cleaned === '') continue
    const errorHash = hash('sha256', cleaned, 'hex')
    if (events.has(errorHash)) continue
    if (events.size >= mostOfOneResult) break
    const { accountId, checkId } = report.run
    const { checkNo, scheduledAt, origin, attempt } = row
    const result = { checkNo, scheduledAt, origin, attempt }
    events.set(errorHash, { accountId, checkId, result, errorHash, raw, cleaned, at })
  }
  return [...events.values()]
}
