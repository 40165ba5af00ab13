import { minuteMs } from '@sonde/ground/durations.ts'
import { readCounter, readCounterForUpdate, setCounter } from '@sonde/store/engine/counters.ts'
import { moveDeadlines } from '@sonde/store/heartbeats/heartbeats.ts'
import { signCounters, writePlainSign } from '@sonde/store/heartbeats/plain-sign.ts'
import type { Db, Store } from '@sonde/store/engine/store.ts'

/**
 * The database knows when some server could last take pings. While none could, no job could report in: that time
 * is added to every open deadline, once, by whichever server finds the gap. And when the clock that everybody goes
 * by is set, the deadlines go with it.
 */
export type SignOfLife = {
  /** Call it every `signEveryMs`. Tells since when pings are taken without a gap. */
  sign(): Promise<{ upSince: number }>
}

export const signEveryMs = 5_000

/** Below this a gap is a slow disk or a restart, and not worth a thought. */
const longestSilenceMs = 15_000

/** A ping that came so long after the last sign came before the gap: signs are that far apart, or a little more. */
const unsignedMs = 10_000

/** A clock that moves by less was not set. */
const smallestStepMs = 1_000

/** Beyond this a step forward may as well be a machine that slept, and jobs get time to try again. */
const longestStepMs = minuteMs

/** How far apart two clocks may be read to be compared, and how often that is tried. */
const readTogetherMs = 200
const readTries = 5

/** A sign so young need not be given again. */
const stillGoodMs = signEveryMs / 2

const oneStatement = { isOneStatement: true } as const

/** The sign itself is for the next start: whoever waits for rows would look twelve times a minute for nothing. */
const unlessOnlySigned = { isNews: ({ isNews }: WrittenSign) => isNews }

type WrittenSign = { sign: OwnSign; isNews: boolean }

type OwnSign = {
  at: number
  steadyMs: number
  /** Whether the two were read at the same moment. */
  isExact: boolean
  steppedMs: number
  upSince: number
}

