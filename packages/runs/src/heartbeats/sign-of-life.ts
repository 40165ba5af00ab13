import type { Clock } from '@sonde/schema/clock.ts'
import { readCounter, readCounterForUpdate, setCounter } from '@sonde/store/counters.ts'
import { moveDeadlines } from '@sonde/store/heartbeats.ts'
import type { Store } from '@sonde/store/store.ts'

/**
 * The database knows when some server could last take pings. While none could, no job could report in: that time
 * is added to every open deadline, once, by whichever server finds the gap.
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

/** A step back of the clock beyond this corrects a clock that was wrong; waiting for it to catch up would be silence. */
const largestStepBackMs = 60 * 60 * 1000

const counterNames = { aliveAt: 'pings_alive_at', upSince: 'pings_up_since' } as const

export function createSignOfLife({ store, clock }: { store: Store; clock: Clock }): SignOfLife {
  let last: { at: number; upSince: number } | null = null
  let signing: Promise<{ upSince: number }> | null = null

  async function signNow(): Promise<{ upSince: number }> {
    const now = clock.now()
    if (last !== null && Math.abs(now - last.at) < signEveryMs / 2) return last
    const before = last
    const upSince = await store.write(async (db) => {
      const aliveAt = await readCounterForUpdate(db, counterNames.aliveAt)
      const known = await readCounter(db, counterNames.upSince)
      const missingMs = aliveAt === null ? 0 : gapMs({ now, aliveAt, ownAt: before?.at ?? null })
      if (missingMs > 0) {
        await moveDeadlines(db, { byMs: missingMs, notPingedAfter: (aliveAt ?? now) + unsignedMs })
      } else if (missingMs < 0) {
        await moveDeadlines(db, { byMs: missingMs, notPingedAfter: Number.MAX_SAFE_INTEGER })
      }
      // Since a time to come nobody has been up: the clock was set back.
      const isNew = known === null || known > now || missingMs > 0
      await setCounter(db, counterNames.aliveAt, now)
      if (isNew) await setCounter(db, counterNames.upSince, now)
      return isNew ? now : known
    })
    last = { at: now, upSince }
    return last
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

/** How long nobody was there, as far as that matters; negative when the clock was set back by so much. */
export function gapMs({
  now,
  aliveAt,
  ownAt,
}: {
  now: number
  /** The last sign of anybody. */
  aliveAt: number
  /** The last sign of this program; null before its first. */
  ownAt: number | null
}): number {
  // Clocks of two servers differ, and what differs is no gap: a program believes its own clock first.
  const hasOthers = ownAt !== null && ownAt !== aliveAt
  const silentMs = hasOthers ? Math.min(now - ownAt, now - aliveAt) : now - (ownAt ?? aliveAt)
  if (silentMs > longestSilenceMs) return silentMs
  return ownAt !== null && !hasOthers && silentMs < -largestStepBackMs ? silentMs : 0
}
