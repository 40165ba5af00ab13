import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { PageHead } from '../parts/page.tsx'
import { Failed, Loading } from '../parts/states.tsx'

/**
 * What a whole screen is about. A screen without it still has a heading, a name in the tab and a way on: links to things
 * that were deleted are in old alerts and bookmarks.
 */
export function LoadedScreen<Data>({
  query,
  thing,
  above,
  children,
}: {
  query: UseQueryResult<Data>
  /** One noun, such as `check`. */
  thing: string
  /** The way back, as on the screen itself. */
  above: ReactNode
  children: (data: Data) => ReactNode
}) {
  const { data, error } = query
  if (data !== undefined) return children(data)
  if (error === null) {
    return (
      <>
        <PageHead title={thing.charAt(0).toUpperCase() + thing.slice(1)} above={above} />
        <Loading what={`the ${thing}`} />
      </>
    )
  }
  // What cannot be an id is refused before anything is looked for.
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <PageHead title={`There is no such ${thing}`} above={above}>
        <p className="text-soft mt-1">It was deleted, or it belongs to another account.</p>
      </PageHead>
    )
  }
  return (
    <>
      <PageHead title={`The ${thing} could not be loaded`} above={above} />
      <Failed error={error} onRetry={() => void query.refetch()} />
    </>
  )
}
