import type { Agent } from '../resources/agents.ts'

type ServiceState = { look: 'good' | 'warn' | 'none'; words: string }

/** Who runs the checks at a data center, as far as the account is told. */
export function servedBy({
  code,
  isServed,
  isStoodIn,
  agents,
}: {
  code: string
  isServed: boolean
  /** Whether this server runs its checks: only the first account is told of the agent inside it. */
  isStoodIn: boolean
  agents: readonly Pick<Agent, 'place' | 'location' | 'isConnected'>[]
}): ServiceState {
  const own = agents.filter(
    (agent) => agent.place === 'DATA_CENTER' && agent.location === code && agent.isConnected,
  )
  if (own.length > 0)
    return {
      look: 'good',
      words: own.length === 1 ? '1 agent of its own' : `${own.length} agents of its own`,
    }
  if (!isServed) return { look: 'none', words: 'nobody: checks do not run here' }
  const isEmbedded = agents.some(({ place, isConnected }) => place === 'EMBEDDED' && isConnected)
  return isEmbedded || isStoodIn
    ? { look: 'none', words: 'this server stands in' }
    : { look: 'good', words: 'an agent of the operator' }
}
