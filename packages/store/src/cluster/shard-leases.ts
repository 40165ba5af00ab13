import { sql } from 'kysely'
import { executeNamed, prepareBatch } from '../engine/batch-statement.ts'
import type { Db } from '../engine/database.ts'
import { clockMs } from './cluster-clock.ts'
import { type ServerSign, upsertServer } from './servers.ts'

/** Into so many parts the checks of an installation are divided: the shard of a check is its number modulo this. */
export const shardCount = 64

/** A lease and which of its holders it is: whoever takes it has a higher epoch than all before. */
export type HeldShard = { shard: number; epoch: number }
export type HeldJob = { name: string; epoch: number }

/** `freeMs`: for how long nobody has had it; negative while somebody does. */
export type LeaseState = { owner: string | null; freeMs: number }

export type LivingServer = Pick<ServerSign, 'id' | 'roles' | 'hasNats'>

export type LeaseBeat = {
  now: number
  /** What this server still has. A lease that had run out is not renewed. */
  shards: HeldShard[]
  jobs: HeldJob[]
  /** Without this one. */
  others: LivingServer[]
  /** As they were before this beat. */
  shardStates: (LeaseState & { shard: number })[]
  jobStates: (LeaseState & { name: string })[]
}

type BeatRow = Pick<LeaseBeat, 'now' | 'shards' | 'jobs' | 'shardStates' | 'jobStates'> & {
  others: { id: string; roles: string; hasNats: boolean }[]
}

/** All in one way to the database and back: says that the server is there, renews its leases, and tells who else is there. */
export async function beatWithLeases(
  db: Db,
  sign: ServerSign,
  { leaseMs, livingMs }: { leaseMs: number; livingMs: number },
): Promise<LeaseBeat> {
  const { id } = sign
  const query = sql<BeatRow>`
    with beaten as (${upsertServer(sign)}),
    shards as (
      update shard_leases set until_at = ${clockMs} + ${leaseMs}
      where owner = ${id} and until_at > ${clockMs} returning shard, epoch),
    jobs as (
      update job_leases set until_at = ${clockMs} + ${leaseMs}
      where owner = ${id} and until_at > ${clockMs} returning name, epoch)
    select
      (select now from beaten) as now,
      (select coalesce(json_agg(shards), '[]') from shards) as shards,
      (select coalesce(json_agg(jobs), '[]') from jobs) as jobs,
      (select coalesce(json_agg(json_build_object('id', id, 'roles', roles, 'hasNats', has_nats)), '[]')
        from servers where id <> ${id} and uses_nats and seen_at > ${clockMs} - ${livingMs}) as others,
      (select coalesce(json_agg(json_build_object(
          'shard', shard, 'owner', owner, 'freeMs', ${clockMs} - until_at) order by shard), '[]')
        from shard_leases) as "shardStates",
      (select coalesce(json_agg(json_build_object(
          'name', name, 'owner', owner, 'freeMs', ${clockMs} - until_at) order by name), '[]')
        from job_leases) as "jobStates"`
  const [row] = (await executeNamed(db, query)).rows
  if (row === undefined) throw new Error('PostgreSQL did not answer the beat')
  return { ...row, others: row.others.map((other) => ({ ...other, roles: other.roles.split(',') })) }
}

/** Makes sure that there is a row for each shard and for each of these jobs. */
export async function ensureLeases(db: Db, jobs: readonly string[]): Promise<void> {
  await sql`
    insert into shard_leases (shard, epoch, owner, until_at)
    select shard, 0, null, ${clockMs} from generate_series(0, ${shardCount - 1}) as shard
    on conflict (shard) do nothing`.execute(db)
  await sql`
    insert into job_leases (name, epoch, owner, until_at)
    select name, 0, null, ${clockMs} from unnest(${jobs}::text[]) as name
    on conflict (name) do nothing`.execute(db)
}

