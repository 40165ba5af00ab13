import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Pager } from './pager.tsx'
import { Loaded } from '../states.tsx'

/** One page of a list that tells its total, and the way to its other pages. */
export function CountedList<Item>({
  query,
  what,
  page,
  pageSize,
  empty,
  children,
}: {
  query: UseQueryResult<{ items: Item[]; total: number | null }>
  /** In the sentence "Loading …". */
  what: string
  page: number
  pageSize: number
  /** In place of a page without items; null leaves it as it is. */
  empty: ReactNode
  children: (items: readonly Item[]) => ReactNode
}) {
  return (
    <Loaded query={query} what={what}>
      {({ items, total }) =>
        items.length === 0 && empty !== null ? (
          empty
        ) : (
          <>
            {children(items)}
            <Pager page={page} pageSize={pageSize} total={total ?? items.length} />
          </>
        )
      }
    </Loaded>
  )
}
