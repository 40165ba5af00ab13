import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '../api/account-context.ts'
import { useLiveEvent } from '../api/live-events.ts'
import { createThrottle, type Throttle } from '../api/throttle.ts'
import { summaryKey } from '../resources/check-overview.ts'

/** An outage of many checks tells of each: it costs one reading in this time. */
const readAnewEveryMs = 10_000

/** Keeps the summary up to date by what the stream tells; what time alone changes is read each minute. */
export function useLiveSummary(): void {
  const { accountId } = useApi()
  const queries = useQueryClient()
  const throttle = useRef<Throttle | null>(null)
  useEffect(() => {
    const queryKey = summaryKey({ accountId })
    throttle.current = createThrottle(readAnewEveryMs, () => void queries.invalidateQueries({ queryKey }))
    return () => throttle.current?.stop()
  }, [accountId, queries])
  useLiveEvent('check', ({ statusSince }) => {
    if (statusSince !== undefined) throttle.current?.ask()
  })
  useLiveEvent('check-changed', () => throttle.current?.ask())
  useLiveEvent('alert', () => throttle.current?.ask())
  useLiveEvent('agent', () => throttle.current?.ask())
  useLiveEvent('reset', () => throttle.current?.ask())
}
