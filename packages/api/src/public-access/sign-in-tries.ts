import type { Clock } from '@sonde/schema/clock.ts'

const windowMs = 15 * 60 * 1000
const wrongPerVisitor = 10
/** Guesses from many addresses at once are held up here. */
const wrongPerPage = 200

export type SignInTries = {
  /**
   * Counts a try before it is judged, so that many at once cannot slip through together. The seconds to wait when
   * there were too many wrong ones, or what takes the try back when it was right.
   */
  begin(visitor: string, page: string): { retryAfterSeconds: number } | { forgive(): void }
}

export function createSignInTries({ clock }: { clock: Clock }): SignInTries {
  const tries = new Map<string, number[]>()
  let sweepAt = clock.now() + windowMs

  function recentOf(key: string, now: number): number[] {
    const recent = (tries.get(key) ?? []).filter((at) => at > now - windowMs && at <= now)
    if (recent.length === 0) tries.delete(key)
    else tries.set(key, recent)
    return recent
  }

  function sweep(now: number): void {
    sweepAt = now + windowMs
    for (const key of tries.keys()) recentOf(key, now)
  }

  return {
    begin(visitor, page) {
      const now = clock.now()
      if (now >= sweepAt) sweep(now)
      const counters = [
        { key: `${page} ${visitor}`, max: wrongPerVisitor },
        { key: page, max: wrongPerPage },
      ]
      for (const { key, max } of counters) {
        const recent = recentOf(key, now)
        if (recent.length < max) continue
        const freesAt = (recent[0] ?? now) + windowMs
        return { retryAfterSeconds: Math.max(1, Math.ceil((freesAt - now) / 1000)) }
      }
      for (const { key } of counters) tries.set(key, [...recentOf(key, now), now])
      return {
        forgive() {
          for (const { key } of counters) {
            const known = tries.get(key)
            const index = known?.lastIndexOf(now) ?? -1
            if (known !== undefined && index !== -1) tries.set(key, known.toSpliced(index, 1))
          }
        },
      }
    },
  }
}
