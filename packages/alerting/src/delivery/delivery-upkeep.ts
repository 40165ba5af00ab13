import { createLookGate } from '@sonde/ground/change-feed.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { secondMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { clockErrorMs } from '@sonde/store/notifications/notification-budgets.ts'
import { claimingWorkerSlots } from '@sonde/store/notifications/notification-claims.ts'
import { rescheduleAfterClockStep, wakeStrandedRows } from '@sonde/store/notifications/notification-lanes.ts'
import { stepBackMs } from './clock-step.ts'
import type { ScopeDeps } from './digest-scopes.ts'
import { makeDigests } from './digests.ts'
import { longestWaitMs } from './try-schedule.ts'
import type { HeldSlot } from './worker-slot-holder.ts'

/** How often it looks whether other programs are gone, and for digests that are due. */
const lookMs = secondMs
/** How often rows are looked for that nobody would wake. */
const searchMs = 30 * secondMs
/** After a clock was set back: tries that lie further ahead are made at once. */
const soonMs = 20 * secondMs

export type UpkeepDeps = ScopeDeps & {
  clock: Clock
  log: Logger
  /** Makes due whatever is claimed by that slot and not in flight here. Gives how many rows that were. */
  releaseClaims(slot: number): Promise<number>
}

/** What keeps the outbox going beside the sending: nothing waits for a program or a time that never comes. */
export type DeliveryUpkeep = {
  /** Before every round. */
  watchClock(): void
  /** A claim failed here and may have been written all the same. */
  noteUnknownClaims(): void
  /** What must be right before anything is claimed. */
  beforeClaims(slot: HeldSlot): Promise<void>
  /** From time to time, or each time. Tells whether something may have become due, and when to call it next. */
  run(
    slot: HeldSlot,
    options: { isEachTime: boolean; isOutboxEmpty: boolean },
  ): Promise<{ mayBeDue: boolean; nextAt: number }>
}

export function createDeliveryUpkeep(deps: UpkeepDeps): DeliveryUpkeep {
  const { store, clock, log, releaseClaims } = deps
  const gate = createLookGate({ changes: store.changes, clock })
  let lookedAtMs = -Infinity
  let nextLookAt = -Infinity
  let searchedAtMs = -Infinity
  let clockAheadMs = -Infinity
  let isClockSetBack = false
  let hasUnknownClaims = false

  /** Tells whether other programs have claims: nobody writes down that one of them is gone. */
  async function reclaimFromDeadWorkers(own: HeldSlot): Promise<boolean> {
    const others = (await claimingWorkerSlots(store.read)).filter((slot) => slot !== own.number)
    for (const other of others) {
      await own.whileVacant(other, async () => {
        const count = await releaseClaims(other)
        if (count === 0) return
        log.warn({ slot: other, count }, 'a server stopped while it was sending alerts: they are sent again')
      })
    }
    return others.length > 0
  }

  /** Looks whether other programs are gone, and for digests that are due. Returns when to look again. */
  async function look(slot: HeldSlot): Promise<number> {
    lookedAtMs = performance.now()
    nextLookAt = -Infinity
    const haveOthersClaims = await reclaimFromDeadWorkers(slot)
    const areAlertsHeldBack = await makeDigests(deps, clock.now())
    if (!haveOthersClaims && !areAlertsHeldBack) nextLookAt = Infinity
    return nextLookAt
  }

  // Whoever claims a row and whoever holds one back leaves it open.
  function noteNothingToDo(): void {
    lookedAtMs = performance.now()
    nextLookAt = Infinity
  }

  async function searchForgottenRows(): Promise<void> {
    const possible = { untriedMs: clockErrorMs, triedMs: longestWaitMs + clockErrorMs }
    await store.write(async (db) => {
      await rescheduleAfterClockStep(db, { ...possible, now: clock.now() })
      await wakeStrandedRows(db, clock.now())
    })
  }

  return {
    watchClock() {
      const aheadMs = clock.now() - performance.now()
      const stepMs = stepBackMs(clockAheadMs, aheadMs)
      clockAheadMs = aheadMs
      if (stepMs === null) return
      isClockSetBack = true
      log.warn({ ms: Math.round(stepMs) }, 'the clock was set back: waiting alerts are sent now')
    },
    noteUnknownClaims() {
      hasUnknownClaims = true
    },
    async beforeClaims(slot) {
      if (hasUnknownClaims) {
        await releaseClaims(slot.number)
        hasUnknownClaims = false
      }
      if (isClockSetBack) {
        const soon = { untriedMs: 0, triedMs: soonMs }
        await store.write((db) => rescheduleAfterClockStep(db, { ...soon, now: clock.now() }))
        isClockSetBack = false
      }
    },
    async run(slot, { isEachTime, isOutboxEmpty }) {
      const nowMs = performance.now()
      const version = store.changes?.version()
      const isLooking = isEachTime || nowMs - lookedAtMs >= lookMs
      const isSearching = nowMs - searchedAtMs >= searchMs
      if (isEachTime) await look(slot)
      else if (isLooking && isOutboxEmpty) noteNothingToDo()
      else if (isLooking) await gate.pass(() => look(slot))
      if (isSearching) {
        searchedAtMs = nowMs
        await searchForgottenRows()
      }
      // Where writes are not told: a look that is to be the last for now has found nothing to write about.
      const mayHaveWritten =
        store.changes === null ? isSearching || nextLookAt !== Infinity : store.changes.version() !== version
      return {
        mayBeDue: (isLooking || isSearching) && mayHaveWritten,
        nextAt: isLooking ? nextLookAt : clock.now(),
      }
    },
  }
}
