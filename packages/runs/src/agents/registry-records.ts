import type { Clock } from '@sonde/ground/clock.ts'
import { dayMs, minuteMs } from '@sonde/ground/durations.ts'
import { type AgentRow, forgetAgentsBefore, touchAgents } from '@sonde/store/locations/agents.ts'
import { insertQueueSamples } from '@sonde/store/runs/queue-samples.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { QueueOperator } from '../queue/run-queue.ts'
import type { AgentRegistry } from './agent-registry.ts'
import { liveAgentOf } from './live-agent.ts'

/** Agents that were not heard of for this long are forgotten: each start of one makes a new id. */
const forgetAfterMs = dayMs
/** How often such agents are looked for. */
const forgetEveryMs = 10 * minuteMs

export type RegistryRecords = ReturnType<typeof createRegistryRecords>

/** What the database has to know of places and agents, written now and then instead of with every sign of life. */
export function createRegistryRecords(deps: {
  store: Store
  clock: Clock
  registry: AgentRegistry
  queue: Pick<QueueOperator, 'statsByLocation'>
}) {
  const { store, clock, registry, queue } = deps
  const writtenAt = new Map<string, number>()
  const dropped = new Map<string, number>()
  let forgotAt = -Infinity

  return {
    noteDropped(place: string): void {
      dropped.set(place, (dropped.get(place) ?? 0) + 1)
    },

    /** Knows an agent again that was heard of before this program started. */
    restore(agent: AgentRow): void {
      if (agent.locationKeyId !== null) registry.heard(liveAgentOf(agent))
    },

    /** What other servers have heard of agents, and which of them have left; `since`: those are all that they heard of. */
    follow(agents: readonly AgentRow[], since: number): void {
      for (const agent of agents) {
        const known = registry.agent(agent.id)
        if (agent.locationKeyId === null || (known?.lastSeenAt ?? 0) >= agent.lastSeenAt) continue
        const { connectivity = 'unknown' } = known ?? {}
        registry.heard({ ...liveAgentOf(agent), connectivity })
        writtenAt.set(agent.id, agent.lastSeenAt)
      }
      const there = new Set(agents.map(({ id }) => id))
      for (const { agentId, place, lastSeenAt } of registry.agents()) {
        // What was heard here is written later.
        const isWritten = lastSeenAt > since + minuteMs
        if (place !== null && isWritten && !there.has(agentId)) registry.agentLeft(agentId)
      }
    },

    async write(): Promise<void> {
      const now = clock.now()
      const agents = [...registry.agents()].filter(
        ({ agentId, lastSeenAt }) => writtenAt.get(agentId) !== lastSeenAt,
      )
      const stats = await queue.statsByLocation()
      const samples = [...registry.all()].flatMap(({ place, privateLocationId }) => {
        if (privateLocationId === null) return []
        const { queued = 0, inflight = 0, oldestQueuedAt = null } = stats.get(place) ?? {}
        return [
          {
            privateLocationId,
            minuteAt: now - (now % minuteMs),
            queued,
            oldestSeconds: oldestQueuedAt === null ? 0 : Math.round((now - oldestQueuedAt) / 1000),
            dropped: dropped.get(place) ?? 0,
            inflight,
          },
        ]
      })
      for (const agent of registry.agents()) {
        if (now - agent.lastSeenAt > forgetAfterMs) registry.forgetAgent(agent.agentId)
      }
      if (agents.length === 0 && samples.length === 0) return
      const isForgetting = Math.abs(now - forgotAt) >= forgetEveryMs
      await store.write(
        async (db) => {
          await touchAgents(
            db,
            agents.map(({ agentId, lastSeenAt }) => ({ id: agentId, lastSeenAt })),
          )
          await insertQueueSamples(db, samples)
          if (isForgetting) await forgetAgentsBefore(db, now - forgetAfterMs)
        },
        { isOneStatement: samples.length === 0 && !isForgetting },
      )
      if (isForgetting) forgotAt = now
      dropped.clear()
      writtenAt.clear()
      for (const { agentId, lastSeenAt } of registry.agents()) writtenAt.set(agentId, lastSeenAt)
    },
  }
}
