import { secondMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { ClusterBus } from '../../cluster/cluster-bus.ts'
import { createStalledConsumers } from './stalled-consumers.ts'
import type { Streams } from './streams.ts'
import { type LaneNames, laneOfSubject, namesOf, streamOf } from './subjects.ts'

/** How often it is told which lanes are in use: what servers tell each other may be lost. */
const tellEveryMs = 5 * secondMs

/** Where runs wait, as far as is known here: what this server has published, what others tell, and what NATS says. */
export function createLanesInUse(deps: {
  installation: string
  bus: ClusterBus
  streams: Streams
  log: Logger
  lookEveryMs: number
  patienceMs: number
  found(names: LaneNames): void
  /** Where parcels are asked for, and none has come for so long. */
  silent(ms: number): readonly LaneNames[]
}) {
  const { installation, bus, log } = deps
  const lanes = new Map<string, { names: LaneNames; toldAt: number }>()
  /** When, by the number of the stream. */
  const lookedAt = new Map<number, number>()
  const stalled = createStalledConsumers(deps)
  let hasStopped = false

  function note(subject: string, { isOurs }: { isOurs: boolean }): void {
    const lane = laneOfSubject(subject)
    const entry = lanes.get(subject) ?? (lane && { names: namesOf(installation, lane), toldAt: -Infinity })
    // What is told may be of another installation, or no subject at all.
    if (entry?.names.subject !== subject) return
    const now = performance.now()
    lanes.set(subject, entry)
    deps.found(entry.names)
    if (!isOurs || now - entry.toldAt < tellEveryMs) return
    entry.toldAt = now
    bus.publish('used', { subject })
  }

  return {
    note,
    all: (): LaneNames[] => [...lanes.values()].map(({ names }) => names),

    /** At most every few seconds, where agents wait for runs of these places: what others publish is told, as a rule. */
    async look(places: readonly string[]): Promise<void> {
      const now = performance.now()
      const isDue = (index: number) => now - (lookedAt.get(index) ?? -Infinity) >= deps.lookEveryMs
      const due = new Set(places.map(streamOf).filter(isDue))
      if (due.size === 0) return
      for (const index of due) lookedAt.set(index, now)
      try {
        const inUse = new Set(await deps.streams.subjectsInUse(due))
        for (const subject of inUse) note(subject, { isOurs: false })
        const silent = deps.silent(deps.lookEveryMs / 2).filter(({ subject }) => inUse.has(subject))
        await Promise.all(silent.map(stalled.look))
      } catch (error) {
        if (!hasStopped) log.warn({ err: error }, 'could not ask NATS where runs wait; retrying')
      }
    },

    stop(): void {
      hasStopped = true
    },
  }
}
