import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { type AlertChannelRow, insertChannel } from '@sonde/store/alerts/alert-channels.ts'
import { type AlertContext, alertContexts } from '@sonde/store/alerts/alert-contexts.ts'
import { replaceCheckSubscriptions } from '@sonde/store/alerts/alert-subscriptions.ts'
import { listCheckAlerts } from '@sonde/store/alerts/check-alerts.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { eventIn } from '@sonde/store/notifications/notification-columns.ts'
import { type OpenedStore, forOneEngine } from '@sonde/store/testing/engines.ts'
import { addAccount, addCheck } from '@sonde/store/testing/rows.ts'
import { daysUntil, raiseSslExpiry } from './ssl-expiry.ts'

const start = Date.UTC(2026, 0, 1)

test('days are whole, and negative once the certificate has expired', () => {
  const cases: [ms: number, days: number][] = [
    [15 * dayMs, 15],
    [15 * dayMs - 1, 14],
    [1, 0],
    [0, 0],
    [-1, -1],
    [-dayMs - 1, -2],
  ]
  for (const [ms, days] of cases) assert.equal(daysUntil(start + ms, start), days)
})

forOneEngine('certificates that expire', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  async function scene(flags: Partial<AlertChannelRow>[], checkCount = 1) {
    const { store } = opened
    const { id: accountId } = await addAccount(store)
    const channels: AlertChannelRow[] = []
    for (const fields of flags) {
      const row = {
        accountId,
        type: 'SLACK' as const,
        sealedConfig: 'sealed',
        shownConfig: {},
        sendFailure: false,
        sendRecovery: false,
        sendDegraded: false,
        sslExpiry: true,
        sslExpiryThreshold: 14,
        autoSubscribe: false,
        troubleSince: null,
        createdAt: 1,
        updatedAt: null,
        ...fields,
      }
      channels.push(await store.write((db) => insertChannel(db, row)))
    }
    const checks: AlertContext[] = []
    for (let made = 0; made < checkCount; made += 1) {
      const check = await addCheck(store, accountId, { name: `Shop ${made}`, config: { tags: ['web'] } })
      await store.write((db) =>
        replaceCheckSubscriptions(
          db,
          check,
          channels.map(({ id }) => ({ alertChannelId: id, activated: true })),
        ),
      )
      const no = await findCheckNumber(store.read, { accountId, checkId: check.id })
      assert.ok(no !== null)
      const context = (await alertContexts(store.read, [no])).get(no)
      assert.ok(context)
      checks.push(context)
    }

    async function look(days: number, options: { fingerprint?: string; isSuppressed?: boolean } = {}) {
      const { fingerprint = 'aa:bb', isSuppressed = false } = options
      const observation = {
        accountId,
        domain: 'Shop.example.net',
        fingerprint,
        notAfterAt: start + days * dayMs + 1,
        checks,
      }
      return await store.write((db) =>
        raiseSslExpiry(db, observation, start, { isSuppressed: () => isSuppressed }),
      )
    }

    async function sent() {
      const rows = await store.read
        .selectFrom('notifications')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('no')
        .execute()
      return rows.map((row) => ({ channelId: row.channel_id, event: eventIn(row.event), lane: row.lane }))
    }

    const alerts = () =>
      listCheckAlerts(store.read, { accountId, from: 0, to: start + 1, limit: 10, offset: 0 })
    return { accountId, channels, checks, look, sent, alerts }
  }

  test('alerting case 53: threshold 14: days 15, 14, 13 give one alert at 14, and a new certificate none', async () => {
    const { channels, checks, look, sent, alerts } = await scene([{}])
    assert.equal(await look(15), 0)
    assert.equal(await look(14), 1)
    assert.equal(await look(13), 0)
    assert.equal(await look(90, { fingerprint: 'cc:dd' }), 0)
    const [only, ...more] = await sent()
    assert.equal(more.length, 0)
    assert.equal(only?.channelId, channels[0]?.id)
    assert.ok(only?.event.kind === 'alert')
    const { alertType, title, ssl, result, check } = only.event
    assert.deepEqual(
      { alertType, title, ssl, result, name: check.name, tags: check.tags },
      {
        alertType: 'ALERT_SSL',
        title: 'Certificate of shop.example.net expires in 14 days',
        ssl: { domain: 'shop.example.net', daysRemaining: 14 },
        result: null,
        name: 'Shop 0',
        tags: ['web'],
      },
    )
    const { rows } = await alerts()
    assert.deepEqual(
      rows.map((row) => [row.id, row.alertType, row.checkId]),
      [[only.event.alertId, 'ALERT_SSL', checks[0]?.checkId]],
    )
  })

  test('alerting case 53: two checks on the domain give one message', async () => {
    const { look, sent, alerts } = await scene([{}], 2)
    assert.equal(await look(3), 1)
    assert.equal((await sent()).length, 1)
    assert.equal((await alerts()).total, 1)
  })

  test('the next certificate is announced again when it comes to its end', async () => {
    const { look } = await scene([{}])
    assert.equal(await look(5), 1)
    assert.equal(await look(14, { fingerprint: 'cc:dd' }), 1)
    assert.equal(await look(2, { fingerprint: 'cc:dd' }), 0)
  })

  test('each channel has its own threshold, and one that does not ask is not told', async () => {
    const { channels, look, sent } = await scene([
      { sslExpiryThreshold: 30 },
      { sslExpiryThreshold: 7 },
      { sslExpiry: false, sendFailure: true },
    ])
    assert.equal(await look(20), 1)
    assert.equal(await look(7), 1)
    assert.equal(await look(-1), 0)
    assert.deepEqual(
      (await sent()).map(({ channelId }) => channelId),
      [channels[0]?.id, channels[1]?.id],
    )
  })

  test('an expired certificate is announced as such', async () => {
    const { look, sent } = await scene([{}])
    assert.equal(await look(-1), 1)
    const [only] = await sent()
    assert.ok(only?.event.kind === 'alert')
    assert.equal(only.event.title, 'Certificate of shop.example.net has expired')
  })

  test('muted or silenced: nothing is sent and nothing marked, so that it goes out afterwards', async () => {
    const { look, alerts } = await scene([{}])
    assert.equal(await look(10, { isSuppressed: true }), 0)
    assert.equal((await alerts()).total, 0)
    assert.equal(await look(10), 1)
  })

  test('each address of an e-mail channel gets its own notification', async () => {
    const { look, sent } = await scene([
      { type: 'EMAIL', shownConfig: { address: 'a@example.net,b@example.net' } },
    ])
    assert.equal(await look(1), 2)
    const lanes = (await sent()).map(({ lane }) => lane)
    assert.equal(new Set(lanes).size, 2)
  })
})