export function createSignOfLife({
  store,
  steadyMs,
}: {
  store: Store
  /** A clock that nobody can set. Without it, nobody can tell a clock that was set forward from a gap. */
  steadyMs?: () => number
}): SignOfLife {
  let last: OwnSign | null = null
  let signing: Promise<{ upSince: number }> | null = null

  /** A busy moment between the two readings would look like a clock that was set. */
  async function readClocks(db: Db): Promise<{ now: number; steadyMs: number; isExact: boolean }> {
    if (steadyMs === undefined) return { now: await store.now(db), steadyMs: 0, isExact: false }
    for (let tries = 1; ; tries += 1) {
      const beganMs = steadyMs()
      const now = await store.now(db)
      const isExact = steadyMs() - beganMs <= readTogetherMs
      if (isExact || tries === readTries) return { now, steadyMs: beganMs, isExact }
    }
  }

  /** Not when the clock was set since: deadlines are looked at right after this, by the new time. */
  async function isStillGood(sign: OwnSign): Promise<boolean> {
    if (!sign.isExact || elapsedSince(sign) >= stillGoodMs) return false
    const read = await readClocks(store.read)
    const elapsedMs = read.steadyMs - sign.steadyMs
    const steppedMs = read.now - sign.at - elapsedMs
    return read.isExact && elapsedMs < stillGoodMs && Math.abs(steppedMs) < smallestStepMs
  }

  function elapsedSince(sign: OwnSign): number {
    return steadyMs === undefined ? 0 : steadyMs() - sign.steadyMs
  }

  /** Null: there is more to it. */
  async function signPlainly(before: OwnSign): Promise<OwnSign | null> {
    if (store.engine === 'sqlite' || !before.isExact || elapsedSince(before) > longestSilenceMs) return null
    const read = await readClocks(store.read)
    const { now, isExact } = read
    if (!isExact) return null
    const expected = before.at + read.steadyMs - before.steadyMs
    const plain = { now, expected, steppedMs: before.steppedMs, smallestStepMs, longestSilenceMs }
    const written = await store.write((db) => writePlainSign(db, plain), oneStatement)
    return written === null ? null : { at: now, steadyMs: read.steadyMs, isExact, ...written }
  }

  async function signNow(): Promise<{ upSince: number }> {
    const before = last
    if (before !== null && (await isStillGood(before))) return before
    const plain = before === null ? null : await signPlainly(before)
    if (plain !== null) {
      last = plain
      return plain
    }
    const { sign } = await store.write(async (db): Promise<WrittenSign> => {
      const aliveAt = await readCounterForUpdate(db, signCounters.aliveAt)
      const upSince = await readCounter(db, signCounters.upSince)
      const steppedMs = (await readCounter(db, signCounters.stepped)) ?? 0
      const read = await readClocks(db)
      const { now } = read
      const own =
        before === null || !before.isExact || !read.isExact
          ? null
          : {
              at: before.at,
              elapsedMs: read.steadyMs - before.steadyMs,
              steppedSinceMs: steppedMs - before.steppedMs,
            }
      const change = aliveAt === null ? nothing : whatHappened({ now, aliveAt, own })
      if (change.kind === 'gap') {
        const exceptPinged = { after: now - change.byMs + unsignedMs, until: Number.MAX_SAFE_INTEGER }
        await moveDeadlines(db, { byMs: change.byMs, movesExpected: false, exceptPinged })
      } else if (change.kind === 'step') {
        // What was pinged since the clock was set is right already.
        const freshMs = Math.ceil(change.byMs > 0 ? change.byMs : (own?.elapsedMs ?? unsignedMs))
        const exceptPinged = { after: now - freshMs, until: now }
        await moveDeadlines(db, { byMs: change.byMs, movesExpected: true, exceptPinged })
        await setCounter(db, signCounters.stepped, steppedMs + change.byMs)
      }
      // Since a time to come nobody has been up: the clock was set back.
      const isNew = upSince === null || upSince > now || change.kind === 'gap'
      await setCounter(db, signCounters.aliveAt, now)
      if (isNew) await setCounter(db, signCounters.upSince, now)
      const sinceMs = change.kind === 'step' ? steppedMs + change.byMs : steppedMs
      const newSign: OwnSign = {
        at: now,
        steadyMs: read.steadyMs,
        isExact: read.isExact,
        steppedMs: sinceMs,
        upSince: isNew ? now : upSince,
      }
      return { sign: newSign, isNews: isNew || change.kind !== 'nothing' }
    }, unlessOnlySigned)
    last = sign
    return sign
  }

  return {
    async sign() {
      signing ??= signNow().finally(() => {
        signing = null
      })
      return await signing
    },
  }
}

type Happening = { kind: 'nothing' | 'gap' | 'step'; byMs: number }
const nothing: Happening = { kind: 'nothing', byMs: 0 }

/** Whether nobody was there and for how long, or by how much the clock was set, since the last sign. */
export function whatHappened({
  now,
  aliveAt,
  own,
}: {
  now: number
  /** The last sign of anybody. */
  aliveAt: number
  /** The last sign of this program; null before its first, and where nobody knows what has really passed. */
  own: {
    at: number
    /** How much time has really passed since. */
    elapsedMs: number
    /** What was found since by others: by so much they have moved the deadlines. */
    steppedSinceMs: number
  } | null
}): Happening {
  const silentMs = now - aliveAt
  if (own === null || own.elapsedMs > longestSilenceMs) {
    if (silentMs > longestSilenceMs) return { kind: 'gap', byMs: silentMs }
    return silentMs <= -smallestStepMs ? { kind: 'step', byMs: silentMs } : nothing
  }
  const byMs = Math.round(now - own.at - own.elapsedMs - own.steppedSinceMs)
  // A machine that slept while other servers were there believes that the clock was set: their signs say it was not.
  const isStep = byMs >= smallestStepMs ? silentMs >= byMs : byMs <= -smallestStepMs
  if (!isStep) return nothing
  return { kind: byMs > longestStepMs ? 'gap' : 'step', byMs }
}
