import { prepareBatch } from '../engine/batch-statement.ts'
import { jsonColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { noteLiveChanges } from '../live/live-changes.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('agents', {
  /** Chosen by the agent, anew at every start. */
  id: 'id',
  /** Null for the agent inside the service, which needs no key. */
  locationKeyId: 'location_key_id',
  /** Slug of the private location or code of the data center. */
  location: 'location',
  /** Null at a data center. */
  accountId: 'account_id',
  privateLocationId: 'private_location_id',
  version: 'version',
  imageVariant: 'image_variant',
  /** The registration as the agent sent it. */
  details: jsonColumn('details'),
  registeredAt: 'registered_at',
  lastSeenAt: 'last_seen_at',
})
const ownColumns = columns.omit('id')

export type AgentRow = RowOf<typeof columns>

export const toAgent = columns.read

/**
 * Registers an agent, or registers it again. False, and nothing is written, when the id belongs to an agent
 * with another key: ids are chosen by agents, and one must not take the place of another.
 */
export async function upsertAgent(db: Db, agent: AgentRow): Promise<boolean> {
  const fields = { ...ownColumns.write(agent), left_at: null }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('agents')
    .values({ id: agent.id, ...fields })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(fields)
        .where('agents.location_key_id', 'is not distinct from', agent.locationKeyId),
    )
    .executeTakeFirstOrThrow()
  const isAccepted = numInsertedOrUpdatedRows === 1n
  if (isAccepted) {
    const { accountId, location, registeredAt: at } = agent
    await noteLiveChanges(db, [{ type: 'agent', accountId, location, change: 'joined', at }], at)
  }
  return isAccepted
}

const touchAgent = prepareQuery((db, { id, lastSeenAt }: { id: string; lastSeenAt: number }) =>
  db
    .updateTable('agents')
    .set({ last_seen_at: lastSeenAt })
    .where('id', '=', id)
    .where('last_seen_at', '<', lastSeenAt),
)

// Locked in one order everywhere, so that two servers that touch the same agents never wait for each other in a circle.
const touchBatch = prepareBatch(`
  with seen as materialized (
    select agents.id, new.at from agents
    join unnest($1::uuid[], $2::bigint[]) as new(id, at) on new.id = agents.id and agents.last_seen_at < new.at
    order by agents.id for update of agents)
  update agents set last_seen_at = seen.at from seen where agents.id = seen.id and agents.last_seen_at < seen.at`)

/** Never goes back in time; unknown ids are ignored. */
export async function touchAgents(
  db: Db,
  seen: readonly Pick<AgentRow, 'id' | 'lastSeenAt'>[],
): Promise<void> {
  const inOrder = seen.toSorted((left, right) => (left.id < right.id ? -1 : 1))
  if (!isSqlite(db)) {
    if (seen.length > 0)
      await touchBatch(db, [inOrder.map(({ id }) => id), inOrder.map(({ lastSeenAt }) => lastSeenAt)])
    return
  }
  for (const { id, lastSeenAt } of inOrder) {
    await touchAgent(db, { id, lastSeenAt })
  }
}

/** The agent with this id, if this is its key and it has not left. */
export async function findAgent(
  db: Db,
  key: { id: string; locationKeyId: string },
): Promise<AgentRow | null> {
  const [id, locationKeyId] = [canonicalUuid(key.id), canonicalUuid(key.locationKeyId)]
  if (id === null || locationKeyId === null) return null
  const query = selectAgents(db).where('id', '=', id).where('location_key_id', '=', locationKeyId)
  const row = await query.executeTakeFirst()
  return row === undefined ? null : toAgent(row)
}

/** Of every account and data center. */
export async function agentsSeenSince(db: Db, at: number): Promise<AgentRow[]> {
  return (await selectAgents(db).where('last_seen_at', '>=', at).execute()).map(toAgent)
}

/** Of the private locations of one account. */
export async function agentsOfAccount(
  db: Db,
  { accountId, seenSince }: { accountId: string; seenSince: number },
): Promise<AgentRow[]> {
  const uuid = canonicalUuid(accountId)
  if (uuid === null) return []
  const query = selectAgents(db).where('account_id', '=', uuid).where('last_seen_at', '>=', seenSince)
  return (await query.execute()).map(toAgent)
}

export async function agentsOfPrivateLocation(
  db: Db,
  { privateLocationId, seenSince }: { privateLocationId: string; seenSince: number },
): Promise<AgentRow[]> {
  const query = selectAgents(db)
    .where('private_location_id', '=', privateLocationId)
    .where('last_seen_at', '>=', seenSince)
  return (await query.execute()).map(toAgent)
}

/** When any agent of each location of the account was heard of last, as far as is still known. */
export async function lastSeenAtByLocation(db: Db, accountId: string): Promise<Map<string, number>> {
  const account = canonicalUuid(accountId)
  if (account === null) return new Map()
  const rows = await db
    .selectFrom('agents')
    .select((builder) => ['private_location_id', builder.fn.max('last_seen_at').as('seen')])
    .where('account_id', '=', account)
    .groupBy('private_location_id')
    .execute()
  return new Map(
    rows.flatMap(({ private_location_id: id, seen }) => (id === null ? [] : [[id, Number(seen)]])),
  )
}

/** When any agent of the location was heard of last, as far as is still known. */
export async function lastSeenAtOf(db: Db, privateLocationId: string): Promise<number | null> {
  const row = await db
    .selectFrom('agents')
    .select((builder) => builder.fn.max('last_seen_at').as('seen'))
    .where('private_location_id', '=', privateLocationId)
    .executeTakeFirst()
  return row?.seen ?? null
}

/** It has stopped in order, and is not counted any more; when it was heard of last stays known. */
export async function markAgentLeft(db: Db, id: string, at: number): Promise<void> {
  const agent = await db
    .updateTable('agents')
    .set({ left_at: at })
    .where('id', '=', id)
    .returning(['account_id', 'location'])
    .executeTakeFirst()
  if (agent === undefined) return
  const { account_id: accountId, location } = agent
  await noteLiveChanges(db, [{ type: 'agent', accountId, location, change: 'left', at }], at)
}

export async function forgetAgentsBefore(db: Db, at: number): Promise<void> {
  await db.deleteFrom('agents').where('last_seen_at', '<', at).execute()
}

function selectAgents(db: Db) {
  return db
    .selectFrom('agents')
    .select(columns.names)
    .where('left_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
}
