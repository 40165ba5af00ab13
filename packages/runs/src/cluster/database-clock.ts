import type { Clock } from '@sonde/ground/clock.ts'

/** One question for the time of the database, by the steady clock of whoever asked. */
export type ClockReading = { sentAt: number; answeredAt: number; databaseMs: number }

/** A question that was under way for longer says too little about the time. */
const longestTripMs = 200
/** Of the last so many readings the one with the shortest way counts. */
const mostReadings = 5
/** Readings that differ by more than their ways explain, and this, are of a clock that was set since. */
const toleranceMs = 50
/** Where each takes too long to count, the shortest of so many does: it is off by half of its way at most. */
const mostTries = 20
/** A clock that was set back by more is followed. */
const largestStepBackMs = 1_000

export type DatabaseClock = {
  /** One that was under way for too long counts only where there is no better one to come. */
  add(reading: ClockReading, options?: { isBest: boolean }): void
  /** Null before the first reading that could be used. */
  now(): number | null
  /** How far another clock is behind that of the database. */
  offsetOf(clock: Clock): number | null
}

/**
 * The clock of the database as this process knows it, carried on by its own steady clock, so that the clock of the
 * machine does not matter.
 */
export function createDatabaseClock({ steadyMs }: { steadyMs: () => number }): DatabaseClock {
  let readings: { aheadMs: number; tripMs: number }[] = []
  let best: { aheadMs: number; tripMs: number } | null = null

  function now(): number | null {
    return best === null ? null : Math.round(steadyMs() + best.aheadMs)
  }

  return {
    add({ sentAt, answeredAt, databaseMs }, { isBest } = { isBest: false }) {
      const tripMs = answeredAt - sentAt
      if (tripMs > longestTripMs && !isBest) return
      const reading = { aheadMs: databaseMs - (sentAt + tripMs / 2), tripMs }
      const wasSet =
        best !== null && Math.abs(best.aheadMs - reading.aheadMs) > (best.tripMs + tripMs) / 2 + toleranceMs
      readings = wasSet ? [reading] : [...readings, reading].slice(-mostReadings)
      best = readings.reduce((shortest, each) => (each.tripMs <= shortest.tripMs ? each : shortest), reading)
    },
    now,
    offsetOf(clock) {
      const time = now()
      return time === null ? null : time - clock.now()
    },
  }
}

/**
 * What servers that share the work go by: the clock of the database, and that of the machine until it is known. Readings that
 * differ by milliseconds do not turn it back.
 */
export function createSharedClock({
  databaseClock,
  machine,
}: {
  databaseClock: Pick<DatabaseClock, 'now'>
  machine: Clock
}): Clock {
  let latest = -Infinity
  return {
    now() {
      const now = databaseClock.now() ?? machine.now()
      if (now > latest || now < latest - largestStepBackMs) latest = now
      return latest
    },
  }
}

/**
 * Readings of the time, one after the other, before anything depends on it. Afterwards it is known: the clock of the machine
 * may be off by minutes.
 */
export async function readDatabaseClock(
  { add, now }: Pick<DatabaseClock, 'add' | 'now'>,
  { readTime, steadyMs }: { readTime(): Promise<number>; steadyMs(): number },
): Promise<void> {
  const tripOf = ({ sentAt, answeredAt }: ClockReading) => answeredAt - sentAt
  const isEnough = (count: number) => count >= mostReadings && (now() !== null || count >= mostTries)
  const readings: ClockReading[] = []
  while (!isEnough(readings.length)) {
    const sentAt = steadyMs()
    const databaseMs = await readTime()
    const reading = { sentAt, answeredAt: steadyMs(), databaseMs }
    add(reading)
    readings.push(reading)
  }
  const [shortest] = readings.toSorted((one, other) => tripOf(one) - tripOf(other))
  if (now() === null && shortest !== undefined) add(shortest, { isBest: true })
}
