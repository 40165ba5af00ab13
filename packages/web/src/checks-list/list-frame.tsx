import { lazy, Suspense, type ReactNode } from 'react'
import { Card } from '../parts/card.tsx'
import type { CheckOverviewRow, OverviewFilter, OverviewSums } from '../resources/check-overview.ts'
import { Filters } from './filters.tsx'
import type { ChecksSearch } from './search-params.ts'
import { StatusCounts } from './status-counts.tsx'
import type { RowSelection } from './use-row-selection.ts'

const BulkBar = lazy(async () => ({ default: (await import('./bulk/bulk-bar.tsx')).BulkBar }))

/** What stands above a list of checks, and what can be done to those that are selected. */
export function ListFrame({
  search,
  isOfGroup,
  query,
  sums,
  rows,
  selection,
  isWaiting,
  children,
}: {
  search: ChecksSearch
  isOfGroup: boolean
  query: OverviewFilter
  sums: OverviewSums | undefined
  rows: readonly CheckOverviewRow[]
  selection: RowSelection
  /** What is shown belongs to the address before this one. */
  isWaiting: boolean
  children: ReactNode
}) {
  return (
    <>
      <StatusCounts search={search} sums={sums} />
      <Filters search={search} isOfGroup={isOfGroup} />
      <Card isFlush className={isWaiting ? 'border-accent cursor-progress' : ''}>
        {children}
      </Card>
      {selection.ids.size === 0 ? null : (
        <Suspense>
          <BulkBar
            query={query}
            total={sums?.total ?? 0}
            rows={rows}
            ids={selection.ids}
            onSelect={selection.setIds}
          />
        </Suspense>
      )}
    </>
  )
}
