import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { headlineOf } from '@sonde/schema/check-types/headline.ts'
import { insertCheckAlerts } from '@sonde/store/alerts/check-alerts.ts'
import { claimNotifications } from '@sonde/store/notifications/notification-claims.ts'
import {
  insertNotifications,
  insertSentNotification,
  type NewNotification,
} from '@sonde/store/notifications/notifications.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeChannel } from '../../testing/make-channel.ts'
import { sampleAlert } from '@sonde/actions/alert-channels/sample-alert.ts'

const daySeconds = 24 * 3_600
const path = '/v1/alert-notifications'

forOneEngine('alert notifications', (engine) => {
  const api = apiUnderTest(engine)

  function notification(channelId: number, fields: Partial<NewNotification> = {}): NewNotification {
    const now = api.clock.now()
    return {
      id: randomUUID(),
      accountId: api.accountId,
      lane: randomUUID(),
      channelId,
      channelType: 'SLACK',
      target: null,
      shownConfig: { url: 'https://hooks.example.net/***efgh' },
      checkId: randomUUID(),
      checkType: 'ICMP',
      alertId: randomUUID(),
      resultId: randomUUID(),
      event: sampleAlert({ accountId: api.accountId, publicUrl: '', now }),
      isExempt: false,
      createdAt: now,
      ...fields,
    }
  }

  /** Far enough apart for the limit of the route. */
  const list = (query: string, options = {}) =>
    api.call('GET', `${path}?${query}`, { afterMs: 2_100, ...options })

  test('a notification shows its channel, its check and how long everything took', async () => {
    const channelId = await makeChannel(api)
    const sent = notification(channelId)
    const { createdAt, alertId, checkId, resultId } = sent
    assert.ok(alertId !== null && checkId !== null && resultId !== null)
    await api.store.write(async (db) => {
      await insertCheckAlerts(db, [
        {
          id: alertId,
          accountId: api.accountId,
          checkId,
          checkType: 'ICMP',
          name: 'Edge router',
          alertType: 'ALERT_FAILURE',
          episodeId: randomUUID(),
          episodeSince: 1,
          reminderSequence: 0,
          runLocation: 'eu-west-1',
          responseTime: 1,
          error: null,
          statusCode: null,
          resultId,
          dueAt: createdAt - 300,
          startedAt: createdAt - 200,
          judgedAt: createdAt - 100,
          nobodyCause: null,
          createdAt,
        },
      ])
      await insertSentNotification(db, sent, { status: 'SUCCESS', result: '200 ok', at: createdAt + 50 })
    })
    const iso = (at: number) => new Date(at).toISOString()
    const answer = await list(`alertChannelId=${channelId}`)
    assert.deepEqual(answer.body, [
      {
        id: sent.id,
        type: 'SLACK',
        status: 'SUCCESS',
        kind: 'ALERT',
        title: headlineOf(sent.event).title,
        alertType: 'ALERT_FAILURE',
        checkName: headlineOf(sent.event).checkName,
        target: null,
        tries: 1,
        waitsFor: null,
        nextTryAt: null,
        digestId: null,
        alertConfig: { url: 'https://hooks.example.net/***efgh' },
        notificationResult: '200 ok',
        timestamp: iso(createdAt),
        checkType: 'ICMP',
        checkId,
        checkAlertId: alertId,
        alertChannelId: channelId,
        checkResultId: resultId,
        timings: {
          due: iso(createdAt - 300),
          started: iso(createdAt - 200),
          judged: iso(createdAt - 100),
          written: iso(createdAt),
          firstTry: iso(createdAt),
          accepted: iso(createdAt + 50),
        },
      },
    ])
  })

  test('what waits to be sent has neither a try nor an end', async () => {
    const channelId = await makeChannel(api)
    const waiting = notification(channelId, {
      target: 'ops@example.net',
      checkId: null,
      checkType: null,
      alertId: null,
      resultId: null,
      event: { kind: 'notice', title: 't', text: 't', link: null, raisedAt: 1 },
    })
    await api.store.write((db) => insertNotifications(db, [waiting]))
    const answer = await list(`alertChannelId=${channelId}`)
    assert.deepEqual(answer.body, [
      {
        id: waiting.id,
        type: 'SLACK',
        status: 'IN_PROGRESS',
        kind: 'NOTICE',
        title: 't',
        alertType: null,
        checkName: null,
        target: 'ops@example.net',
        tries: 0,
        waitsFor: 'NEXT_TRY',
        nextTryAt: new Date(waiting.createdAt).toISOString(),
        digestId: null,
        alertConfig: waiting.shownConfig,
        notificationResult: null,
        timestamp: null,
        alertChannelId: channelId,
        timings: {
          due: null,
          started: null,
          judged: null,
          written: new Date(waiting.createdAt).toISOString(),
          firstTry: null,
          accepted: null,
        },
      },
    ])
  })

  test('what an open notification waits for is shown', async () => {
    const channelId = await makeChannel(api)
    const lane = randomUUID()
    const mail = { kind: 'mail', subject: 'Down', text: '', html: '', headers: {}, raisedAt: 1 } as const
    await api.store.write((db) =>
      insertNotifications(db, [
        notification(channelId, { lane }),
        notification(channelId, { lane, channelType: 'EMAIL', target: 'b@example.net', event: mail }),
        notification(channelId),
        notification(channelId),
      ]),
    )
    const now = api.clock.now()
    await api.store.write(async (db) => {
      const budgetOf = () => ({ count: 2, windowMs: 60_000 })
      const failing = { channels: new Set<number>(), atMost: 9 }
      await claimNotifications(db, {
        workerSlot: 1,
        now,
        atMost: 9,
        perChannel: 1,
        failing,
        except: [],
        budgetOf,
      })
    })
    const { body } = await list(`alertChannelId=${channelId}`)
    assert.ok(Array.isArray(body))
    assert.deepEqual(
      body.map(({ kind, title, tries, waitsFor, nextTryAt }) => [kind, title, tries, waitsFor, nextTryAt]),
      [
        ['ALERT', body[3].title, 0, 'DIGEST', null],
        ['ALERT', body[3].title, 0, 'NEXT_TRY', new Date(now).toISOString()],
        ['MAIL', 'Down', 0, 'EARLIER_NOTIFICATION', null],
        ['ALERT', body[3].title, 1, 'ANSWER', null],
      ],
    )
  })

  test('notifications are listed newest first, by channel and by failure', async () => {
    const [a, b] = [await makeChannel(api), await makeChannel(api)]
    for (const [channelId, status] of [
      [a, 'SUCCESS'],
      [a, 'FAILURE'],
      [b, 'FAILURE'],
    ] as const) {
      api.clock.advance(10)
      const sent = notification(channelId)
      await api.store.write((db) =>
        insertSentNotification(db, sent, { status, result: status, at: sent.createdAt }),
      )
    }
    const ofA = await list(`alertChannelId=${a}`)
    assert.deepEqual([ofA.at('0.status'), ofA.at('1.status')], ['FAILURE', 'SUCCESS'])
    assert.equal((await list(`alertChannelId=${a}&hasFailures=1`)).headers['content-range'], 'items 0-0/1')
    assert.equal(
      (await list(`alertChannelId=${a}&hasFailures=false`)).headers['content-range'],
      'items 0-1/2',
    )
    assert.equal((await list(`alertChannelId=${a}&limit=1&page=2`)).at('0.status'), 'SUCCESS')
    const failures = await list('hasFailures=true')
    assert.equal(failures.headers['content-range'], 'items 0-1/2')
    for (const [query, key] of [
      ['alertChannelId=abc', 'alertChannelId'],
      ['alertChannelId=0', 'alertChannelId'],
      ['hasFailures=maybe', 'hasFailures'],
      ['limit=101', 'limit'],
    ] as const) {
      expectInvalid(await list(query), 'query', [key])
    }
  })

  test('case 15: a window of 24 hours is answered, a wider one refused, and one end gives the other', async () => {
    const channelId = await makeChannel(api)
    api.clock.advance(3 * daySeconds * 1_000)
    const sent = notification(channelId)
    await api.store.write((db) =>
      insertSentNotification(db, sent, { status: 'SUCCESS', result: 'ok', at: sent.createdAt }),
    )
    const at = Math.floor(sent.createdAt / 1_000)
    const total = async (query: string) =>
      (await list(`alertChannelId=${channelId}&${query}`)).headers['content-range']
    assert.equal(await total(`from=${at}&to=${at + daySeconds}`), 'items 0-0/1')
    expectInvalid(await list(`from=${at}&to=${at + daySeconds + 1}`), 'query', ['from'])
    assert.equal(await total(`to=${at + daySeconds}`), 'items 0-0/1')
    assert.equal(await total(`to=${at + daySeconds + 1}`), 'items */0')
    assert.equal(await total(`from=${at}`), 'items 0-0/1')
  })

  test('notifications of another account are not shown', async () => {
    const channelId = await makeChannel(api)
    await api.store.write((db) => insertNotifications(db, [notification(channelId)]))
    const stranger = await api.makeUser()
    const as = { key: stranger.key, account: await api.makeAccount(stranger.id) }
    assert.deepEqual((await list(`alertChannelId=${channelId}`, as)).body, [])
  })

  test('the sixth request within ten seconds is refused', async () => {
    const as = { key: await api.makeServiceKey(api.accountId, 'READ_ONLY'), account: null }
    for (let sent = 0; sent < 5; sent += 1) {
      assert.equal((await list('', { ...as, afterMs: 10 })).status, 200)
    }
    expectError(await list('', { ...as, afterMs: 10 }), 429)
    assert.equal((await list('', { ...as, afterMs: 10_000 })).status, 200)
  })
})
