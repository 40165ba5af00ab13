import { addTimes, createTiming, type Timing } from '@sonde/analytics/prometheus/histogram.ts'
import type { Report } from './report.ts'

/** What may wait for the database before agents are asked to keep what they have. */
export type IntakeLimits = {
  mostResults: number
  mostBytes: number
  /** How old the oldest batch may be. */
  oldestMs: number
  /** Batches that are written at a time. */
  atOnce: number
}

const limits: IntakeLimits = {
  mostResults: 5_000,
  mostBytes: 32 * 1024 * 1024,
  oldestMs: 10_000,
  atOnce: 4,
}

/** Sizes are only looked at while many wait: to measure every result would cost more than it is worth. */
const measuredFrom = 100

/** The database is slower than results come: agents hold them, and are told when to try again. */
export class IntakeBusy extends Error {
  override readonly name = 'IntakeBusy'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('The database is slow, and too many results are waiting for it: try again later')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type IntakeFigures = {
  waiting: number
  refused: number
  /** From the arrival of results until they are stored. */
  storing: Timing
}

type Entry = { beganMs: number; results: number; bytes: number }

/** Refuses when the limits are exceeded, until half of that is free again. */
export function createIntakeGate({
  engine,
  random,
  steadyMs = () => performance.now(),
  ...own
}: {
  engine: 'sqlite' | 'postgres'
  random(): number
  steadyMs?(): number
} & Partial<IntakeLimits>) {
  const { mostResults, mostBytes, oldestMs, atOnce } = { ...limits, ...own }
  // On SQLite batches that come together share one commit: none of them waits for another.
  const most = engine === 'sqlite' ? Infinity : atOnce
  /** The oldest first. */
  const entries = new Set<Entry>()
  const queue: (() => void)[] = []
  let [results, bytes, running, refused] = [0, 0, 0, 0]
  let isRefusing = false
  const storing = createTiming([0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])

  function mayEnter(): boolean {
    const [oldest] = entries
    const isOld = oldest !== undefined && steadyMs() - oldest.beganMs > oldestMs
    const share = isRefusing ? 0.5 : 1
    isRefusing = isOld || results > mostResults * share || bytes > mostBytes * share
    return !isRefusing
  }

  async function turn(): Promise<void> {
    if (running < most) {
      running += 1
      return
    }
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  /** The turn of whoever is done is handed to the next one. */
  function endTurn(): void {
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return {
    async pass<Result>(reports: readonly Report[], take: () => Promise<Result>): Promise<Result> {
      if (!mayEnter()) {
        refused += reports.length
        throw new IntakeBusy(2 + Math.floor(4 * random()))
      }
      const entry = {
        beganMs: steadyMs(),
        results: reports.length,
        bytes: results < measuredFrom ? 0 : sizeOf(reports),
      }
      entries.add(entry)
      results += entry.results
      bytes += entry.bytes
      try {
        await turn()
        try {
          const taken = await take()
          addTimes(storing, [steadyMs() - entry.beganMs])
          return taken
        } finally {
          endTurn()
        }
      } finally {
        entries.delete(entry)
        results -= entry.results
        bytes -= entry.bytes
      }
    },
    figures: (): IntakeFigures => ({ waiting: results, refused, storing }),
  }
}

function sizeOf(reports: readonly Report[]): number {
  return reports.reduce((sum, { result }) => sum + (JSON.stringify(result.detail) ?? '').length, 0)
}
