import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import {
  type AlertChannelRow,
  channelsOf,
  countChannels,
  deleteChannel,
  findChannel,
  findChannelById,
  findChannelForUpdate,
  insertChannel,
  keepChannels,
  listChannels,
  updateChannel,
} from './alert-channels.ts'
import {
  replaceChannelSubscriptions,
  replaceCheckSubscriptions,
  replaceGroupSubscriptions,
  subscribedChannels,
  subscriptionsOf,
  upsertSubscription,
} from './alert-subscriptions.ts'
import { deleteCheck } from '../checks/checks.ts'
import type { Db } from '../engine/store.ts'

forEachEngine('alert channels and their subscriptions', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  function channel(accountId: string, fields: Partial<AlertChannelRow> = {}): Omit<AlertChannelRow, 'id'> {
    return {
      accountId,
      type: 'SLACK',
      sealedConfig: 'sealed',
      shownConfig: { url: 'https://hooks.example.net/***abcd' },
      sendFailure: true,
      sendRecovery: true,
      sendDegraded: false,
      sslExpiry: false,
      sslExpiryThreshold: 30,
      autoSubscribe: false,
      troubleSince: null,
      createdAt: 1_000,
      updatedAt: null,
      ...fields,
    }
  }

  async function addChannel(accountId: string, fields: Partial<AlertChannelRow> = {}) {
    return await opened.store.write((db) => insertChannel(db, channel(accountId, fields)))
  }

  async function addGroup(accountId: string): Promise<number> {
    return await opened.store.write(async (db: Db) => {
      const { id } = await db
        .insertInto('check_groups')
        .values({
          account_id: accountId,
          version: 2,
          name: 'Shop',
          name_folded: 'shop',
          activated: true,
          muted: false,
          concurrency: 3,
          config: '{}',
          sealed_config: null,
          created_at: 1,
          updated_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
  }

  test('a channel is read as it was written, and only by its account', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const { id: other } = await addAccount(opened.store)
    const made = await addChannel(accountId, { sslExpiry: true, troubleSince: 5 })
    assert.equal(typeof made.id, 'number')
    assert.deepEqual(await findChannel(opened.store.read, { accountId, id: made.id }), made)
    assert.deepEqual(await findChannelById(opened.store.read, made.id), made)
    assert.equal(await findChannel(opened.store.read, { accountId: other, id: made.id }), null)
    assert.equal(await findChannelById(opened.store.read, made.id + 1_000_000), null)

    const changed = { ...made, type: 'EMAIL' as const, sendDegraded: true, updatedAt: 2_000 }
    await opened.store.write(async (db) => {
      assert.deepEqual(await findChannelForUpdate(db, { accountId, id: made.id }), made)
      assert.ok(await updateChannel(db, changed))
      assert.ok(!(await updateChannel(db, { ...changed, accountId: other })))
    })
    assert.deepEqual(await findChannel(opened.store.read, { accountId, id: made.id }), changed)
    assert.ok(!(await opened.store.write((db) => deleteChannel(db, { accountId: other, id: made.id }))))
    assert.ok(await opened.store.write((db) => deleteChannel(db, { accountId, id: made.id })))
    assert.equal(await countChannels(opened.store.read, accountId), 0)
  })

  test('channels are listed newest first, page by page, with the total', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const made = []
    for (const createdAt of [1, 2, 2]) made.push(await addChannel(accountId, { createdAt }))
    const [first, second, third] = made
    const page = await listChannels(opened.store.read, { accountId, limit: 2, offset: 0 })
    assert.deepEqual(page, { rows: [third, second], total: 3 })
    const rest = await listChannels(opened.store.read, { accountId, limit: 2, offset: 2 })
    assert.deepEqual(rest, { rows: [first], total: 3 })
    assert.deepEqual(await channelsOf(opened.store.read, accountId), made)
  })

  test('channels of other accounts cannot be kept', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const { id: other } = await addAccount(opened.store)
    const own = await addChannel(accountId, { autoSubscribe: true })
    const foreign = await addChannel(other)
    const kept = await opened.store.write((db) =>
      keepChannels(db, { accountId, ids: [foreign.id, own.id, own.id, 1e9] }),
    )
    assert.deepEqual(kept, [{ id: own.id, autoSubscribe: true }])
    const all = await opened.store.write((db) => keepChannels(db, { accountId, ids: 'all' }))
    assert.deepEqual(all, [{ id: own.id, autoSubscribe: true }])
    assert.deepEqual(await opened.store.write((db) => keepChannels(db, { accountId, ids: [] })), [])
  })

  test('replacing the subscriptions of a check keeps the ids of those that stay', async () => {
    const account = await addAccount(opened.store)
    const check = await addCheck(opened.store, account.id)
    const [a, b, c] = [
      await addChannel(account.id),
      await addChannel(account.id),
      await addChannel(account.id),
    ]
    const replace = (list: { alertChannelId: number; activated: boolean }[]) =>
      opened.store.write((db) => replaceCheckSubscriptions(db, check, list))
    await replace([
      { alertChannelId: a.id, activated: true },
      { alertChannelId: b.id, activated: false },
    ])
    const [firstOfA, firstOfB] = await subscriptionsOf(opened.store.read, { checkIds: [check.id] })
    assert.deepEqual(
      [firstOfA, firstOfB].map((row) => [row?.channelId, row?.activated]),
      [
        [a.id, true],
        [b.id, false],
      ],
    )
    await replace([
      { alertChannelId: c.id, activated: true },
      { alertChannelId: b.id, activated: true },
    ])
    const rows = await subscriptionsOf(opened.store.read, { checkIds: [check.id] })
    assert.deepEqual(
      rows.map((row) => [row.channelId, row.activated]),
      [
        [b.id, true],
        [c.id, true],
      ],
    )
    assert.equal(rows[0]?.id, firstOfB?.id)
    await replace([])
    assert.deepEqual(await subscriptionsOf(opened.store.read, { checkIds: [check.id] }), [])
  })

  test('an upsert makes one row and then changes it', async () => {
    const account = await addAccount(opened.store)
    const check = await addCheck(opened.store, account.id)
    const groupId = await addGroup(account.id)
    const { id: channelId } = await addChannel(account.id)
    const base = { accountId: account.id, channelId }
    const upsert = (checkId: string | null, group: number | null, activated: boolean) =>
      opened.store.write((db) => upsertSubscription(db, { ...base, checkId, groupId: group, activated }))
    const first = await upsert(check.id, null, true)
    const again = await upsert(check.id, null, false)
    assert.deepEqual(again, { ...first, activated: false })
    const ofGroup = await upsert(null, groupId, true)
    assert.deepEqual(await upsert(null, groupId, false), { ...ofGroup, activated: false })
    assert.deepEqual(await subscriptionsOf(opened.store.read, { channelIds: [channelId] }), [
      again,
      { ...ofGroup, activated: false },
    ])
  })

  test('only activated subscriptions lead to channels, and checks of one group share them', async () => {
    const account = await addAccount(opened.store)
    const check = await addCheck(opened.store, account.id)
    const groupId = await addGroup(account.id)
    const [a, b] = [await addChannel(account.id), await addChannel(account.id)]
    await opened.store.write(async (db) => {
      await replaceCheckSubscriptions(db, check, [
        { alertChannelId: a.id, activated: false },
        { alertChannelId: b.id, activated: true },
      ])
      await replaceGroupSubscriptions(db, { id: groupId, accountId: account.id }, [
        { alertChannelId: b.id, activated: true },
        { alertChannelId: a.id, activated: true },
      ])
    })
    const found = await subscribedChannels(opened.store.read, [
      { key: 'own', checkId: check.id },
      { key: 'one', groupId },
      { key: 'two', groupId },
      { key: 'none', groupId: groupId + 1_000_000 },
    ])
    assert.deepEqual(
      [...found].map(([key, channels]) => [key, channels.map(({ id }) => id)]),
      [
        ['own', [b.id]],
        ['one', [b.id, a.id]],
        ['two', [b.id, a.id]],
      ],
    )
    assert.deepEqual(found.get('own'), [b])
    assert.deepEqual(await subscribedChannels(opened.store.read, []), new Map())
  })

  test('a channel states its checks and groups the other way round', async () => {
    const account = await addAccount(opened.store)
    const check = await addCheck(opened.store, account.id)
    const groupId = await addGroup(account.id)
    const made = await addChannel(account.id)
    const entries = [
      { checkId: check.id, groupId: null, activated: true },
      { checkId: null, groupId, activated: false },
    ]
    await opened.store.write((db) => replaceChannelSubscriptions(db, made, entries))
    const rows = await subscriptionsOf(opened.store.read, { channelIds: [made.id] })
    assert.deepEqual(
      rows.map(({ checkId, groupId: group, activated }) => ({ checkId, groupId: group, activated })),
      entries,
    )
    await opened.store.write((db) =>
      replaceChannelSubscriptions(db, made, [{ checkId: null, groupId, activated: true }]),
    )
    assert.deepEqual(await subscriptionsOf(opened.store.read, { channelIds: [made.id] }), [
      { ...rows[1], activated: true },
    ])
  })

  test('subscriptions go with their check and with their channel', async () => {
    const account = await addAccount(opened.store)
    const [one, two] = [await addCheck(opened.store, account.id), await addCheck(opened.store, account.id)]
    const [a, b] = [await addChannel(account.id), await addChannel(account.id)]
    await opened.store.write(async (db) => {
      for (const check of [one, two]) {
        await replaceCheckSubscriptions(db, check, [
          { alertChannelId: a.id, activated: true },
          { alertChannelId: b.id, activated: true },
        ])
      }
      await deleteCheck(db, { accountId: account.id, id: one.id })
      await deleteChannel(db, a)
    })
    const rows = await subscriptionsOf(opened.store.read, { channelIds: [a.id, b.id] })
    assert.deepEqual(
      rows.map(({ checkId, channelId }) => [checkId, channelId]),
      [[two.id, b.id]],
    )
  })

  test('a thousand subjects are answered at once', async () => {
    const account = await addAccount(opened.store)
    const check = await addCheck(opened.store, account.id)
    const made = await addChannel(account.id)
    await opened.store.write((db) =>
      replaceCheckSubscriptions(db, check, [{ alertChannelId: made.id, activated: true }]),
    )
    const subjects = Array.from({ length: 1_000 }, (_, index) => ({
      key: String(index),
      checkId: index === 7 ? check.id : `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    }))
    assert.deepEqual([...(await subscribedChannels(opened.store.read, subjects)).keys()], ['7'])
  })
})
