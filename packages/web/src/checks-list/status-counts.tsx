import { apiStatuses, statusOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import { formatCount } from '../parts/format.ts'
import { StatusMark } from '../parts/status/status-mark.tsx'
import type { OverviewSums } from '../resources/check-overview.ts'
import { SearchLink } from './search-link.tsx'
import { statuses, toggleIn, type ChecksSearch } from './search-params.ts'

const chipClasses =
  'text-ink hover:bg-raised flex min-h-7 items-center gap-1.5 px-2.5 text-xs whitespace-nowrap no-underline hover:no-underline focus-visible:-outline-offset-2 max-md:min-h-10 max-md:px-3 [&[aria-current]]:bg-accent-wash [&[aria-current]]:text-accent [&[aria-current]]:font-semibold'

/** How many checks there are of each status; each is a filter. */
export function StatusCounts({
  search,
  sums,
}: {
  search: ChecksSearch
  /** Undefined while they are read for the first time. */
  sums: OverviewSums | undefined
}) {
  const sum = sums === undefined ? null : Object.values(sums.counts).reduce((all, count) => all + count, 0)
  return (
    <ul
      aria-label="Checks by status"
      className="bg-card border-edge divide-line mb-2 flex w-fit max-w-full divide-x overflow-x-auto rounded-md border"
    >
      <li>
        <SearchLink
          search={search}
          change={{ status: undefined }}
          className={chipClasses}
          isCurrent={search.status === undefined}
        >
          All <Count count={sum} />
        </SearchLink>
      </li>
      {statuses.map((status) => {
        const count = sums?.counts[status] ?? null
        const isOn = search.status?.includes(status) === true
        // Where there is none, there is nothing to look for.
        if (count === 0 && !isOn && status !== apiStatuses.failed) return null
        return (
          <li key={status}>
            <SearchLink
              search={search}
              change={{ status: toggleIn(search.status, status) }}
              className={chipClasses}
              isCurrent={isOn}
            >
              <StatusMark status={statusOfApi(status)} isSmall /> <Count count={count} />
            </SearchLink>
          </li>
        )
      })}
      <MutedChip search={search} count={sums?.mutedCount ?? null} />
    </ul>
  )
}

function MutedChip({ search, count }: { search: ChecksSearch; count: number | null }) {
  const isOn = search.muted === true
  if (count === 0 && !isOn) return null
  return (
    <li>
      <SearchLink
        search={search}
        change={{ muted: isOn ? undefined : true }}
        className={chipClasses}
        isCurrent={isOn}
      >
        Muted <Count count={count} />
      </SearchLink>
    </li>
  )
}

function Count({ count }: { count: number | null }) {
  return (
    <span className="min-w-4 font-semibold tabular-nums">{count === null ? '…' : formatCount(count)}</span>
  )
}
