import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@sonde/ground/clock.ts'
import { secondMs } from '@sonde/ground/durations.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { createStandingTrouble } from '@sonde/ground/standing-trouble.ts'
import type { NatsConnection } from '@nats-io/transport-node'
import type { ClusterBus } from '../../cluster/cluster-bus.ts'
import type { GatheredMessages } from '../../cluster/gathered-messages.ts'
import type { Run, TicketedRun } from '../../run.ts'
import { longestHoldMs } from '../memory-queue.ts'
import { packRuns, type PackedRun, type Parcel, parcelIdOf } from '../parcels.ts'
import type { LeaseClaim, ManagedQueue, ParcelPublisher, QueueTimes } from '../run-queue.ts'
import { cancellationOf, createCancelledRuns, partsOf, readCancellation } from './cancelled-runs.ts'
import { createDesk, type DeskTimes, deskTimes } from './desk.ts'
import { createHandedLeases, publisherOf } from './handed-leases.ts'
import { createLanesInUse } from './lanes-in-use.ts'
import { createParcelNames, type Delivery } from './parcel-holds.ts'
import { createParcelPublisher, publishTimes, type PublishTimes } from './publish-parcels.ts'
import { createPull, pullTimes, type PullTimes } from './pulls.ts'
import { createParcelReceipt, unreadableMs, type UnreadableRow } from './receive-parcel.ts'
import { createRunBook, type HearRuns, type RunRouting, slackMs } from './run-book.ts'
import type { Streams } from './streams.ts'

/** Where runs wait: the same for all servers of an installation. */
export type JetStreamSite = {
  connection: NatsConnection
  bus: ClusterBus
  /** For what nobody waits for. */
  gathered: GatheredMessages
  streams: Streams
  installation: string
  /** Signs what agents carry. */
  key: Buffer
  /** Names this server. */
  serverId: string
}

/** What the queue asks of those who know checks, agents and results. */
export type QueuePorts = {
  clock: Clock
  log: Logger
  times: QueueTimes
  /** Whether every agent of the place takes runs of the type. */
  isForAll(place: string, checkType: Run['checkType']): boolean
  /** The runs of which a result may still be wanted, in their order. */
  areOpen(runs: readonly TicketedRun[]): Promise<readonly boolean[]>
  /** Makes runs that are known by their tickets alone fit to be handed out; null where there is nothing left to do. */
  restore(runs: readonly TicketedRun[]): Promise<readonly (Run | null)[]>
  keepUnreadable(row: UnreadableRow): Promise<void>
  /** Where several servers share the schedule; absent where one decides about all runs. */
  sharing?: {
    /** Whether this server decides about the runs of the check. */
    isOwn(checkNo: number): boolean
    /** Tells those who decide what has become of runs; `hear` is for what is decided here. */
    route(hear: HearRuns): RunRouting
  }
}

/** In one place so that tests can shorten them. */
export type JetStreamTimes = {
  publish: PublishTimes
  pull: PullTimes
  desk: DeskTimes
  slackMs: number
  unreadableMs: number
  /** How often it is looked which lanes are in use, and whether NATS hands out what waits there. */
  lookEveryMs: number
  /** How long NATS may take for that. */
  patienceMs: number
}

export const jetStreamTimes: JetStreamTimes = {
  publish: publishTimes,
  pull: pullTimes,
  desk: deskTimes,
  slackMs,
  unreadableMs,
  lookEveryMs: 10 * secondMs,
  patienceMs: 3 * secondMs,
}

/**
 * Runs wait in NATS, in parcels, whatever happens to whoever published them. Any server hands them out, and any server
 * renews, releases and ends what another has handed out: the tickets of agents carry all that is needed.
 */
