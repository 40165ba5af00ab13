import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { type QueueLine, queueLines } from '@sonde/schema/agents/agent-protocol.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Msg } from '@nats-io/transport-node'
import type { Run } from '../../run.ts'
import { suiteTypes } from '../memory-queue.ts'
import type { Lease, TakeRequest, Taker } from '../run-queue.ts'
import type { Delivery, ParcelNames } from './parcel-holds.ts'
import type { OpenParcel, Receipts } from './receive-parcel.ts'
import type { Pull } from './pulls.ts'
import { type LaneNames, laneOfSubject } from './subjects.ts'

export type DeskTimes = {
  /** Whoever got something waits this long for more. */
  gatherMs: number
  /** How long a parcel that came when nobody has room waits here for somebody. */
  shelfMs: number
  /** How often it is looked at which lanes those who wait could be served from. */
  sweepMs: number
  /** After a parcel could not be looked up in the database. */
  retryMs: number
}

export const deskTimes: DeskTimes = { gatherMs: 4, shelfMs: 500, sweepMs: 1_000, retryMs: 500 }

type Waiter = {
  taker: Taker
  /** By the steady clock. */
  untilMs: number
  left: Record<QueueLine, number>
  most: number
  suitesLeft: number
  handed: { open: OpenParcel; leases: Lease[] }[]
  gathering: NodeJS.Timeout | null
  end(): void
}

type OpenLane = {
  names: LaneNames
  pull: Pull
  /** Runs in one of its parcels, about. */
  size: number
  /** Parcels that have come and are not offered to anybody yet. */
  underWay: number
}

/** Rests of a parcel that was too large for its agent are put together again up to this size. */
const smallestRest = 10
const mostParcelsAtOnce = 20

/** Of a lease, after which it may be over before NATS hears anything. */
const latestShare = 0.9

const comesAgain = 'runs could not be handed out; they come again'

