import type { LocationKeyHolder } from '@sonde/store/locations/location-keys.ts'

/** Who speaks: the agent inside the server, or one with the key of a location. */
export type AgentIdentity = { kind: 'embedded' } | LocationKeyHolder

export type AgentCaller = { identity: AgentIdentity; agentId: string }

/** The service does not know this agent (any more): it has to register. */
export class UnknownAgent extends Error {}

/** The id belongs to an agent with another key. */
export class AgentIdTaken extends Error {}

export class AgentTooOld extends Error {}

/** As many agents as a key may have are in touch. */
export class TooManyAgents extends Error {
  readonly retryAfterSeconds = 60
}

export function keyOf(identity: AgentIdentity): string {
  return identity.kind === 'embedded' ? 'embedded' : identity.keyId
}

/** Null for the embedded agent. */
export function placeOf(identity: AgentIdentity): string | null {
  switch (identity.kind) {
    case 'embedded':
      return null
    case 'private':
      return `private/${identity.privateLocationId}`
    default:
      return identity.location
  }
}
