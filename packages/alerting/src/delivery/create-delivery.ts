import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { headlineOf } from '@sonde/schema/check-types/headline.ts'
import type { WorkerPlace } from '@sonde/store/engine/engine.ts'
import {
  type ClaimedNotification,
  claimingPlaces,
  claimNotifications,
  nextTryAt,
  voidClaims,
} from '@sonde/store/notifications/notification-claims.ts'
import { clockErrorMs } from '@sonde/store/notifications/notification-budgets.ts'
import { wakeFromTheFuture, wakeStrandedRows } from '@sonde/store/notifications/notification-lanes.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { ChannelBudgets } from './budgets.ts'
import type { Told } from './channel-trouble.ts'
import { makeDigests } from './digests.ts'
import { createFailingChannels } from './failing-channels.ts'
import { type TryDeps, tryOnce } from './one-try.ts'
import { settle, type Settled, type TryEnd } from './settle.ts'
import { longestWaitMs, quickTries } from './try-schedule.ts'

export type NotificationDelivery = {
  start(): void
  /** Waits a few seconds for the tries under way; what is broken off then is due at once for others. */
  stop(): Promise<void>
  /** Something was written to be sent. */
  wake(): void
  /** What this program has done since it was started. */
  figures(): DeliveryFigures
  /** One round, for tests that step the clock: resolves when its tries have ended, with how many there were. */
  workOnce(): Promise<number>
}

export type DeliveryFigures = {
  delivered: number
  /** Tries that failed and are made again. */
  retried: number
  givenUp: number
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
}

/** `breakOff`: others may take up what we have in hand, or will at once. */
type Place = WorkerPlace & { breakOff: AbortSignal }

const mostPerChannel = 4
/** How soon a row is seen that another server has written. */
const pollMs = 500
/** How often it looks whether other programs are gone. */
const lookMs = 1_000
/** How often rows are looked for that nobody would wake. */
const searchMs = 30_000
const finishTriesMs = 4_000
const writeAgainMs = 250
const longestWriteAgainMs = 5_000
/** A clock that loses as much between two rounds was set back. */
const smallestStepBackMs = 5_000
/** After a clock was set back: tries that lie further ahead are made at once. */
const soonMs = 20_000

/**
 * Sends what is in the outbox. Any number of programs may do so on one database: each row is in the hands of
 * one at a time, and whatever a program had in hand when it ended is taken up by another within seconds.
 */
