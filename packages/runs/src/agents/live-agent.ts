import { isRecord } from '@sonde/ground/is-record.ts'
import { typesThatNeed } from '@sonde/schema/check-types/check-kinds.ts'
import { type CheckType, isCheckType } from '@sonde/schema/check-types/check-type.ts'
import type { AgentRow } from '@sonde/store/locations/agents.ts'
import { privateLocationQueue } from '../schedule/location-pool.ts'
import type { LiveAgent, ScriptAbility } from './agent-registry.ts'

/** The types that an agent lacks a right for. */
export function unableTypesOf(capabilities: { icmp?: unknown }): ReadonlySet<CheckType> {
  return new Set(capabilities.icmp === 'none' ? typesThatNeed('icmp') : [])
}

/** Whether an agent runs scripts; older ones do not know of them. */
export function scriptAbilityOf(details: Readonly<Record<string, unknown>>): ScriptAbility {
  const concurrency = isRecord(details['concurrency']) ? details['concurrency']['script'] : null
  if (typeof concurrency !== 'number' || concurrency === 0) return 'unknown'
  const capabilities = isRecord(details['capabilities']) ? details['capabilities'] : {}
  const { sandbox = 'none', scriptNetwork } = capabilities
  return sandbox === 'none' || scriptNetwork === 'none' ? 'unable' : 'able'
}

/** An agent as its registration tells of it. */
export function liveAgentOf({ id, privateLocationId, location, details, lastSeenAt }: AgentRow): LiveAgent {
  const announced: unknown[] = Array.isArray(details['checkTypes']) ? details['checkTypes'] : []
  const capabilities = isRecord(details['capabilities']) ? details['capabilities'] : {}
  return {
    agentId: id,
    place:
      privateLocationId === null
        ? location
        : privateLocationQueue({ id: privateLocationId, slugName: location }).place,
    checkTypes: new Set(announced.filter((type) => typeof type === 'string').filter(isCheckType)),
    unableTypes: unableTypesOf(capabilities),
    scripts: scriptAbilityOf(details),
    lastSeenAt,
    connectivity: 'unknown',
  }
}
