import type { Logger } from '@sonde/ground/logger.ts'
import {
  beatWithLeases,
  ensureLeases,
  giveUpJobs,
  giveUpShards,
  type HeldShard,
  type LeaseBeat,
  shardCount,
  takeJobs,
  takeShards,
} from '@sonde/store/cluster/shard-leases.ts'
import type { ServerSign } from '@sonde/store/cluster/servers.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ClusterBus } from './cluster-bus.ts'
import type { ClusterTimes } from './cluster-times.ts'
import { createJobHolder, type NamedJobs } from './held-jobs.ts'
import { wantedOwners, wantedServer } from './wanted-owners.ts'

/** So few shards are given up in a beat: a new server must not make all slots late at once. */
const mostMoves = 8

/** Why a shard was to be had: given up by its owner, left by one that fell silent, or nobody's for a while. */
export type TakeReason = 'moved' | 'expired' | 'free'

/** Who schedules the shards that this server has. */
export type ShardKeeper = {
  /** They are this server's from now on. Returns at once. */
  begin(shards: readonly HeldShard[]): void
  /** They are not, or are about to be given up: resolves when nothing more is dispatched for them. */
  end(shards: readonly number[]): Promise<void>
}

/** A server that was heard of in time. */
export type LivingServer = Pick<ServerSign, 'id' | 'roles' | 'hasNats'>

export type LeaseFigures = { held: number; free: number; takeovers: Readonly<Record<TakeReason, number>> }

export type ClusterLeases = {
  /** Joined with the sign of life; returns the time of the database. */
  beat(db: Db, sign: ServerSign): Promise<number>
  pauseMs(): number
  /** Before the server goes: others take over without waiting. */
  giveUpAll(db: Db): Promise<void>
  /** Called when there may be something to take before the next beat is due. */
  onFree(wake: () => void): void
  /** The epoch by which this server has a shard; null when it may dispatch nothing for it. */
  epochOf(shard: number): number | null
  /** Whether this server may still count on what its last beat said. */
  isSure(): boolean
  /** Who had the shard when this server looked last. */
  ownerOf(shard: number): string | null
  /** The servers that were there at the last beat, this one among them. */
  living(): readonly LivingServer[]
  figures(): LeaseFigures
}

