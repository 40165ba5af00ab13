import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useApi } from '../../api/account-context.ts'
import { Pager } from '../../parts/lists/pager.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import {
  overviewGroupsQuery,
  type CheckOverviewRow,
  type OverviewGroup,
  type OverviewGroups,
} from '../../resources/check-overview.ts'
import { ChecksTable } from '../checks-table.tsx'
import { GroupSection } from './group-section.tsx'
import { ListFrame } from '../list-frame.tsx'
import { inStableOrder } from '../live-patch.ts'
import { NothingFound } from '../nothing-found.tsx'
import {
  groupsFilterOf,
  headKey,
  isNarrowed,
  overviewFilterOf,
  type ChecksSearch,
  type Grouping,
} from '../search-params.ts'
import { useLiveHeads } from './use-live-heads.ts'
import { useRowSelection } from '../use-row-selection.ts'

/** As many heads as the server gives at once. */
const headsOnPage = 100
/** Up to so many checks below so many heads, all of them are unfolded: the whole list is there to be read. */
const mostChecksUnfolded = 100
const mostHeadsUnfolded = 12

const noRows: readonly CheckOverviewRow[] = []

/** Checks below the groups, tags, types or locations that they have, each with its counts. Rows are read when their head is unfolded. */
export function GroupedList({
  search,
  by,
  whenEmpty,
}: {
  search: ChecksSearch
  by: Grouping
  whenEmpty: ReactNode
}) {
  const filter = useMemo(() => groupsFilterOf(search, by), [search, by])
  const query = useMemo(() => overviewFilterOf(search), [search])
  const heads = useQuery(overviewGroupsQuery(useApi(), filter))
  useLiveHeads(filter)
  const { data, isPlaceholderData } = heads
  const groups = useHeadsInPlace(data, isPlaceholderData, JSON.stringify(filter))
  const [rowsByKey, setRowsByKey] = useState<ReadonlyMap<string, readonly CheckOverviewRow[]>>(new Map())
  const takeRows = useCallback(
    (key: string, rows: readonly CheckOverviewRow[]) =>
      setRowsByKey((before) => new Map([...before, [key, rows]])),
    [],
  )
  const rows = useMemo(
    () => groups.flatMap((head) => rowsByKey.get(headKey(head)) ?? []),
    [groups, rowsByKey],
  )
  const selection = useRowSelection({ rows, query })
  if (data?.total === 0 && !isNarrowed(search) && !isPlaceholderData) return whenEmpty
  const isOpenByDefault =
    data !== undefined && data.total <= mostChecksUnfolded && data.groupCount <= mostHeadsUnfolded
  return (
    <ListFrame
      search={search}
      isOfGroup={false}
      query={query}
      sums={data}
      rows={rows}
      selection={selection}
      isWaiting={isPlaceholderData}
    >
      {data === undefined ? (
        heads.isError ? (
          <Failed error={heads.error} onRetry={() => void heads.refetch()} />
        ) : (
          <Loading what="the checks" />
        )
      ) : groups.length === 0 ? (
        <NothingFound search={search} total={data.total} />
      ) : (
        <ChecksTable
          rows={rows}
          search={search}
          selectedIds={selection.selectableIds}
          onSelectPage={selection.selectPage}
        >
          {groups.map((head) => {
            const key = headKey(head)
            const isOpen = isOpenByDefault
              ? search.folded?.includes(key) !== true
              : search.open?.includes(key) === true
            return (
              <GroupSection
                key={key}
                search={search}
                by={by}
                head={head}
                isOpen={isOpen}
                isOpenByDefault={isOpenByDefault}
                rows={rowsByKey.get(key) ?? noRows}
                selection={selection}
                onRows={takeRows}
              />
            )
          })}
        </ChecksTable>
      )}
      {data === undefined ? null : (
        <Pager page={search.page ?? 1} pageSize={headsOnPage} total={data.groupCount} />
      )}
    </ListFrame>
  )
}

/** Heads stay where they were first shown under this address, whatever their checks do. */
function useHeadsInPlace(
  data: OverviewGroups | undefined,
  isPlaceholderData: boolean,
  address: string,
): readonly OverviewGroup[] {
  const [order, setOrder] = useState<{ address: string; keys: readonly string[] } | null>(null)
  if (data !== undefined && !isPlaceholderData && order?.address !== address) {
    setOrder({ address, keys: data.groups.map(headKey) })
  }
  return useMemo(() => {
    const keyed = (data?.groups ?? []).map((head) => ({ id: headKey(head), head }))
    return inStableOrder(keyed, order?.keys ?? []).map(({ head }) => head)
  }, [data, order])
}
