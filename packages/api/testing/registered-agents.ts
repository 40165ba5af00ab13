import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { LeaseAnswer } from '@sonde/schema/agents/agent-protocol.ts'
import { registration } from './agent-bodies.ts'
import type { AgentsUnderTest } from './agents-under-test.ts'
import type { Answer } from './http-client.ts'

/** The runs of an answer to a lease. */
export function leased(answer: Answer): LeaseAnswer['runs'] {
  assert.equal(answer.status, 200, answer.text)
  // The answer was made by the schema of this type.
  return (answer.body as LeaseAnswer).runs
}

/** An agent with a key of its own. */
export async function registered(agents: AgentsUnderTest, location: string) {
  const key = await agents.makeKey(location)
  const caller = { key: key.key, agentId: randomUUID() }
  const answer = await agents.call('register', { ...caller, body: registration })
  assert.equal(answer.status, 200, answer.text)
  return { ...caller, row: key, answer }
}