export function createDelivery(deps: NotificationDeliveryDeps): NotificationDelivery {
  const { store, clock, log, budgets, claimMs, canMail, publicUrl } = deps
  const tryDeps = { ...deps, sealer: store.sealer }
  const stopping = new AbortController()
  const broken = new AbortController()
  /** By the id of the row, until it is written what became of it. */
  const inHand = new Map<string, Promise<void>>()
  const tryMs = (claimMs * 2) / 3
  const channels = createFailingChannels(tryMs / 10)
  const figures: DeliveryFigures = { delivered: 0, retried: 0, givenUp: 0 }
  let place: Place | null = null
  let lookedAt = -Infinity
  let searchedAt = -Infinity
  let clockAheadMs = -Infinity
  let isClockSetBack = false
  /** A claim may have been written though it failed here. */
  let hasUnknownClaims = false
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
    if (place !== null) log.error({ place: place.number }, 'lost the place among those that deliver alerts')
    place = null
    const taken = await store.takeWorkerPlace()
    if (taken === null) {
      if (!hasNoPlaceTold) log.error({}, 'too many servers deliver alerts: this one does not')
      hasNoPlaceTold = true
      return null
    }
    hasNoPlaceTold = false
    try {
      await voidOthers(taken.number)
    } catch (error) {
      await taken.release()
      throw error
    }
    place = { ...taken, breakOff: AbortSignal.any([broken.signal, taken.lost]) }
    return place
  }

  /** Whatever is said to be in the hands of that place, except what is in ours. */
  async function voidOthers(number: number): Promise<number> {
    const except = [...inHand.keys()]
    return await store.write((db) => voidClaims(db, number, { now: clock.now(), except }))
  }

  async function takeUpFromTheDead(own: Place): Promise<void> {
    const places = await claimingPlaces(store.read)
    for (const other of places) {
      if (other === own.number) continue
      await own.whileVacant(other, async () => {
        const count = await voidOthers(other)
        if (count === 0) return
        log.warn({ place: other, count }, 'a server ended while it sent alerts: they are sent again')
      })
    }
  }

  function noteClock(): void {
    const aheadMs = clock.now() - performance.now()
    if (aheadMs < clockAheadMs - smallestStepBackMs) {
      isClockSetBack = true
      log.warn(
        { ms: Math.round(clockAheadMs - aheadMs) },
        'the clock was set back: alerts are not made to wait',
      )
    }
    clockAheadMs = aheadMs
  }

  async function lookAround(own: Place): Promise<void> {
    const now = performance.now()
    if (hasUnknownClaims) {
      await voidOthers(own.number)
      hasUnknownClaims = false
    }
    if (isClockSetBack) {
      const soon = { untriedMs: 0, triedMs: soonMs }
      await store.write((db) => wakeFromTheFuture(db, { ...soon, now: clock.now() }))
      isClockSetBack = false
    }
    if (now - lookedAt >= lookMs || loop === null) {
      lookedAt = now
      await takeUpFromTheDead(own)
      await makeDigests(deps, clock.now())
    }
    if (now - searchedAt >= searchMs) {
      searchedAt = now
      const possible = { untriedMs: clockErrorMs, triedMs: longestWaitMs + clockErrorMs }
      await store.write(async (db) => {
        await wakeFromTheFuture(db, { ...possible, now: clock.now() })
        await wakeStrandedRows(db, clock.now())
      })
    }
  }

  async function claimWhatIsDue(own: Place): Promise<ClaimedNotification[]> {
    const hands = channels.freeHands()
    if (hands.atMost === 0) return []
    // Reading costs next to nothing, a write costs a flush of the disk.
    const dueAt = await nextTryAt(store.read)
    if (dueAt === null || dueAt > clock.now()) return []
    const request = {
      ...hands,
      place: own.number,
      perChannel: mostPerChannel,
      budgetOf: budgets,
      except: [...inHand.keys()],
    }
    try {
      return await store.write((db) => claimNotifications(db, { ...request, now: clock.now() }))
    } catch (error) {
      hasUnknownClaims = true
      throw error
    }
  }

  /** Begins every try that is due, and returns them. */
  async function round(): Promise<Promise<void>[]> {
    noteClock()
    const own = await havePlace()
    if (own === null) return []
    await lookAround(own)
    const claimed = await claimWhatIsDue(own)
    return claimed.map((row) => {
      const tried = carryOut(row, own).finally(() => {
        inHand.delete(row.id)
        wake()
      })
      inHand.set(row.id, tried)
      return tried
    })
  }

  async function carryOut(claimed: ClaimedNotification, own: Place): Promise<void> {
    const endTry = channels.begin(claimed.channelId)
    const end = await tryOnce(claimed, tryDeps, { tryMs, breakOff: own.breakOff })
    endTry(end.kind === 'broken-off' ? null : end.kind !== 'try-again')
    const settled = await writeDown(claimed, end)
    if (settled === null) return
    noteEnd(end, settled)
    tell(claimed, end, settled)
  }

  /** A message that was sent and not written down is sent again: so it tries until the program ends. */
  async function writeDown(claimed: ClaimedNotification, end: TryEnd): Promise<Settled | null> {
    for (let waitMs = writeAgainMs; ; waitMs = Math.min(waitMs * 2, longestWriteAgainMs)) {
      try {
        return await store.write((db) =>
          settle(db, claimed, end, { at: clock.now(), canMail, publicUrl: publicUrl() }),
        )
      } catch (error) {
        const fields = { err: error, id: claimed.id, end: end.kind }
        if (broken.signal.aborted) {
          log.error(fields, 'could not write down what became of an alert')
          return null
        }
        if (waitMs === writeAgainMs) log.warn(fields, 'what became of an alert is not written down yet')
      }
      await delay(waitMs, undefined, { signal: broken.signal }).catch(() => undefined)
    }
  }

  function noteEnd(end: TryEnd, { kind }: Settled): void {
    if (kind === 'sent') figures.delivered += 1
    if (kind === 'given-up') figures.givenUp += 1
    if (kind === 'waits' && end.kind === 'try-again') figures.retried += 1
  }

  function tell(claimed: ClaimedNotification, end: TryEnd, settled: Settled): void {
    const fields = {
      id: claimed.id,
      channel: claimed.channelId,
      type: claimed.channelType,
      tries: claimed.tries,
      title: headlineOf(claimed.event).title,
    }
    switch (settled.kind) {
      case 'sent':
        return log.debug(fields, 'sent an alert')
      case 'waits':
        log.info({ ...fields, result: end.result }, 'an alert was not taken and will be tried again')
        if (settled.told === 'somebody' || claimed.tries <= quickTries) tellWhoHeard(claimed, settled.told)
        return
      case 'lost':
        return log.warn(fields, 'another server took up an alert while it was being sent')
      case 'given-up':
        log.error({ ...fields, result: end.result }, 'an alert was given up')
        return tellWhoHeard(claimed, settled.told)
      default:
        settled satisfies never
    }
  }

  function tellWhoHeard({ channelId, event }: ClaimedNotification, told: Told): void {
    const fields = { channel: channelId, title: headlineOf(event).title }
    if (told === 'somebody') log.warn(fields, 'an alert channel takes nothing any more: a notice goes out')
    if (told !== 'nobody') return
    if (event.kind === 'notice') return log.error(fields, 'a notice has reached nobody')
    log.error(fields, 'an alert channel takes nothing any more, and there is nobody who could be told')
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false
      let begun = 0
      try {
        begun = (await round()).length
      } catch (error) {
        log.warn({ err: error }, 'delivering alerts failed and will be tried again')
      }
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
    figures: () => ({ ...figures }),
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
      await Promise.all(inHand.values())
      clearTimeout(timer)
      await place?.release()
      place = null
    },
  }
}
