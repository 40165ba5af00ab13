import { apiStatuses, statusOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import { formatCount } from '../parts/format.ts'
import { StatusMark } from '../parts/status/status-mark.tsx'
import type { OverviewSums } from '../resources/check-overview.ts'
import { SearchLink } from './search-link.tsx'
import { statuses, toggleIn, type ChecksSearch } from './search-params.ts'

const chipClasses =
  'bg-card border-line text-ink hover:border-edge inline-flex min-h-8 items-center gap-2 rounded-full border px-3 py-0.5 no-underline hover:no-underline [&[aria-current]]:border-accent [&[aria-current]]:bg-accent-wash'

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
      className="mb-2 flex gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-0.5 max-md:whitespace-nowrap md:flex-wrap"
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
