import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'
import { Failed, Loading, sentenceOf } from './states.tsx'

/**
 * As `Loaded`, for a query that keeps what was shown before while its question changes: what is old is dimmed and said to
 * be, and goes as soon as the new could not be read at once.
 */
export function StaleWhileLoading<Data>({
  query,
  what,
  children,
}: {
  query: UseQueryResult<Data>
  /** In the sentence "Loading …". */
  what: string
  children: (data: Data) => ReactNode
}) {
  const { data, isPlaceholderData, failureReason } = query
  const isHeldUp = failureReason !== null && (data === undefined || isPlaceholderData)
  if (isHeldUp && !query.isError) {
    return (
      <>
        <p className="text-soft px-4 pt-4">
          Not loaded yet, trying again in a moment: {sentenceOf(failureReason)}
        </p>
        <Loading what={what} />
      </>
    )
  }
  if (data === undefined) {
    return query.isError ? (
      <Failed error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Loading what={what} />
    )
  }
  return (
    <div className="relative" aria-busy={isPlaceholderData}>
      <div role="status">
        {isPlaceholderData ? (
          <p className="bg-raised border-edge absolute top-0 right-2 z-10 rounded border px-2 py-0.5 text-xs font-medium">
            Loading… The data shown is older.
          </p>
        ) : null}
      </div>
      <div className={joinClasses(isPlaceholderData && 'opacity-40')}>{children(data)}</div>
    </div>
  )
}
