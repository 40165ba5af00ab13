import type { Clock } from '@sonde/ground/clock.ts'

/** One question for the time of the database, by the steady clock of whoever asked. */
export type ClockReading = { sentAt: number; answeredAt: number; databaseMs: number }

/** A question that was under way for longer says too little about the time. */
const longestTripMs = 200
/** Of the last so many readings the one with the shortest way counts. */
const mostReadings = 5
/** Readings that differ by more than their ways explain, and this, are of a clock that was set since. */
const toleranceMs = 50

/**
 * The clock of the database as this process knows it, carried on by its own steady clock, so that the clock of the
 * machine does not matter.
 */
export function createDatabaseClock({ steadyMs }: { steadyMs: () => number }) {
  let readings: { aheadMs: number; tripMs: number }[] = []

  function best(): { aheadMs: number; tripMs: number } | null {
    return readings.reduce<(typeof readings)[number] | null>(
      (shortest, reading) => (shortest === null || reading.tripMs <= shortest.tripMs ? reading : shortest),
      null,
    )
  }

  return {
    add({ sentAt, answeredAt, databaseMs }: ClockReading): void {
      const tripMs = answeredAt - sentAt
      if (tripMs > longestTripMs) return
      const reading = { aheadMs: databaseMs - (sentAt + tripMs / 2), tripMs }
      const known = best()
      const wasSet =
        known !== null &&
        Math.abs(known.aheadMs - reading.aheadMs) > (known.tripMs + tripMs) / 2 + toleranceMs
      readings = wasSet ? [reading] : [...readings, reading].slice(-mostReadings)
    },
    /** Null before the first reading that could be used. */
    now(): number | null {
      const reading = best()
      return reading === null ? null : Math.round(steadyMs() + reading.aheadMs)
    },
    /** How far another clock is behind that of the database. */
    offsetOf(clock: Clock): number | null {
      const now = this.now()
      return now === null ? null : now - clock.now()
    },
  }
}
