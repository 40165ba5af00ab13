import type { LiveGroupChanged } from '@sonde/schema/accounts/live-event.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { groupsKey } from '../resources/check-groups.ts'
import { useApi } from './account-context.ts'
import { createThrottle, type Throttle } from './throttle.ts'
import { useLiveEvent } from './live-events.ts'

const readAnewEveryMs = 5_000

/**
 * While it is shown, groups are seen as they are now. `readAnew` is for what else depends on the group: many writes
 * of groups, such as those of an import, cost one reading in five seconds.
 */
export function useLiveGroups(
  readAnew: () => void = () => undefined,
  isConcerned: (event: LiveGroupChanged) => boolean = () => true,
): void {
  const { accountId } = useApi()
  const queries = useQueryClient()
  const latest = useRef(readAnew)
  const groups = useRef<Throttle | null>(null)
  const others = useRef<Throttle | null>(null)
  useEffect(() => {
    latest.current = readAnew
  })
  useEffect(() => {
    groups.current = createThrottle(
      readAnewEveryMs,
      () => void queries.invalidateQueries({ queryKey: [accountId, ...groupsKey] }),
    )
    others.current = createThrottle(readAnewEveryMs, () => latest.current())
    return () => {
      groups.current?.stop()
      others.current?.stop()
    }
  }, [accountId, queries])
  useLiveEvent('group-changed', (event) => {
    groups.current?.ask()
    if (isConcerned(event)) others.current?.ask()
  })
}
