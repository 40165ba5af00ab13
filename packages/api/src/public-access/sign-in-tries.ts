import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'

const windowMs = 15 * minuteMs
const wrongPerVisitor = 10
/**
 * From here on, whoever guesses from many addresses at once has to wait: tries are judged one at a time, each after a
 * pause. Nobody is shut out, since anybody could do that to anybody. A page has many visitors, a user is one.
 */
const wrongOfAttack = { page: 200, user: 20 }
/**
 * Codes of a second factor are short: after so many wrong ones nobody tries them, from wherever. Only somebody who has the
 * password comes so far.
 */
const wrongCodes = 10
const attackDelayMs = 500
/** So many of one visitor, or at one target, wait for the judgement of those before them; more are turned away. */
const mostWaiting = 100
const longestName = 320

/**
 * What is guessed at, wherever it is asked for: the password of a user, by the e-mail address, or of a private page, or a
 * code of the second factor of a user, by the id.
 */
export type SignInTarget = { kind: 'user' | 'page' | 'code'; name: string }

export type SignInTries = {
  /**
   * Has a try judged by `isRight`, unless the visitor had too many wrong ones, at whatever target: then the answer is
   * how long to wait. A try is wrong when it was judged so, and not before: many right ones at once all enter. Those
   * that together could be too many wait for each other, so that many wrong ones at once cannot slip through.
   */
  attempt(
    key: { visitor: string; target: SignInTarget },
    isRight: () => Promise<boolean>,
  ): Promise<{ retryAfterSeconds: number } | { isRight: boolean }>
}

type Visitor = { wrongAt: number[]; pending: number; waiting: (() => void)[] }
/** `lastTurn` ends when the last of those that wait was judged. */
type Target = { wrongAt: number[]; waiting: number; lastTurn: Promise<void> }

/**
 * One for all forms of the server. `clock` is one that nobody can set: set back, it would forget what was guessed, and
 * forget nobody for as long. `slowDown` is what every try at a target under attack waits for.
 */
export function createSignInTries({
  clock,
  slowDown = () => delay(attackDelayMs),
}: {
  clock: Clock
  slowDown?: () => Promise<unknown>
}): SignInTries {
  const visitors = new Map<string, Visitor>()
  const targets = new Map<string, Target>()
  let sweepAt = clock.now() + windowMs

  function recent(moments: readonly number[], now: number): number[] {
    return moments.filter((at) => at > now - windowMs)
  }

  function sweep(now: number): void {
    sweepAt = now + windowMs
    for (const [key, { wrongAt, pending, waiting }] of visitors) {
      if (pending === 0 && waiting.length === 0 && recent(wrongAt, now).length === 0) visitors.delete(key)
    }
    for (const [key, { wrongAt, waiting }] of targets) {
      if (waiting === 0 && recent(wrongAt, now).length === 0) targets.delete(key)
    }
  }

  function visitorAt(key: string): Visitor {
    const existing = visitors.get(key)
    if (existing !== undefined) return existing
    const visitor: Visitor = { wrongAt: [], pending: 0, waiting: [] }
    visitors.set(key, visitor)
    return visitor
  }

  function targetAt({ kind, name }: SignInTarget): Target {
    const key = `${kind} ${name.toLowerCase().slice(0, longestName)}`
    const target = targets.get(key) ?? { wrongAt: [], waiting: 0, lastTurn: Promise.resolve() }
    targets.set(key, target)
    return target
  }

  /** Takes a place among those that are judged; the moment from which there is one, when there is none. */
  async function enter(visitor: Visitor): Promise<number | null> {
    for (;;) {
      const now = clock.now()
      visitor.wrongAt = recent(visitor.wrongAt, now)
      if (visitor.wrongAt.length >= wrongPerVisitor) return (visitor.wrongAt[0] ?? now) + windowMs
      if (visitor.wrongAt.length + visitor.pending < wrongPerVisitor) {
        visitor.pending += 1
        return null
      }
      if (visitor.waiting.length >= mostWaiting) return now
      const turn = Promise.withResolvers<void>()
      visitor.waiting.push(turn.resolve)
      await turn.promise
    }
  }

  function noteWrong(visitor: Visitor, target: Target): void {
    const now = clock.now()
    visitor.wrongAt.push(now)
    target.wrongAt = [...target.wrongAt, now].slice(-wrongOfAttack.page)
  }

  /** Judges it when those before it are judged, and `prepare` is done; how many seconds to wait, when it may not be. */
  async function judgeInTurn(
    target: Target,
    prepare: () => Promise<number | null>,
    isRight: () => Promise<boolean>,
  ): Promise<boolean | { retryAfterSeconds: number }> {
    if (target.waiting >= mostWaiting) return { retryAfterSeconds: 1 }
    const before = target.lastTurn
    const turn = Promise.withResolvers<void>()
    target.lastTurn = turn.promise
    target.waiting += 1
    try {
      await before
      const freesAt = await prepare()
      return freesAt === null ? await isRight() : waitUntil(freesAt)
    } finally {
      target.waiting -= 1
      turn.resolve()
    }
  }

  function waitUntil(freesAt: number): { retryAfterSeconds: number } {
    return { retryAfterSeconds: Math.max(1, Math.ceil((freesAt - clock.now()) / 1000)) }
  }

  /** Judges a try at this target now, or in its turn where guesses are slowed down or limited. */
  async function judge(
    kind: SignInTarget['kind'],
    target: Target,
    isRight: () => Promise<boolean>,
  ): Promise<boolean | { retryAfterSeconds: number }> {
    if (kind === 'code') {
      const room = async () => {
        const wrongAt = recent(target.wrongAt, clock.now())
        return wrongAt.length < wrongCodes ? null : (wrongAt.at(-wrongCodes) ?? 0) + windowMs
      }
      return await judgeInTurn(target, room, isRight)
    }
    if (recent(target.wrongAt, clock.now()).length < wrongOfAttack[kind]) return await isRight()
    const pause = async () => {
      await slowDown()
      return null
    }
    return await judgeInTurn(target, pause, isRight)
  }

  return {
    async attempt({ visitor: address, target: named }, isRight) {
      const now = clock.now()
      if (now >= sweepAt) sweep(now)
      const visitor = visitorAt(address)
      const freesAt = await enter(visitor)
      if (freesAt !== null) return waitUntil(freesAt)
      const target = targetAt(named)
      try {
        const judged = await judge(named.kind, target, async () => {
          const isGuessRight = await isRight()
          // Before the next one has its turn.
          if (!isGuessRight) noteWrong(visitor, target)
          return isGuessRight
        })
        return typeof judged === 'boolean' ? { isRight: judged } : judged
      } finally {
        visitor.pending -= 1
        // All of them: when the last place went to a wrong one, each is to hear so.
        for (const goOn of visitor.waiting.splice(0)) goOn()
      }
    },
  }
}
