import type { PrivateLocationMetrics } from '../resources/private-locations.ts'

export type QueueFigures = { waiting: number | null; mostWaiting: number | null; longestWaitSeconds: number }

/** Null is unknown: nothing was recorded. */
export function queueFigures({ queueSize, oldestScheduledCheckRun }: PrivateLocationMetrics): QueueFigures {
  return {
    waiting: queueSize.at(-1) ?? null,
    mostWaiting: queueSize.length === 0 ? null : Math.max(...queueSize),
    longestWaitSeconds: Math.max(0, ...oldestScheduledCheckRun),
  }
}
