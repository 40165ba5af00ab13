import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { testRunOfError, type TestNode } from '@sonde/schema/check-types/playwright/test-run-result.ts'
import { insertCheckAlerts } from '@sonde/store/alerts/check-alerts.ts'
import { recordDeployment } from '@sonde/store/deployments/deployments.ts'
import { encodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { insertLongTexts } from '@sonde/store/results/long-texts.ts'
import { insertResults } from '@sonde/store/results/results.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { longestTurnMs, slownessOfMachine } from '../../testing/loop-hold.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeHeartbeat, sendPing } from '../../testing/monitors/write-heartbeat.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

const manySteps = Array.from({ length: 40 }, (_, index) => index * 10)

/** A test that took the first of these times, and its steps. */
function nodes(durations: readonly (number | null)[]): TestNode[] {
  return durations.map((durationMs, index) => ({
    kind: index === 0 ? 'test' : 'step',
    title: index === 0 ? 'Order' : `Step ${index}`,
    depth: Math.min(1, index),
    startMs: index,
    durationMs,
    error: null,
  }))
}

/** Null: they lie beside the result. */
function packed(durations: readonly (number | null)[] | null): Uint8Array {
  const steps = durations === null ? null : nodes(durations)
  return encodeDetail('MULTI_STEP', { ...testRunOfError(''), errors: [], steps }, null)
}

