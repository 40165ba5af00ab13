import { isRecord } from '@sonde/ground/is-record.ts'
import { typesThatNeed } from '@sonde/schema/check-types/check-kinds.ts'
import { type CheckType, isCheckType } from '@sonde/schema/check-types/check-type.ts'
import type { AgentRow } from '@sonde/store/locations/agents.ts'
import { privateLocationQueue } from '../schedule/location-pool.ts'
import type { LiveAgent, ScriptAbility } from './agent-registry.ts'

type Details = Readonly<Record<string, unknown>>

/** The types that an agent lacks a right or a program for. */
export function unableTypesOf(details: Details): ReadonlySet<CheckType> {
  return new Set([
    ...(capabilitiesOf(details)['icmp'] === 'none' ? typesThatNeed('icmp') : []),
    ...(opensPages(details) ? [] : typesThatNeed('browser')),
  ])
}

/** Agents that do not say which browsers they have are not passed over: they find out when they try. */
function opensPages(details: Details): boolean {
  const { browsers, sandbox } = capabilitiesOf(details)
  const hasBrowser = !Array.isArray(browsers) || browsers.length > 0
  // Chromium opens no page at these levels.
  const isTooNarrow = sandbox === 'user' || sandbox === 'landlock'
  return hasBrowser && !isTooNarrow && scriptAbilityOf(details) === 'able'
}

function capabilitiesOf({ capabilities }: Details): Details {
  return isRecord(capabilities) ? capabilities : {}
}

/** Whether an agent runs scripts; older ones do not know of them. */
export function scriptAbilityOf(details: Details): ScriptAbility {
  const concurrency = isRecord(details['concurrency']) ? details['concurrency']['script'] : null
  if (typeof concurrency !== 'number' || concurrency === 0) return 'unknown'
  const { sandbox = 'none', scriptNetwork } = capabilitiesOf(details)
  return sandbox === 'none' || scriptNetwork === 'none' ? 'unable' : 'able'
}

/** An agent as its registration tells of it. */
export function liveAgentOf({ id, privateLocationId, location, details, lastSeenAt }: AgentRow): LiveAgent {
  const announced: unknown[] = Array.isArray(details['checkTypes']) ? details['checkTypes'] : []
  return {
    agentId: id,
    place:
      privateLocationId === null
        ? location
        : privateLocationQueue({ id: privateLocationId, slugName: location }).place,
    checkTypes: new Set(announced.filter((type) => typeof type === 'string').filter(isCheckType)),
    unableTypes: unableTypesOf(details),
    scripts: scriptAbilityOf(details),
    lastSeenAt,
    connectivity: 'unknown',
  }
}
