import { minuteMs } from '@sonde/ground/durations.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { type DataCenterLocation, dataCenterLocations } from '@sonde/schema/agents/location.ts'
import type { FindPrivateLocation, LocationQueue } from '../schedule/location-pool.ts'
import { dataCenterQueue, privateLocationQueue } from '../schedule/location-pool.ts'

/** `unable`: it lacks what scripts are kept apart with, and says so in the results. `unknown`: older than scripts. */
export type ScriptAbility = 'able' | 'unable' | 'unknown'

/** An agent that has registered. */
export type LiveAgent = {
  agentId: string
  /** Null for the embedded agent: it serves every data center that no agent of its own serves. */
  place: string | null
  checkTypes: ReadonlySet<CheckType>
  /** Those of them that it lacks a right or a browser for: it takes them only where nobody else could. */
  unableTypes: ReadonlySet<CheckType>
  scripts: ScriptAbility
  lastSeenAt: number
  connectivity: 'online' | 'offline' | 'unknown'
}

export type KnownLocation = LocationQueue & {
  accountId: string | null
  privateLocationId: string | null
  /** When an agent of its own was heard of last. */
  lastHeardAt: number | null
  /** Since when activated checks are assigned. */
  assignedSince: number | null
  unavailableSince: number | null
  /** Results in a row that said nothing about their target. */
  errorsInARow: number
  /** When a run there last ended without a verdict; null: not since the start. */
  lastErrorAt: number | null
  hasErrorNotice: boolean
  /** Runs with scripts are not made there, and that was told. */
  hasScriptNotice: boolean
}

/** An agent that polls is heard of several times a minute. */
const activeMs = minuteMs

export type PrivateLocationEntry = { id: string; accountId: string; slugName: string }

export type AgentRegistry = {
  /** Replaces what is known of private locations. */
  setPrivateLocations(locations: readonly PrivateLocationEntry[]): void
  find: FindPrivateLocation
  get(place: string): KnownLocation | undefined
  all(): Iterable<KnownLocation>
  heard(agent: LiveAgent): void
  forgetAgent(agentId: string): void
  /** An agent has stopped in order: where it was the last of a data center, the embedded one may begin at once. */
  agentLeft(agentId: string): void
  agents(): Iterable<LiveAgent>
  agent(agentId: string): LiveAgent | undefined
  /** The types that an agent should be given, beside the others that are there. */
  typesFor(agent: LiveAgent): ReadonlySet<CheckType>
  /** Whether an agent should be given runs with scripts, beside the others that are there. */
  isForScripts(agent: LiveAgent): boolean
  /** Whether every agent that is there takes runs of the type. */
  isForAll(place: string, checkType: CheckType): boolean
  /** Whether this place is served, but by agents that are older than scripts alone. */
  isOlderThanScripts(place: string): boolean
  /** Whether runs at this place would be taken by somebody: it is not flagged as unavailable. */
  isServed(place: string): boolean
  /** Whether the embedded agent takes the runs of this place. */
  isLeftToEmbedded(place: string): boolean
  /** Data centers with an agent, embedded or not. */
  servedDataCenters(): DataCenterLocation[]
  /** The clock was set by so much: what was heard of a minute ago was still heard of a minute ago. */
  clockJumped(jumpedMs: number): void
}

