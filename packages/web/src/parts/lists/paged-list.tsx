import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Failed, Loading } from '../states.tsx'

type CursorPage<Entry> = { entries: Entry[]; nextId: string | null }

/** A list that the API gives piece by piece: the first one, and more when somebody asks for it. */
export function PagedList<Entry>({
  query,
  what,
  empty,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<CursorPage<Entry>>>
  /** In the sentence "Loading …". */
  what: string
  empty: ReactNode
  children: (entries: readonly Entry[]) => ReactNode
}) {
  if (query.data === undefined) {
    if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
    return <Loading what={what} />
  }
  const entries = query.data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) return empty
  return (
    <>
      {children(entries)}
      {query.isFetchNextPageError ? <Failed error={query.error} /> : null}
      {query.hasNextPage ? (
        <div className="border-line border-t p-3 text-center">
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  )
}
