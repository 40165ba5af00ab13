import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { TryOutcome, TryPass, TryPlace, TryRefusal } from './try-gates.ts'

const windowMs = 15 * minuteMs
const wrongPerVisitor = 10
/**
 * From here on, whoever guesses from many addresses at once has to wait: tries are judged one at a time, each after a
 * pause. Nobody is shut out, since anybody could do that to anybody: whoever was wrong less often goes before those who were wrong more
 * often, so that a user whose first try it is waits for first tries alone. A page has many visitors, a user is one.
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

type Visitor = { wrongAt: number[]; pending: number; waiting: (() => void)[] }
/** `waiting`: in the order of their turns, while another one is judged. */
type Target = { wrongAt: number[]; isBusy: boolean; waiting: Waiting[] }
type Waiting = { wrongBefore: number; go(hasTurn: boolean): void }

export type OwnTryGates = {
  /** At once where nobody has to be waited for. */
  enter(place: TryPlace): TryPass | TryRefusal | Promise<TryPass | TryRefusal>
  /** Of a try that had its place elsewhere, or has lost it. */
  noteWrong(place: TryPlace): void
}

/**
 * `clock` is one that nobody can set: set back, it would forget what was guessed, and forget nobody for as long.
 * `slowDown` is what every try at a target under attack waits for.
 */
export function createOwnTryGates({
  clock,
  slowDown = () => delay(attackDelayMs),
}: {
  clock: Clock
  slowDown?: () => Promise<unknown>
}): OwnTryGates {
  const visitors = new Map<string, Visitor>()
  const targets = new Map<string, Target>()
  let sweepAt = clock.now() + windowMs

  function recent(moments: readonly number[], now: number): number[] {
    return moments.filter((at) => at > now - windowMs)
  }

  function sweep(): void {
    const now = clock.now()
    if (now < sweepAt) return
    sweepAt = now + windowMs
    for (const [key, { wrongAt, pending, waiting }] of visitors) {
      if (pending === 0 && waiting.length === 0 && recent(wrongAt, now).length === 0) visitors.delete(key)
    }
    for (const [key, { wrongAt, isBusy }] of targets) {
      if (!isBusy && recent(wrongAt, now).length === 0) targets.delete(key)
    }
  }

  function visitorAt(key: string): Visitor {
    const visitor = visitors.get(key) ?? { wrongAt: [], pending: 0, waiting: [] }
    visitors.set(key, visitor)
    return visitor
  }

  function targetAt({ kind, name }: TryPlace): Target {
    const key = `${kind} ${name.toLowerCase().slice(0, longestName)}`
    const target = targets.get(key) ?? { wrongAt: [], isBusy: false, waiting: [] }
    targets.set(key, target)
    return target
  }

  function waitUntil(freesAt: number): TryRefusal {
    return { retryAfterSeconds: Math.max(1, Math.ceil((freesAt - clock.now()) / 1000)) }
  }

  /** Once: whoever has lost its place in the meantime may still come with what became of its try. */
  function passOf(leave: (outcome: TryOutcome) => void, wrongBefore = 0): TryPass {
    let isLeft = false
    return {
      wrongBefore,
      leave(outcome) {
        if (isLeft) return
        isLeft = true
        leave(outcome)
      },
    }
  }

  function enterAsVisitor(visitor: Visitor): TryPass | TryRefusal | Promise<TryPass | TryRefusal> {
    const now = clock.now()
    visitor.wrongAt = recent(visitor.wrongAt, now)
    if (visitor.wrongAt.length >= wrongPerVisitor) return waitUntil((visitor.wrongAt[0] ?? now) + windowMs)
    if (visitor.wrongAt.length + visitor.pending < wrongPerVisitor) {
      visitor.pending += 1
      return passOf((outcome) => {
        visitor.pending -= 1
        if (outcome === 'wrong') visitor.wrongAt.push(clock.now())
        // All of them: when the last place went to a wrong one, each is to hear so.
        for (const goOn of visitor.waiting.splice(0)) goOn()
      }, visitor.wrongAt.length)
    }
    if (visitor.waiting.length >= mostWaiting) return waitUntil(now)
    const turn = Promise.withResolvers<void>()
    visitor.waiting.push(turn.resolve)
    return turn.promise.then(() => enterAsVisitor(visitor))
  }

  function noteWrongAt(target: Target): void {
    target.wrongAt = [...target.wrongAt, clock.now()].slice(-wrongOfAttack.page)
  }

  /** Whether it got its turn. Where too many wait, the last of them gives way to whoever was wrong less often. */
  function untilTurn({ waiting }: Target, wrongBefore: number): Promise<boolean> {
    const last = waiting.at(-1)
    if (last !== undefined && waiting.length + 1 >= mostWaiting) {
      if (last.wrongBefore <= wrongBefore) return Promise.resolve(false)
      waiting.pop()
      last.go(false)
    }
    const turn = Promise.withResolvers<boolean>()
    const after = waiting.findIndex((other) => other.wrongBefore > wrongBefore)
    waiting.splice(after === -1 ? waiting.length : after, 0, { wrongBefore, go: turn.resolve })
    return turn.promise
  }

  /** Enters when those before it are judged, and `prepare` is done; or is told to wait until the moment that it says. */
  async function enterInTurn(
    target: Target,
    wrongBefore: number,
    prepare: () => Promise<number | null>,
  ): Promise<TryPass | TryRefusal> {
    if (target.isBusy && !(await untilTurn(target, wrongBefore))) return { retryAfterSeconds: 1 }
    target.isBusy = true
    const pass = passOf((outcome) => {
      // Before the next one has its turn.
      if (outcome === 'wrong') noteWrongAt(target)
      const next = target.waiting.shift()
      target.isBusy = next !== undefined
      next?.go(true)
    })
    const freesAt = await prepare()
    if (freesAt === null) return pass
    void pass.leave('none')
    return waitUntil(freesAt)
  }

  /** At this target now, or in its turn where guesses are slowed down or limited. */
  function enterAtTarget(
    { kind, wrongBefore }: Exclude<TryPlace, { kind: 'visitor' }>,
    target: Target,
  ): TryPass | Promise<TryPass | TryRefusal> {
    if (kind === 'code') {
      return enterInTurn(target, wrongBefore, async () => {
        const wrongAt = recent(target.wrongAt, clock.now())
        return wrongAt.length < wrongCodes ? null : (wrongAt.at(-wrongCodes) ?? 0) + windowMs
      })
    }
    if (recent(target.wrongAt, clock.now()).length < wrongOfAttack[kind]) {
      return passOf((outcome) => {
        if (outcome === 'wrong') noteWrongAt(target)
      })
    }
    return enterInTurn(target, wrongBefore, async () => {
      await slowDown()
      return null
    })
  }

  return {
    enter(place) {
      sweep()
      return place.kind === 'visitor'
        ? enterAsVisitor(visitorAt(place.name))
        : enterAtTarget(place, targetAt(place))
    },
    noteWrong(place) {
      if (place.kind === 'visitor') visitorAt(place.name).wrongAt.push(clock.now())
      else noteWrongAt(targetAt(place))
    },
  }
}
