import { useDeferredValue, useEffect, useRef, type ReactNode } from 'react'
import type { CheckOverviewRow, OverviewSort } from '../resources/check-overview.ts'
import { CheckRow } from './row/check-row.tsx'
import { listDefaults } from './list-defaults.ts'
import { SearchLink } from './search-link.tsx'
import { sortedBy, type ChecksSearch } from './search-params.ts'

type Column = { name: string; sort?: OverviewSort; className: string }

/** Names and reasons share what the others leave. */
const columns: readonly Column[] = [
  { name: 'Status', sort: 'status', className: 'w-43 min-[112.5rem]:w-38' },
  { name: 'Name', sort: 'name', className: 'w-[19%] 2xl:w-[24%] min-[112.5rem]:w-[20%]' },
  { name: 'Reason or target', className: '' },
  { name: 'Last 24 h', className: 'w-24 max-xl:hidden min-[90rem]:w-28 2xl:w-44' },
  { name: 'Availability', sort: 'availability', className: 'w-24 text-right' },
  {
    name: 'p95',
    sort: 'p95',
    className: 'w-20 text-right max-lg:hidden min-[90rem]:w-31 2xl:w-36 min-[112.5rem]:w-31',
  },
  { name: 'Last run', sort: 'lastResultAt', className: 'w-25 text-right' },
]

/** With the box in front. */
export const columnCount = columns.length + 1

/** Status, name and reason: what heads of groups use for their name. Without the box. */
export const columnsBeforeHours = 3

/** More than a high window shows. */
const rowsAtFirst = 30

/** A table on a wide screen, cards on a narrow one; the roles stay when the boxes change. */
export function ChecksTable({
  rows,
  search,
  selectedIds,
  onSelectPage,
  children,
}: {
  /** All of the page; undefined while they are read for the first time. */
  rows: readonly CheckOverviewRow[] | undefined
  search: ChecksSearch
  /** Null for those who may change nothing. */
  selectedIds: ReadonlySet<string> | null
  onSelectPage: () => void
  /** Bodies of the table. */
  children: ReactNode
}) {
  return (
    <table
      role="table"
      aria-label="Checks"
      aria-busy={rows === undefined}
      className="data-table check-table max-md:block"
    >
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {selectedIds === null ? null : (
            <th role="columnheader" scope="col" className="w-9">
              <SelectBox
                label="Select all on this page"
                rows={rows ?? []}
                selectedIds={selectedIds}
                onSelect={onSelectPage}
              />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.name} column={column} search={search} />
          ))}
        </tr>
      </thead>
      {children}
    </table>
  )
}

export function CheckRows({
  rows,
  search,
  isOfGroup,
  selectedIds,
  onSelect,
  skeletonCount = 20,
}: {
  /** Undefined while they are read for the first time. */
  rows: readonly CheckOverviewRow[] | undefined
  search: ChecksSearch
  /** The group is named elsewhere. */
  isOfGroup: boolean
  selectedIds: ReadonlySet<string> | null
  onSelect: (id: string, isRange: boolean) => void
  skeletonCount?: number
}) {
  // Whoever waited sees the first of them at once; those further down come a moment later. Rows that are there when the
  // list is opened come together: the browser goes back to where it was in them.
  const drawnCount = useDeferredValue(rows === undefined ? rowsAtFirst : Infinity)
  if (rows === undefined) {
    return Array.from({ length: skeletonCount }, (_, index) => (
      <SkeletonRow key={index} width={columnCount - (selectedIds === null ? 1 : 0)} />
    ))
  }
  return rows
    .slice(0, drawnCount)
    .map((row) => (
      <CheckRow
        key={row.id}
        row={row}
        search={search}
        isOfGroup={isOfGroup}
        isSelected={selectedIds === null ? null : selectedIds.has(row.id)}
        onSelect={onSelect}
      />
    ))
}

function Head({ column: { name, sort, className }, search }: { column: Column; search: ChecksSearch }) {
  if (sort === undefined) {
    return (
      <th role="columnheader" scope="col" className={className}>
        {name}
      </th>
    )
  }
  const isSorted = (search.sort ?? listDefaults.sort) === sort
  const order = search.order ?? listDefaults.order
  return (
    <th
      role="columnheader"
      scope="col"
      className={className}
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <SearchLink
        search={search}
        change={sortedBy(search, sort, listDefaults)}
        className="text-soft hover:text-ink py-1"
      >
        {name} <span aria-hidden="true">{isSorted ? (order === 'asc' ? '↑' : '↓') : ''}</span>
      </SearchLink>
    </th>
  )
}

/** Selects all of these rows, or none of them. */
export function SelectBox({
  label,
  rows,
  selectedIds,
  onSelect,
}: {
  label: string
  rows: readonly CheckOverviewRow[]
  selectedIds: ReadonlySet<string>
  onSelect: () => void
}) {
  const box = useRef<HTMLInputElement>(null)
  const count = rows.filter(({ id }) => selectedIds.has(id)).length
  const isAll = rows.length > 0 && count === rows.length
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = count > 0 && !isAll
  }, [count, isAll])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      className="size-4 align-middle"
      checked={isAll}
      disabled={rows.length === 0}
      onChange={onSelect}
    />
  )
}

/** As high as a row, so that nothing jumps when the rows come. One bar: a list that comes soon has no time to draw more. */
function SkeletonRow({ width }: { width: number }) {
  return (
    <tr role="row" className="max-md:border-line max-md:block max-md:border-b">
      <td role="cell" colSpan={width} className="h-[29px] max-md:block max-md:h-9 max-md:border-0">
        <div aria-hidden="true" className="bg-raised h-4 rounded" />
      </td>
    </tr>
  )
}
