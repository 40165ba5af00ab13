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

type OwnWindow = { rule: WindowRule; isTold: boolean; window: ReturnType<typeof createSlidingWindow> }

/**
 * The sliding windows of a server. Where several servers answer requests, one of them has the window of a key, and the others
 * ask it; where that does not answer, each counts for itself.
 */
export function createWindows({ clock, keyOwners }: { clock: Clock; keyOwners: KeyOwners | null }): Windows {
  const windows = new Map<string, OwnWindow>()

  /** What another server has said of a limit holds until this one says something else. */
  function hitHere(rule: WindowRule, key: string, { isTold = false } = {}): Hit {
    let known = windows.get(rule.name)
    if (known === undefined || (known.isTold && !isTold && !isSame(known.rule, rule))) {
      known = { rule, isTold, window: createSlidingWindow({ ...rule, clock }) }
      windows.set(rule.name, known)
    }
    return known.window.hit(key)
  }

  if (keyOwners === null) return { hit: hitHere }

  keyOwners.answer('window', (question) => {
    const asked = readQuestion(question)
    if (asked === null) return null
    const { freesAt, ...hit } = hitHere(asked.rule, asked.key, { isTold: true })
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

function isSame(one: WindowRule, other: WindowRule): boolean {
  return one.max === other.max && one.windowMs === other.windowMs
}

/** A server of another release may have another limit: here the one of this server counts, once it is known. */
function readQuestion(question: unknown): { rule: WindowRule; key: string } | null {
  if (!isRecord(question)) return null
  const { name, max, windowMs, key } = question
  if (typeof name !== 'string' || typeof key !== 'string') return null
  return isCount(max) && isCount(windowMs) ? { rule: { name, max, windowMs }, key } : null
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

function readHit(answer: unknown, now: number): Hit | null {
  if (!isRecord(answer)) return null
  const { allowed, remaining, freesInMs } = answer
  if (typeof allowed !== 'boolean' || typeof remaining !== 'number' || typeof freesInMs !== 'number')
    return null
  return { allowed, remaining, freesAt: now + freesInMs }
}