/** Those of these shards that nobody has from now on but this server; `from` is whose lease had run out. */
export async function takeShards(
  db: Db,
  { owner, leaseMs, shards }: { owner: string; leaseMs: number; shards: readonly number[] },
): Promise<(HeldShard & { from: string | null })[]> {
  if (shards.length === 0) return []
  const { rows } = await sql<HeldShard & { from: string | null }>`
    with free as (
      select shard, owner from shard_leases
      where shard = any(${shards}::integer[]) and (owner is null or until_at <= ${clockMs})
      order by shard for update skip locked)
    update shard_leases as lease
    set owner = ${owner}, epoch = lease.epoch + 1, until_at = ${clockMs} + ${leaseMs}
    from free where free.shard = lease.shard
    returning lease.shard, lease.epoch, free.owner as "from"`.execute(db)
  return rows
}

/** Whoever wants them need not wait until the leases run out. Nothing may be dispatched for them any more. */
export async function giveUpShards(
  db: Db,
  { owner, shards }: { owner: string; shards: readonly number[] },
): Promise<void> {
  if (shards.length === 0) return
  await sql`
    update shard_leases set owner = null, until_at = least(until_at, ${clockMs})
    where owner = ${owner} and shard = any(${shards}::integer[])`.execute(db)
}

export async function takeJobs(
  db: Db,
  { owner, leaseMs, names }: { owner: string; leaseMs: number; names: readonly string[] },
): Promise<HeldJob[]> {
  if (names.length === 0) return []
  const { rows } = await sql<HeldJob>`
    with free as (
      select name from job_leases
      where name = any(${names}::text[]) and (owner is null or until_at <= ${clockMs})
      order by name for update skip locked)
    update job_leases as lease
    set owner = ${owner}, epoch = lease.epoch + 1, until_at = ${clockMs} + ${leaseMs}
    from free where free.name = lease.name
    returning lease.name, lease.epoch`.execute(db)
  return rows
}

export async function giveUpJobs(
  db: Db,
  { owner, names }: { owner: string; names: readonly string[] },
): Promise<void> {
  if (names.length === 0) return
  await sql`
    update job_leases set owner = null, until_at = least(until_at, ${clockMs})
    where owner = ${owner} and name = any(${names}::text[])`.execute(db)
}

/** With `fenceColumns` as its first parameters; also a part of a statement that writes more. */
export const fenceText = `
  select lease.shard from shard_leases as lease
  join unnest($1::uuid[], $2::integer[], $3::bigint[]) as held(owner, shard, epoch)
    on held.owner = lease.owner and held.shard = lease.shard and held.epoch = lease.epoch
  order by lease.shard for key share of lease`

const fence = prepareBatch<{ shard: number }>(fenceText)

/**
 * Those of these shards that the server still has. Inside a transaction: until it ends nobody takes them, and renewals
 * are not held up.
 */
export async function fenceShards(
  db: Db,
  { owner, held }: { owner: string; held: readonly HeldShard[] },
): Promise<Set<number>> {
  const { rows } = await fence(db, fenceColumns({ owner, held }))
  return new Set(rows.map(({ shard }) => shard))
}

export function fenceColumns({
  owner,
  held,
}: {
  owner: string
  held: readonly HeldShard[]
}): [string[], number[], number[]] {
  return [held.map(() => owner), held.map(({ shard }) => shard), held.map(({ epoch }) => epoch)]
}

/** How many shards each server has, for people. */
export async function countShards(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ owner: string; count: number }>`
    select owner, count(*) as count from shard_leases
    where owner is not null and until_at > ${clockMs} group by owner`.execute(db)
  return new Map(rows.map(({ owner, count }) => [owner, Number(count)]))
}
/**
 * The same, once every dispatch of these shards that may be under way on a lost connection has ended, one way or the
 * other: what is read afterwards in this transaction is what became of it.
 */
export async function settleShards(
  db: Db,
  { owner, held }: { owner: string; held: readonly HeldShard[] },
): Promise<Set<number>> {
  await sql`
    select shard from shard_leases where shard = any(${held.map(({ shard }) => shard)}::integer[])
    order by shard for update`.execute(db)
  return await fenceShards(db, { owner, held })
}
