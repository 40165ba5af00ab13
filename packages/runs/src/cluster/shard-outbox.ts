import { randomUUID } from 'node:crypto'
import type { Clock } from '@sonde/ground/clock.ts'
import { secondMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { takeSnapshots } from '@sonde/store/checks/check-snapshots.ts'
import { setLastOrigins } from '@sonde/store/checks/check-states.ts'
import {
  deleteDispatches,
  type Dispatch,
  insertDispatches,
  listDispatches,
  writtenDispatches,
} from '@sonde/store/cluster/dispatches.ts'
import { fenceShards, type HeldShard, settleShards } from '@sonde/store/cluster/shard-leases.ts'
import { setProgress } from '@sonde/store/cluster/shard-progress.ts'
import { shardOf } from '@sonde/store/cluster/shard-runs.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { writePlainSlot } from '@sonde/store/cluster/write-slot.ts'
import { countDueRuns } from '@sonde/store/runs/due-runs.ts'
import { addLeftOutSlots, deleteLeftOutSlots } from '@sonde/store/runs/left-out-slots.ts'
import type { OutgoingParcel, ParcelPublisher } from '../queue/run-queue.ts'
import type { Run } from '../run.ts'
import { StandingBy } from '../runs.ts'
import type { DispatchRecord } from '../schedule/dispatch-record.ts'
import type { ClusterLeases } from './cluster-leases.ts'

/** How runs reach the queue that servers share. */
export type ParcelPort = {
  /** Which runs travel together. */
  pack(runs: readonly Run[]): readonly (readonly Run[])[]
  publish: ParcelPublisher['publishParcels']
  unpublish: ParcelPublisher['unpublish']
}

/** Rows of acknowledged parcels are deleted with the next slot, or so long after the last ones were. */
const gatherMs = 1_500
/** A parcel whose writer is there and does not seem to be publishing it. */
export const forgottenMs = 2 * secondMs
/** Rows that nobody has taken care of. */
const orphanedMs = 60 * secondMs
const mostTries = 3

/** Writes down what is due under the fence of its shards, then publishes; what was written is published by somebody. */
export function createShardOutbox(deps: {
  /** Connections that give up a statement after 4 s and a transaction that stands still after 3 s. */
  db: Db
  serverId: string
  clock: Clock
  log: Logger
  leases: Pick<ClusterLeases, 'epochOf' | 'isSure' | 'living'>
  parcels: ParcelPort
  latestMs: number
  /** Makes the runs of a parcel anew; those of checks that are gone or off are missing. */
  restore(dispatch: Dispatch): Promise<Run[]>
  /** These shards were found to be another's. */
  onFenced(shards: readonly number[]): void
  /** It is not known what was written for these: what the database says is to be read anew. */
  onUndecided(shards: readonly number[]): void
}) {
  const { db, serverId, clock, log, leases, parcels } = deps
  const parcelOf = new Map<string, string>()
  const underWay = new Set<string>()
  /** The runs of parcels that are not known to be in the queue, until their rows are gone. */
  const unacknowledged = new Map<string, readonly Run[]>()
  const sending = new Set<Promise<void>>()
  let published: string[] = []
  let flushedAt = -Infinity
  let fencedCount = 0
  let againCount = 0

  async function record(dispatched: DispatchRecord): Promise<ReadonlyMap<number, number>> {
    const held = dispatched.progress.flatMap(({ shard }) => {
      const epoch = leases.epochOf(shard)
      return epoch === null ? [] : [{ shard, epoch }]
    })
    const written = packed(dispatched.runs)
    for (let tries = 1; ; tries += 1) {
      // By the time that this is on the disk somebody else may have the shards.
      if (!leases.isSure()) throw new StandingBy('no word from the database for too long')
      const outcome = { snapshots: new Map<number, number>(), kept: new Set<number>() }
      try {
        if (await writePlain(dispatched, { held, written })) {
          for (const { shard } of held) outcome.kept.add(shard)
        } else {
          await db
            .transaction()
            .execute((transaction) => write(transaction, dispatched, { held, written, outcome }))
        }
      } catch (error) {
        const isDone = await isWritten(held, written).catch(() => null)
        if (isDone === null) deps.onUndecided(held.map(({ shard }) => shard))
        if (isDone === null || (!isDone && tries === mostTries)) throw error
        if (!isDone) continue
      }
      const fenced = dispatched.progress.map(({ shard }) => shard).filter((shard) => !outcome.kept.has(shard))
      if (fenced.length > 0) {
        fencedCount += fenced.length
        deps.onFenced(fenced)
      }
      for (const { id, runs } of written) {
        // Runs of a shard that another server has by now are never published here.
        for (const { runId, checkNo } of runs) if (outcome.kept.has(shardOf(checkNo))) parcelOf.set(runId, id)
        if (runs.length === 0) published.push(id)
      }
      return outcome.snapshots
    }
  }

  /** What has no runs has a parcel, too: by its row it is known whether it was written. */
  function packed(runs: readonly Run[]): OutgoingParcel[] {
    const parts = runs.length === 0 ? [[]] : deps.parcels.pack(runs)
    return parts.map((part) => ({ id: randomUUID(), runs: part }))
  }

  async function write(
    transaction: Db,
    dispatched: DispatchRecord,
    {
      held,
      written,
      outcome,
    }: {
      held: readonly HeldShard[]
      written: readonly OutgoingParcel[]
      outcome: { snapshots: Map<number, number>; kept: Set<number> }
    },
  ): Promise<void> {
    const kept = await fenceShards(transaction, { owner: serverId, held })
    const isKept = ({ checkNo }: { checkNo: number }) => kept.has(shardOf(checkNo))
    for (const shard of kept) outcome.kept.add(shard)
    if (kept.size === 0) return
    const numbers = await takeSnapshots(transaction, dispatched.snapshots.filter(isKept))
    for (const [checkNo, number] of numbers) outcome.snapshots.set(checkNo, number)
    await countDueRuns(transaction, dispatched.due.filter(isKept))
    await addLeftOutSlots(transaction, dispatched.leftOut.filter(isKept))
    await deleteLeftOutSlots(transaction, dispatched.settled.filter(isKept))
    await setLastOrigins(transaction, dispatched.origins.filter(isKept))
    await setProgress(
      transaction,
      dispatched.progress.filter(({ shard }) => kept.has(shard)),
    )
    await insertDispatches(transaction, rowsOf(written, { isKept, numbers }))
  }

  /** False: there is more to write than that, or a shard was lost. */
  async function writePlain(
    { due, leftOut, settled, snapshots, origins, progress }: DispatchRecord,
    { held, written }: { held: readonly HeldShard[]; written: readonly OutgoingParcel[] },
  ): Promise<boolean> {
    const isPlain = [leftOut, settled, snapshots, origins].every(({ length }) => length === 0)
    if (!isPlain || held.length === 0 || held.length < progress.length) return false
    const ids = published
    const dispatches = rowsOf(written, { isKept: () => true, numbers: new Map() })
    const isDone = await writePlainSlot(db, {
      owner: serverId,
      held,
      due,
      progress,
      dispatches,
      published: ids,
    })
    noteDeleted(ids)
    return isDone
  }

  function rowsOf(
    written: readonly OutgoingParcel[],
    {
      isKept,
      numbers,
    }: { isKept: (run: { checkNo: number }) => boolean; numbers: ReadonlyMap<number, number> },
  ): Dispatch[] {
    const writtenAt = clock.now()
    return written.flatMap(({ id, runs }) => {
      const own = runs.filter(isKept)
      const [first] = own
      if (first === undefined && runs.length > 0) return []
      return [
        {
          id,
          writer: serverId,
          slotAt: first?.scheduledAt ?? writtenAt,
          place: first?.place ?? '',
          line: first?.queue ?? '',
          runs: own.map(({ checkNo, origin, snapshot, occurrence }) => ({
            checkNo,
            origin,
            snapshot: numbers.get(checkNo) ?? snapshot,
            occurrence,
          })),
          writtenAt,
        },
      ]
    })
  }

  /** What became of a commit whose answer never came. While that cannot be found out, nothing is done twice. */
  async function isWritten(held: readonly HeldShard[], written: readonly OutgoingParcel[]): Promise<boolean> {
    return await db.transaction().execute(async (transaction) => {
      await settleShards(transaction, { owner: serverId, held })
      const found = await writtenDispatches(
        transaction,
        written.map(({ id }) => id),
      )
      return found.size > 0
    })
  }

  /**
   * Returns at once: a queue that is slow must not make other slots late. `unwanted` were written and are not to be made:
   * a parcel of nothing else is over.
   */
  function publish(runs: readonly Run[], unwanted: readonly Run[]): void {
    const byParcel = takeParcels(runs)
    for (const id of takeParcels(unwanted).keys()) if (!byParcel.has(id)) published.push(id)
    send([...byParcel].map(([id, own]) => ({ id, runs: own })))
  }

  function takeParcels(runs: readonly Run[]): Map<string, Run[]> {
    const byParcel = new Map<string, Run[]>()
    for (const run of runs) {
      const id = parcelOf.get(run.runId)
      parcelOf.delete(run.runId)
      if (id === undefined) continue
      const own = byParcel.get(id)
      if (own === undefined) byParcel.set(id, [run])
      else own.push(run)
    }
    return byParcel
  }

  function send(outgoing: readonly OutgoingParcel[]): void {
    if (outgoing.length === 0) return
    for (const { id } of outgoing) underWay.add(id)
    const sent = sendAll(outgoing).finally(() => {
      for (const { id } of outgoing) underWay.delete(id)
      sending.delete(sent)
    })
    sending.add(sent)
  }

  async function sendAll(outgoing: readonly OutgoingParcel[]): Promise<void> {
    try {
      const outcomes = await parcels.publish(outgoing)
      for (const [index, { id, runs }] of outgoing.entries()) {
        if ((outcomes[index] ?? 'failed') !== 'failed') published.push(id)
        else unacknowledged.set(id, runs)
      }
    } catch (error) {
      log.warn({ err: error, parcels: outgoing.length }, 'runs could not be published yet; retrying')
    }
  }

  /** Parcels that were written and not published: by this server, or by those who are gone or cannot reach NATS. */
  async function publishAgain(): Promise<void> {
    const now = clock.now()
    const done = new Set(published)
    const hasNats = new Map(leases.living().map((server) => [server.id, server.hasNats]))
    const over: string[] = []
    const doubtful = [...unacknowledged]
    const open = await writtenDispatches(
      db,
      doubtful.map(([id]) => id),
    )
    for (const [id, runs] of doubtful) {
      if (open.has(id)) continue
      // Another server has taken care of it, and waits for them if anybody does.
      parcels.unpublish(runs)
      unacknowledged.delete(id)
    }
    // Who is there is mostly about to publish what it has just written.
    const writers = [...hasNats.keys()]
    for (const dispatch of await listDispatches(db, { writers, since: now - forgottenMs })) {
      const { id, writer, slotAt } = dispatch
      if (underWay.has(id) || done.has(id)) continue
      const isOthers = writer !== serverId && hasNats.get(writer) === true
      if (isOthers && now - slotAt < orphanedMs) continue
      if (now - slotAt > deps.latestMs) {
        over.push(id)
        if (dispatch.runs.length > 0)
          log.error(
            { slotAt, runs: dispatch.runs.length },
            'runs were not published in time: they are missing',
          )
        // Their checks would wait for them.
        parcels.unpublish(unacknowledged.get(id) ?? [])
        continue
      }
      const runs = await deps.restore(dispatch)
      if (runs.length === 0) over.push(id)
      else send([{ id, runs }])
      againCount += 1
    }
    await deleteDispatches(db, over)
  }

  /** Takes away the rows of what is in the queue. */
  async function flush({ isForced = false } = {}): Promise<void> {
    if (published.length === 0 || (!isForced && clock.now() - flushedAt < gatherMs)) return
    const ids = published
    await deleteDispatches(db, ids)
    noteDeleted(ids)
  }

  /** More may have been published meanwhile. */
  function noteDeleted(ids: readonly string[]): void {
    flushedAt = clock.now()
    const deleted = new Set(ids)
    published = published.filter((id) => !deleted.has(id))
  }

  return {
    /** Whether there is something of this server that NATS has not taken. */
    hasDoubtful: (): boolean => unacknowledged.size > 0,
    record,
    publish,
    publishAgain,
    flush,
    /** Waits for what is being published. */
    untilSent: async (): Promise<void> => void (await Promise.allSettled(sending)),
    figures: () => ({ fenced: fencedCount, again: againCount, unpublished: parcelOf.size + underWay.size }),
  }
}