/** Agents who wait, and the parcels that come for them. */
export function createDesk(deps: {
  clock: Clock
  log: Logger
  times: DeskTimes
  leaseMs: number
  names: ParcelNames
  receipts: Receipts
  answer(delivery: Delivery, word: string): void
  /** For those alone who take its type. */
  openPull(
    names: LaneNames,
    ports: { wanted(): number; waitMs(): number; onParcel(message: Msg): void },
  ): Pull
  /** Of the whole installation, as far as is known here; agents wait for runs of these places. */
  lanesInUse(places: readonly string[]): Iterable<LaneNames>
}) {
  const { clock, log, times } = deps
  const waiters: Waiter[] = []
  const lanes = new Map<string, OpenLane>()
  /** Parcels that came when nobody had room for them. */
  const shelf = new Set<{ open: OpenParcel; isTyped: boolean; timer: NodeJS.Timeout }>()
  const process = randomBytes(6).toString('base64url')
  let leaseCount = 0
  let hasEnded = false
  let sweeping: NodeJS.Timeout | null = null

  function canUse(waiter: Waiter, { line, place, checkType }: LaneNames): boolean {
    const { taker } = waiter
    return (
      roomOf(waiter, line, checkType) > 0 &&
      taker.serves(place) &&
      (checkType === null || taker.checkTypes.has(checkType))
    )
  }

  function roomOf(waiter: Waiter, line: QueueLine, checkType: CheckType | null): number {
    const { left, most, handed, suitesLeft } = waiter
    const count = handed.reduce((sum, { leases }) => sum + leases.length, 0)
    const room = Math.min(left[line], most - count)
    return checkType !== null && suiteTypes.has(checkType) ? Math.min(room, suitesLeft) : room
  }

  function wanted(lane: OpenLane): number {
    const room = waiters
      .filter((waiter) => canUse(waiter, lane.names))
      .reduce((sum, waiter) => sum + roomOf(waiter, lane.names.line, lane.names.checkType), 0)
    // More than can be offered soon would wait here, unseen, until NATS sends it a second time and a third.
    return Math.max(0, Math.min(mostParcelsAtOnce, Math.ceil(room / lane.size)) - lane.underWay)
  }

  function waitMs({ names }: OpenLane): number {
    const ends = waiters.filter((waiter) => canUse(waiter, names)).map(({ untilMs }) => untilMs)
    return Math.max(0, ...ends) - performance.now()
  }

  function laneOf(names: LaneNames): OpenLane {
    const known = lanes.get(names.subject)
    if (known !== undefined) return known
    let offered = Promise.resolve()
    const lane: OpenLane = {
      names,
      size: names.line === 'uptime' ? 50 : 1,
      underWay: 0,
      pull: deps.openPull(names, {
        wanted: () => (hasEnded ? 0 : wanted(lane)),
        waitMs: () => waitMs(lane),
        onParcel(message) {
          lane.underWay += 1
          const arrivedMs = performance.now()
          const opening = receive(message, lane, arrivedMs)
          // One after the other, in the order in which they wait.
          offered = offered
            .then(async () => await offerIfHeld(await opening, message, arrivedMs))
            .catch((error: unknown) => log.error({ err: error, subject: names.subject }, comesAgain))
            .finally(() => {
              lane.underWay -= 1
              lane.pull.wake()
            })
        },
      }),
    }
    lanes.set(names.subject, lane)
    return lane
  }

  /** For most of the lease nobody else gets it: a database that was away for a moment must not cost a minute. */
  async function receive(message: Msg, lane: OpenLane, arrivedMs: number): Promise<OpenParcel | null> {
    const { subject } = lane.names
    for (let isAgain = false; ; isAgain = true) {
      try {
        const open = await deps.receipts.receive(message, { isAgain })
        if (open !== null) lane.size = Math.max(1, (lane.size * 3 + open.runs.length) / 4)
        return open
      } catch (error) {
        if (hasEnded || performance.now() + times.retryMs > arrivedMs + deps.leaseMs / 2) {
          log.error({ err: error, subject }, comesAgain)
          return null
        }
        if (!isAgain) log.warn({ err: error, subject }, 'runs could not be handed out yet; retrying')
        await delay(times.retryMs)
      }
    }
  }

  /** One that has waited here for too long may be another server's by now. */
  async function offerIfHeld(open: OpenParcel | null, message: Msg, arrivedMs: number): Promise<void> {
    const left = open === null ? null : deps.receipts.stillWanted(open)
    if (left === null) return
    const waitedMs = performance.now() - arrivedMs
    if (waitedMs > deps.leaseMs * latestShare) return
    // To whoever is faster. If it only came again, that would count as if an agent had had it.
    if (waitedMs > deps.leaseMs / 2) return await giveBack(left)
    // Whoever gets it has all of the lease.
    if (waitedMs > deps.leaseMs / 10) deps.answer(left.delivery, '+WPI')
    await offer(left, laneOfSubject(message.subject)?.checkType !== null)
  }

  function takersOf({ parcel: { place, checkType } }: OpenParcel): { able: Waiter[]; isPassedOver: boolean } {
    const serving = waiters.filter(({ taker }) => taker.serves(place))
    const able = serving.filter(({ taker }) => taker.checkTypes.has(checkType))
    return { able, isPassedOver: serving.length > 0 && able.length === 0 }
  }

  async function offer(open: OpenParcel, isTyped: boolean): Promise<void> {
    const { line, checkType } = open.parcel
    const { able, isPassedOver } = takersOf(open)
    const waiter = able.find((each) => roomOf(each, line, checkType) > 0)
    if (waiter === undefined) {
      if (isPassedOver && !isTyped) return await passOn(open)
      if (hasEnded) return await giveBack(open)
      const kept = { open, isTyped, timer: setTimeout(() => void giveUp(), times.shelfMs) }
      const giveUp = async () => {
        shelf.delete(kept)
        await tryToGiveBack(open)
      }
      shelf.add(kept)
      return
    }
    const room = roomOf(waiter, line, checkType)
    if (room < open.runs.length) return await cut(open, room)
    handTo(waiter, open)
  }

  function handTo(waiter: Waiter, open: OpenParcel): void {
    const now = clock.now()
    const { parcel, delivery, runs } = open
    const { agentId } = waiter.taker
    const hold = {
      parcel: deps.names.issue(delivery, agentId),
      size: runs.length,
      sinceAt: now,
      publisher: parcel.publisher,
      deliveries: open.handedOut + 1,
    }
    const leases = runs.map((run: Run): Lease => {
      leaseCount += 1
      const leaseId = `${process}-${leaseCount}`
      return { leaseId, agentId, sinceAt: now, endsAt: now + deps.leaseMs, run, hold }
    })
    waiter.left[parcel.line] -= runs.length
    if (suiteTypes.has(parcel.checkType)) waiter.suitesLeft -= runs.length
    waiter.handed.push({ open, leases })
    // The others of the place come before it the next time.
    waiters.splice(waiters.indexOf(waiter), 1)
    waiters.push(waiter)
    if (queueLines.every((line) => roomOf(waiter, line, null) <= 0)) waiter.end()
    else waiter.gathering ??= setTimeout(() => waiter.end(), times.gatherMs)
  }

  /** Its agents cannot make it: it waits by itself for those who can. */
  async function passOn(open: OpenParcel): Promise<void> {
    const { parcel, delivery } = open
    await deps.receipts.republish(open, `${parcel.id}/t${delivery.sequence}`, { isTyped: true })
    deps.answer(delivery, '+ACK')
  }

  /** Nobody has touched it. */
  async function giveBack(open: OpenParcel): Promise<void> {
    await deps.receipts.republish(open, `${open.parcel.id}/b${open.delivery.sequence}`)
    deps.answer(open.delivery, '+ACK')
  }

  /** What cannot be given back comes again when its lease is over. */
  async function tryToGiveBack(open: OpenParcel): Promise<void> {
    await giveBack(open).catch((error: unknown) => log.warn({ err: error }, comesAgain))
  }

  /** Into parcels that fit. */
  async function cut(open: OpenParcel, room: number): Promise<void> {
    const { runs, delivery, parcel } = open
    let from = 0
    while (from < runs.length) {
      const to = from === 0 ? room : from + Math.max(room, smallestRest)
      await deps.receipts.republish(
        { ...open, runs: runs.slice(from, to) },
        `${parcel.id}/c${delivery.sequence}.${from}`,
      )
      from = to
    }
    deps.answer(delivery, '+ACK')
  }

  /** Looks which lanes the agents that wait could be served from: places and agents come and go. */
  function sweep(): void {
    const places = waiters.flatMap(({ taker }) => taker.places())
    for (const names of deps.lanesInUse(places)) {
      if (waiters.some((waiter) => canUse(waiter, names))) laneOf(names).pull.wake()
    }
    if (waiters.length === 0 && sweeping !== null) {
      clearInterval(sweeping)
      sweeping = null
    }
  }

  async function takeFromShelf(): Promise<void> {
    for (const kept of shelf) {
      const { line, checkType } = kept.open.parcel
      if (!takersOf(kept.open).able.some((each) => roomOf(each, line, checkType) > 0)) continue
      clearTimeout(kept.timer)
      shelf.delete(kept)
      const left = deps.receipts.stillWanted(kept.open)
      if (left === null) continue
      // Whoever waits gets what else there is.
      await offer(left, kept.isTyped).catch((error: unknown) => log.warn({ err: error }, comesAgain))
    }
  }

  return {
    /** What came for this agent, until it has enough or has waited long enough. */
    async wait(
      taker: Taker,
      { free, most, mostSuites = most, waitMs: pollMs }: TakeRequest,
      signal: AbortSignal,
      onWaiting: (end: () => void) => void,
    ): Promise<Lease[]> {
      if (hasEnded) return []
      const ended = Promise.withResolvers<void>()
      const waiter: Waiter = {
        taker,
        untilMs: performance.now() + pollMs,
        left: { ...free },
        most,
        suitesLeft: mostSuites,
        handed: [],
        gathering: null,
        end() {
          const index = waiters.indexOf(waiter)
          if (index !== -1) waiters.splice(index, 1)
          ended.resolve()
        },
      }
      const timer = setTimeout(waiter.end, pollMs)
      signal.addEventListener('abort', waiter.end, { once: true })
      waiters.push(waiter)
      onWaiting(waiter.end)
      if (signal.aborted) waiter.end()
      sweeping ??= setInterval(sweep, times.sweepMs).unref()
      await takeFromShelf()
      sweep()
      await ended.promise
      clearTimeout(timer)
      if (waiter.gathering !== null) clearTimeout(waiter.gathering)
      signal.removeEventListener('abort', waiter.end)
      if (!signal.aborted) return waiter.handed.flatMap(({ leases }) => leases)
      // Whoever has gone while it waited gets nothing.
      for (const { open } of waiter.handed) await tryToGiveBack(open)
      return []
    },
    /** Where parcels are asked for, and none has come for so long. */
    silentLanes: (ms: number): LaneNames[] =>
      [...lanes.values()].filter(({ pull }) => pull.isSilent(ms)).map(({ names }) => names),
    /** A lane is in use that was not known to be. */
    laneFound: (names: LaneNames): void => {
      if (waiters.some((waiter) => canUse(waiter, names))) laneOf(names).pull.wake()
    },
    /** From now on nobody waits. */
    endWaits(): void {
      hasEnded = true
      while (waiters.length > 0) waiters[0]?.end()
    },
    /** What was fetched and not handed out is given back. */
    async stop(): Promise<void> {
      this.endWaits()
      if (sweeping !== null) clearInterval(sweeping)
      for (const { pull } of lanes.values()) pull.stop()
      for (const kept of shelf) {
        clearTimeout(kept.timer)
        shelf.delete(kept)
        await tryToGiveBack(kept.open)
      }
    },
  }
}
