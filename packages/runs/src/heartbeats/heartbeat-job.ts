import { randomUUIDv7 } from 'node:crypto'
import { isPaused } from '@sonde/alerting/maintenance/scope.ts'
import type { AlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import type { FinishedRun } from '@sonde/alerting/raise/finished-run.ts'
import { isActivated, maintenanceSubject } from '@sonde/alerting/raise/suppression.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { createStandingTrouble } from '@sonde/ground/standing-trouble.ts'
import { heartbeatLengths, heartbeatOf } from '@sonde/schema/check-types/heartbeat/document.ts'
import { alertContexts } from '@sonde/store/alerts/alert-contexts.ts'
import { type CheckState, lockStatesOfChecks } from '@sonde/store/checks/check-states.ts'
import { type HeartbeatEventRow, insertHeartbeatEvent } from '@sonde/store/heartbeats/heartbeat-events.ts'
import { lockHeartbeats, overdueHeartbeats, updateHeartbeat } from '@sonde/store/heartbeats/heartbeats.ts'
import { activeMaintenances } from '@sonde/store/maintenance/maintenances.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { writeStates } from '../results/write-states.ts'
import { describeSilence, occurrenceOf, stateAfterEvent } from './heartbeat-occurrence.ts'
import { missPing } from './heartbeat-timer.ts'
import { createSignOfLife, type SignOfLife } from './sign-of-life.ts'

/** How often deadlines are looked at. */
export const lookEveryMs = 5_000

/** Jobs that could not report in while nobody was there get so long to try again. */
const patienceMs = minuteMs

const batchSize = 100
/** How long one turn may take: the schedule waits for it, and goes on between two turns. */
const longestTurnMs = 200

/**
 * Writes the failures of jobs that have not pinged in time. Safe on several servers: each deadline is locked,
 * judged again and moved in the write that fails it.
 */
export function createHeartbeatJob(deps: {
  store: Store
  clock: Clock
  log: Logger
  alerts: AlertIntake
  /** Of this program; undefined: nobody else in it gives any. */
  alive: SignOfLife | undefined
}): {
  /** True when there was more to do than a turn may take: call it again before anything is waited for. */
  work(): Promise<boolean>
} {
  const { store, clock, log, alerts } = deps
  const alive = deps.alive ?? createSignOfLife({ store })
  const trouble = createStandingTrouble({
    clock,
    log,
    level: 'warn',
    message: 'could not evaluate the deadlines of heartbeats; retrying',
    overMessage: 'the deadlines of heartbeats are evaluated again',
  })
  let startedAt = clock.now()

  /** Returns how many deadlines it dealt with. */
  async function failOverdue(checkIds: readonly string[], upSince: number): Promise<number> {
    const moveCount = await store.write(async (db) => {
      const states = await lockStatesOfChecks(db, checkIds)
      const heartbeats = await lockHeartbeats(db, checkIds)
      const contexts = await alertContexts(
        db,
        states.map(({ no }) => no),
      )
      const reachedAt = await store.now(db)
      const now = clock.now()
      const maintenances = await activeMaintenances(db, { at: now })
      const changedStates = new Map<number, CheckState>()
      const finished: FinishedRun[] = []
      let count = 0
      for (const before of states) {
        const heartbeat = heartbeats.get(before.checkId)
        const context = contexts.get(before.no)
        if (heartbeat === undefined || heartbeat.timer === null || context === undefined) continue
        const terms = heartbeatLengths(heartbeatOf(context.config))
        const missed = missPing(heartbeat.timer, terms, { now: reachedAt, upSince })
        if (missed === null) continue
        count += 1
        const isOn = isActivated(context)
        await updateHeartbeat(db, { ...heartbeat, timer: isOn ? missed.timer : null })
        const subject = { ...maintenanceSubject(context), at: now }
        if (!isOn || isPaused(maintenances, subject)) continue
        const event: HeartbeatEventRow = {
          id: randomUUIDv7(),
          checkId: before.checkId,
          state: 'FAILING',
          at: missed.at,
          source: null,
          userAgent: null,
          reason: describeSilence(heartbeat, missed.at),
        }
        await insertHeartbeatEvent(db, event)
        finished.push(occurrenceOf(event, { before, now }))
        changedStates.set(before.no, stateAfterEvent(before, event, now))
      }
      const locked = new Map(states.map((state) => [state.no, state]))
      await writeStates(db, alerts, { states: locked, changedStates, finished, now })
      return count
    })
    alerts.written()
    return moveCount
  }

  async function look(): Promise<boolean> {
    const { upSince } = await alive.sign()
    // A clock that was set back must not keep everybody waiting until it has caught up.
    startedAt = Math.min(startedAt, clock.now())
    const at = await store.now(store.read)
    if (clock.now() < startedAt + patienceMs || at < upSince + patienceMs) return false
    const endsAt = performance.now() + longestTurnMs
    while (performance.now() < endsAt) {
      const overdue = await overdueHeartbeats(store.read, { at, limit: batchSize })
      if (overdue.length === 0) return false
      const moveCount = await failOverdue(overdue, upSince)
      if (overdue.length < batchSize || moveCount === 0) return false
    }
    return true
  }

  return {
    async work() {
      try {
        const hasMore = await look()
        trouble.worked()
        return hasMore
      } catch (error) {
        trouble.happened({ err: error })
        return false
      }
    },
  }
}
