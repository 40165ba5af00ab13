import { chunks } from '@sonde/ground/chunks.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { prepareRowUpdates } from '../engine/change-rows.ts'
import { booleanColumn, jsonColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('alert_channels', {
  id: 'id',
  accountId: 'account_id',
  type: 'type',
  /** The configuration as JSON, sealed with `channelSealContext`. */
  sealedConfig: 'sealed_config',
  /** The same with its secrets masked. */
  shownConfig: jsonColumn('shown_config'),
  sendFailure: booleanColumn('send_failure'),
  sendRecovery: booleanColumn('send_recovery'),
  sendDegraded: booleanColumn('send_degraded'),
  sslExpiry: booleanColumn('ssl_expiry'),
  /** In days. */
  sslExpiryThreshold: 'ssl_expiry_threshold',
  autoSubscribe: booleanColumn('auto_subscribe'),
  /** Since when it takes nothing any more; null while it works. */
  troubleSince: 'trouble_since',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})
const newColumns = columns.omit('id')
/** What a change of a channel may change. */
const contentColumns = columns.omit('id', 'accountId', 'createdAt')

export type AlertChannelRow = RowOf<typeof columns>

type ChannelKey = { accountId: string; id: number }

/** Of the account and not of the channel, whose number is not known before its row is written. */
export function channelSealContext(accountId: string): string {
  return `alert_channels/${accountId}`
}

export async function insertChannel(db: Db, channel: Omit<AlertChannelRow, 'id'>): Promise<AlertChannelRow> {
  const { id } = await db
    .insertInto('alert_channels')
    .values(newColumns.write(channel))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...channel, id }
}

/** Many at once, with numbers that nothing else is given: see `takeRowNumbers`. */
export async function insertChannels(db: Db, channels: readonly AlertChannelRow[]): Promise<void> {
  await insertRows(db, 'alert_channels', channels.map(columns.write))
}

export async function findChannel(db: Db, key: ChannelKey): Promise<AlertChannelRow | null> {
  const row = await selectChannel(db, key)?.executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** As `findChannel`, but inside `write`: nobody else changes the channel until the write ends. */
export async function findChannelForUpdate(db: Db, key: ChannelKey): Promise<AlertChannelRow | null> {
  const query = selectChannel(db, key)
  const row = await (query === null || isSqlite(db) ? query : query.forUpdate())?.executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** The same for many of an account, in the order of their numbers: those that there are. */
export async function lockChannels(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly number[] },
): Promise<AlertChannelRow[]> {
  const channels: AlertChannelRow[] = []
  for (const chunk of chunks(
    ids.toSorted((left, right) => left - right),
    keysPerStatement,
  )) {
    const query = db
      .selectFrom('alert_channels')
      .select(columns.names)
      .where('account_id', '=', accountId)
      .where('id', 'in', chunk)
      .orderBy('id')
    const rows = await (isSqlite(db) ? query : query.forUpdate()).execute()
    channels.push(...rows.map(columns.read))
  }
  return channels
}

/** Of whatever account: for those who deliver. */
export async function findChannelById(db: Db, id: number): Promise<AlertChannelRow | null> {
  const row = await db
    .selectFrom('alert_channels')
    .select(columns.names)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** By their ids, of whatever account. */
export async function channelsById(db: Db, ids: readonly number[]): Promise<Map<number, AlertChannelRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('alert_channels').select(columns.names).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, columns.read(row)]))
}

/** Every channel of the account, oldest first. */
export async function channelsOf(db: Db, accountId: string): Promise<AlertChannelRow[]> {
  const account = canonicalUuid(accountId)
  if (account === null) return []
  const rows = await db
    .selectFrom('alert_channels')
    .select(columns.names)
    .where('account_id', '=', account)
    .orderBy('id')
    .execute()
  return rows.map(columns.read)
}

/**
 * Which channels of the account there are, of these or of all, oldest first. Inside `write`, none of them is
 * deleted until the write ends.
 */
export async function keepChannels(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly number[] | 'all' },
): Promise<{ id: number; autoSubscribe: boolean }[]> {
  const account = canonicalUuid(accountId)
  const numbers = ids === 'all' ? 'all' : [...new Set(ids)].filter(Number.isSafeInteger)
  if (account === null || numbers.length === 0) return []
  let query = db
    .selectFrom('alert_channels')
    .select(['id', 'auto_subscribe'])
    .where('account_id', '=', account)
    .orderBy('id')
  if (numbers !== 'all') query = query.where('id', 'in', numbers)
  const rows = await (isSqlite(db) ? query : query.forKeyShare()).execute()
  return rows.map((row) => ({ id: row.id, autoSubscribe: Boolean(row.auto_subscribe) }))
}

/** One page, newest first, and how many channels there are in all. */
export async function listChannels(
  db: Db,
  { accountId, limit, offset }: { accountId: string; limit: number; offset: number },
): Promise<{ rows: AlertChannelRow[]; total: number }> {
  const account = canonicalUuid(accountId)
  if (account === null) return { rows: [], total: 0 }
  const rows = await db
    .selectFrom('alert_channels')
    .select(columns.names)
    .where('account_id', '=', account)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: rows.map(columns.read), total: await countChannels(db, account) }
}

export async function countChannels(db: Db, accountId: string): Promise<number> {
  const account = canonicalUuid(accountId)
  if (account === null) return 0
  const { total } = await db
    .selectFrom('alert_channels')
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** As `countChannels`, but inside `write`: nobody else who asks this way adds one until the write ends. */
export async function countChannelsToAdd(db: Db, accountId: string): Promise<number> {
  await lockAccount(db, accountId)
  return await countChannels(db, accountId)
}

/** False when the account has no such channel. */
export async function updateChannel(db: Db, channel: AlertChannelRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alert_channels')
    .set(contentColumns.write(channel))
    .where('id', '=', channel.id)
    .where('account_id', '=', channel.accountId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

const updateContents = prepareRowUpdates('alert_channels', 'id', {
  id: 'bigint',
  type: 'text',
  sealed_config: 'text',
  shown_config: 'text',
  send_failure: 'boolean',
  send_recovery: 'boolean',
  send_degraded: 'boolean',
  ssl_expiry: 'boolean',
  ssl_expiry_threshold: 'integer',
  auto_subscribe: 'boolean',
  trouble_since: 'bigint',
  updated_at: 'bigint',
})

/** As `updateChannel`, for many that were locked in the same write. */
export async function updateChannels(db: Db, channels: readonly AlertChannelRow[]): Promise<void> {
  await updateContents(
    db,
    channels.map((channel) => ({ id: channel.id, ...contentColumns.write(channel) })),
  )
}

/** As `deleteChannel`, for many. Returns how many there were. */
export async function deleteChannels(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly number[] },
): Promise<number> {
  let count = 0
  for (const chunk of chunks(ids, keysPerStatement)) {
    const { numDeletedRows } = await db
      .deleteFrom('alert_channels')
      .where('id', 'in', chunk)
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    count += Number(numDeletedRows)
  }
  return count
}

/** Its subscriptions go with it. False when the account has no such channel. */
export async function deleteChannel(db: Db, key: ChannelKey): Promise<boolean> {
  const account = canonicalUuid(key.accountId)
  if (account === null) return false
  const { numDeletedRows } = await db
    .deleteFrom('alert_channels')
    .where('id', '=', key.id)
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

function selectChannel(db: Db, key: ChannelKey) {
  const account = canonicalUuid(key.accountId)
  if (account === null) return null
  return db
    .selectFrom('alert_channels')
    .select(columns.names)
    .where('id', '=', key.id)
    .where('account_id', '=', account)
}