/** The places where checks run, and the agents that serve them. In memory; the database remembers the rest. */
export function createAgentRegistry({
  clock,
  isEmbeddedOn,
  silenceMs,
}: {
  clock: Clock
  isEmbeddedOn: boolean
  /** How long an agent may be silent before it counts as gone. */
  silenceMs: number
}): AgentRegistry {
  const places = new Map<string, KnownLocation>()
  const byName = new Map<string, LocationQueue>()
  const agents = new Map<string, LiveAgent>()

  for (const code of dataCenterLocations) add(dataCenterQueue(code), null)

  function add(place: LocationQueue, owner: PrivateLocationEntry | null): void {
    const existing = places.get(place.place)
    if (existing !== undefined) return
    places.set(place.place, {
      ...place,
      accountId: owner?.accountId ?? null,
      privateLocationId: owner?.id ?? null,
      lastHeardAt: null,
      assignedSince: null,
      unavailableSince: null,
      errorsInARow: 0,
      lastErrorAt: null,
      hasErrorNotice: false,
      hasScriptNotice: false,
    })
  }

  function isHeardOf(place: KnownLocation): boolean {
    return place.lastHeardAt !== null && clock.now() - place.lastHeardAt < silenceMs
  }

  function isLeftToEmbedded(name: string): boolean {
    const place = places.get(name)
    return place !== undefined && place.privateLocationId === null && isEmbeddedOn && !isHeardOf(place)
  }

  function activeBeside(agent: LiveAgent): LiveAgent[] {
    return [...agents.values()].filter(
      (other) => other.place === agent.place && clock.now() - other.lastSeenAt < activeMs,
    )
  }

  function typesFor(agent: LiveAgent): ReadonlySet<CheckType> {
    if (agent.unableTypes.size === 0) return agent.checkTypes
    const others = activeBeside(agent)
    const isBetterAt = (type: CheckType) =>
      others.some((other) => other.checkTypes.has(type) && !other.unableTypes.has(type))
    return new Set([...agent.checkTypes].filter((type) => !agent.unableTypes.has(type) || !isBetterAt(type)))
  }

  /** The agents that are in touch and serve the place. */
  function servingAgents(name: string): LiveAgent[] {
    return [...agents.values()].filter(
      ({ place, lastSeenAt }) =>
        clock.now() - lastSeenAt < activeMs && (place === name || (place === null && isLeftToEmbedded(name))),
    )
  }

  return {
    setPrivateLocations(locations) {
      byName.clear()
      const present = new Set<string>()
      for (const location of locations) {
        const place = privateLocationQueue(location)
        present.add(place.place)
        add(place, location)
        byName.set(`${location.accountId}/${location.slugName}`, place)
        byName.set(`${location.accountId}/${location.id}`, place)
      }
      for (const place of places.values()) {
        if (place.privateLocationId !== null && !present.has(place.place)) places.delete(place.place)
      }
    },
    find: (accountId, name) =>
      byName.get(`${accountId}/${name}`) ?? byName.get(`${accountId}/${name.toLowerCase()}`) ?? null,
    get: (place) => places.get(place),
    all: () => places.values(),
    heard(agent) {
      agents.set(agent.agentId, agent)
      const place = agent.place === null ? undefined : places.get(agent.place)
      if (place !== undefined) place.lastHeardAt = Math.max(place.lastHeardAt ?? 0, agent.lastSeenAt)
    },
    forgetAgent: (agentId) => void agents.delete(agentId),
    agentLeft(agentId) {
      const agent = agents.get(agentId)
      agents.delete(agentId)
      const place = agent?.place === undefined || agent.place === null ? undefined : places.get(agent.place)
      if (place === undefined || place.privateLocationId !== null) return
      const others = [...agents.values()].filter((other) => other.place === place.place)
      place.lastHeardAt = others.reduce<number | null>(
        (latest, { lastSeenAt }) => Math.max(latest ?? 0, lastSeenAt),
        null,
      )
    },
    agents: () => agents.values(),
    agent: (agentId) => agents.get(agentId),
    typesFor,
    isForAll: (name, checkType) => servingAgents(name).every((agent) => typesFor(agent).has(checkType)),
    isForScripts(agent) {
      if (agent.scripts !== 'unable') return agent.scripts === 'able'
      return !activeBeside(agent).some(({ scripts }) => scripts === 'able')
    },
    isOlderThanScripts(name) {
      const serving = servingAgents(name)
      return serving.length > 0 && serving.every(({ scripts }) => scripts === 'unknown')
    },
    isServed(name) {
      const place = places.get(name)
      return place !== undefined && (isLeftToEmbedded(name) || place.unavailableSince === null)
    },
    isLeftToEmbedded,
    servedDataCenters: () =>
      dataCenterLocations.filter((code) => {
        const place = places.get(code)
        return isLeftToEmbedded(code) || (place !== undefined && isHeardOf(place))
      }),
    clockJumped(jumpedMs) {
      const shifted = (at: number | null) => (at === null ? null : at + jumpedMs)
      for (const agent of agents.values()) agent.lastSeenAt += jumpedMs
      for (const place of places.values()) {
        place.lastHeardAt = shifted(place.lastHeardAt)
        place.assignedSince = shifted(place.assignedSince)
      }
    },
  }
}
