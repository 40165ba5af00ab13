import { minuteMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { AgentEvent } from '@sonde/schema/agents/agent-protocol.ts'
import type { Clock } from '@sonde/ground/clock.ts'

const mostPerAgent = 10
/** Of all agents with one key: a hundred lines a minute tell what there is to tell. */
const mostPerKey = 100

type Minute = { endsAt: number; logged: number; byAgent: Map<string, number>; leftOut: number }

/** Errors that agents report of their own code, in the log of the service, where they must not drown all else. */
export function createAgentEvents({ clock, log }: { clock: Clock; log: Logger }) {
  const minutes = new Map<string, Minute>()

  /** Says what was left out in minutes that are over, or in all of them. */
  function endMinutes(isOver: (minute: Minute) => boolean): void {
    for (const [keyId, minute] of minutes) {
      if (!isOver(minute)) continue
      minutes.delete(keyId)
      if (minute.leftOut === 0) continue
      const { leftOut, byAgent } = minute
      log.warn({ keyId, leftOut, agents: byAgent.size }, 'agents reported more errors than the log shows')
    }
  }

  return {
    note({ keyId, agentId }: { keyId: string; agentId: string }, events: readonly AgentEvent[]): void {
      const now = clock.now()
      // A clock that was set back must not make a minute longer than one.
      endMinutes(({ endsAt }) => now >= endsAt || endsAt - now > minuteMs)
      const minute = minutes.get(keyId) ?? {
        endsAt: now + minuteMs,
        logged: 0,
        byAgent: new Map<string, number>(),
        leftOut: 0,
      }
      minutes.set(keyId, minute)
      for (const event of events) {
        const ofAgent = minute.byAgent.get(agentId) ?? 0
        minute.byAgent.set(agentId, ofAgent + 1)
        if (ofAgent >= mostPerAgent || minute.logged >= mostPerKey) {
          minute.leftOut += 1
          continue
        }
        minute.logged += 1
        log.warn({ agentId, event: shortened(event) }, 'an agent reported an internal error')
      }
    },
    close: () => endMinutes(() => true),
  }
}

function shortened(event: AgentEvent): AgentEvent {
  return {
    message: event.message.slice(0, 500),
    stack: event.stack?.slice(0, 2_000) ?? null,
    count: event.count,
    agentVersion: event.agentVersion.slice(0, 100),
    imageVariant: event.imageVariant.slice(0, 100),
    platform: event.platform.slice(0, 100),
    arch: event.arch.slice(0, 100),
    nodeVersion: event.nodeVersion.slice(0, 100),
  }
}
