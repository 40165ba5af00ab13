import type { LiveCheck, LiveCheckChanged } from '@sonde/schema/accounts/live-event.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useApi } from '../api/account-context.ts'
import { useLiveEvent } from '../api/live-events.ts'
import { useLiveGroups } from '../api/use-live-groups.ts'
import {
  countsQuery,
  overviewKey,
  overviewQuery,
  type CheckOverview,
  type OverviewFilter,
} from '../resources/check-overview.ts'
import { movedIn, patchOverview } from './live-patch.ts'

/** Events that come together are drawn together. */
const gatherMs = 400
const countsEveryMs = 10_000
/** What time alone changes, and no event tells: the hours of the bar, the shares and the percentiles. */
const readAgainEveryMs = 60_000

/**
 * Keeps a page of checks up to date by what the stream tells. `changeCount`: checks that may belong elsewhere in the list
 * now, or into it; they wait until somebody asks for the order.
 */
export function useLiveOverview({
  query,
  isByStatus,
  isPart = false,
}: {
  query: OverviewFilter
  /** The list is sorted or filtered by status: a new one moves the row. */
  isByStatus: boolean
  /** The rows below a head: who shows the heads counts, and reads all anew where nobody can say what has changed. */
  isPart?: boolean
}): { changeCount: number; forgetChanges: () => void } {
  const api = useApi()
  const queries = useQueryClient()
  const [changedIds, setChangedIds] = useState<ReadonlySet<string>>(new Set())
  const results = useRef<LiveCheck[]>([])
  const changes = useRef<LiveCheckChanged[]>([])
  const gathering = useRef<ReturnType<typeof setTimeout> | null>(null)
  const counting = useRef<ReturnType<typeof setTimeout> | null>(null)
  const countedAt = useRef(0)
  const options = overviewQuery(api, query)
  const latest = useRef({ query, queryKey: options.queryKey })
  useEffect(() => {
    latest.current = { query, queryKey: options.queryKey }
  })

  const countAgain = useCallback(() => {
    counting.current ??= setTimeout(
      () => {
        counting.current = null
        countedAt.current = performance.now()
        const { queryKey } = latest.current
        queries.fetchQuery(countsQuery(api, latest.current.query)).then(
          (counts) =>
            queries.setQueryData<CheckOverview>(
              queryKey,
              (overview) => overview && { ...overview, ...counts },
            ),
          // What a refusal means for everything on the screen is seen to where all of them are; the next change asks again.
          () => undefined,
        )
      },
      Math.max(0, countedAt.current + countsEveryMs - performance.now()),
    )
  }, [api, queries])

  function takeGathered(): void {
    gathering.current = null
    const events = results.current
    const writes = changes.current
    results.current = []
    changes.current = []
    const { queryKey } = options
    queries.setQueryData<CheckOverview>(queryKey, (overview) => overview && patchOverview(overview, events))
    const overview = queries.getQueryData<CheckOverview>(queryKey)
    const statusChanges = events.filter(({ statusSince }) => statusSince !== undefined).map(({ id }) => id)
    const created = writes.filter(({ change }) => change === 'created').map(({ id }) => id)
    const isShown = (id: string) => overview?.checks.some((row) => row.id === id) === true
    const problems = new Set(
      events
        .filter(
          ({ status, statusSince }) =>
            statusSince !== undefined && (status === 'FAILING' || status === 'DEGRADED'),
        )
        .map(({ id }) => id),
    )
    if (
      // The stream tells no reasons.
      overview?.checks.some(({ id, problem }) => problem === null && problems.has(id)) === true ||
      writes.some(({ id, change }) => change !== 'created' && isShown(id)) ||
      (overview?.total === 0 && created.length > 0)
    ) {
      void queries.invalidateQueries({ queryKey })
    } else if (statusChanges.length + writes.length > 0 && !isPart) {
      countAgain()
    }
    // A filter lets checks in, and nobody can say below which head.
    const isClosed = isPart && query.status === undefined
    const moved = overview === undefined ? statusChanges : movedIn(overview, statusChanges, { isClosed })
    const waiting = [...(isByStatus ? moved : []), ...created.filter((id) => !isShown(id))]
    if (waiting.length > 0) setChangedIds((before) => new Set([...before, ...waiting]))
  }
  const take = useRef(takeGathered)
  useEffect(() => {
    take.current = takeGathered
  })
  const gather = () => {
    gathering.current ??= setTimeout(() => take.current(), gatherMs)
  }

  useLiveEvent('check', (event) => {
    results.current.push(event)
    gather()
  })
  useLiveEvent('check-changed', (event) => {
    changes.current.push(event)
    gather()
  })
  // What a group says holds for checks of any page: which of them are shown, and how many there are of each.
  const readAllAnew = () => {
    if (!isPart) void queries.invalidateQueries({ queryKey: [api.accountId, ...overviewKey] })
  }
  useLiveGroups(readAllAnew, ({ change }) => change === 'updated')
  useLiveEvent('reset', readAllAnew)
  useEffect(() => {
    const timer = setInterval(() => {
      // Whoever comes back to this tab reads all of it anew.
      if (!document.hidden) void queries.invalidateQueries({ queryKey: latest.current.queryKey, exact: true })
    }, readAgainEveryMs)
    return () => clearInterval(timer)
  }, [queries])
  useEffect(
    () => () => {
      for (const timer of [gathering, counting]) {
        if (timer.current !== null) clearTimeout(timer.current)
        timer.current = null
      }
    },
    [],
  )
  return { changeCount: changedIds.size, forgetChanges: useCallback(() => setChangedIds(new Set()), []) }
}
