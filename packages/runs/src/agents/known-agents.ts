import type { Clock } from '@sonde/ground/clock.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { findAgent } from '@sonde/store/locations/agents.ts'
import { type AgentCaller, placeOf, UnknownAgent } from './agent-caller.ts'
import type { AgentRegistry, LiveAgent } from './agent-registry.ts'
import { liveAgentOf } from './live-agent.ts'

/** The agents that may speak: those that have registered, here or with another server of the installation. */
export function createKnownAgents(deps: { store: Store; clock: Clock; registry: AgentRegistry }) {
  const { store, clock, registry } = deps

  async function meet({ identity, agentId }: AgentCaller): Promise<LiveAgent | null> {
    if (identity.kind === 'embedded') return null
    const row = await findAgent(store.read, { id: agentId, locationKeyId: identity.keyId })
    return row === null ? null : liveAgentOf(row)
  }

  return {
    /** Notes a sign of life. */
    async heard(caller: AgentCaller, connectivity?: LiveAgent['connectivity']): Promise<LiveAgent> {
      const agent = registry.agent(caller.agentId) ?? (await meet(caller))
      if (agent === null || agent.place !== placeOf(caller.identity)) {
        throw new UnknownAgent('this agent has not registered')
      }
      agent.lastSeenAt = clock.now()
      if (connectivity !== undefined) agent.connectivity = connectivity
      registry.heard(agent)
      return agent
    },
  }
}
