import { statusOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useApi } from '../../api/account-context.ts'
import { checkTypeName } from '../../check-types/registry.ts'
import { Button } from '../../parts/button.tsx'
import { formatCount, formatPercent } from '../../parts/format.ts'
import { StatusCount } from '../../parts/status/status-mark.tsx'
import { Failed } from '../../parts/states.tsx'
import { overviewQuery, type CheckOverviewRow, type OverviewGroup } from '../../resources/check-overview.ts'
import { checksInWords } from '../bulk/bulk-words.ts'
import { CheckRows, columnCount, columnsBeforeHours, SelectBox } from '../checks-table.tsx'
import { isByStatus, listDefaults } from '../list-defaults.ts'
import { headFacts, notifiesInWords } from './head-words.ts'
import { SearchLink } from '../search-link.tsx'
import {
  foldedChange,
  headKey,
  sectionFilterOf,
  statuses,
  type ChecksSearch,
  type Grouping,
  type SearchChange,
} from '../search-params.ts'
import { useLiveOverview } from '../use-live-overview.ts'
import type { RowSelection } from '../use-row-selection.ts'
import { useStableOrder } from '../use-stable-order.ts'

const fullWidth = 'max-md:block'

/** A head with its counts, availability and whom it notifies; and its rows while it is unfolded. */
export function GroupSection({
  search,
  by,
  head,
  isOpen,
  isOpenByDefault,
  rows,
  selection,
  onRows,
}: {
  search: ChecksSearch
  by: Grouping
  head: OverviewGroup
  isOpen: boolean
  isOpenByDefault: boolean
  /** As this section has told them. */
  rows: readonly CheckOverviewRow[]
  selection: RowSelection
  /** Tells who shows the sections which rows this one has. */
  onRows: (key: string, rows: readonly CheckOverviewRow[]) => void
}) {
  const name = nameOf(head, by)
  return (
    <tbody role="rowgroup" aria-label={name} className={fullWidth}>
      <tr role="row" className={`bg-page ${fullWidth}`}>
        <th
          role="rowheader"
          scope="rowgroup"
          colSpan={columnsBeforeHours + (selection.selectableIds === null ? 0 : 1)}
          className="border-line border-b py-1 text-[13px]! font-normal max-md:block"
        >
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {selection.selectableIds === null || !isOpen ? null : (
              <SelectBox
                label={`Select all of ${name}`}
                rows={rows}
                selectedIds={selection.selectableIds}
                onSelect={() => selection.selectMany(rows.map(({ id }) => id))}
              />
            )}
            <SearchLink
              search={search}
              change={foldedChange(search, headKey(head), { isOpen, isOpenByDefault })}
              keepsPage
              isExpanded={isOpen}
              className="text-ink inline-flex min-h-6 items-center gap-1.5 font-semibold no-underline hover:no-underline"
            >
              <span aria-hidden="true" className={isOpen ? 'rotate-90' : ''}>
                ▸
              </span>
              {name}
            </SearchLink>
            <span className="text-soft">{checksInWords(head.total)}</span>
            {statuses.map((status) =>
              head.counts[status] === 0 ? null : (
                <StatusCount key={status} status={statusOfApi(status)} count={head.counts[status]} />
              ),
            )}
            <OnlyThese search={search} by={by} head={head} className="ml-auto text-xs">
              Show only these<span className="sr-only">: {name}</span>
            </OnlyThese>
          </span>
          <span className="text-soft block text-xs md:hidden">{headFacts(head)}</span>
        </th>
        <td role="cell" className="border-line border-b max-xl:hidden" />
        <td
          role="cell"
          title="Mean availability of its checks in the last 24 hours"
          className="border-line border-b text-right font-semibold tabular-nums max-md:hidden"
        >
          {formatPercent(head.availability)}
        </td>
        <td role="cell" colSpan={2} className="border-line text-soft border-b text-xs max-lg:hidden">
          <span className="block truncate" title={notifiesInWords(head.notifies)}>
            {notifiesInWords(head.notifies)}
          </span>
        </td>
        <td role="cell" className="border-line border-b max-md:hidden lg:hidden" />
      </tr>
      {isOpen ? (
        <SectionRows search={search} by={by} head={head} selection={selection} onRows={onRows} />
      ) : null}
    </tbody>
  )
}

