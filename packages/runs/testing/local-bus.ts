import type { BusSubject, ClusterBus } from '../src/cluster/cluster-bus.ts'

/** Servers of one process tell each other at once, as JSON. `isCut`: nothing arrives. */
export function createLocalBus(): ClusterBus & { isCut: boolean } {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const nameOf = (subject: BusSubject) => (typeof subject === 'string' ? subject : JSON.stringify(subject))
  const bus = {
    isCut: false,
    publish(subject: BusSubject, payload: unknown) {
      if (bus.isCut) return
      for (const listener of listeners.get(nameOf(subject)) ?? [])
        listener(JSON.parse(JSON.stringify(payload)))
    },
    subscribe(subject: BusSubject, listener: (payload: unknown) => void) {
      const name = nameOf(subject)
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener))
      return () => void all.delete(listener)
    },
  }
  return bus
}
