import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { insertNotifications, insertSentNotification } from '@sonde/store/notifications/notifications.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { makeChannel } from '../../testing/make-channel.ts'

forOneEngine('metrics of alert notifications', (engine) => {
  const api = apiUnderTest(engine)

  async function waiting(): Promise<[count: string | undefined, seconds: string | undefined]> {
    const { text } = await api.call('GET', '/metrics', { key: null, account: null, afterMs: 0 })
    const [count, seconds] = ['waiting', 'oldest_waiting_seconds'].map(
      (name) => new RegExp(`^sonde_notifications_${name} (.*)$`, 'm').exec(text)?.[1],
    )
    return [count, seconds]
  }

  test('what waits is counted, with the age of the oldest, and read anew after five seconds', async () => {
    const channelId = await makeChannel(api)
    const createdAt = api.clock.now()
    const row = (age: number) => ({
      id: randomUUID(),
      accountId: api.accountId,
      lane: 'one',
      channelId,
      channelType: 'SLACK' as const,
      target: null,
      shownConfig: {},
      checkId: null,
      checkType: null,
      alertId: null,
      resultId: null,
      event: { kind: 'notice' as const, title: 't', text: 't', link: null, raisedAt: 1 },
      isExempt: true,
      createdAt: createdAt - age,
    })
    assert.deepEqual(await waiting(), ['0', '0'])
    await api.store.write(async (db) => {
      await insertNotifications(db, [row(30_000), row(90_000), row(60_000)])
      await insertSentNotification(db, row(500_000), { status: 'SUCCESS', result: 'ok', at: createdAt })
    })
    assert.deepEqual(await waiting(), ['0', '0'])
    api.clock.advance(5_000)
    assert.deepEqual(await waiting(), ['3', '95'])
    api.clock.advance(1_000)
    assert.deepEqual(await waiting(), ['3', '96'])
  })
})
