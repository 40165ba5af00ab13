import { createChangeWait } from '@sonde/ground/change-wait.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { secondMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { createStandingTrouble } from '@sonde/ground/standing-trouble.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import {
  type ClaimedNotification,
  claimNotifications,
  nextTryAt,
  voidClaims,
} from '@sonde/store/notifications/notification-claims.ts'
import { makeWaitingRowsDue } from '@sonde/store/notifications/notification-lanes.ts'
import type { ChannelBudgets } from './budgets.ts'
import { logOutcome } from './delivery-log.ts'
import { countOutcome, type DeliveryStats, noDeliveries } from './delivery-stats.ts'
import { createDeliveryUpkeep } from './delivery-upkeep.ts'
import { createInFlightSends } from './in-flight-sends.ts'
import { type TryDeps, tryOnce } from './one-try.ts'
import { recordTryOutcome } from './record-try-outcome.ts'
import { recordUntilWritten } from './record-until-written.ts'
import { createWorkerSlotHolder, type HeldSlot } from './worker-slot-holder.ts'

export type NotificationDelivery = {
  start(): void
  /** Waits a few seconds for the tries under way; what is broken off then is due at once for others. */
  stop(): Promise<void>
  /** Something was written to be sent. */
  wake(): void
  stats(): DeliveryStats
  /** One round, for tests that step the clock: resolves when its tries have ended, with how many there were. */
  workOnce(): Promise<number>
}

export type NotificationDeliveryDeps = Omit<TryDeps, 'sealer'> & {
  store: Store
  clock: Clock
  log: Logger
  budgets: ChannelBudgets
  /** A try ends, whatever the receiver does, after two thirds of it. */
  claimMs: number
  /** Whether the service can send mail of its own. */
  canMail: boolean
  publicUrl(): string
  /** Whether others say so when they have written something to be sent; that may be lost. */
  isTold?: boolean
}

const mostPerChannel = 4
/** How soon a row is seen that another server has written: looked for, or told by the database where it can. */
const pollMs = secondMs / 2
/** The same of an outbox that was empty, where whoever writes says so. */
const toldPollMs = 2 * secondMs
const finishTriesMs = 4 * secondMs

/**
 * Sends what is in the outbox. Any number of programs may do so on one database: each row is claimed by one at a
 * time, and whatever a program had claimed when it ended is taken up by another within seconds.
 */
