import type { PrivateLocationMetrics } from '../resources/private-locations.ts'

export type QueueStats = { waiting: number | null; mostWaiting: number | null; longestWaitSeconds: number }

/** Null is unknown: nothing was recorded. */
export function queueStats({ queueSize, oldestScheduledCheckRun }: PrivateLocationMetrics): QueueStats {
  return {
    waiting: queueSize.at(-1) ?? null,
    mostWaiting: queueSize.length === 0 ? null : Math.max(...queueSize),
    longestWaitSeconds: Math.max(0, ...oldestScheduledCheckRun),
  }
}