function SectionRows({
  search,
  by,
  head,
  selection,
  onRows,
}: {
  search: ChecksSearch
  by: Grouping
  head: OverviewGroup
  selection: RowSelection
  onRows: (key: string, rows: readonly CheckOverviewRow[]) => void
}) {
  const key = headKey(head)
  const { group, tag, checkType, location } = head
  const codes = location?.codes.join()
  const query = useMemo(
    () =>
      sectionFilterOf(
        search,
        { group: group === null ? null : { id: group.id, name: '' }, tag, checkType, location },
        by,
      ),
    [search, group?.id, tag, checkType, codes, by],
  )
  const overview = useQuery(overviewQuery(useApi(), query))
  const { changeCount, forgetChanges } = useLiveOverview({
    query,
    isByStatus: isByStatus(search),
    isPart: true,
  })
  const address = JSON.stringify(query)
  const { rows, showInOrder } = useStableOrder(overview, address)
  useEffect(forgetChanges, [address, forgetChanges])
  useEffect(() => {
    onRows(key, rows ?? [])
    return () => onRows(key, [])
  }, [key, rows, onRows])
  const { data } = overview

  async function sortAgain(): Promise<void> {
    await overview.refetch()
    showInOrder()
    forgetChanges()
  }

  if (data === undefined && overview.isError) {
    return (
      <WholeRow>
        <Failed error={overview.error} onRetry={() => void overview.refetch()} />
      </WholeRow>
    )
  }
  const isCut = data !== undefined && data.total > data.checks.length
  return (
    <>
      {changeCount === 0 ? null : (
        <WholeRow>
          <span role="status" className="flex flex-wrap items-center gap-3">
            {changeCount === 1 ? '1 check has' : `${formatCount(changeCount)} checks have`} changed.
            <Button isBusy={overview.isFetching} onClick={() => void sortAgain()}>
              Sort again
            </Button>
          </span>
        </WholeRow>
      )}
      <CheckRows
        rows={rows}
        search={search}
        isOfGroup={by === 'group'}
        selectedIds={selection.selectableIds}
        onSelect={selection.select}
        skeletonCount={Math.min(head.total, search.size ?? listDefaults.size)}
      />
      {isCut ? (
        <WholeRow>
          {formatCount(data.checks.length)} of {formatCount(data.total)} shown.{' '}
          <OnlyThese search={search} by={by} head={head}>
            Show all
          </OnlyThese>
        </WholeRow>
      ) : null}
    </>
  )
}

function WholeRow({ children }: { children: React.ReactNode }) {
  return (
    <tr role="row" className={fullWidth}>
      <td role="cell" colSpan={columnCount} className="text-soft max-md:block">
        {children}
      </td>
    </tr>
  )
}

/** The plain list of these checks. Those without a group, tag or location have no filter of their own. */
function OnlyThese({
  search,
  by,
  head: { group, tag, checkType, location },
  className = '',
  children,
}: {
  search: ChecksSearch
  by: Grouping
  head: OverviewGroup
  className?: string
  children: React.ReactNode
}) {
  if (group === null && tag === null && checkType === null && location === null) return null
  const filter: SearchChange =
    location !== null
      ? { location: location.codes }
      : checkType !== null
        ? { type: [checkType] }
        : by === 'group'
          ? { group: group?.id }
          : { tag: [...new Set([...(search.tag ?? []), tag])] }
  return (
    <SearchLink search={search} change={{ ...filter, by: undefined }} className={className}>
      {children}
    </SearchLink>
  )
}

const withoutAny: Readonly<Record<Grouping, string>> = {
  group: 'No group',
  tag: 'No tag',
  type: 'No type',
  location: 'No location',
}

function nameOf({ group, tag, checkType, location }: OverviewGroup, by: Grouping): string {
  if (checkType !== null) return checkTypeName(checkType)
  return group?.name ?? tag ?? location?.name ?? withoutAny[by]
}
