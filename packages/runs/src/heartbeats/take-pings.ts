import { randomUUIDv7 } from 'node:crypto'
import type { AlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { heartbeatLengths, heartbeatOf } from '@sonde/schema/check-types/heartbeat/document.ts'
import { lockStates } from '@sonde/store/checks/check-states.ts'
import { type HeartbeatEventRow, insertHeartbeatEvent } from '@sonde/store/heartbeats/heartbeat-events.ts'
import {
  findPingTarget,
  lockPinged,
  type PingTarget,
  updateHeartbeat,
} from '@sonde/store/heartbeats/heartbeats.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { storable } from '../results/storable-text.ts'
import { writeStates } from '../results/write-states.ts'
import { occurrenceOf, stateAfterEvent } from './heartbeat-occurrence.ts'
import { type PingState, takePing } from './heartbeat-timer.ts'

/** Where a ping says that it comes from. */
export type PingOrigin = { source: string | null; userAgent: string | null }

/** Takes pings on any server, whichever of them runs the checks. */
export type Pings = {
  /** Null for a token that nobody has. Reads one row: strangers may try as many as they like. */
  find(token: string): Promise<PingTarget | null>
  /** On the disk when it resolves, with all that follows. Null when nothing was recorded: the monitor is off. */
  take(target: PingTarget, origin: PingOrigin): Promise<PingState | null>
}

/** Of what strangers send; nobody reads more. */
const longestText = 500

/** No write waits longer; more than that is a clock that was set. */
const longestWaitMs = minuteMs

export function createPings(deps: { store: Store; clock: Clock; alerts: AlertIntake }): Pings {
  const { store, clock, alerts } = deps
  return {
    find: (token) => findPingTarget(store.read, token),

    async take(target, origin) {
      if (!target.isActivated) return null
      const receivedAt = clock.now()
      const { checkId, checkNo } = target
      const state = await store.write(async (db) => {
        const states = await lockStates(db, [checkNo])
        const before = states.get(checkNo)
        const heartbeat = before === undefined ? null : await lockPinged(db, checkId)
        if (before === undefined || heartbeat === null) return null
        const now = clock.now()
        // Told by when it came: one that was in time and waited for the disk is not late.
        const waitedMs = Math.min(Math.max(0, now - receivedAt), longestWaitMs)
        const at = (await store.now(db)) - waitedMs
        const terms = heartbeatLengths(heartbeatOf(heartbeat.config))
        const outcome = takePing(heartbeat.timer, terms, at)
        const event: HeartbeatEventRow = {
          id: randomUUIDv7(),
          checkId,
          state: outcome.state,
          at,
          source: shortened(origin.source),
          userAgent: shortened(origin.userAgent),
          reason: null,
        }
        await insertHeartbeatEvent(db, event)
        await updateHeartbeat(db, { checkId, lastPingAt: at, timer: outcome.timer })
        await writeStates(db, alerts, {
          states,
          changedStates: new Map([[checkNo, stateAfterEvent(before, event, now)]]),
          finished: [occurrenceOf(event, { before, now })],
          now,
        })
        return outcome.state
      })
      alerts.written()
      return state
    },
  }
}

function shortened(text: string | null): string | null {
  return storable(text === null ? null : text.slice(0, longestText))
}
