import { useRef, useEffect } from 'react'
import type { CheckOverviewRow, OverviewSort } from '../resources/check-overview.ts'
import { CheckRow } from './check-row.tsx'
import { listDefaults } from './list-defaults.ts'
import { SearchLink } from './search-link.tsx'
import { sortedBy, type ChecksSearch } from './search-params.ts'

const columns: readonly { name: string; sort?: OverviewSort }[] = [
  { name: 'Status', sort: 'status' },
  { name: 'Name', sort: 'name' },
  { name: 'Type', sort: 'checkType' },
  { name: '24 hours' },
  { name: 'Availability', sort: 'availability' },
  { name: 'p50 / p95', sort: 'p95' },
  { name: 'Last result', sort: 'lastResultAt' },
]

/** A table on a wide screen, cards on a narrow one; the roles stay when the boxes change. */
export function ChecksTable({
  rows,
  search,
  isOfGroup,
  selectedIds,
  onSelect,
  onSelectPage,
}: {
  /** Undefined while they are read for the first time. */
  rows: readonly CheckOverviewRow[] | undefined
  search: ChecksSearch
  isOfGroup: boolean
  /** Null for those who may change nothing. */
  selectedIds: ReadonlySet<string> | null
  onSelect: (id: string, isRange: boolean) => void
  onSelectPage: () => void
}) {
  return (
    <table
      role="table"
      aria-label="Checks"
      aria-busy={rows === undefined}
      className="data-table max-md:block"
    >
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {selectedIds === null ? null : (
            <th role="columnheader" scope="col" className="w-8">
              <PageBox rows={rows ?? []} selectedIds={selectedIds} onSelectPage={onSelectPage} />
            </th>
          )}
          {columns.map(({ name, sort }) => (
            <Head key={name} name={name} sort={sort} search={search} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {rows === undefined
          ? Array.from({ length: 12 }, (_, index) => (
              <SkeletonRow key={index} hasBox={selectedIds !== null} />
            ))
          : rows.map((row) => (
              <CheckRow
                key={row.id}
                row={row}
                search={search}
                isOfGroup={isOfGroup}
                isSelected={selectedIds === null ? null : selectedIds.has(row.id)}
                onSelect={onSelect}
              />
            ))}
      </tbody>
    </table>
  )
}

function Head({
  name,
  sort,
  search,
}: {
  name: string
  sort: OverviewSort | undefined
  search: ChecksSearch
}) {
  if (sort === undefined) {
    return (
      <th role="columnheader" scope="col">
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
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <SearchLink
        search={search}
        change={sortedBy(search, sort, listDefaults)}
        className="text-soft hover:text-ink py-2"
      >
        {name} <span aria-hidden="true">{isSorted ? (order === 'asc' ? '↑' : '↓') : ''}</span>
      </SearchLink>
    </th>
  )
}

function PageBox({
  rows,
  selectedIds,
  onSelectPage,
}: {
  rows: readonly CheckOverviewRow[]
  selectedIds: ReadonlySet<string>
  onSelectPage: () => void
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
      aria-label="Select all on this page"
      className="accent-accent size-4 align-middle"
      checked={isAll}
      disabled={rows.length === 0}
      onChange={onSelectPage}
    />
  )
}

/** As high as a row, so that nothing jumps when the rows come. */
function SkeletonRow({ hasBox }: { hasBox: boolean }) {
  return (
    <tr role="row" className="max-md:border-line max-md:block max-md:border-b">
      {Array.from({ length: columns.length + (hasBox ? 1 : 0) }, (_, index) => (
        <td role="cell" key={index} className="h-[3.8125rem] max-md:block max-md:h-9 max-md:border-0">
          <div aria-hidden="true" className="bg-raised h-4 w-3/4 animate-pulse rounded" />
        </td>
      ))}
    </tr>
  )
}
