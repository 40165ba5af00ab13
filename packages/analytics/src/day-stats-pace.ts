import { hourMs } from '@sonde/ground/durations.ts'

/** How many times as long as it works, the job rests: a twentieth of one core, however many checks there are. */
const restWhenWanted = 19
/** Nobody looks: a two-hundredth keeps the stats of ten thousand checks within half an hour. */
const restOtherwise = 199
const wantedMs = hourMs

/** Stats that somebody has sorted by within the last hour are kept fresher; null: nobody ever has. */
export function restShareFor(wantedAt: number | null, now: number): number {
  // Also when the clock was set back since.
  return wantedAt !== null && Math.abs(now - wantedAt) < wantedMs ? restWhenWanted : restOtherwise
}
