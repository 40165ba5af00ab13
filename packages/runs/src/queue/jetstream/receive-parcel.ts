import { chunks } from '@sonde/ground/chunks.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { Msg } from '@nats-io/transport-node'
import { attemptKey, type Run, type TicketedRun } from '../../run.ts'
import { longestHoldMs } from '../memory-queue.ts'
import { isWhole, type PackedRun, type Parcel, unpackParcel } from '../parcels.ts'
import type { ParcelOutcome, QueueTimes } from '../run-queue.ts'
import { createAttemptMap } from './attempt-map.ts'
import type { CancelledRuns } from './cancelled-runs.ts'
import { type Delivery, deliveryOf } from './parcel-holds.ts'
import type { RunEvent } from './run-book.ts'

/** Runs that can be handed out, all of one parcel. */
export type OpenParcel = {
  parcel: Parcel
  delivery: Delivery
  runs: readonly Run[]
  /** How often they were handed out before. */
  handedOut: number
}

/** A parcel as NATS sends it. */
type SentParcel = Pick<Msg, 'subject' | 'reply' | 'data' | 'headers'>

/** A parcel that nobody here can read, kept for people. */
export type UnreadableRow = { id: string; subject: string; body: Buffer; at: number }

/** How often a run is handed out: one that ended three agents is not given to a fourth. */
const mostDeliveries = 3
/**
 * One that was written by a newer program may be read by another server. One that the database cannot be asked about keeps
 * those behind it waiting, each time that it comes.
 */
const mostReadings = 10
/** How long it waits for one. */
export const unreadableMs = 5_000
/** One after the other they could take longer than the lease of the parcel that they come from. */
const mostSplitAtOnce = 25

/** Where NATS keeps the id that a message was published with. */
const idHeader = 'Nats-Msg-Id'

export type Receipts = ReturnType<typeof createParcelReceipt>

