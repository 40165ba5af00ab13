import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '../../api/account-context.ts'
import { useLiveEvent } from '../../api/live-events.ts'
import { createThrottle, type Throttle } from '../../api/throttle.ts'
import { useLiveGroups } from '../../api/use-live-groups.ts'
import {
  overviewGroupsQuery,
  overviewKey,
  type OverviewGroupsFilter,
} from '../../resources/check-overview.ts'

const countsEveryMs = 10_000
const readAgainEveryMs = 60_000

/** Counts the checks below all heads anew when one has another status, or is written. */
export function useLiveHeads(filter: OverviewGroupsFilter): void {
  const api = useApi()
  const queries = useQueryClient()
  const counting = useRef<Throttle | null>(null)
  const { queryKey } = overviewGroupsQuery(api, filter)
  const latestKey = useRef(queryKey)
  useEffect(() => {
    latestKey.current = queryKey
  })
  useEffect(() => {
    const count = () => void queries.invalidateQueries({ queryKey: latestKey.current, exact: true })
    counting.current = createThrottle(countsEveryMs, count)
    const timer = setInterval(() => {
      if (!document.hidden) count()
    }, readAgainEveryMs)
    return () => {
      clearInterval(timer)
      counting.current?.stop()
    }
  }, [queries])
  useLiveEvent('check', ({ statusSince }) => {
    if (statusSince !== undefined) counting.current?.ask()
  })
  useLiveEvent('check-changed', () => counting.current?.ask())
  const readAllAnew = () => void queries.invalidateQueries({ queryKey: [api.accountId, ...overviewKey] })
  useLiveGroups(readAllAnew)
  useLiveEvent('reset', readAllAnew)
}
