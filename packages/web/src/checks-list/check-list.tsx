import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, type ReactNode } from 'react'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { formatCount } from '../parts/format.ts'
import { Pager } from '../parts/lists/pager.tsx'
import { Failed, Loading } from '../parts/states.tsx'
import { overviewQuery, type CheckOverviewRow } from '../resources/check-overview.ts'
import { CheckRows, ChecksTable } from './checks-table.tsx'
import { ListFrame } from './list-frame.tsx'
import { isByStatus, listDefaults } from './list-defaults.ts'
import { NothingFound } from './nothing-found.tsx'
import { PageSize } from './page-size.tsx'
import { isNarrowed, overviewFilterOf, type ChecksSearch } from './search-params.ts'
import { useLiveOverview } from './use-live-overview.ts'
import { useRowSelection } from './use-row-selection.ts'
import { useStableOrder } from './use-stable-order.ts'

const GroupedList = lazy(async () => ({ default: (await import('./grouped/grouped-list.tsx')).GroupedList }))

/** Checks with filters, live, and what can be done to many at once. `groupId`: only those of a group. */
export function CheckList({
  search,
  groupId,
  whenEmpty,
}: {
  search: ChecksSearch
  groupId?: number
  whenEmpty: ReactNode
}) {
  const scopedSearch = useMemo(
    () => (groupId === undefined ? search : { ...search, group: groupId }),
    [search, groupId],
  )
  if (search.by === undefined || groupId !== undefined) {
    return <FlatList search={search} scopedSearch={scopedSearch} whenEmpty={whenEmpty} />
  }
  return (
    <Suspense fallback={<Loading what="the checks" />}>
      <GroupedList search={search} by={search.by} whenEmpty={whenEmpty} />
    </Suspense>
  )
}

const noRows: readonly CheckOverviewRow[] = []

function FlatList({
  search,
  scopedSearch,
  whenEmpty,
}: {
  search: ChecksSearch
  /** With the group of the screen, where it is that of one. */
  scopedSearch: ChecksSearch
  whenEmpty: ReactNode
}) {
  const isOfGroup = scopedSearch !== search
  const query = useMemo(() => overviewFilterOf(scopedSearch), [scopedSearch])
  const overview = useQuery(overviewQuery(useApi(), query))
  const { changeCount, forgetChanges } = useLiveOverview({ query, isByStatus: isByStatus(search) })
  const address = JSON.stringify(query)
  const { rows, showInOrder } = useStableOrder(overview, address)
  const selection = useRowSelection({ rows: rows ?? noRows, query })
  useEffect(forgetChanges, [address, forgetChanges])

  async function sortAgain(): Promise<void> {
    await overview.refetch()
    showInOrder()
    forgetChanges()
  }

  const { data } = overview
  if (data !== undefined && data.total === 0 && !isNarrowed(search) && !overview.isPlaceholderData)
    return whenEmpty
  const total = data?.total ?? 0
  return (
    <ListFrame
      search={search}
      isOfGroup={isOfGroup}
      query={query}
      sums={data}
      rows={rows ?? noRows}
      selection={selection}
      isWaiting={overview.isPlaceholderData}
    >
      <div
        role="status"
        className={
          changeCount === 0 ? 'sr-only' : 'bg-accent-wash flex flex-wrap items-center gap-3 px-4 py-2'
        }
      >
        {overview.isPlaceholderData ? <span className="sr-only">Loading checks…</span> : null}
        {changeCount === 0 ? null : (
          <>
            {changeCount === 1 ? '1 check has' : `${formatCount(changeCount)} checks have`} changed.
            <Button isBusy={overview.isFetching} onClick={() => void sortAgain()}>
              Sort again
            </Button>
          </>
        )}
      </div>
      {data === undefined && overview.isError ? (
        <Failed error={overview.error} onRetry={() => void overview.refetch()} />
      ) : rows?.length === 0 ? (
        <NothingFound search={search} total={total} />
      ) : (
        <ChecksTable
          rows={rows}
          search={search}
          selectedIds={selection.selectableIds}
          onSelectPage={selection.selectPage}
        >
          <tbody role="rowgroup" className="max-md:block">
            <CheckRows
              rows={rows}
              search={search}
              isOfGroup={isOfGroup}
              selectedIds={selection.selectableIds}
              onSelect={selection.select}
            />
          </tbody>
        </ChecksTable>
      )}
      {data === undefined ? null : (
        <div className="border-line border-t">
          <Pager page={search.page ?? 1} pageSize={search.size ?? listDefaults.size} total={total} />
          <PageSize search={search} total={total} />
        </div>
      )}
    </ListFrame>
  )
}