export function createDelivery(deps: NotificationDeliveryDeps): NotificationDelivery {
  const { store, clock, log, budgets, claimMs, canMail, publicUrl, isTold = false } = deps
  const tryDeps = { ...deps, sealer: store.sealer }
  /** No round begins any more. */
  const ending = new AbortController()
  /** What is still in flight is broken off. */
  const stopping = new AbortController()
  /** By the id of the row, until it is written what became of it. */
  const inFlight = new Map<string, Promise<void>>()
  const tryMs = (claimMs * 2) / 3
  const sends = createInFlightSends(tryMs / 10)
  const upkeep = createDeliveryUpkeep({ ...deps, releaseClaims })
  const slots = createWorkerSlotHolder({
    takeSlot: () => store.takeWorkerSlot(),
    prepare: releaseClaims,
    log,
    stopping: stopping.signal,
  })
  let stats = noDeliveries
  let loop: Promise<void> | null = null
  /** Whoever starts may be there because of what kept receivers from answering: nobody waits out the old times. */
  let isRestartMade = false
  let isWoken = false
  const trouble = createStandingTrouble({
    clock,
    log,
    level: 'warn',
    message: 'delivering alerts failed; retrying',
    overMessage: 'delivering alerts works again',
  })
  const wait = createChangeWait({
    changes: store.changes,
    clock,
    pauseMs: pollMs,
    longestMs: isTold ? toldPollMs : undefined,
    keepsProcess: true,
  })
  /** When the next round is due although nobody wakes us: in the past unless the last one has told. */
  let nextRoundAt = -Infinity
  /** As the round has seen it: then nothing is claimed by others, and nothing waits for a digest. */
  let isOutboxEmpty = false

  function wake(): void {
    isWoken = true
    wait.wake()
  }

  async function releaseClaims(slot: number): Promise<number> {
    const except = [...inFlight.keys()]
    return await store.write((db) => voidClaims(db, slot, { now: clock.now(), except }))
  }

  async function claimDueRows(slot: HeldSlot): Promise<ClaimedNotification[]> {
    const capacity = sends.capacity()
    if (capacity.atMost === 0) return []
    // Reading costs next to nothing, a write costs a flush of the disk.
    const dueAt = (await nextTryAt(store.read)) ?? Infinity
    nextRoundAt = dueAt
    isOutboxEmpty = dueAt === Infinity
    if (dueAt > clock.now()) return []
    const request = {
      ...capacity,
      workerSlot: slot.number,
      perChannel: mostPerChannel,
      budgetOf: budgets,
      except: [...inFlight.keys()],
    }
    try {
      return await store.write((db) => claimNotifications(db, { ...request, now: clock.now() }))
    } catch (error) {
      upkeep.noteUnknownClaims()
      throw error
    }
  }

  /** Begins every try that is due, and returns them. */
  async function round(): Promise<Promise<void>[]> {
    nextRoundAt = -Infinity
    isOutboxEmpty = false
    upkeep.watchClock()
    const slot = await slots.hold()
    if (slot === null) return []
    await upkeep.beforeClaims(slot)
    if (loop === null) await upkeep.run(slot, { isEachTime: true, isOutboxEmpty })
    else await makeUndeliveredDue()
    const sending = (await claimDueRows(slot)).map((row) => beginSend(row, slot))
    // No alert waits for it. What it has made due is claimed with the next round.
    if (loop !== null) {
      const { mayBeDue, nextAt } = await upkeep.run(slot, { isEachTime: false, isOutboxEmpty })
      if (mayBeDue) wake()
      nextRoundAt = Math.min(nextRoundAt, nextAt)
    }
    return sending
  }

  function beginSend(row: ClaimedNotification, slot: HeldSlot): Promise<void> {
    const send = sendAndRecord(row, slot).finally(() => {
      inFlight.delete(row.id)
      wake()
    })
    inFlight.set(row.id, send)
    return send
  }

  /** Once, when the program starts: what receivers did not take from an earlier program is tried now. */
  async function makeUndeliveredDue(): Promise<void> {
    if (isRestartMade) return
    const now = clock.now()
    await store.write((db) => makeWaitingRowsDue(db, now))
    isRestartMade = true
  }

  async function sendAndRecord(claimed: ClaimedNotification, slot: HeldSlot): Promise<void> {
    const endSend = sends.begin(claimed.channelId)
    const end = await tryOnce(claimed, tryDeps, { tryMs, breakOff: slot.breakOff })
    endSend(end.kind === 'broken-off' ? null : end.kind !== 'try-again')
    const outcome = await recordUntilWritten(claimed, end, {
      record: () =>
        store.write((db) =>
          recordTryOutcome(db, claimed, end, { at: clock.now(), canMail, publicUrl: publicUrl() }),
        ),
      log,
      stopping: stopping.signal,
    })
    if (outcome === null) return
    stats = countOutcome(stats, end, outcome)
    logOutcome(log, claimed, end, outcome)
  }

  async function work(): Promise<void> {
    while (!ending.signal.aborted) {
      isWoken = false
      const version = store.changes?.version() ?? 0
      let begunCount = 0
      try {
        begunCount = (await round()).length
        trouble.worked()
      } catch (error) {
        nextRoundAt = -Infinity
        trouble.happened({ err: error })
      }
      const isIdle = begunCount === 0 && !isWoken && !ending.signal.aborted
      // Claims of servers that have died are found by looking.
      const nextAt = isTold && !isOutboxEmpty ? -Infinity : nextRoundAt
      if (isIdle) await wait.until({ version, nextAt })
    }
  }

  return {
    wake,
    stats: () => stats,
    start() {
      loop ??= work()
    },
    async workOnce() {
      const tries = await round()
      await Promise.all(tries)
      return tries.length
    },
    async stop() {
      ending.abort()
      wake()
      await loop
      const timer = setTimeout(() => stopping.abort(), finishTriesMs)
      await Promise.all(inFlight.values())
      clearTimeout(timer)
      await slots.release()
    },
  }
}
