import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { createRollupJob } from '@sonde/analytics/rollup-job.ts'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import type { CheckOverview, CheckOverviewRow } from '@sonde/schema/checks/check-overview.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { countDueRuns, hourOf, reopenHours } from '@sonde/store/runs/due-runs.ts'
import { insertHeartbeatEvent } from '@sonde/store/heartbeats/heartbeat-events.ts'
import { updateHeartbeat } from '@sonde/store/heartbeats/heartbeats.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { analyticsCalls } from '../../testing/analytics-calls.ts'
import { apiUnderTest, type CallOptions } from '../../testing/api-under-test.ts'
import { setCheckStatus } from '../../testing/check-status.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeHeartbeat } from '../../testing/monitors/write-heartbeat.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forEachEngine('the overview of checks', (engine) => {
  const api = apiUnderTest(engine)
  const jobDeps = () => ({
    store: api.store,
    clock: api.clock,
    log: silentLogger,
    rawRetentionDays: 30,
    rollupRetentionDays: 400,
  })

  /** The guarantee behind the cast: the contract test holds every answer of the route against its schema. */
  async function overview(query = '', options: CallOptions = {}): Promise<CheckOverview> {
    const answer = await api.call('GET', `/v1/check-overview${query}`, options)
    assert.equal(answer.status, 200, answer.text)
    return answer.body as CheckOverview
  }

  async function rowOf(id: string, query = '?limit=100'): Promise<CheckOverviewRow> {
    const row = (await overview(query)).checks.find((check) => check.id === id)
    assert.ok(row)
    return row
  }

  async function numberOf(checkId: string): Promise<number> {
    const no = await findCheckNumber(api.store.read, { accountId: api.accountId, checkId })
    assert.ok(no !== null)
    return no
  }

  test('a check that was never looked at shows nothing, and neither 0 nor 100 %', async () => {
    const id = await makeMonitor(api, { name: 'Never', tags: ['b', 'a'] })
    const { hours, ...row } = await rowOf(id)
    assert.deepEqual(row, {
      id,
      name: 'Never',
      checkType: 'ICMP',
      target: 'edge1.example.net',
      tags: ['b', 'a'],
      activated: true,
      muted: false,
      group: null,
      periodSeconds: 600,
      status: 'NO_DATA',
      statusSince: null,
      lastResult: null,
      problem: null,
      noVerdict: null,
      heartbeat: null,
      maintenance: null,
      availability: null,
      coverage: null,
      p50: null,
      p95: null,
      responseTimes: Array.from({ length: 24 }, () => null),
      createdAt: row.createdAt,
    })
    assert.equal(hours.length, 24)
    const running = hourOf(api.clock.now())
    assert.equal(hours[0]?.startsAt, new Date(running - 23 * hourMs).toISOString())
    assert.deepEqual(hours[23], {
      startsAt: new Date(running).toISOString(),
      passed: 0,
      degraded: 0,
      failed: 0,
      withheld: 0,
    })
  })

  test('the time between two runs is that of the scheduler, and a heartbeat has none', async () => {
    const often = await makeMonitor(api, { frequency: 0, frequencyOffset: 10 })
    const seldom = await makeMonitor(api, { frequency: 120, frequencyOffset: 2 })
    const { id: heartbeat } = await makeHeartbeat(api)
    const periods = [often, seldom, heartbeat].map(async (id) => (await rowOf(id)).periodSeconds)
    assert.deepEqual(await Promise.all(periods), [10, 7200, null])
  })

  test('runs that could not look are shown as such, and never as availability', async () => {
    const id = await makeMonitor(api)
    const reason = 'No DNS server of the agent answers'
    await storeResult(api, id, { verdict: 'withheld', responseTime: null, reason })
    const { hours, lastResult, availability, problem, noVerdict } = await rowOf(id)
    assert.deepEqual([problem, noVerdict?.reason], [null, reason])
    assert.equal(hours[23]?.withheld, 1)
    assert.equal(lastResult?.verdict, 'WITHHELD')
    assert.equal(availability, null)
    await storeResult(api, id, { startedAt: api.clock.now() + minuteMs })
    assert.equal((await rowOf(id)).noVerdict, null)
  })

  test('figures are those of the analytics for the same hours, computed or not', async () => {
    const id = await makeMonitor(api)
    const checkNo = await numberOf(id)
    api.clock.set(hourOf(api.clock.now()) + 25 * minuteMs)
    const running = hourOf(api.clock.now())
    const verdicts = ['passed', 'passed', 'degraded', 'failed', 'withheld', 'cancelled'] as const
    for (let index = 0; index < 150; index += 1) {
      const startedAt = api.clock.now() - index * 13 * minuteMs
      const verdict = verdicts[(index * 7) % verdicts.length] ?? 'passed'
      const location = index % 5 === 0 ? 'us-east-1' : 'eu-west-1'
      await storeResult(api, id, { startedAt, verdict, location, responseTime: 10 + ((index * 37) % 101) })
      const due = { checkNo, hour: hourOf(startedAt), location: 'eu-west-1', count: 1 }
      await api.store.write((db) => countDueRuns(db, [due]))
    }
    // A due run of which nothing came.
    await api.store.write((db) =>
      countDueRuns(db, [{ checkNo, hour: running - 5 * hourMs, location: 'eu-west-1', count: 3 }]),
    )
    const { row } = analyticsCalls(api)
    const compare = async () => {
      const query = `from=${running - 23 * hourMs}&to=${api.clock.now() + minuteMs}&metrics=`
      const expected = await row(id, `${query}availability,latencyAvg_p50,latencyAvg_p95`)
      const shown = await rowOf(id)
      assert.equal(shown.availability, expected['availability'])
      assert.equal(shown.coverage, expected['coverage'])
      assert.equal(shown.p50, expected['latencyAvg_p50'])
      assert.equal(shown.p95, expected['latencyAvg_p95'])
      const count = (name: 'passed' | 'failed' | 'degraded') =>
        shown.hours.reduce((sum, hour) => sum + hour[name], 0)
      const runs = count('passed') + count('degraded') + count('failed')
      assert.equal(shown.availability, (100 * (runs - count('failed'))) / runs)
      return shown
    }
    const before = await compare()
    assert.ok((before.coverage ?? 0) > 0 && (before.coverage ?? 1) < 1)
    await createRollupJob(jobDeps()).runOnce()
    const computed = await compare()
    assert.deepEqual(
      { ...computed, createdAt: '' },
      { ...before, createdAt: '' },
      'the same, wherever it is read from',
    )
    // A result that comes late, into an hour that was computed.
    const late = running - 10 * hourMs + 59_000
    await storeResult(api, id, { startedAt: late, verdict: 'failed', responseTime: 5_000 })
    await api.store.write((db) => reopenHours(db, [{ checkNo, hour: hourOf(late), location: 'eu-west-1' }]))
    const after = await compare()
    assert.ok((after.availability ?? 0) < (before.availability ?? 0))
    const failedAt = ({ hours }: CheckOverviewRow) => hours[13]?.failed ?? 0
    assert.equal(failedAt(after), failedAt(before) + 1)
  })

  test('percentiles are exact, and those of the analytics', async () => {
    const id = await makeMonitor(api)
    const { storeRuns } = analyticsCalls(api)
    await storeRuns(
      id,
      [100, 200, 300, 400].map((value) => ({ responseTime: value })),
    )
    const { p50, p95, approximate, responseTimes } = await rowOf(id)
    assert.deepEqual({ p50, p95, approximate }, { p50: 250, p95: 385, approximate: undefined })
    assert.deepEqual([responseTimes?.length, responseTimes?.filter((mean) => mean !== null)], [24, [250]])
    const batch = await api.call('POST', '/v1/analytics/checks', { body: { checkIds: [id] }, afterMs: 2_500 })
    assert.equal(batch.at('0.latency_p50'), p50)
    assert.equal(batch.at('0.latency_p95'), p95)
  })

  test('the last result is the last final one that counts, also when it is days old', async () => {
    const id = await makeMonitor(api)
    const old = api.clock.now() - 5 * 24 * hourMs
    await storeResult(api, id, { startedAt: old, verdict: 'degraded', responseTime: 12.5 })
    assert.deepEqual((await rowOf(id)).lastResult, {
      at: new Date(old).toISOString(),
      location: 'eu-west-1',
      responseTime: 12.5,
      verdict: 'DEGRADED',
    })
    const at = api.clock.now()
    await storeResult(api, id, { startedAt: at, verdict: 'failed', location: 'us-east-1' })
    await storeResult(api, id, { startedAt: at + 1, source: 'TEST_RECORD' })
    await storeResult(api, id, { startedAt: at + 2, isFinal: false })
    const { lastResult } = await rowOf(id)
    assert.equal(lastResult?.at, new Date(at).toISOString())
    assert.equal(lastResult?.location, 'us-east-1')
    assert.equal(lastResult?.verdict, 'FAILED')
  })

  test('a heartbeat shows its pings, and that they were missed', async () => {
    const { id } = await makeHeartbeat(api)
    const at = api.clock.now()
    const states = ['RECEIVED', 'LATE', 'RECEIVED', 'FAILING'] as const
    for (const [index, state] of states.entries()) {
      const event = {
        id: randomUUIDv7(),
        checkId: id,
        state,
        at: at + index,
        source: null,
        userAgent: null,
        reason: state === 'FAILING' ? 'No ping for 1 h' : null,
      }
      await api.store.write((db) => insertHeartbeatEvent(db, event))
    }
    const { hours, availability, p50, p95, coverage, target, lastResult } = await rowOf(id)
    assert.deepEqual(
      { availability, p50, p95, coverage, target },
      {
        availability: 75,
        p50: null,
        p95: null,
        coverage: null,
        target: null,
      },
    )
    assert.equal(hours[23]?.passed, 3)
    assert.equal(hours[23]?.failed, 1)
    assert.deepEqual(lastResult, {
      at: new Date(at + 3).toISOString(),
      location: null,
      responseTime: null,
      verdict: 'FAILED',
    })
  })

  test('a check with a problem says which, by the last result that has it', async () => {
    const id = await makeMonitor(api, { locations: ['eu-west-1', 'us-east-1'], runParallel: true })
    const at = api.clock.now()
    await storeResult(api, id, { verdict: 'failed', reason: 'An older one', scheduledAt: at - 2 })
    const location = 'us-east-1'
    const fields = { verdict: 'failed', origin: location, location, isStandIn: true } as const
    const failed = await storeResult(api, id, {
      ...fields,
      reason: 'Response took 9 s, limit 5 s',
      scheduledAt: at - 1,
    })
    await storeResult(api, id, { scheduledAt: at })
    await setCheckStatus(api, id, 'failed')
    const problem = {
      resultId: failed.id,
      at: new Date(at - 1).toISOString(),
      location,
      servedBy: 'STAND_IN',
      reason: 'Response took 9 s, limit 5 s',
    }
    assert.deepEqual((await rowOf(id)).problem, problem)
    const one = await api.call('GET', `/v1/checks/${id}/overview`)
    assert.deepEqual(one.at('problem'), problem)
    await setCheckStatus(api, id, 'passed')
    assert.equal((await rowOf(id)).problem, null)
  })

  test('a heartbeat says what it waits for, and when its absence is a failure', async () => {
    const { id } = await makeHeartbeat(api, {
      heartbeat: { period: 1, periodUnit: 'hours', grace: 5, graceUnit: 'minutes' },
    })
    const waiting = { lastPingAt: null, expectedAt: null, alertAt: null, alertAfterSeconds: 65 * 60 }
    assert.deepEqual((await rowOf(id)).heartbeat, waiting)
    const [lastPingAt, expectedAt] = [api.clock.now(), api.clock.now() + hourMs]
    const timer = { expectedAt, deadlineAt: expectedAt + 5 * minuteMs }
    await api.store.write((db) => updateHeartbeat(db, { checkId: id, lastPingAt, timer }))
    assert.deepEqual((await rowOf(id)).heartbeat, {
      lastPingAt: new Date(lastPingAt).toISOString(),
      expectedAt: new Date(expectedAt).toISOString(),
      alertAt: new Date(timer.deadlineAt).toISOString(),
      alertAfterSeconds: 65 * 60,
    })
  })
})
