import type { ServerPeer } from '../dns/query-outcome.ts'
import { anyServerAnswers } from './ask-servers.ts'

export type ResolverWitness = {
  /** The servers said something about this name. */
  noteReply(name: string): void
  /** Whether the servers, which were silent about this name, are silent about every other name, too. */
  isSilentAboutAll(name: string, servers: readonly ServerPeer[]): Promise<boolean>
}

/** A reply about another name within this time proves that the servers are there. */
const recentMs = 1500
const answerMs = 1500
const mostRemembered = 32
const mostAsked = 3

/**
 * Every server answers for the root, if it answers at all. Where the names of an agent lie in few zones, their provider may be
 * gone with all of them, and nobody but the root can say that the server is not.
 */
const root = '.'
/**
 * Silence about so many other zones is that of the server: one whose own way out is cut still answers for the root, which it has
 * kept for days.
 */
const manyZones = 2

/**
 * Tells a DNS server that is gone from one that does not know about a name: as long as it answers for others, silence
 * about one is the trouble of whoever runs that name's zone.
 */
export function createResolverWitness(): ResolverWitness {
  const repliedMs = new Map<string, number>()
  let asking: { names: string; isSilent: Promise<boolean> } | null = null

  /** Those of other zones first: a zone that is gone takes all of its names with it. */
  function othersThan(name: string): string[] {
    const others = [...repliedMs.keys()].filter((other) => other !== name).toReversed()
    const zone = zoneOf(name)
    const [near, far] = [
      others.filter((other) => zoneOf(other) === zone),
      others.filter((other) => zoneOf(other) !== zone),
    ]
    return [...far, ...near].slice(0, mostAsked)
  }

  function witnessesFor(name: string): string[] {
    const others = othersThan(name)
    const zones = new Set(others.map(zoneOf))
    zones.delete(zoneOf(name))
    return zones.size >= manyZones ? others : [root, ...others]
  }

  async function ask(names: readonly string[], servers: readonly ServerPeer[]): Promise<boolean> {
    const answers = await Promise.all(names.map((name) => anyServerAnswers(name, servers, answerMs)))
    return !answers.includes(true)
  }

  return {
    noteReply(name) {
      repliedMs.delete(name)
      repliedMs.set(name, performance.now())
      const [oldest] = repliedMs.size > mostRemembered ? repliedMs.keys() : []
      if (oldest !== undefined) repliedMs.delete(oldest)
    },
    async isSilentAboutAll(name, servers) {
      const nowMs = performance.now()
      const isRecent = [...repliedMs].some(([other, atMs]) => other !== name && nowMs - atMs < recentMs)
      if (isRecent) return false
      const names = witnessesFor(name)
      // Many checks find out at the same time, and one question is enough for all of them.
      const key = names.join(' ')
      if (asking?.names !== key)
        asking = { names: key, isSilent: ask(names, servers).finally(() => (asking = null)) }
      return asking.isSilent
    },
  }
}

/** About the part that somebody runs: a public suffix list would be more exact and is not needed here. */
function zoneOf(name: string): string {
  return name.split('.').slice(-2).join('.')
}
