import { apiStatuses } from '@sonde/schema/runs/api-verdicts.ts'
import { Empty } from '../parts/states.tsx'
import { SearchLink } from './search-link.tsx'
import type { ChecksSearch } from './search-params.ts'

export function NothingFound({ search, total }: { search: ChecksSearch; total: number }) {
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
          : 'No checks match'
      }
      action={
        <SearchLink search={search} change={reset}>
          Clear filters
        </SearchLink>
      }
    >
      <p>No check matches all of the filters above.</p>
    </Empty>
  )
}
