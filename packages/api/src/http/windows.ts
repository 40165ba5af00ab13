import type { Clock } from '@sonde/ground/clock.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { KeyOwners } from '@sonde/runs/cluster/key-owners.ts'
import { createSlidingWindow, type Hit } from './sliding-window.ts'

/**
 * At most `max` hits of a key in any span of `windowMs`. `name` tells apart what is counted. `isPerServer`: it is this
 * server that is to be spared, so that what others were asked does not count.
 */
export type WindowRule = { name: string; max: number; windowMs: number; isPerServer?: boolean }

export type Windows = {
  /** Counts one hit of the key; at once where this server is the only one. */
  hit(rule: WindowRule, key: string): Hit | Promise<Hit>
}

/**
 * The sliding windows of a server. Where several servers answer requests, one of them has the window of a key, and the others
 * ask it; where that does not answer, each counts for itself.
 */
export function createWindows({ clock, keyOwners }: { clock: Clock; keyOwners: KeyOwners | null }): Windows {
  const windows = new Map<string, ReturnType<typeof createSlidingWindow>>()

  function hitHere(rule: WindowRule, key: string): Hit {
    let window = windows.get(rule.name)
    if (window === undefined) {
      window = createSlidingWindow({ ...rule, clock })
      windows.set(rule.name, window)
    }
    return window.hit(key)
  }

  if (keyOwners === null) return { hit: hitHere }

  keyOwners.answer('window', (question) => {
    const asked = readQuestion(question)
    if (asked === null) return null
    const { freesAt, ...hit } = hitHere(asked.rule, asked.key)
    // The clocks of two servers may differ.
    return { ...hit, freesInMs: freesAt - clock.now() }
  })

  async function hitAt(owner: string, rule: WindowRule, key: string): Promise<Hit> {
    const answer = await keyOwners?.ask(owner, { about: 'window', ...rule, key })
    return readHit(answer, clock.now()) ?? hitHere(rule, key)
  }

  return {
    hit(rule, key) {
      const owner = rule.isPerServer === true ? null : keyOwners.ownerOf(`${rule.name} ${key}`)
      return owner === null ? hitHere(rule, key) : hitAt(owner, rule, key)
    },
  }
}

/** A server of another release may have another limit: the window is that of whoever came first. */
function readQuestion(question: unknown): { rule: WindowRule; key: string } | null {
  if (!isRecord(question)) return null
  const { name, max, windowMs, key } = question
  if (typeof name !== 'string' || typeof max !== 'number' || typeof windowMs !== 'number') return null
  return typeof key === 'string' ? { rule: { name, max, windowMs }, key } : null
}

function readHit(answer: unknown, now: number): Hit | null {
  if (!isRecord(answer)) return null
  const { allowed, remaining, freesInMs } = answer
  if (typeof allowed !== 'boolean' || typeof remaining !== 'number' || typeof freesInMs !== 'number')
    return null
  return { allowed, remaining, freesAt: now + freesInMs }
}
