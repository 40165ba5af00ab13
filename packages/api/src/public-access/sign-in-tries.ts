import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'

const windowMs = 15 * minuteMs
const wrongPerVisitor = 10
/** From here on, whoever guesses from many addresses at once has to wait for every answer; nobody is shut out. */
const wrongOfAttack = 200
const attackDelayMs = 500
/** So many of one visitor wait for the judgement of those before them; more are turned away. */
const mostWaiting = 100

export type SignInTries = {
  /**
   * Has a try judged by `isRight`, unless the visitor had too many wrong ones: then the answer is how long to wait. A
   * try is wrong when it was judged so, and not before: many right ones at once all enter. Those that together could
   * be too many wait for each other, so that many wrong ones at once cannot slip through.
   */
  attempt(
    key: { visitor: string; page: string },
    isRight: () => Promise<boolean>,
  ): Promise<{ retryAfterSeconds: number } | { isRight: boolean }>
}

type Visitor = { wrongAt: number[]; pending: number; waiting: (() => void)[] }

/** `slowDown` is what every try at a page under attack waits for. */
export function createSignInTries({
  clock,
  slowDown = () => delay(attackDelayMs),
}: {
  clock: Clock
  slowDown?: () => Promise<unknown>
}): SignInTries {
  const visitors = new Map<string, Visitor>()
  const wrongAtPage = new Map<string, number[]>()
  let sweepAt = clock.now() + windowMs

  function recent(moments: readonly number[], now: number): number[] {
    return moments.filter((at) => at > now - windowMs && at <= now)
  }

  function sweep(now: number): void {
    sweepAt = now + windowMs
    for (const [key, { wrongAt, pending, waiting }] of visitors) {
      if (pending === 0 && waiting.length === 0 && recent(wrongAt, now).length === 0) visitors.delete(key)
    }
    for (const [page, moments] of wrongAtPage) {
      if (recent(moments, now).length === 0) wrongAtPage.delete(page)
    }
  }

  function visitorAt(key: string): Visitor {
    const existing = visitors.get(key)
    if (existing !== undefined) return existing
    const visitor: Visitor = { wrongAt: [], pending: 0, waiting: [] }
    visitors.set(key, visitor)
    return visitor
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

  function noteWrong(visitor: Visitor, page: string): void {
    const now = clock.now()
    visitor.wrongAt.push(now)
    wrongAtPage.set(page, [...(wrongAtPage.get(page) ?? []), now].slice(-wrongOfAttack))
  }

  function isAttacked(page: string): boolean {
    return recent(wrongAtPage.get(page) ?? [], clock.now()).length >= wrongOfAttack
  }

  return {
    async attempt({ visitor: address, page }, isRight) {
      const now = clock.now()
      if (now >= sweepAt) sweep(now)
      const visitor = visitorAt(`${page} ${address}`)
      const freesAt = await enter(visitor)
      if (freesAt !== null) {
        return { retryAfterSeconds: Math.max(1, Math.ceil((freesAt - clock.now()) / 1000)) }
      }
      try {
        if (isAttacked(page)) await slowDown()
        const isPasswordRight = await isRight()
        if (!isPasswordRight) noteWrong(visitor, page)
        return { isRight: isPasswordRight }
      } finally {
        visitor.pending -= 1
        // All of them: when the last place went to a wrong one, each is to hear so.
        for (const goOn of visitor.waiting.splice(0)) goOn()
      }
    },
  }
}
