import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultAlertSettings } from '@sonde/schema/alerts/alert-settings.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'

const path = '/v1/accounts/me/alert-settings'

forOneEngine('alert settings of the account', (engine) => {
  const api = apiUnderTest(engine)
  const shown = async () => (await api.call('GET', '/v1/accounts/me')).at('alertSettings')

  test('are replaced as a whole, with defaults for what is left out', async () => {
    const settings = {
      escalationType: 'TIME_BASED',
      timeBasedEscalation: { minutesFailingThreshold: 15 },
      reminders: { amount: 100000, interval: 30 },
      sslCertificates: { enabled: true, more: 1 },
    }
    const answer = await api.call('PUT', path, { body: settings })
    assert.equal(answer.status, 200, answer.text)
    const stored = {
      ...defaultAlertSettings,
      escalationType: 'TIME_BASED',
      timeBasedEscalation: { minutesFailingThreshold: 15 },
      reminders: { amount: 100000, interval: 30 },
    }
    assert.deepEqual(answer.body, stored)
    assert.deepEqual(await shown(), stored)
    const reset = await api.call('PUT', path, { body: {} })
    assert.deepEqual(reset.body, defaultAlertSettings)
    assert.deepEqual(await shown(), defaultAlertSettings)
  })

  test('that are wrong are refused and change nothing', async () => {
    const before = await shown()
    for (const [body, key] of [
      [{ escalationType: 'NEVER' }, 'escalationType'],
      [{ reminders: { amount: 6 } }, 'reminders.amount'],
      [{ reminders: { interval: 7 } }, 'reminders.interval'],
      [{ sslCertificates: { alertThreshold: -1 } }, 'sslCertificates.alertThreshold'],
      [{ sslCertificates: { alertThreshold: 1e308 } }, 'sslCertificates.alertThreshold'],
      [{ reminders: null }, 'reminders'],
      [{ runBasedEscalation: { failedRunThreshold: 0 } }, 'runBasedEscalation.failedRunThreshold'],
      [
        { timeBasedEscalation: { minutesFailingThreshold: 6 } },
        'timeBasedEscalation.minutesFailingThreshold',
      ],
      [{ parallelRunFailureThreshold: { percentage: 15 } }, 'parallelRunFailureThreshold.percentage'],
      [{ escalationType: 'RUN_BASED', failedRunThreshold: 3 }, 'failedRunThreshold'],
      [{ alertSettings: {} }, 'alertSettings'],
      [{ reminders: { amount: 1, unit: 'h' } }, 'reminders.unit'],
      [{ runBasedEscalation: { minutesFailingThreshold: 5 } }, 'runBasedEscalation.minutesFailingThreshold'],
      [{ timeBasedEscalation: { failedRunThreshold: 5 } }, 'timeBasedEscalation.failedRunThreshold'],
      [{ parallelRunFailureThreshold: { on: true } }, 'parallelRunFailureThreshold.on'],
    ] as const) {
      expectInvalid(await api.call('PUT', path, { body }), 'payload', [key])
    }
    expectError(await api.call('PUT', path, { body: [] }), 400)
    assert.deepEqual(await shown(), before)
  })

  test('are shown complete, and can be sent back as they are shown', async () => {
    await api.call('PUT', path, { body: { runBasedEscalation: {}, reminders: { amount: 2 } } })
    const complete = {
      escalationType: 'RUN_BASED',
      reminders: { amount: 2, interval: 5 },
      runBasedEscalation: { failedRunThreshold: 1 },
      timeBasedEscalation: { minutesFailingThreshold: 5 },
      parallelRunFailureThreshold: { enabled: false, percentage: 10 },
    }
    const answer = await api.call('GET', path)
    assert.deepEqual([answer.status, answer.body], [200, complete])
    assert.equal((await api.call('PUT', path, { body: complete })).status, 200)
    assert.deepEqual((await api.call('GET', path)).body, complete)
    const reader = { key: await api.makeServiceKey(api.accountId, 'READ_ONLY'), account: null }
    assert.deepEqual((await api.call('GET', path, reader)).body, complete)
  })

  test('need READ_WRITE, and are those of the account that is named', async () => {
    const reader = { key: await api.makeServiceKey(api.accountId, 'READ_RUN'), account: null }
    expectError(await api.call('PUT', path, { ...reader, body: {} }), 403)
    const before = await shown()
    const stranger = await api.makeUser()
    const as = { key: stranger.key, account: await api.makeAccount(stranger.id) }
    const body = { reminders: { amount: 3, interval: 1 } }
    assert.equal((await api.call('PUT', path, { ...as, body })).status, 200)
    assert.deepEqual(await shown(), before)
    const writer = { key: await api.makeServiceKey(api.accountId, 'READ_WRITE'), account: null }
    assert.equal((await api.call('PUT', path, { ...writer, body: {} })).status, 200)
  })
})