forEachEngine('what charts of a check draw', (engine) => {
  const api = apiUnderTest(engine)
  const iso = (at: number) => new Date(at).toISOString()
  const ask = async (id: string, part: string) => {
    const answer = await api.call('GET', `/v1/checks/${id}/${part}`)
    assert.equal(answer.status, 200, answer.text)
    return answer
  }

  const makeTests = async () => {
    const body = { name: 'Orders', script: "import { test } from '@playwright/test'" }
    const made = await api.call('POST', '/v1/checks/multistep?autoAssignAlerts=false', { body })
    assert.equal(made.status, 201, made.text)
    return made.textAt('id')
  }

  test('every run is there, place by place, with its verdict', async () => {
    const id = await makeMonitor(api, { locations: ['eu-west-1', 'us-east-1', 'ap-south-1'] })
    const slot = Math.floor(api.clock.now() / minuteMs) * minuteMs - hourMs
    for (const [index, origin] of ['eu-west-1', 'us-east-1', 'ap-south-1'].entries()) {
      for (const turn of [0, 1, 2, 3]) {
        const scheduledAt = slot + turn * 5 * minuteMs
        const startedAt = scheduledAt + index
        await storeResult(api, id, { origin, scheduledAt, startedAt, responseTime: 1.25 + index })
      }
    }
    await storeResult(api, id, { startedAt: slot + 30 * minuteMs, verdict: 'failed', responseTime: null })
    await storeResult(api, id, { startedAt: slot + 31 * minuteMs, verdict: 'withheld', responseTime: null })
    await storeResult(api, id, { startedAt: slot + 32 * minuteMs, verdict: 'failed', isFinal: false })
    const answer = await ask(id, `runs?from=${slot}&to=${slot + hourMs}`)
    assert.equal(answer.at('isComplete'), true)
    const series = answer.at('series') as { runLocation: string; startedAt: number[]; verdict: string[] }[]
    assert.deepEqual(
      series.map(({ runLocation, startedAt }) => [runLocation, startedAt.length]),
      [
        ['ap-south-1', 4],
        ['eu-west-1', 6],
        ['us-east-1', 4],
      ],
    )
    assert.deepEqual(series[1]?.verdict.slice(-2), ['FAILED', 'WITHHELD'])
    assert.deepEqual(answer.at('series.0.responseTime'), [3.25, 3.25, 3.25, 3.25])
    assert.equal(answer.at('series.0.startedAt.1'), slot + 5 * minuteMs + 2)
  })

  test('runs are told apart by who ran them then, whoever serves the location now', async () => {
    const id = await makeMonitor(api)
    const at = api.clock.now() - hourMs
    for (const [index, [origin, isStandIn]] of (
      [
        ['eu-west-1', true],
        ['us-east-1', true],
        ['eu-west-1', false],
        ['ap-south-1', null],
      ] as const
    ).entries()) {
      await storeResult(api, id, { origin, isStandIn, startedAt: at + index, responseTime: 1 + index })
    }
    const series = (await ask(id, 'runs')).at('series') as Record<string, unknown>[]
    assert.deepEqual(
      series.map(({ runLocation, servedBy, responseTime }) => [runLocation, servedBy, responseTime]),
      [
        ['eu-west-1', 'STAND_IN', [1, 2]],
        ['ap-south-1', 'AGENT', [4]],
        ['eu-west-1', 'AGENT', [3]],
      ],
    )
    const runsOf = async (query: string) =>
      (await ask(id, `distribution?location=eu-west-1${query}`)).at('runs')
    assert.deepEqual(
      [await runsOf('&servedBy=STAND_IN'), await runsOf('&servedBy=AGENT'), await runsOf('')],
      [2, 1, 1],
    )
  })

  test('more runs than can be drawn are not cut: none of them is listed', async () => {
    const id = await makeMonitor(api)
    for (const minute of [1, 2, 3]) {
      await storeResult(api, id, { startedAt: api.clock.now() - minute * minuteMs })
    }
    assert.equal((await ask(id, 'runs?limit=3')).at('isComplete'), true)
    const tooMany = await ask(id, 'runs?limit=2')
    assert.deepEqual([tooMany.at('isComplete'), tooMany.at('series')], [false, []])
    const tooOld = await ask(id, `runs?from=${api.clock.now() - 300 * dayMs}`)
    assert.deepEqual([tooOld.at('isComplete'), tooOld.at('series')], [false, []])
  })

  test('the extent is from the first run that is kept to the last', async () => {
    const id = await makeMonitor(api)
    assert.deepEqual((await ask(id, 'extent')).body, { firstAt: null, lastAt: null })
    const now = api.clock.now()
    await storeResult(api, id, { startedAt: now - 3 * hourMs })
    await storeResult(api, id, { startedAt: now - 2 * hourMs })
    await storeResult(api, id, { startedAt: now - hourMs, source: 'TEST_RECORD' })
    assert.deepEqual((await ask(id, 'extent')).body, {
      firstAt: iso(now - 3 * hourMs),
      lastAt: iso(now - 2 * hourMs),
    })
    const heartbeat = await makeHeartbeat(api)
    await sendPing(api, heartbeat.pingToken)
    const ofPings = await ask(heartbeat.id, 'extent')
    assert.ok(Date.parse(ofPings.textAt('firstAt')) >= now)
    assert.equal(ofPings.at('lastAt'), ofPings.at('firstAt'))
  })

  test('a distribution counts the response times of the window, of all places or of one', async () => {
    const id = await makeMonitor(api)
    const at = api.clock.now() - hourMs
    for (const [index, responseTime] of [10, 12, 14, 50, null].entries()) {
      const origin = index < 2 ? 'eu-west-1' : 'us-east-1'
      await storeResult(api, id, { origin, startedAt: at + index * minuteMs, responseTime })
    }
    const all = await ask(id, 'distribution')
    const bins = all.at('bins') as { from: number; to: number; runs: number }[]
    assert.deepEqual([all.at('runs'), all.at('p50'), all.at('approximate')], [4, 13, false])
    assert.deepEqual(
      bins.map(({ runs }) => runs),
      [3, 0, 0, 1],
    )
    const one = await ask(id, 'distribution?location=us-east-1')
    assert.deepEqual([one.at('runs'), one.at('bins.0.from')], [2, 14])
    const elsewhere = await ask(id, 'distribution?location=ap-south-1')
    assert.deepEqual([elsewhere.at('runs'), elsewhere.at('bins')], [0, []])
    const unknown = await api.call('GET', `/v1/checks/${id}/distribution?location=moon`)
    expectInvalid(unknown, 'query', ['location'])
    const nothing = await ask(id, `distribution?to=${at - dayMs}`)
    assert.deepEqual([nothing.at('runs'), nothing.at('p95'), nothing.at('bins')], [0, null, []])
  })

  test('days that nobody saw have no availability, and are in no percentage', async () => {
    const id = await makeMonitor(api)
    const now = api.clock.now()
    await storeResult(api, id, { startedAt: now - 2 * dayMs })
    await storeResult(api, id, { startedAt: now - 2 * dayMs + 1, verdict: 'failed' })
    await storeResult(api, id, { startedAt: now - dayMs, verdict: 'withheld' })
    await storeResult(api, id, { startedAt: now - 1 })
    await storeResult(api, id, { startedAt: now - 2, verdict: 'degraded' })
    const answer = await ask(id, 'days?days=5')
    const days = answer.at('days') as { runs: number; availability: number | null }[]
    assert.deepEqual(
      days.map(({ availability }) => availability),
      [null, null, 50, null, 100],
    )
    assert.deepEqual([answer.at('measuredDays'), answer.at('runs'), answer.at('availability')], [2, 4, 75])
    expectInvalid(await api.call('GET', `/v1/checks/${id}/days?timezone=Moon`), 'query', ['timezone'])
  })

  test('alerts, maintenance, edits and deployments of the window are told', async () => {
    const startedAt = api.clock.now()
    const id = await makeMonitor(api, { name: 'Marked' })
    const other = await makeMonitor(api)
    api.clock.advance(minuteMs)
    const edit = { muted: true, name: 'Marked again' }
    assert.equal((await api.call('PATCH', `/v1/checks/icmp/${id}`, { body: edit })).status, 200)
    const silence = { checkIds: [id], minutes: 10 }
    const window = await api.call('POST', '/v1/maintenance-windows/silence', { body: silence })
    const elsewhere = { checkIds: [other], minutes: 10 }
    assert.equal((await api.call('POST', '/v1/maintenance-windows/silence', { body: elsewhere })).status, 201)
    const trigger = { checkId: id, repoId: 7, repoName: 'acme/shop' }
    assert.equal((await api.call('POST', '/v1/deployment-triggers', { body: trigger })).status, 201)
    const at = api.clock.now()
    const deployment = { accountId: api.accountId, environmentUrl: null, deploymentId: null, createdAt: at }
    await api.store.write(async (db) => {
      await recordDeployment(db, {
        ...deployment,
        repository: 'Acme/shop',
        sha: 'abc',
        environmentName: 'live',
      })
      await recordDeployment(db, {
        ...deployment,
        repository: 'acme/blog',
        sha: 'def',
        environmentName: null,
      })
      await insertCheckAlerts(db, [
        {
          id: randomUUID(),
          accountId: api.accountId,
          checkId: id,
          checkType: 'ICMP',
          name: 'Marked',
          alertType: 'ALERT_FAILURE',
          episodeId: randomUUID(),
          episodeSince: at,
          reminderSequence: 0,
          runLocation: 'eu-west-1',
          responseTime: null,
          error: 'No ping was answered',
          statusCode: null,
          resultId: null,
          dueAt: at,
          startedAt: at,
          judgedAt: at,
          nobodyCause: null,
          createdAt: at,
        },
      ])
    })
    api.clock.advance(minuteMs)
    const answer = await ask(id, `annotations?from=${startedAt}`)
    assert.deepEqual(answer.at('alerts'), [
      {
        at: iso(at),
        alertType: 'ALERT_FAILURE',
        isReminder: false,
        reason: 'No ping was answered',
        resultId: null,
      },
    ])
    assert.deepEqual(answer.at('maintenances'), [
      {
        windowId: window.at('id'),
        name: 'Silence: Marked again',
        startsAt: window.at('startsAt'),
        endsAt: window.at('endsAt'),
        silences: true,
        pauses: false,
      },
    ])
    const changes = answer.at('changes') as { at: string }[]
    assert.deepEqual(
      changes.map(({ at: _at, ...change }) => change),
      [
        { action: 'UPDATE', of: 'CHECK', fields: ['muted', 'name'] },
        { action: 'CREATE', of: 'CHECK', fields: [] },
      ],
    )
    assert.deepEqual(answer.at('deployments'), [
      { at: iso(at), repository: 'Acme/shop', sha: 'abc', environmentName: 'live' },
    ])
    const later = await ask(id, `annotations?from=${at + 20 * minuteMs}&to=${at + hourMs}`)
    for (const kind of ['alerts', 'maintenances', 'changes', 'deployments']) {
      assert.deepEqual(later.at(kind), [], kind)
    }
  })

  test('step times: of runs of tests, place by place, also where the steps lie beside the result', async () => {
    const id = await makeTests()
    const at = api.clock.now() - hourMs
    const started = (turn: number) => ({ startedAt: at + turn * minuteMs })
    await storeResult(api, id, { ...started(0), detail: packed([900, 300]) })
    await storeResult(api, id, { ...started(1), detail: packed([null]), verdict: 'failed' })
    const { row } = await storeResult(api, id, { ...started(2), detail: packed(null) })
    const steps = JSON.stringify(nodes([700, 200]))
    await api.store.write((db) => insertLongTexts(db, row, { steps }, at))
    await storeResult(api, id, { ...started(3), detail: packed([100, 50]), origin: 'us-east-1' })
    await storeResult(api, id, { ...started(4), detail: packed([1]), source: 'TEST_RECORD' })
    // What is damaged is left out.
    await storeResult(api, id, { ...started(5), detail: Uint8Array.of(99) })
    const { row: broken } = await storeResult(api, id, { ...started(6), detail: packed(null) })
    await api.store.write((db) => insertLongTexts(db, broken, { steps: '[{' }, at))
    const answer = await ask(id, 'step-times')
    assert.deepEqual([answer.at('isComplete'), answer.at('runs'), answer.at('otherSteps')], [true, 6, 0])
    assert.deepEqual(answer.at('steps'), [
      { kind: 'test', title: 'Order', path: [] },
      { kind: 'step', title: 'Step 1', path: ['Order'] },
    ])
    const series = answer.at('series') as Record<string, unknown>[]
    assert.deepEqual(
      series.map(({ runLocation, verdict, durationMs }) => [runLocation, verdict, durationMs]),
      [
        [
          'eu-west-1',
          ['PASSED', 'FAILED', 'PASSED'],
          [
            [900, null, 700],
            [300, null, 200],
          ],
        ],
        ['us-east-1', ['PASSED'], [[100], [50]]],
      ],
    )
    const other = await ask(await makeMonitor(api), 'step-times')
    assert.deepEqual([other.at('isComplete'), other.at('runs'), other.at('series')], [true, 0, []])
    const tooOld = await ask(id, `step-times?from=${api.clock.now() - 300 * dayMs}`)
    assert.deepEqual([tooOld.at('isComplete'), tooOld.at('series')], [false, []])
  })

  test('step times of 10,000 runs are those of a few hundred of them, and hold up nobody', async () => {
    // PostgreSQL takes seconds to store so many, and is another process.
    const last = engine.name === 'sqlite' ? 9_999 : 1_999
    const id = await makeTests()
    const at = api.clock.now() - 7 * dayMs
    const { row } = await storeResult(api, id, { startedAt: at, detail: packed(manySteps) })
    const later = Array.from({ length: last }, (_, index) => {
      const startedAt = at + (index + 1) * minuteMs
      return { ...row, startedAt, scheduledAt: startedAt, checkRunId: row.checkRunId + 100_000 + index }
    })
    await api.store.write((db) => insertResults(db, later))
    let answer = await ask(id, 'extent')
    const heldMs = await longestTurnMs(async () => {
      answer = await ask(id, `step-times?from=${at}`)
    })
    const series = answer.at('series') as { startedAt: number[] }[]
    assert.deepEqual([answer.at('runs'), series[0]?.startedAt.length], [last + 1, 300])
    assert.deepEqual([series[0]?.startedAt[0], series[0]?.startedAt.at(-1)], [at, at + last * minuteMs])
    assert.ok(heldMs < 60 * slownessOfMachine(), `one turn of the loop took ${heldMs} ms`)
  })

  test('a check of another account is not found', async () => {
    const id = await makeMonitor(api)
    const account = await api.makeAccount(api.ownerId)
    for (const part of ['runs', 'extent', 'distribution', 'days', 'annotations', 'step-times']) {
      expectError(await api.call('GET', `/v1/checks/${id}/${part}`, { account }), 404)
    }
  })
})
