import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { RegisterRequest } from '@sonde/schema/agents/agent-protocol.ts'
import { isCheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { type AgentRow, upsertAgent } from '@sonde/store/locations/agents.ts'
import { forgetAgents } from '@sonde/store/locations/forget-agents.ts'
import { type AgentCaller, AgentIdTaken, AgentTooOld, keyOf, placeOf, TooManyAgents } from './agent-caller.ts'
import type { AgentRegistry } from './agent-registry.ts'
import { createAgentsPerKey } from './agents-per-key.ts'
import type { Availability } from './availability.ts'
import { scriptAbilityOf, unableTypesOf } from './live-agent.ts'

const oldestVersion = [8, 0]

/** Registers agents; gives back the location that each serves, in the words of its operators. */
export function createAgentRegistration(deps: {
  store: Store
  clock: Clock
  log: Logger
  registry: AgentRegistry
  availability: Availability
}) {
  const { store, clock, log, registry } = deps
  const agentsPerKey = createAgentsPerKey({ clock, registry })

  return async function register(caller: AgentCaller, body: RegisterRequest): Promise<string> {
    requireVersion(body.version)
    const { identity, agentId } = caller
    const now = clock.now()
    const keyId = keyOf(identity)
    const admitted = agentsPerKey.admit(keyId, agentId)
    if (admitted === null) {
      throw new TooManyAgents('too many agents use this key: stop some, then try again')
    }
    for (const id of admitted.forgotten) registry.forgetAgent(id)
    const row = rowOf(caller, body, now)
    const isAccepted = await store.write(async (db) => {
      await forgetAgents(db, admitted.forgotten)
      return await upsertAgent(db, row)
    })
    if (!isAccepted) {
      agentsPerKey.giveBack(keyId, agentId)
      throw new AgentIdTaken('the agent id belongs to an agent with another key')
    }
    const place = placeOf(identity)
    registry.heard({
      agentId,
      place,
      checkTypes: new Set(body.checkTypes.filter(isCheckType)),
      unableTypes: unableTypesOf(body),
      scripts: scriptAbilityOf(body),
      lastSeenAt: now,
      connectivity: 'unknown',
    })
    const { version, capabilities } = body
    const { missing } = capabilities
    const firstMissing = missing.slice(0, 3).map((text) => text.slice(0, 200))
    log.info(
      { agentId, location: row.location, version, missing: missing.length, firstMissing },
      'agent registered',
    )
    if (place !== null) await deps.availability.agentRegistered(place)
    return row.location
  }
}

function rowOf({ identity, agentId }: AgentCaller, body: RegisterRequest, now: number): AgentRow {
  const { version, imageVariant } = body
  const owner =
    identity.kind === 'embedded'
      ? { locationKeyId: null, location: 'embedded', accountId: null, privateLocationId: null }
      : {
          locationKeyId: identity.keyId,
          location: identity.location,
          accountId: identity.accountId,
          privateLocationId: identity.privateLocationId,
        }
  return {
    id: agentId,
    ...owner,
    version,
    imageVariant,
    details: { ...body },
    registeredAt: now,
    lastSeenAt: now,
  }
}

function requireVersion(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestVersion
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new AgentTooOld(`agent ${version} is too old: ${oldestVersion.join('.')}.0 or newer is needed`)
}
