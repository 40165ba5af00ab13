import type { Agent } from '../resources/agents.ts'

/** An agent tells every few seconds that it is there. The time allows for a clock that differs a little from the server's. */
const silentMs = 2 * 60_000

type AgentStatus = { look: 'good' | 'warn' | 'bad'; words: string }

/** The service counts an agent as connected for minutes after its last word; people should see its silence sooner. */
export function agentStatus(
  { isConnected, missing, lastSeenAt }: Pick<Agent, 'isConnected' | 'missing' | 'lastSeenAt'>,
  now: number,
): AgentStatus {
  if (!isConnected) return { look: 'bad', words: 'lost' }
  if (isSilent(lastSeenAt, now)) return { look: 'warn', words: 'silent' }
  return missing.length === 0
    ? { look: 'good', words: 'connected' }
    : { look: 'warn', words: 'connected, lacks rights' }
}

/** All agents of a location together. One alone is a location that goes dark with a restart. */
export function agentsStatus(count: number, lastSeen: string | null, now: number): AgentStatus {
  if (count === 0 || lastSeen === null) return { look: 'bad', words: 'none' }
  if (isSilent(lastSeen, now)) return { look: 'warn', words: `${count}, silent` }
  return count === 1 ? { look: 'warn', words: '1, no spare' } : { look: 'good', words: String(count) }
}

function isSilent(lastSeenAt: string, now: number): boolean {
  return now - Date.parse(lastSeenAt) > silentMs
}
