import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@sonde/schema/clock.ts'
import type { WorkerPlace } from '@sonde/store/engine.ts'
import {
  type ClaimedNotification,
  claimingPlaces,
  claimNotifications,
  nextTryAt,
  voidClaims,
} from '@sonde/store/notification-claims.ts'
import { wakeStrandedRows } from '@sonde/store/notification-lanes.ts'
import type { Store } from '@sonde/store/store.ts'
import type { Logger } from '../logger.ts'
import type { ChannelBudgets } from './budgets.ts'
import { makeDigests } from './digests.ts'
import { type TryDeps, tryOnce } from './one-try.ts'
import { settle, type Settled, type TryEnd } from './settle.ts'
import { longestWaitMs } from './try-schedule.ts'

export type NotificationDelivery = {
  start(): void
  /** Waits a few seconds for the tries under way; what is broken off then is due at once for others. */
  stop(): Promise<void>
  /** Something was written to be sent. */
  wake(): void
  /** One round, for tests that step the clock: resolves when its tries have ended, with how many there were. */
  workOnce(): Promise<number>
}

export type NotificationDeliveryDeps = TryDeps & {
  store: Store
  clock: Clock
  log: Logger
  budgets: ChannelBudgets
  /** How long a program has a row for itself. */
  claimMs: number
  /** Whether the service can send mail of its own. */
  canMail: boolean
  publicUrl(): string
}

/** `breakOff`: others may take up what we have in hand, or will at once. */
type Place = WorkerPlace & { breakOff: AbortSignal }

const mostInFlight = 64
const mostPerChannel = 4
/** How soon a row is seen that another server has written. */
const pollMs = 500
/** How often it looks whether other programs are gone. */
const lookMs = 1_000
/** How often rows are looked for that nobody would wake. */
const searchMs = 10 * 60_000
const finishTriesMs = 4_000
const writeAgainMs = 250

/**
 * Sends what is in the outbox. Any number of programs may do so on one database: each row is in the hands of
 * one at a time, and whatever a program had in hand when it ended is taken up by another within seconds.
 */
