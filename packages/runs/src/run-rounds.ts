import { createLookGate, type LookGate } from '@sonde/ground/change-feed.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { forgetLiveChangesBefore } from '@sonde/store/live/live-changes.ts'
import type { AgentSide } from './agents/create-agent-side.ts'
import type { LocationWatch } from './agents/location-watch.ts'
import type { RegistryRecords } from './agents/registry-records.ts'
import type { WorkSharing } from './cluster/work-sharing.ts'
import { lookEveryMs } from './heartbeats/heartbeat-job.ts'
import type { ManagedQueue } from './queue/run-queue.ts'
import type { Scheduling } from './schedule/create-scheduling.ts'
import type { RunLoop } from './schedule/run-loop.ts'
import type { SessionUpkeep } from './trial-runs/session-upkeep.ts'
import type { TrialRuns } from './trial-runs/trial-runs.ts'

/** How long a page may be away and still be told what it has missed. */
const liveChangesMs = 3 * minuteMs

/** What is done beside the schedule, and how often: the loop asks for it at every turn. */
export function createRunRounds(deps: {
  store: Store
  clock: Clock
  silenceMs: number
  isDue: RunLoop['isDue']
  sharing: Pick<WorkSharing, 'has' | 'hasTrialRuns' | 'takeTold'>
  queue: Pick<ManagedQueue, 'expire'>
  scheduling: Pick<Scheduling, 'dispatch' | 'follow' | 'giveUpExpired' | 'assignedLocations' | 'nextAt'>
  agentSide: Pick<AgentSide, 'noteCertificates' | 'reportUnmade'>
  pauses: { refresh(): Promise<number> }
  reminders: { work(): Promise<number> }
  /** Whether somebody has just looked, and none is due. */
  hasNoReminders(): boolean
  /** Whether there are more than one look takes up. */
  heartbeats: { work(): Promise<boolean> }
  trialRuns: Pick<TrialRuns, 'follow' | 'endExpired' | 'forgetOld'>
  testSessions: SessionUpkeep
  records: Pick<RegistryRecords, 'write'>
  locations: Pick<LocationWatch, 'follow' | 'evaluate'>
}) {
  const { store, clock, isDue, sharing, scheduling, agentSide, trialRuns, testSessions, locations } = deps
  /** Looks that find nothing unless something was written, or a time has come that the last one has told. */
  const gates = { pauses: createGate(), reminders: createGate(), trialRuns: createGate() }
  let hasMoreOverdue = false

  function createGate(): LookGate {
    return createLookGate({ changes: store.changes, clock })
  }

  async function expire(): Promise<void> {
    deps.queue.expire()
    await scheduling.giveUpExpired()
    await agentSide.reportUnmade()
    await trialRuns.endExpired()
  }

  /** What lives for minutes only. */
  async function forgetOld(): Promise<void> {
    await trialRuns.forgetOld()
    await testSessions.forgetOld()
    await store.write((db) => forgetLiveChangesBefore(db, clock.now() - liveChangesMs))
  }

  return {
    /** Does what is due now; returns when there is something to do next. */
    async work(): Promise<number> {
      await scheduling.dispatch()
      // Windows are known a minute before they begin: a slot never waits for this.
      if (isDue('pauses', secondMs)) await gates.pauses.pass(deps.pauses.refresh)
      if (isDue('expire', secondMs)) await expire()
      if (sharing.has('reminders') && isDue('reminders', secondMs) && !deps.hasNoReminders())
        await gates.reminders.pass(deps.reminders.work)
      if (isDue('heartbeats', lookEveryMs) || hasMoreOverdue) {
        hasMoreOverdue = sharing.has('heartbeats') && (await deps.heartbeats.work())
      }
      if (isDue('certificates', secondMs)) await agentSide.noteCertificates()
      const wasTold = sharing.takeTold()
      const isDueOrTold = (name: string) => isDue(name, secondMs) || wasTold
      if (isDueOrTold('changes')) await scheduling.follow({ isTold: wasTold })
      if (sharing.hasTrialRuns() && isDueOrTold('trial runs'))
        await gates.trialRuns.pass(() => trialRuns.follow({ isTold: wasTold }))
      if (sharing.has('test sessions') && isDue('test sessions', 10 * secondMs))
        await testSessions.endAbandoned()
      if (isDue('forgetting', minuteMs)) await forgetOld()
      if (isDue('records', 10 * secondMs)) {
        await deps.records.write()
        await locations.follow()
      }
      if (isDue('availability', Math.min(minuteMs, deps.silenceMs))) {
        await locations.evaluate(scheduling.assignedLocations())
      }
      return hasMoreOverdue ? clock.now() : scheduling.nextAt()
    },
  }
}
