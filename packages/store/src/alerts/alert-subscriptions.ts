import { chunks } from '@sonde/ground/chunks.ts'
import { type AlertChannelRow, channelsById } from './alert-channels.ts'
import { booleanColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { keysPerStatement, rowsPerStatement } from '../engine/statement-limits.ts'

const columns = listColumns('alert_subscriptions', {
  id: 'id',
  accountId: 'account_id',
  channelId: 'channel_id',
  /** Exactly one of the two is null. */
  checkId: 'check_id',
  groupId: 'group_id',
  activated: booleanColumn('activated'),
})
const newColumns = columns.omit('id')

/** That the alerts of a check, or of the checks of a group, go to a channel. */
export type SubscriptionRow = RowOf<typeof columns>

type NewSubscription = RowOf<typeof newColumns>

/** A subscription as the check or the group states it. */
export type Subscription = { alertChannelId: number; activated: boolean }

/** Whose subscriptions count; the key is the asker's own, since many checks may share a group. */
export type SubscriptionSubject = { key: string; checkId?: string; groupId?: number }

/**
 * The channels whose subscription is activated, oldest subscription first, for each key that has any. At
 * most three queries for any number of subjects.
 */
export async function subscribedChannels(
  db: Db,
  subjects: readonly SubscriptionSubject[],
): Promise<Map<string, AlertChannelRow[]>> {
  const checkIds = [...new Set(subjects.flatMap(({ checkId }) => checkId ?? []))]
  const groupIds = [...new Set(subjects.flatMap(({ groupId }) => groupId ?? []))]
  const rows = [
    ...(await subscriptionsOf(db, { checkIds })),
    ...(await subscriptionsOf(db, { groupIds })),
  ].filter(({ activated }) => activated)
  const channels = await channelsById(db, [...new Set(rows.map(({ channelId }) => channelId))])
  const bySubject = Map.groupBy(rows, (row) => row.checkId ?? row.groupId)
  return new Map(
    subjects.flatMap((subject) => {
      const own = [subject.checkId, subject.groupId].flatMap((owner) =>
        owner === undefined ? [] : (bySubject.get(owner) ?? []),
      )
      // A channel that both are subscribed to hears of an alert once.
      const channelIds = [...new Set(own.map(({ channelId }) => channelId))]
      const list = channelIds.flatMap((channelId) => channels.get(channelId) ?? [])
      return list.length === 0 ? [] : [[subject.key, list] as const]
    }),
  )
}

/** Activated or not, in the order in which they were made. */
export async function subscriptionsOf(
  db: Db,
  of: { checkIds: readonly string[] } | { groupIds: readonly number[] } | { channelIds: readonly number[] },
): Promise<SubscriptionRow[]> {
  const [checkId, ...more] = 'checkIds' in of ? of.checkIds : []
  const rows =
    checkId !== undefined && more.length === 0
      ? (await selectOfCheck(db, { checkId })).rows
      : await selectOf(db, of)?.execute()
  return (rows ?? []).map(columns.read)
}

/** Every read and every write of a check asks this. */
const selectOfCheck = prepareQuery((db, { checkId }: { checkId: string }) =>
  db.selectFrom('alert_subscriptions').select(columns.names).where('check_id', '=', checkId).orderBy('id'),
)

/** Null where nobody is asked about: most reads ask about no group, and building a query costs more than running it. */
function selectOf(
  db: Db,
  of: { checkIds: readonly string[] } | { groupIds: readonly number[] } | { channelIds: readonly number[] },
) {
  if ('checkIds' in of) {
    return of.checkIds.length === 0 ? null : selectSubscriptions(db).where('check_id', 'in', of.checkIds)
  }
  if ('groupIds' in of) {
    return of.groupIds.length === 0 ? null : selectSubscriptions(db).where('group_id', 'in', of.groupIds)
  }
  return of.channelIds.length === 0 ? null : selectSubscriptions(db).where('channel_id', 'in', of.channelIds)
}

/** Every subscription of the account, in the order in which they were made. */
export async function subscriptionsOfAccount(db: Db, accountId: string): Promise<SubscriptionRow[]> {
  const rows = await selectSubscriptions(db).where('account_id', '=', accountId).execute()
  return rows.map(columns.read)
}

/** For a check of this account that exists, and channels of it that stay: see `keepChannels`. */
export async function replaceCheckSubscriptions(
  db: Db,
  check: { id: string; accountId: string },
  list: readonly Subscription[],
): Promise<void> {
  await replaceSubscriptionsOfChecks(db, [{ ...check, list }])
}

/** The same for many. */
export async function replaceSubscriptionsOfChecks(
  db: Db,
  checks: readonly { id: string; accountId: string; list: readonly Subscription[] }[],
): Promise<void> {
  for (const some of chunks(checks, keysPerStatement)) {
    const wanted = some.flatMap(({ id: checkId, accountId, list }) =>
      list.map(({ alertChannelId, activated }) => ({
        accountId,
        channelId: alertChannelId,
        checkId,
        groupId: null,
        activated,
      })),
    )
    await replace(db, await subscriptionsOf(db, { checkIds: some.map(({ id }) => id) }), wanted)
  }
}

/** As `replaceCheckSubscriptions`, for a group. */
export async function replaceGroupSubscriptions(
  db: Db,
  group: { id: number; accountId: string },
  list: readonly Subscription[],
): Promise<void> {
  await replaceSubscriptionsOfGroups(db, [{ ...group, list }])
}

/** The same for many. */
export async function replaceSubscriptionsOfGroups(
  db: Db,
  groups: readonly { id: number; accountId: string; list: readonly Subscription[] }[],
): Promise<void> {
  for (const some of chunks(groups, keysPerStatement)) {
    const wanted = some.flatMap(({ id: groupId, accountId, list }) =>
      list.map(({ alertChannelId, activated }) => ({
        accountId,
        channelId: alertChannelId,
        checkId: null,
        groupId,
        activated,
      })),
    )
    await replace(db, await subscriptionsOf(db, { groupIds: some.map(({ id }) => id) }), wanted)
  }
}

/** The other way round: which checks and groups, all of this account, a channel listens to. */
export async function replaceChannelSubscriptions(
  db: Db,
  channel: { id: number; accountId: string },
  list: readonly Pick<SubscriptionRow, 'checkId' | 'groupId' | 'activated'>[],
): Promise<void> {
  const { id: channelId, accountId } = channel
  const wanted = list.map(({ checkId, groupId, activated }) => ({
    accountId,
    channelId,
    checkId,
    groupId,
    activated,
  }))
  await replace(db, await subscriptionsOf(db, { channelIds: [channelId] }), wanted)
}

/**
 * Which of these checks and groups the account has. Inside `write`, none of them is deleted until the write
 * ends.
 */
export async function keepSubjects(
  db: Db,
  {
    accountId,
    checkIds,
    groupIds,
  }: { accountId: string; checkIds: readonly string[]; groupIds: readonly number[] },
): Promise<{ checkIds: Set<string>; groupIds: Set<number> }> {
  const subjects = { checkIds: new Set<string>(), groupIds: new Set<number>() }
  if (checkIds.length > 0) {
    const query = db
      .selectFrom('checks')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', 'in', checkIds)
      .orderBy('id')
    for (const { id } of await (isSqlite(db) ? query : query.forKeyShare()).execute())
      subjects.checkIds.add(id)
  }
  if (groupIds.length > 0) {
    const query = db
      .selectFrom('check_groups')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', 'in', groupIds)
      .orderBy('id')
    for (const { id } of await (isSqlite(db) ? query : query.forKeyShare()).execute())
      subjects.groupIds.add(id)
  }
  return subjects
}

/** The one subscription of this check or group to this channel: made, or set to this. */
export async function upsertSubscription(db: Db, subscription: NewSubscription): Promise<SubscriptionRow> {
  const row = await db
    .insertInto('alert_subscriptions')
    .values(newColumns.write(subscription))
    .onConflict((conflict) =>
      conflict
        .columns([subscription.checkId === null ? 'group_id' : 'check_id', 'channel_id'])
        .doUpdateSet({ activated: (builder) => builder.ref('excluded.activated') }),
    )
    .returning(columns.names)
    .executeTakeFirstOrThrow()
  return columns.read(row)
}

/** As many at once; those that are there and rest are activated. Returns how many are new or activated. */
export async function addSubscriptions(
  db: Db,
  channel: { id: number; accountId: string },
  subjects: readonly Pick<SubscriptionRow, 'checkId' | 'groupId'>[],
): Promise<number> {
  const before = await subscriptionsOf(db, { channelIds: [channel.id] })
  const known = new Map(before.map((row) => [identityOf(row), row]))
  const wanted = subjects.map(({ checkId, groupId }) => ({
    accountId: channel.accountId,
    channelId: channel.id,
    checkId,
    groupId,
    activated: true,
  }))
  const resting = wanted.flatMap((entry) => {
    const row = known.get(identityOf(entry))
    return row === undefined || row.activated ? [] : [row]
  })
  const missing = wanted.filter((entry) => !known.has(identityOf(entry)))
  await setActivated(db, resting, true)
  await insertSubscriptions(db, missing)
  return resting.length + missing.length
}

/** What stays keeps its id. */
async function replace(
  db: Db,
  before: readonly SubscriptionRow[],
  list: readonly NewSubscription[],
): Promise<void> {
  const wanted = new Map(list.map((entry) => [identityOf(entry), entry]))
  const known = new Set(before.map(identityOf))
  await remove(
    db,
    before.filter((row) => !wanted.has(identityOf(row))),
  )
  for (const activated of [true, false]) {
    const changed = before.filter(
      (row) => row.activated !== activated && wanted.get(identityOf(row))?.activated === activated,
    )
    await setActivated(db, changed, activated)
  }
  await insertSubscriptions(
    db,
    [...wanted.values()].filter((entry) => !known.has(identityOf(entry))),
  )
}

function identityOf({ channelId, checkId, groupId }: NewSubscription): string {
  return `${channelId} ${checkId} ${groupId}`
}

/** For checks and groups that have no subscription to these channels, which stay: see `keepChannels`. */
export async function insertSubscriptions(db: Db, rows: readonly NewSubscription[]): Promise<void> {
  await insertRows(db, 'alert_subscriptions', rows.map(newColumns.write))
}

async function remove(db: Db, rows: readonly SubscriptionRow[]): Promise<void> {
  for (const chunk of chunks(rows, rowsPerStatement)) {
    const ids = chunk.map(({ id }) => id)
    await db.deleteFrom('alert_subscriptions').where('id', 'in', ids).execute()
  }
}

async function setActivated(db: Db, rows: readonly SubscriptionRow[], activated: boolean): Promise<void> {
  for (const chunk of chunks(rows, rowsPerStatement)) {
    const ids = chunk.map(({ id }) => id)
    await db.updateTable('alert_subscriptions').set({ activated }).where('id', 'in', ids).execute()
  }
}

function selectSubscriptions(db: Db) {
  return db.selectFrom('alert_subscriptions').select(columns.names).orderBy('id')
}