export function createJetStreamQueue(
  site: JetStreamSite,
  ports: QueuePorts,
  spans: JetStreamTimes = jetStreamTimes,
): ManagedQueue & ParcelPublisher {
  const { connection, bus, serverId } = site
  const { clock, log, times } = ports
  const names = createParcelNames(site.key)
  const book = createRunBook({ clock, times, slackMs: spans.slackMs })
  const cancelled = createCancelledRuns({ clock })
  const publisher = createParcelPublisher({ ...site, ...ports, times: spans.publish })
  const handedOut = createHandedLeases({ cancelled })
  const lostListeners: ((runs: readonly Run[]) => Promise<void> | void)[] = []

  /** Deliveries that could not be answered come again, and are found to be over. */
  function answer({ reply }: Delivery, word: string): void {
    if (!connection.isClosed() && !connection.isDraining()) connection.publish(reply, word)
  }

  const { isOwn = () => true } = ports.sharing ?? {}
  const routing = ports.sharing?.route(book.hear) ?? { tell: book.hear, stop: () => {} }
  const { tell } = routing

  const receipts = createParcelReceipt({
    ...ports,
    unreadableMs: spans.unreadableMs,
    cancelled,
    publish: async (parcel, isTyped) => (await send(parcel, isTyped)).outcome,
    takeRemembered: publisher.takeRemembered,
    answer,
    tell,
    async onLost(runs) {
      for (const listener of lostListeners) await listener(runs)
    },
  })

  const pullTrouble = createStandingTrouble({
    clock,
    log,
    level: 'warn',
    message: 'could not ask NATS for runs; retrying',
    overMessage: 'NATS is asked for runs again',
  })
  const desk = createDesk({
    clock,
    log,
    times: spans.desk,
    leaseMs: times.leaseMs,
    names,
    receipts,
    answer,
    openPull: (lane, desired) =>
      createPull({
        ...desired,
        connection,
        names: lane,
        times: spans.pull,
        trouble: pullTrouble,
        ensureConsumer: () => site.streams.ensureConsumer(lane),
      }),
    lanesInUse(places) {
      void lanes.look(places)
      return lanes.all()
    },
  })

  const lanes = createLanesInUse({
    ...site,
    log,
    lookEveryMs: spans.lookEveryMs,
    patienceMs: spans.patienceMs,
    found: desk.laneFound,
    silent: desk.silentLanes,
  })

  async function send(parcel: Parcel, isTyped?: boolean) {
    const sent = await publisher.publish(parcel, isTyped)
    if (sent.outcome === 'new' || sent.outcome === 'duplicate') lanes.note(sent.subject, { isOurs: true })
    return sent
  }

  function parcelOf(runs: readonly PackedRun[], fields: Pick<Parcel, 'id' | 'handedOut'>): Parcel | null {
    const [first] = runs
    if (first === undefined) return null
    const { place, queue: line, checkType, scheduledAt: slotAt } = first
    const waitingSince = clock.now()
    return { ...fields, slotAt, place, line, checkType, waitingSince, publisher: serverId, runs }
  }

  async function publishOne(runs: readonly Run[]): Promise<void> {
    const parcel = parcelOf(runs, { id: parcelIdOf(runs), handedOut: 0 })
    if (parcel === null) return
    const { outcome } = await send(parcel)
    if (outcome === 'dropped' || outcome === 'failed') book.unpublish(runs)
  }

  /** By the parcel that they came in; what is not ours, or of another agent, is left out. */
  function byDelivery(agentId: string, claims: readonly LeaseClaim[]) {
    const deliveries = new Map<string, { delivery: Delivery; claims: HeldClaim[] }>()
    for (const { leaseId, run, hold } of claims) {
      const delivery = hold === null ? null : names.read(hold.parcel, agentId)
      if (run === null || hold === null || delivery === null) continue
      const entry = deliveries.get(delivery.reply) ?? { delivery, claims: [] }
      entry.claims.push({ leaseId, run, hold })
      deliveries.set(delivery.reply, entry)
    }
    return [...deliveries.values()]
  }

  const unsubscribe = [
    bus.subscribe('cancel', (payload) => {
      const cancellation = readCancellation(payload)
      if (cancellation === null) return
      cancelled.add(cancellation)
      handedOut.cancelHeld()
    }),
    bus.subscribe('draining', (payload) => {
      const agentId = isRecord(payload) ? payload['agentId'] : null
      if (typeof agentId === 'string') handedOut.endWaitsOf(agentId)
    }),
    bus.subscribe('used', (payload) => {
      const subject = isRecord(payload) ? payload['subject'] : null
      if (typeof subject === 'string') lanes.note(subject, { isOurs: false })
    }),
  ]

  return {
    async publish(runs) {
      // What is decided elsewhere is waited for there.
      const fresh = book.publish(runs.filter(({ checkNo }) => isOwn(checkNo)))
      const parcels = packRuns([...fresh, ...runs.filter(({ checkNo }) => !isOwn(checkNo))])
      // What is in the database is published again; whoever publishes the rest has other things to do than to wait.
      await Promise.race([Promise.all(parcels.map(publishOne)), delay(spans.publish.answerMs)])
    },

    publishParcels: async (parcels) =>
      await Promise.all(
        parcels.map(async ({ id, runs }) => {
          const fresh = book.publish(runs.filter(({ checkNo }) => isOwn(checkNo)))
          const parcel = parcelOf(runs, { id, handedOut: 0 })
          if (parcel === null) return 'new'
          const { outcome } = await send(parcel)
          if (outcome === 'duplicate') book.leave(fresh)
          if (outcome === 'dropped') book.unpublish(runs)
          return outcome
        }),
      ),

    unpublish: book.unpublish,
    stalledMs: publisher.stalledMs,

    async take(taker, request, signal) {
      const { agentId } = taker
      const told = handedOut.takeTold(agentId)
      if (told.length > 0) return { leases: [], cancelled: told }
      const handed = await handedOut.waiting(agentId, (whenOpen) =>
        desk.wait(taker, request, signal, whenOpen),
      )
      handedOut.add(handed)
      for (const [from, leases] of Map.groupBy(handed, publisherOf)) {
        const runs = leases.map(({ run }) => run)
        await tell({ kind: 'taken', runs, at: clock.now(), ...(from === null ? {} : { publisher: from }) })
      }
      return { leases: handed, cancelled: handedOut.takeTold(agentId) }
    },

    async renew(agentId, claims) {
      const now = clock.now()
      const kept = new Set<string>()
      const given = new Set(handedOut.takeTold(agentId))
      for (const { delivery, claims: claimed } of byDelivery(agentId, claims)) {
        const going = claimed.filter(({ leaseId, run, hold }) => {
          if (given.has(leaseId)) return false
          if (cancelled.hasHeld(run, hold.sinceAt)) given.add(leaseId)
          return !given.has(leaseId) && now - hold.sinceAt <= longestHoldMs[run.queue]
        })
        if (going.length === 0) continue
        answer(delivery, '+WPI')
        for (const { leaseId } of going) kept.add(leaseId)
        const [first] = going
        if (first === undefined) continue
        await tell({ kind: 'held', runs: going.map(({ run }) => run), at: first.hold.sinceAt })
      }
      const lost = claims.map(({ leaseId }) => leaseId).filter((id) => !kept.has(id) && !given.has(id))
      return { lost, cancelled: [...given] }
    },

    async release(agentId, claims) {
      for (const { delivery, claims: claimed } of byDelivery(agentId, claims)) {
        const runs = claimed.map(({ run }) => run)
        const [first] = claimed
        if (first === undefined) continue
        const { size, deliveries } = first.hold
        // No agent was lost over it: it was handed out as often as before.
        const id = `${parcelIdOf(runs)}/r${delivery.sequence}.${delivery.delivered}`
        const parcel = parcelOf(runs, { id, handedOut: deliveries - 1 })
        if (parcel !== null) await send(parcel)
        if (claimed.length >= size) answer(delivery, '+ACK')
        handedOut.forget(claimed.map(({ leaseId }) => leaseId))
        await tell({ kind: 'returned', runs, at: clock.now() })
      }
    },

    // Whoever reports carries all that is to be known, and the first result of an attempt counts.
    lookUp: async (attempts) => attempts.map(handedOut.statusOf),

    async complete(attempts) {
      const wereOpen = attempts.map((run) => book.isOpen(run))
      handedOut.forgetAttempts(attempts)
      receipts.complete(attempts)
      await tell({ kind: 'completed', runs: attempts, at: clock.now() })
      return wereOpen
    },
    close: async (runs) => await tell({ kind: 'closed', runs, at: clock.now() }),
    async settle(parcels) {
      for (const parcel of parcels) {
        const delivery = names.read(parcel, null)
        if (delivery !== null) site.gathered.publish(delivery.reply, '+ACK')
      }
    },
    onLost: (listener) => void lostListeners.push(listener),
    endWaitsOf(agentId) {
      handedOut.endWaitsOf(agentId)
      bus.publish('draining', { agentId })
    },
    endWaits: desk.endWaits,

    isWaiting: book.isWaiting,
    held: book.held,
    heldRuns: book.heldRuns,
    onTaken: book.onTaken,
    onClosed: book.onClosed,
    onReturned: book.onReturned,
    onExpired: book.onExpired,
    async drop(match, leasePolicy) {
      // They wait in NATS, whatever becomes of this program.
      if (match.kind === 'all') return []
      const dropped = book.drop(match, leasePolicy)
      const isForHeld = leasePolicy === 'cancel'
      const cancellation = cancellationOf(match, dropped, { at: clock.now(), isForHeld })
      if (cancellation.names.length === 0) return dropped
      cancelled.add(cancellation)
      handedOut.cancelHeld()
      for (const part of partsOf(cancellation)) bus.publish('cancel', part)
      return dropped
    },

    parcelFigures() {
      const { new: fresh, duplicate, again, dropped } = publisher.counts()
      const { first, second, more, split, unreadable } = receipts.counts()
      return {
        published: { new: fresh, duplicate, again, dropped },
        publishing: publisher.publishing,
        delivered: { '1': first, '2': second, more },
        split,
        unreadable,
      }
    },
    statsByLocation: async () => book.statsByLocation(),
    async totals() {
      const stats = [...book.statsByLocation().values()]
      return {
        queued: stats.reduce((sum, { queued }) => sum + queued, 0),
        inflight: stats.reduce((sum, { inflight }) => sum + inflight, 0),
      }
    },
    heldByAgent: async () => handedOut.countByAgent(),

    expire() {
      const now = clock.now()
      handedOut.forgetWhere(({ run, sinceAt }) => now - sinceAt > longestHoldMs[run.queue] + times.leaseMs)
      book.expire()
    },
    grantTime: book.grantTime,
    async stop() {
      lanes.stop()
      for (const end of unsubscribe) end()
      routing.stop()
      site.gathered.flush()
      await desk.stop()
    },
  }
}

type HeldClaim = LeaseClaim & { run: TicketedRun; hold: NonNullable<LeaseClaim['hold']> }