/** What is done with a parcel before anybody gets it. */
export function createParcelReceipt(deps: {
  clock: Clock
  log: Logger
  times: QueueTimes
  unreadableMs: number
  cancelled: CancelledRuns
  /** The runs of which a result may still be wanted, in their order. */
  areOpen(runs: readonly TicketedRun[]): Promise<readonly boolean[]>
  /** Makes runs that are known by their tickets alone fit to be handed out; null where there is nothing left to do. */
  restore(runs: readonly TicketedRun[]): Promise<readonly (Run | null)[]>
  keepUnreadable(row: UnreadableRow): Promise<void>
  publish(parcel: Parcel, isTyped?: boolean): Promise<ParcelOutcome>
  /** The parcel of that id where this server has published it, and has not fetched it before. */
  takeRemembered(id: string): Parcel | null
  answer(delivery: Delivery, word: string): void
  tell(event: RunEvent): Promise<void>
  onLost(runs: readonly Run[]): Promise<void>
}) {
  const { clock, log, answer } = deps
  const counts = { first: 0, second: 0, more: 0, split: 0, unreadable: 0 }
  /** Runs that nobody makes any more, until that is written down. */
  const lost = createAttemptMap<{ run: Run; delivery: Delivery }>()

  async function setAside(message: SentParcel, delivery: Delivery, error: unknown): Promise<null> {
    if (delivery.delivered < mostReadings) {
      answer(delivery, `-NAK {"delay": ${deps.unreadableMs * 1_000_000}}`)
      return null
    }
    const id = message.headers?.get('Nats-Msg-Id') ?? ''
    const { subject } = message
    await deps.keepUnreadable({ id, subject, body: Buffer.from(message.data), at: clock.now() })
    counts.unreadable += 1
    log.error({ err: error, id, subject }, 'runs cannot be read: they are kept in unreadable_parcels')
    answer(delivery, '+ACK')
    return null
  }

  async function wantedOf({ runs, waitingSince }: Parcel, delivered: number): Promise<PackedRun[]> {
    const left = runs.filter((run) => !deps.cancelled.hasWaiting(run, waitingSince))
    // What was asked for may have been given up by somebody whose word did not reach this server.
    const doubtful = delivered > 1 ? left : left.filter(({ source }) => source !== 'SCHEDULER')
    if (doubtful.length === 0) return left
    const areOpen = await deps.areOpen(doubtful)
    const over = new Set(doubtful.filter((_, index) => areOpen[index] !== true).map(attemptKey))
    return left.filter((run) => !over.has(attemptKey(run)))
  }

  async function wholeOf(runs: readonly PackedRun[]): Promise<Run[]> {
    const parts = runs.filter((run) => !isWhole(run))
    if (parts.length === 0) return runs.filter(isWhole)
    const restored = new Map(
      (await deps.restore(parts)).flatMap((run) => (run === null ? [] : [[attemptKey(run), run]])),
    )
    return runs.flatMap((run) => (isWhole(run) ? [run] : (restored.get(attemptKey(run)) ?? [])))
  }

  /**
   * One that ends its agents must not take the others with it. Whoever splits the same message once more gives the runs the
   * same names, however often it has come.
   */
  async function split(open: OpenParcel): Promise<void> {
    counts.split += 1
    for (const some of chunks(open.runs, mostSplitAtOnce)) {
      answer(open.delivery, '+WPI')
      await Promise.all(
        some.map((run) =>
          republish({ ...open, runs: [run] }, `${attemptKey(run)}/s${open.delivery.sequence}`),
        ),
      )
    }
    answer(open.delivery, '+ACK')
  }

  /** Throws where it is not known to be there: then nobody may acknowledge what it came from. */
  async function republish(
    { parcel, runs, handedOut }: OpenParcel,
    id: string,
    { isTyped }: { isTyped?: boolean } = {},
  ): Promise<void> {
    const outcome = await deps.publish({ ...parcel, id, runs, handedOut }, isTyped)
    if (outcome === 'failed') throw new Error('NATS did not take runs that it has already')
    if (outcome === 'dropped') await deps.tell({ kind: 'expired', runs, at: clock.now() })
  }

  /** A run that comes back from an agent that was lost was no time in the line while the agent had it. */
  function longestWaitMs({ line }: Parcel, delivered: number): number {
    return deps.times.expiryMs + (delivered - 1) * (deps.times.leaseMs + longestHoldMs[line])
  }

  return {
    counts: (): Readonly<typeof counts> => counts,
    republish,

    /** What is left of a parcel that has waited here; null: nothing, and it is over. */
    stillWanted(open: OpenParcel): OpenParcel | null {
      const { waitingSince } = open.parcel
      const runs = open.runs.filter((run) => !deps.cancelled.hasWaiting(run, waitingSince))
      if (runs.length > 0) return { ...open, runs }
      answer(open.delivery, '+ACK')
      return null
    },

    /** Null: nobody is to get it. `isAgain`: this delivery could not be looked up before. */
    async receive(message: SentParcel, { isAgain }: { isAgain: boolean }): Promise<OpenParcel | null> {
      const delivery = deliveryOf(message.reply ?? '')
      if (delivery === null) return null
      const { delivered } = delivery
      if (!isAgain) counts[delivered === 1 ? 'first' : delivered === 2 ? 'second' : 'more'] += 1
      let parcel: Parcel
      try {
        parcel = deps.takeRemembered(message.headers?.get(idHeader) ?? '') ?? unpackParcel(message.data)
      } catch (error) {
        return await setAside(message, delivery, error)
      }
      const now = clock.now()
      if (now - parcel.waitingSince >= longestWaitMs(parcel, delivered)) {
        answer(delivery, '+ACK')
        await deps.tell({ kind: 'expired', runs: parcel.runs, at: now })
        return null
      }
      let runs: Run[]
      try {
        runs = await wholeOf(await wantedOf(parcel, delivered))
      } catch (error) {
        // A database that is away keeps nothing either: then they come again, as before.
        if (delivered < mostReadings) throw error
        await setAside(message, delivery, error)
        await deps.tell({ kind: 'expired', runs: parcel.runs, at: now })
        return null
      }
      if (runs.length === 0) {
        answer(delivery, '+ACK')
        return null
      }
      const handedOut = parcel.handedOut + delivered - 1
      const open = { parcel, delivery, runs, handedOut }
      if (delivered > 1 && runs.length > 1) {
        await split({ ...open, parcel: { ...parcel, waitingSince: now } })
        return null
      }
      if (handedOut < mostDeliveries) return open
      // Acknowledged when what became of them is written: until then the next delivery would come to the same.
      for (const run of runs) lost.set({ run, delivery })
      await deps.onLost(runs)
      return null
    },

    /** The attempts have their results. */
    complete(attempts: readonly { runId: string; attempt: number }[]): void {
      if (lost.isEmpty()) return
      for (const attempt of attempts) {
        const known = lost.get(attempt)
        if (known === undefined) continue
        lost.delete(known)
        answer(known.delivery, '+ACK')
      }
    },
  }
}