/** The shards and jobs that this server has. The rows and the clock of the database decide. */
export function createClusterLeases(deps: {
  serverId: string
  times: ClusterTimes
  steadyMs(): number
  log: Logger
  bus: ClusterBus
  /** Null for a server that schedules nothing. */
  keeper: ShardKeeper | null
  jobs: NamedJobs
}): ClusterLeases {
  const { serverId, times, steadyMs, log, bus, keeper } = deps
  const held = new Map<number, number>()
  /** Ended here, and perhaps not yet given up in the database. */
  const giving = new Set<number>()
  const jobs = createJobHolder({ jobs: deps.jobs, log })
  const takeovers: Record<TakeReason, number> = { moved: 0, expired: 0, free: 0 }
  let owners: (string | null)[] = []
  let living: readonly LivingServer[] = []
  /** Servers seldom come and go. */
  let wantedNow: { key: string; owners: readonly (string | null)[] } = { key: '-', owners: [] }
  let sureUntil = -Infinity
  let firstBeatAt: number | null = null
  let moving: Promise<void> = Promise.resolve()
  let isStopping = false
  let ownEnd: NodeJS.Timeout | null = null

  async function beat(db: Db, sign: ServerSign): Promise<number> {
    const sentAt = steadyMs()
    if (firstBeatAt === null) await ensureLeases(db, Object.keys(deps.jobs))
    const answer = await beatWithLeases(db, sign, times)
    firstBeatAt ??= sentAt
    sureUntil = sentAt + times.ownEndMs
    endJobsBy(sureUntil)
    follow(answer)
    living = [{ id: serverId, roles: sign.roles, hasNats: sign.hasNats }, ...answer.others]
    if (isStopping) return answer.now
    const schedulers = living.filter(({ roles }) => roles.includes('scheduler'))
    if (!schedulers.some(({ id }) => id === serverId)) return answer.now
    const wanted = wantedAmong(schedulers.filter(({ hasNats }) => hasNats).map(({ id }) => id))
    if (keeper !== null && sign.hasNats) await takeWanted(db, answer, wanted)
    giveUnwanted(db, wanted, sign.hasNats ? mostMoves : shardCount)
    await moveJobs(
      db,
      answer,
      schedulers.map(({ id }) => id),
    )
    return answer.now
  }

  function wantedAmong(ids: readonly string[]): readonly (string | null)[] {
    const key = ids.toSorted().join()
    if (wantedNow.key !== key) wantedNow = { key, owners: wantedOwners(ids, shardCount) }
    return wantedNow.owners
  }

  /** What the database says of the leases of this server is what counts. */
  function follow({ shards, shardStates }: LeaseBeat): void {
    const renewed = new Map(shards.map(({ shard, epoch }) => [shard, epoch]))
    owners = Array.from({ length: shardCount }, () => null)
    for (const { shard, owner, freeMs } of shardStates) {
      if (freeMs < 0) owners[shard] = owner
    }
    const lost = [...held.keys()].filter((shard) => renewed.get(shard) !== held.get(shard))
    if (lost.length > 0) {
      for (const shard of lost) held.delete(shard)
      log.warn({ shards: lost }, 'shards of the schedule were lost to other servers')
      void keeper?.end(lost)
    }
    // Taken by a beat whose answer never came.
    const unknown = shards.filter(({ shard }) => !held.has(shard) && !giving.has(shard))
    begin(unknown)
  }

  function begin(shards: readonly HeldShard[]): void {
    for (const { shard, epoch } of shards) {
      held.set(shard, epoch)
      owners[shard] = serverId
    }
    if (shards.length > 0) keeper?.begin(shards.toSorted((one, other) => one.shard - other.shard))
  }

  async function takeWanted(
    db: Db,
    { shardStates }: LeaseBeat,
    wanted: readonly (string | null)[],
  ): Promise<void> {
    // Others that started at the same moment are waited for before anything of theirs is taken.
    const isSettled = steadyMs() - (firstBeatAt ?? 0) >= times.freeMs
    const free = shardStates.filter(
      ({ shard, owner, freeMs }) =>
        (owner === null || freeMs >= 0) &&
        !held.has(shard) &&
        (wanted[shard] === serverId || (isSettled && freeMs >= times.freeMs)),
    )
    const taken = await takeShards(db, {
      owner: serverId,
      leaseMs: times.leaseMs,
      shards: free.map(({ shard }) => shard),
    })
    for (const { shard, from } of taken) {
      const reason = from !== null ? 'expired' : wanted[shard] === serverId ? 'moved' : 'free'
      takeovers[reason] += 1
      giving.delete(shard)
    }
    begin(taken)
  }

  /** In the background: a dispatch that is under way is waited for, and beats go on meanwhile. */
  function giveUnwanted(db: Db, wanted: readonly (string | null)[], most: number): void {
    const unwanted = [...held.keys()].filter((shard) => wanted[shard] !== serverId && !giving.has(shard))
    void giveUp(db, unwanted.slice(0, most))
  }

  async function giveUp(db: Db, shards: readonly number[]): Promise<void> {
    if (shards.length === 0) return await moving
    for (const shard of shards) {
      held.delete(shard)
      giving.add(shard)
    }
    const before = moving
    moving = endAndGiveUp()
    await moving

    async function endAndGiveUp(): Promise<void> {
      await before
      try {
        await keeper?.end(shards)
        await giveUpShards(db, { owner: serverId, shards })
        bus.publish('shards', {})
      } catch (error) {
        // The next beat finds that they are still this server's.
        log.warn({ err: error, shards }, 'could not give up shards of the schedule')
      }
      for (const shard of shards) giving.delete(shard)
    }
  }

  async function moveJobs(
    db: Db,
    { jobs: renewed, jobStates }: LeaseBeat,
    ids: readonly string[],
  ): Promise<void> {
    jobs.keep(renewed.map(({ name }) => name))
    const isWanted = (name: string) => wantedServer(name, ids) === serverId
    const free = jobStates.filter(
      ({ name, owner, freeMs }) =>
        Object.hasOwn(deps.jobs, name) &&
        (owner === null || freeMs >= 0) &&
        (isWanted(name) || freeMs >= times.freeMs),
    )
    const taken = await takeJobs(db, {
      owner: serverId,
      leaseMs: times.leaseMs,
      names: free.map(({ name }) => name),
    })
    jobs.begin(taken.map(({ name }) => name))
    const unwanted = jobs.held().filter((name) => !isWanted(name))
    void endJobs(db, unwanted)
  }

  async function endJobs(db: Db, names: readonly string[]): Promise<void> {
    await Promise.all(
      names.map(async (name) => {
        await jobs.end(name)
        try {
          await giveUpJobs(db, { owner: serverId, names: [name] })
        } catch (error) {
          log.warn({ err: error, job: name }, 'could not give up a job')
        }
      }),
    )
  }

  /** A server that gets no answer any more does nothing that another may be doing by then. */
  function endJobsBy(at: number): void {
    if (ownEnd !== null) clearTimeout(ownEnd)
    ownEnd = setTimeout(() => jobs.keep([]), Math.max(0, at - steadyMs()))
    ownEnd.unref()
  }

  return {
    beat,
    pauseMs: () => (held.size === 0 ? times.idleBeatMs : times.beatMs),
    async giveUpAll(db) {
      isStopping = true
      if (ownEnd !== null) clearTimeout(ownEnd)
      await Promise.all([giveUp(db, [...held.keys()]), endJobs(db, jobs.held())])
    },
    onFree: (wake) => void bus.subscribe('shards', wake),
    epochOf: (shard) => held.get(shard) ?? null,
    isSure: () => steadyMs() < sureUntil,
    ownerOf: (shard) => owners[shard] ?? null,
    living: () => living,
    figures: () => ({
      held: held.size,
      free: owners.filter((owner) => owner === null).length,
      takeovers,
    }),
  }
}
