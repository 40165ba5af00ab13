import { formatCount } from '../parts/format.ts'
import { listDefaults } from './list-defaults.ts'
import { SearchLink } from './search-link.tsx'
import type { ChecksSearch } from './search-params.ts'

/** Half of what is usual, the usual, and as many as the server gives. */
const sizes = [Math.round(listDefaults.size / 2), listDefaults.size, listDefaults.largestSize]

export function PageSize({ search, total }: { search: ChecksSearch; total: number }) {
  const current = search.size ?? listDefaults.size
  const [smallest = current] = sizes
  if (total <= smallest) return null
  return (
    <p className="text-soft flex flex-wrap items-center gap-3 px-4 pb-3 first:pt-3">
      Rows on a page:
      {sizes.map((size) => (
        <SearchLink
          key={size}
          search={search}
          change={{ size: size === listDefaults.size ? undefined : size }}
          isCurrent={size === current}
          label={`${formatCount(size)} rows on a page`}
          className="[&[aria-current]]:text-ink py-1 [&[aria-current]]:font-semibold"
        >
          {formatCount(size)}
        </SearchLink>
      ))}
    </p>
  )
}
