import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError, ServerAway } from '../api/api-error.ts'
import { useConnection } from '../api/connection.ts'
import { withRoleNames } from '../api/role-words.ts'
import { Button } from './button.tsx'
import { HelpLink } from './help/help-link.tsx'
import type { HelpPage } from './help/help-pages.ts'

/** While something is read for the first time. */
export function Loading({ what }: { what: string }) {
  return (
    <div role="status" className="animate-pulse space-y-2 p-4">
      <span className="sr-only">Loading {what}…</span>
      {['w-2/3', 'w-full', 'w-1/2'].map((width) => (
        <div key={width} aria-hidden="true" className={`bg-raised h-4 rounded ${width}`} />
      ))}
    </div>
  )
}

/** Nothing is there yet: what it would be, and how to get there. */
export function Empty({
  title,
  children,
  action,
  help,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** The page of the documentation that says more. */
  help?: HelpPage
}) {
  return (
    <div className="px-4 py-10 text-center">
      <p className="text-base font-semibold">{title}</p>
      {children === undefined ? null : <div className="text-soft mx-auto mt-1 max-w-prose">{children}</div>}
      {action === undefined ? null : <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
      {help === undefined ? null : (
        <p className="mt-4">
          <HelpLink page={help} about={title}>
            Learn more
          </HelpLink>
        </p>
      )}
    </div>
  )
}

/** Something could not be read or done: what the server said, and a way to try again. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { isAway } = useConnection()
  // What is read comes by itself then; what was to be done does not, and the sentence would go on saying what is over.
  if (error instanceof ServerAway && !isAway && onRetry === undefined) {
    return (
      <p role="status" className="bg-warn-wash text-warn m-4 rounded-md p-4">
        The server is back. It is not known whether this was done: check before you try again.
      </p>
    )
  }
  return (
    <div role="alert" className="bg-bad-wash text-bad m-4 rounded-md p-4">
      <p className="font-semibold">{headlineOf(error)}</p>
      <p className="mt-1">{sentenceFor(error, onRetry !== undefined)}</p>
      {error instanceof ApiError && error.requestId !== null && !error.message.includes(error.requestId) ? (
        <p className="mt-1 text-xs">
          Request <code>{error.requestId}</code>
        </p>
      ) : null}
      {onRetry === undefined ? null : (
        <Button className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

function headlineOf(error: unknown): string {
  if (error instanceof ServerAway) return 'The server cannot be reached'
  if (!(error instanceof ApiError)) return 'Something is wrong with this screen'
  if (error.status === 401) return 'Not signed in'
  if (error.status === 403) return 'Not allowed'
  if (error.status === 404) return 'Not found'
  if (error.status === 429) return 'Too many requests'
  return error.status >= 500 ? 'Something is wrong on the server' : 'Refused'
}

function sentenceFor(error: unknown, isReading: boolean): string {
  if (isReading && error instanceof ServerAway)
    return 'This page loads by itself as soon as the server answers.'
  // The server speaks of headers and keys there, which people do not have.
  if (error instanceof ApiError && error.status === 401) return 'Sign in again, and then repeat this.'
  return sentenceOf(error)
}

/** Of something that was to be done. A request may have arrived although its answer did not. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ServerAway)
    return 'It is not known whether this was done: check again when the server is back.'
  if (error instanceof ApiError && error.status === 403) return withRoleNames(error.message)
  return error instanceof Error ? error.message : String(error)
}

/**
 * What a query has brought. What was read before stays on the screen when reading it anew fails; the bar at the top
 * then says that the server is away.
 */
export function Loaded<Data>({
  query,
  what,
  children,
}: {
  query: UseQueryResult<Data>
  /** In the sentence "Loading …". */
  what: string
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  return <Loading what={what} />
}
