import { apiStatuses } from '@sonde/schema/runs/api-verdicts.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useApi, useMay } from '../api/account-context.ts'
import { currentRowId } from '../palette/list-keys.ts'
import { useCheckKeys } from '../palette/use-check-keys.ts'
import { useLetterKeys } from '../palette/use-letter-keys.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { formatCount } from '../parts/format.ts'
import { Pager } from '../parts/lists/pager.tsx'
import { Empty, Failed } from '../parts/states.tsx'
import { overviewQuery } from '../resources/check-overview.ts'
import { ChecksTable } from './checks-table.tsx'
import { Filters } from './filters.tsx'
import { listDefaults } from './list-defaults.ts'
import { PageSize } from './page-size.tsx'
import { SearchLink } from './search-link.tsx'
import { isNarrowed, overviewFilterOf, type ChecksSearch } from './search-params.ts'
import { emptySelection, togglePage, toggleRow } from './selection.ts'
import { StatusCounts } from './status-counts.tsx'
import { useLiveOverview } from './use-live-overview.ts'
import { useStableOrder } from './use-stable-order.ts'

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }))

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
  const isOfGroup = groupId !== undefined
  const mayWrite = useMay('READ_WRITE')
  const scopedSearch = useMemo(
    () => (groupId === undefined ? search : { ...search, group: groupId }),
    [search, groupId],
  )
  const query = useMemo(() => overviewFilterOf(scopedSearch), [scopedSearch])
  const overview = useQuery(overviewQuery(useApi(), query))
  const sort = search.sort ?? listDefaults.sort
  const { changeCount, forgetChanges } = useLiveOverview({
    query,
    isByStatus: sort === 'status' || search.status !== undefined,
  })
  const address = JSON.stringify(query)
  const { rows, showInOrder } = useStableOrder(overview, address)

  const [selection, setSelection] = useState(emptySelection)
  const filters = JSON.stringify({
    ...query,
    page: undefined,
    sort: undefined,
    order: undefined,
    limit: undefined,
  })
  // What was marked under other filters is not on the screen any more: nobody should delete it unseen.
  useEffect(() => setSelection(emptySelection), [filters])
  useEffect(forgetChanges, [address, forgetChanges])
  const findFocused = () => rows?.find(({ id }) => id === currentRowId()) ?? null
  useCheckKeys(findFocused)
  useLetterKeys((key) => {
    const row = key.toLowerCase() === 'x' && mayWrite ? findFocused() : null
    if (row !== null) select(row.id, false)
    return row !== null
  })
  const visibleIds = useRef<readonly string[]>([])
  useEffect(() => {
    visibleIds.current = rows?.map(({ id }) => id) ?? []
  }, [rows])
  const select = useCallback(
    (id: string, isRange: boolean) =>
      setSelection((before) => toggleRow(before, id, visibleIds.current, isRange)),
    [],
  )
  const selectPage = useCallback(() => setSelection((before) => togglePage(before, visibleIds.current)), [])

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
    <>
      <StatusCounts search={search} overview={data} />
      <Filters search={search} isOfGroup={isOfGroup} />
      <Card isFlush className={overview.isPlaceholderData ? 'border-accent cursor-progress' : ''}>
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
            isOfGroup={isOfGroup}
            selectedIds={mayWrite ? selection.ids : null}
            onSelect={select}
            onSelectPage={selectPage}
          />
        )}
        {data === undefined ? null : (
          <div className="border-line border-t">
            <Pager page={search.page ?? 1} pageSize={search.size ?? listDefaults.size} total={total} />
            <PageSize search={search} total={total} />
          </div>
        )}
      </Card>
      {selection.ids.size === 0 ? null : (
        <Suspense>
          <BulkBar
            query={query}
            total={total}
            rows={rows ?? []}
            ids={selection.ids}
            onSelect={(ids) => setSelection({ ids, from: null })}
          />
        </Suspense>
      )}
    </>
  )
}

function NothingFound({ search, total }: { search: ChecksSearch; total: number }) {
  if (total > 0) {
    return (
      <Empty
        title="This page has no checks"
        action={
          <SearchLink search={search} change={{}}>
            To the first page
          </SearchLink>
        }
      />
    )
  }
  const reset = {
    search: undefined,
    type: undefined,
    status: undefined,
    tag: undefined,
    group: undefined,
    muted: undefined,
  }
  return (
    <Empty
      title={
        search.status?.length === 1 && search.status[0] === apiStatuses.failed
          ? 'Nothing is failing'
          : 'No check matches'
      }
      action={
        <SearchLink search={search} change={reset}>
          Show all checks
        </SearchLink>
      }
    >
      <p>There are checks, and none of them fits the filters above.</p>
    </Empty>
  )
}
