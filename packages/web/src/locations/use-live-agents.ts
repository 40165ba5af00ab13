import { useLiveEvent } from '../api/live-events.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { entitlementsKey } from '../resources/account/account.ts'
import { agentsKey } from '../resources/agents.ts'
import { privateLocationsKey } from '../resources/private-locations.ts'

/** While it is shown, agents that come or go are seen at once. */
export function useLiveAgents(): void {
  const refresh = useRefresh()
  const readAnew = () => {
    refresh(agentsKey)
    refresh(privateLocationsKey)
    refresh(entitlementsKey)
  }
  useLiveEvent('agent', readAnew)
  useLiveEvent('reset', readAnew)
}
