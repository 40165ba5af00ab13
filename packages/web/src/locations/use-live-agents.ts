import { useLiveEvent } from '../api/live-events.ts'
import { useRefresh } from '../settings/use-refresh.ts'

/** While it is shown, agents that come or go are seen at once. */
export function useLiveAgents(): void {
  const refresh = useRefresh()
  const readAnew = () => {
    refresh(['agents'])
    refresh(['private-locations'])
    refresh(['entitlements'])
  }
  useLiveEvent('agent', readAnew)
  useLiveEvent('reset', readAnew)
}
