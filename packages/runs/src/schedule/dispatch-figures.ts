import { addTimes, createTiming, type Timing } from '@sonde/analytics/prometheus/histogram.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { SchedulerDeps } from './scheduler.ts'

export type DispatchFigures = {
  /** Runs that were written down and given to the queue. */
  dispatched: number
  /** Runs that were due and that nobody makes. */
  missed: number
  /** How late those were that were given to the queue. */
  lateness: Timing
  /** How long it takes to write them down. */
  writing: Timing
}

const latenessBounds = [0.1, 0.5, 1, 2, 5, 10, 15]
const writingBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4]

/** Counts what is written down, whoever writes it. */
export function createDispatchFigures({ clock, steadyMs }: { clock: Clock; steadyMs(): number }) {
  const figures: DispatchFigures = {
    dispatched: 0,
    missed: 0,
    lateness: createTiming(latenessBounds),
    writing: createTiming(writingBounds),
  }
  return {
    figures: (): DispatchFigures => figures,
    measured:
      (record: SchedulerDeps['record']): SchedulerDeps['record'] =>
      async (dispatched) => {
        const beganMs = steadyMs()
        const snapshots = await record(dispatched)
        addTimes(figures.writing, [steadyMs() - beganMs])
        const now = clock.now()
        const { due, runs } = dispatched
        addTimes(
          figures.lateness,
          runs.map(({ scheduledAt }) => now - scheduledAt),
        )
        figures.dispatched += runs.length
        figures.missed += due.reduce((sum, { count }) => sum + count, 0) - runs.length
        return snapshots
      },
  }
}
