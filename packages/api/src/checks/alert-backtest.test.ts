import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { RunEnd } from '@sonde/schema/runs/verdict.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

const verdicts: Readonly<Record<string, RunEnd>> = {
  P: 'passed',
  D: 'degraded',
  F: 'failed',
  E: 'withheld',
}

forOneEngine('the backtest of alert settings', (engine) => {
  const api = apiUnderTest(engine)

  /** One result a minute, in the notation of the specification, from an hour ago. */
  async function checkThatSaid(
    letters: string,
    fields: Record<string, unknown> = {},
  ): Promise<{ id: string; from: number }> {
    const id = await makeMonitor(api, fields)
    const from = Math.floor(api.clock.now() / minuteMs) * minuteMs - 60 * minuteMs
    for (const [index, letter] of [...letters].entries()) {
      const verdict = verdicts[letter] ?? 'passed'
      await storeResult(api, id, { scheduledAt: from + index * minuteMs, verdict })
    }
    return { id, from }
  }

  const backtest = (id: string, body: object) => api.call('POST', `/v1/checks/${id}/alert-backtest`, { body })

  function alertsIn(answer: Awaited<ReturnType<typeof backtest>>, list: string, from: number): string[] {
    const alerts = answer.at(list)
    assert.ok(Array.isArray(alerts))
    return alerts.map(({ alertType, scheduledAt }) => {
      const minute = (Date.parse(String(scheduledAt)) - from) / minuteMs
      return `${minute} ${String(alertType)}`
    })
  }

  test('tells which alerts a higher threshold would have delayed, and which it would have spared', async () => {
    const { id, from } = await checkThatSaid('PFPPFFFP')
    const answer = await backtest(id, { alertSettings: { runBasedEscalation: { failedRunThreshold: 3 } } })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(alertsIn(answer, 'current', from), [
      '1 ALERT_FAILURE',
      '2 ALERT_RECOVERY',
      '4 ALERT_FAILURE',
      '7 ALERT_RECOVERY',
    ])
    assert.deepEqual(alertsIn(answer, 'proposed', from), ['6 ALERT_FAILURE_REMAIN', '7 ALERT_RECOVERY'])
    assert.deepEqual(answer.at('summary'), { same: 1, earlier: 0, later: 1, never: 2, new: 0 })
    const changes = answer.at('changes')
    assert.ok(Array.isArray(changes))
    assert.deepEqual(
      changes.map(({ change, bySeconds }) => `${String(change)} ${String(bySeconds)}`),
      ['never 0', 'never 0', 'later 120', 'same 0'],
    )
    assert.equal(answer.at('results'), 8)
  })

  test('tells of alerts that a lower threshold would have added, with its reminders', async () => {
    const { id, from } = await checkThatSaid('PFFP', {
      useGlobalAlertSettings: false,
      alertSettings: { runBasedEscalation: { failedRunThreshold: 5 } },
    })
    const answer = await backtest(id, { alertSettings: { reminders: { amount: 1, interval: 1 } } })
    assert.deepEqual(alertsIn(answer, 'current', from), [])
    assert.deepEqual(alertsIn(answer, 'proposed', from), [
      '1 ALERT_FAILURE',
      '1 ALERT_FAILURE_REMAIN',
      '3 ALERT_RECOVERY',
    ])
    assert.equal(answer.at('proposed.1.reminderSequence'), 1)
    assert.equal(answer.at('summary.new'), 2)
  })

  test('joins the locations of a parallel check by the threshold that is tried', async () => {
    const { id, from } = await checkThatSaid('', { runParallel: true })
    for (const [origin, verdict] of [
      ['eu-west-1', 'failed'],
      ['eu-west-2', 'passed'],
      ['eu-west-3', 'passed'],
    ] as const) {
      await storeResult(api, id, { scheduledAt: from, origin, location: origin, verdict })
    }
    const answer = await backtest(id, {
      alertSettings: { parallelRunFailureThreshold: { enabled: true, percentage: 50 } },
    })
    assert.deepEqual(alertsIn(answer, 'current', from), ['0 ALERT_FAILURE'])
    assert.deepEqual(alertsIn(answer, 'proposed', from), [])
    assert.deepEqual([answer.at('results'), answer.at('occurrences')], [3, 1])
  })

  test('leaves out attempts, errors and runs that may not alert', async () => {
    const { id, from } = await checkThatSaid('E')
    await storeResult(api, id, { scheduledAt: from + minuteMs, verdict: 'failed', isFinal: false })
    await storeResult(api, id, {
      scheduledAt: from + 2 * minuteMs,
      verdict: 'failed',
      source: 'LEGACY_TRIGGER',
    })
    const answer = await backtest(id, { alertSettings: {} })
    assert.deepEqual([answer.at('current'), answer.at('proposed'), answer.at('results')], [[], [], 1])
  })

  test('looks at the window that is asked for', async () => {
    const { id, from } = await checkThatSaid('FPFP')
    const answer = await backtest(id, {
      alertSettings: {},
      from: new Date(from + minuteMs).toISOString(),
      to: String(Math.round((from + 3 * minuteMs) / 1000)),
    })
    assert.deepEqual(alertsIn(answer, 'current', from), ['2 ALERT_FAILURE'])
    assert.equal(answer.at('results'), 2)
  })

  test('lists no more than a thousand alerts, and counts them all', async () => {
    const { id } = await checkThatSaid('F')
    api.clock.advance(24 * 60 * minuteMs)
    const answer = await backtest(id, { alertSettings: { reminders: { amount: 100000, interval: 1 } } })
    const proposed = answer.at('proposed')
    assert.equal(Array.isArray(proposed) && proposed.length, 1_000)
    assert.ok(Number(answer.at('counts.proposed')) > 1_400)
  })

  test('changes nothing', async () => {
    const { id } = await checkThatSaid('PFP')
    const before = (await api.call('GET', `/v1/checks/${id}`)).text
    await backtest(id, { alertSettings: { runBasedEscalation: { failedRunThreshold: 5 } } })
    assert.equal((await api.call('GET', `/v1/checks/${id}`)).text, before)
    assert.equal((await api.call('GET', `/v1/check-alerts/${id}`)).text, '[]')
  })

  test('refuses what it cannot replay, by name', async () => {
    const { id } = await checkThatSaid('P')
    expectInvalid(await backtest(id, {}), 'payload', ['alertSettings'])
    expectInvalid(await backtest(id, { alertSettings: { reminders: { amount: 7 } } }), 'payload', [
      'alertSettings.reminders.amount',
    ])
    expectInvalid(await backtest(id, { alertSettings: { failedRunThreshold: 3 } }), 'payload', [
      'alertSettings.failedRunThreshold',
    ])
    expectInvalid(await backtest(id, { alertSettings: {}, reminders: {} }), 'payload', ['reminders'])
    expectInvalid(await backtest(id, { alertSettings: {}, from: 'yesterday' }), 'payload', ['from'])
    expectInvalid(await backtest(id, { alertSettings: {}, from: '2000', to: '1000' }), 'payload', ['from'])
    expectInvalid(await backtest(id, { alertSettings: {}, to: '9999-01-01' }), 'payload', ['to'])
    expectInvalid(await backtest(id, { alertSettings: {}, from: '2026-02-30' }), 'payload', ['from'])
    expectInvalid(await backtest(id, { alertSettings: {}, from: '1970-01-01' }), 'payload', ['from'])
    expectError(await backtest(randomUUID(), { alertSettings: {} }), 404)
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    expectError(
      await api.call('POST', `/v1/checks/${id}/alert-backtest`, {
        key: stranger.key,
        account,
        body: { alertSettings: {} },
      }),
      404,
    )
  })
})
