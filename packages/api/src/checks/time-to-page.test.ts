import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { type CheckAlertRow, insertCheckAlerts } from '@sonde/store/alerts/check-alerts.ts'
import { insertSentNotification } from '@sonde/store/notifications/notifications.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forOneEngine('time to page', (engine) => {
  const api = apiUnderTest(engine)

  /** An alert that was written and accepted so long after the first failed run was due. */
  async function alertOf(
    checkId: string,
    { writtenMs, acceptedMs, ...fields }: { writtenMs: number; acceptedMs: number } & Partial<CheckAlertRow>,
  ): Promise<void> {
    const episodeSince = api.clock.now() - 60 * 60_000
    const createdAt = episodeSince + writtenMs
    const alert: CheckAlertRow = {
      id: randomUUIDv7(),
      accountId: api.accountId,
      checkId,
      checkType: 'ICMP',
      name: 'Edge router',
      alertType: 'ALERT_FAILURE',
      episodeId: randomUUID(),
      episodeSince,
      reminderSequence: 0,
      runLocation: 'eu-west-1',
      responseTime: null,
      error: null,
      statusCode: null,
      resultId: null,
      dueAt: episodeSince,
      startedAt: episodeSince,
      judgedAt: createdAt,
      nobodyCause: null,
      createdAt,
      ...fields,
    }
    await api.store.write(async (db) => {
      await insertCheckAlerts(db, [alert])
      await insertSentNotification(
        db,
        {
          id: randomUUIDv7(),
          accountId: api.accountId,
          lane: alert.id,
          channelId: null,
          channelType: 'WEBHOOK',
          target: null,
          shownConfig: {},
          checkId,
          checkType: 'ICMP',
          alertId: alert.id,
          resultId: null,
          event: { kind: 'notice', title: '', text: '', link: null, raisedAt: createdAt },
          isExempt: true,
          createdAt,
        },
        { status: 'SUCCESS', result: 'ok', at: episodeSince + acceptedMs },
      )
    })
  }

  const ask = (id: string) => api.call('GET', `/v1/checks/${id}/time-to-page`)

  test('the worst case follows from period, retries and threshold', async () => {
    const plain = await makeMonitor(api, {
      frequency: 1,
      doubleCheck: false,
      request: { hostname: 'edge1.example.net', pingCount: 1 },
    })
    const slow = await makeMonitor(api, {
      frequency: 5,
      doubleCheck: false,
      request: { hostname: 'edge1.example.net', pingCount: 1 },
      retryStrategy: { type: 'FIXED', baseBackoffSeconds: 60, maxRetries: 2, maxDurationSeconds: 600 },
      useGlobalAlertSettings: false,
      alertSettings: { runBasedEscalation: { failedRunThreshold: 3 } },
    })
    const quick = await ask(plain)
    assert.equal(quick.status, 200, quick.text)
    // A slot every minute; an attempt of a single ping ends after 15 s, and may wait 5 s for its agent.
    assert.deepEqual(quick.at('worstCase'), {
      waitForRun: 60,
      attempts: 20,
      escalation: 0,
      total: 80,
      totalToFirstTry: 81,
    })
    // Three attempts of 20 s with two waits of a minute; two further runs, five minutes apart.
    assert.deepEqual((await ask(slow)).at('worstCase'), {
      waitForRun: 300,
      attempts: 180,
      escalation: 600,
      total: 1080,
      totalToFirstTry: 1081,
    })
  })

  test('the settings of the account count for a check that has none of its own', async () => {
    const id = await makeMonitor(api, { frequency: 1, doubleCheck: false })
    const before = Number((await ask(id)).at('worstCase.escalation'))
    const changed = await api.call('PUT', '/v1/accounts/me/alert-settings', {
      body: { runBasedEscalation: { failedRunThreshold: 2 } },
    })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual([before, (await ask(id)).at('worstCase.escalation')], [0, 60])
  })

  test('what was measured stands beside it, and what took longer than the worst case is counted', async () => {
    const id = await makeMonitor(api, { frequency: 1, doubleCheck: false })
    for (const writtenMs of [1_000, 2_000, 600_000]) {
      await alertOf(id, { writtenMs, acceptedMs: writtenMs + 500 })
    }
    await alertOf(id, { writtenMs: 1, acceptedMs: 2, alertType: 'ALERT_RECOVERY' })
    await alertOf(id, { writtenMs: 1, acceptedMs: 2, reminderSequence: 1 })
    const answer = await ask(id)
    assert.equal(answer.at('measured.alerts'), 3)
    assert.deepEqual(answer.at('measured.toWritten'), { p50: 2, p95: 540.2, max: 600 })
    assert.deepEqual(answer.at('measured.toAccepted.max'), 600.5)
    assert.equal(answer.at('exceeded'), 1)
  })

  test('a check without alerts has nothing measured, and an unknown one is unknown', async () => {
    const answer = await ask(await makeMonitor(api))
    assert.deepEqual(answer.at('measured.toAccepted'), { p50: null, p95: null, max: null })
    assert.equal(answer.at('exceeded'), 0)
    expectError(await ask(randomUUID()), 404)
  })
})
