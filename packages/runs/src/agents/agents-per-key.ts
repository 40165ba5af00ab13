import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { AgentRegistry } from './agent-registry.ts'

/** Many more than any location needs, few enough for memory, table and answers. */
const mostAgents = 1_000
/** Whoever was silent for this long makes room. */
const silentMs = 10 * minuteMs

/**
 * Agents choose their ids, anew at every start: without a limit, one key could fill the memory and the table of
 * agents. In memory only; agents from before this program started do not count until they register again.
 */
export function createAgentsPerKey({
  clock,
  registry,
}: {
  clock: Clock
  registry: Pick<AgentRegistry, 'agent'>
}) {
  const registeredByKey = new Map<string, Map<string, number>>()

  /** Agents of the key that have not been heard of for long. */
  function silentOnes(registered: ReadonlyMap<string, number>): string[] {
    const now = clock.now()
    return [...registered]
      .filter(([id, at]) => now - Math.max(at, registry.agent(id)?.lastSeenAt ?? 0) >= silentMs)
      .map(([id]) => id)
  }

  return {
    /** Takes a place for the agent. The ids in `forgotten` gave theirs up for it; null when there is none. */
    admit(keyId: string, agentId: string): { forgotten: string[] } | null {
      const registered = registeredByKey.get(keyId) ?? new Map<string, number>()
      registeredByKey.set(keyId, registered)
      const isFull = registered.size >= mostAgents && !registered.has(agentId)
      const forgotten = isFull ? silentOnes(registered) : []
      if (isFull && forgotten.length === 0) return null
      for (const id of forgotten) registered.delete(id)
      registered.set(agentId, clock.now())
      return { forgotten }
    },

    /** The agent was not accepted after all. */
    giveBack(keyId: string, agentId: string): void {
      registeredByKey.get(keyId)?.delete(agentId)
    },
  }
}
