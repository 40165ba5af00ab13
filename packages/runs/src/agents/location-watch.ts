import type { Clock } from '@sonde/ground/clock.ts'
import { agentsSeenSince } from '@sonde/store/locations/agents.ts'
import { allPrivateLocations } from '@sonde/store/locations/private-locations.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { AgentRegistry } from './agent-registry.ts'
import type { Availability } from './availability.ts'
import type { RegistryRecords } from './registry-records.ts'

export type LocationWatch = ReturnType<typeof createLocationWatch>

/** Keeps what is known of places and agents in step with what the database has of them. */
export function createLocationWatch(deps: {
  store: Store
  clock: Clock
  registry: AgentRegistry
  records: Pick<RegistryRecords, 'restore' | 'follow'>
  availability: Pick<Availability, 'evaluate'>
  silenceMs: number
  /** Where several servers share the checks: whether this one looks after private locations. */
  sharing: { hasPrivate(): boolean } | null
}) {
  const { store, clock, registry, records, availability, silenceMs, sharing } = deps
  /** Private locations with activated checks, on whichever server. */
  let assignedPrivate: ReadonlySet<string> = new Set()

  async function load(): Promise<void> {
    const locations = await allPrivateLocations(store.read)
    registry.setPrivateLocations(locations)
    const assigned = new Set<string>()
    for (const location of locations) {
      const queueOf = registry.find(location.accountId, location.id)
      const entry = queueOf === null ? undefined : registry.get(queueOf.place)
      if (entry === undefined) continue
      entry.unavailableSince = location.unavailableSince
      entry.assignedSince ??= location.assignedSince
      if (location.hasActivatedChecks) assigned.add(entry.place)
    }
    assignedPrivate = assigned
  }

  return {
    load,
    /** Agents that were heard of before this program started. */
    async restoreAgents(): Promise<void> {
      for (const agent of await agentsSeenSince(store.read, clock.now() - silenceMs)) records.restore(agent)
    },
    /** What other servers have heard of agents, and found out about locations. */
    async follow(): Promise<void> {
      if (sharing === null) return
      const since = clock.now() - silenceMs
      records.follow(await agentsSeenSince(store.read, since), since)
      await load()
    },
    /** `assigned`: the places that the activated checks of this server use. */
    async evaluate(assigned: ReadonlySet<string>): Promise<void> {
      if (sharing === null) return await availability.evaluate(assigned)
      await availability.evaluate(assigned.union(assignedPrivate), { hasPrivate: sharing.hasPrivate() })
    },
  }
}
