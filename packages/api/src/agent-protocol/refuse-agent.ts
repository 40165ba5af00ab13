import { AgentIdTaken, AgentTooOld, TooManyAgents, UnknownAgent } from '@sonde/runs/agents/agent-caller.ts'
import { Refusal, conflict } from '@sonde/actions/refusal.ts'
import { HttpRefusal } from '../http/refusal.ts'

/** What the service says to an agent that it does not serve. */
export function refuseAgent(error: unknown): never {
  if (error instanceof UnknownAgent) throw new Refusal('not-found', error.message)
  if (error instanceof AgentIdTaken) throw conflict(error.message)
  if (error instanceof AgentTooOld) throw new HttpRefusal(426, error.message)
  if (error instanceof TooManyAgents) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) }
    throw new HttpRefusal(429, error.message, { attributes: {} }, headers)
  }
  throw error
}