export function createDelivery(deps: NotificationDeliveryDeps): NotificationDelivery {
  const { store, clock, log, budgets, claimMs, canMail, publicUrl } = deps
  const stopping = new AbortController()
  const broken = new AbortController()
  const inFlight = new Set<Promise<void>>()
  /** Ends well before the claim does: the clocks of two servers are not the same. */
  const tryMs = (claimMs * 2) / 3
  let place: Place | null = null
  let lookedAt = -Infinity
  let searchedAt = -Infinity
  let hasNoPlaceTold = false
  let loop: Promise<void> | null = null
  let isWoken = false
  let wakeUp: () => void = () => undefined

  function wake(): void {
    isWoken = true
    wakeUp()
  }

  /** Whoever had the place before is gone: its claims are void. */
  async function havePlace(): Promise<Place | null> {
    if (place !== null && !place.lost.aborted) return place
    if (place !== null) {
      log.error({ place: place.number }, 'lost the place among those that deliver alerts')
      await Promise.all(inFlight)
    }
    place = null
    const taken = await store.takeWorkerPlace()
    if (taken === null) {
      if (!hasNoPlaceTold) log.error({}, 'too many servers deliver alerts: this one does not')
      hasNoPlaceTold = true
      return null
    }
    place = { ...taken, breakOff: AbortSignal.any([broken.signal, taken.lost]) }
    hasNoPlaceTold = false
    await store.write((db) => voidClaims(db, taken.number, clock.now()))
    return place
  }

  async function takeUpFromTheDead(own: Place): Promise<void> {
    const places = await claimingPlaces(store.read)
    for (const other of places) {
      if (other === own.number) continue
      // oxlint-disable-next-line no-await-in-loop
      await own.whileVacant(other, async () => {
        const count = await store.write((db) => voidClaims(db, other, clock.now()))
        log.warn({ place: other, count }, 'a server ended while it sent alerts: they are sent again')
      })
    }
  }

  async function lookAround(own: Place): Promise<void> {
    const now = performance.now()
    if (now - lookedAt >= lookMs || loop === null) {
      lookedAt = now
      await takeUpFromTheDead(own)
      await makeDigests(store, clock.now())
    }
    if (now - searchedAt >= searchMs) {
      searchedAt = now
      const search = { now: clock.now(), longestWaitMs: longestWaitMs + claimMs }
      await store.write((db) => wakeStrandedRows(db, search))
    }
  }

  async function claimWhatIsDue(own: Place): Promise<ClaimedNotification[]> {
    const atMost = mostInFlight - inFlight.size
    if (atMost <= 0) return []
    // Reading costs next to nothing, a write costs a flush of the disk.
    const dueAt = await nextTryAt(store.read)
    if (dueAt === null || dueAt > clock.now()) return []
    const request = { place: own.number, claimMs, atMost, perChannel: mostPerChannel, budgetOf: budgets }
    return await store.write((db) => claimNotifications(db, { ...request, now: clock.now() }))
  }

  /** Begins every try that is due, and returns them. */
  async function round(): Promise<Promise<void>[]> {
    const own = await havePlace()
    if (own === null) return []
    await lookAround(own)
    const claimed = await claimWhatIsDue(own)
    return claimed.map((row) => {
      const tried = carryOut(row, own).finally(() => {
        inFlight.delete(tried)
        wake()
      })
      inFlight.add(tried)
      return tried
    })
  }

  async function carryOut(claimed: ClaimedNotification, own: Place): Promise<void> {
    const claimEnds = performance.now() + claimMs
    const end = await tryOnce(claimed, deps, { tryMs, breakOff: own.breakOff })
    const settled = await writeDown(claimed, end, claimEnds)
    if (settled !== null) tell(claimed, end, settled)
  }

  /** A message that was sent and not written down is sent again: so it tries for as long as the row is ours. */
  async function writeDown(
    claimed: ClaimedNotification,
    end: TryEnd,
    claimEnds: number,
  ): Promise<Settled | null> {
    for (;;) {
      try {
        // oxlint-disable-next-line no-await-in-loop
        return await store.write((db) =>
          settle(db, claimed, end, { at: clock.now(), canMail, publicUrl: publicUrl() }),
        )
      } catch (error) {
        if (performance.now() + writeAgainMs > claimEnds || broken.signal.aborted) {
          log.error(
            { err: error, id: claimed.id, end: end.kind },
            'could not write down what became of an alert',
          )
          return null
        }
      }
      // oxlint-disable-next-line no-await-in-loop
      await delay(writeAgainMs)
    }
  }

  function tell(claimed: ClaimedNotification, end: TryEnd, settled: Settled): void {
    const fields = {
      id: claimed.id,
      channel: claimed.channelId,
      type: claimed.channelType,
      tries: claimed.tries,
    }
    switch (settled.kind) {
      case 'sent':
        return log.debug(fields, 'sent an alert')
      case 'waits':
        return log.info({ ...fields, result: end.result }, 'an alert was not taken and will be tried again')
      case 'lost':
        return log.warn(fields, 'another server took up an alert while it was being sent')
      case 'given-up':
        log.error({ ...fields, result: end.result }, 'an alert was given up')
        if (settled.told === 'nobody') {
          log.error(fields, 'an alert channel takes nothing any more, and there is nobody who could be told')
        }
        return
      default:
        settled satisfies never
    }
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false
      let begun = 0
      try {
        // oxlint-disable-next-line no-await-in-loop
        begun = (await round()).length
      } catch (error) {
        log.warn({ err: error }, 'delivering alerts failed and will be tried again')
      }
      // oxlint-disable-next-line no-await-in-loop
      if (begun === 0) await sleep()
    }
  }

  async function sleep(): Promise<void> {
    if (isWoken || stopping.signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    wakeUp = resolve
    const timer = setTimeout(resolve, pollMs)
    await promise
    clearTimeout(timer)
  }

  return {
    wake,
    start() {
      loop ??= work()
    },
    async workOnce() {
      const tries = await round()
      await Promise.all(tries)
      return tries.length
    },
    async stop() {
      stopping.abort()
      wake()
      await loop
      const timer = setTimeout(() => broken.abort(), finishTriesMs)
      await Promise.all(inFlight)
      clearTimeout(timer)
      await place?.release()
      place = null
    },
  }
}
