import type { BusSubject, ClusterBus } from '../src/cluster/cluster-bus.ts'

/** Servers of one process tell each other at once, as JSON. `isCut`: nothing arrives. */
export function createLocalBus(): ClusterBus & { isCut: boolean } {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const answers = new Map<string, (payload: unknown) => unknown>()
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
    async ask(subject: BusSubject, payload: unknown) {
      const answer = answers.get(nameOf(subject))
      if (bus.isCut || answer === undefined) return null
      return JSON.parse(JSON.stringify((await answer(JSON.parse(JSON.stringify(payload)))) ?? null))
    },
    answer(subject: BusSubject, answer: (payload: unknown) => unknown) {
      answers.set(nameOf(subject), answer)
      return () => void answers.delete(nameOf(subject))
    },
  }
  return bus
}
