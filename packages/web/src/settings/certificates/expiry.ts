import { dayMs } from '@sonde/ground/durations.ts'
const soonDays = 30

export type Expiry = { state: 'over' | 'soon' | 'later' | 'unknown'; words: string }

/** How much time a certificate has left. */
export function expiryOf(expiresAt: string | null, now: number): Expiry {
  const at = expiresAt === null ? Number.NaN : Date.parse(expiresAt)
  if (Number.isNaN(at)) return { state: 'unknown', words: '–' }
  const days = Math.floor((at - now) / dayMs)
  if (at <= now) return { state: 'over', words: 'expired' }
  if (days === 0) return { state: 'soon', words: 'less than a day left' }
  const words = days === 1 ? '1 day left' : `${days} days left`
  return { state: days < soonDays ? 'soon' : 'later', words }
}
