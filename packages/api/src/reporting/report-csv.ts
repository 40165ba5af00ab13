import type { Reporting, ReportingAggregate } from '@sonde/schema/analytics/reporting.ts'

const statColumns = [
  'Success Ratio',
  'Response Time (Average)',
  'Response Time (P95)',
  'Response Time (P99)',
] as const

export function csvHeader({ isInBuckets }: { isInBuckets: boolean }): string {
  return toLine([
    'Name',
    'Check ID',
    'Check Type',
    ...(isInBuckets ? ['From', 'To'] : []),
    ...statColumns,
    'Check Tags',
  ])
}

/** One line for a check, or one for each of its buckets. A check without runs has a line without figures. */
export function csvLines(item: Reporting, { isInBuckets }: { isInBuckets: boolean }): string {
  const line = (times: readonly string[], aggregate: ReportingAggregate | undefined) =>
    toLine([
      item.name,
      item.checkId,
      item.checkType,
      ...times,
      aggregate?.successRatio,
      aggregate?.avg,
      aggregate?.p95,
      aggregate?.p99,
      item.tags.join(', '),
    ])
  if (!isInBuckets) return line([], item.aggregate)
  const aggregates = item.aggregates ?? []
  if (aggregates.length === 0) return line(['', ''], undefined)
  return aggregates.map((bucket) => line([bucket.from, bucket.to], bucket)).join('')
}

type Cell = string | number | null | undefined

function toLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

/**
 * Spreadsheets run what begins like a formula, and some skip white space before it: an apostrophe makes it
 * text. Our numbers are never negative, and stay numbers.
 */
function toCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell ?? ''
  const harmless = /^[\s\0]*[=+\-@]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
