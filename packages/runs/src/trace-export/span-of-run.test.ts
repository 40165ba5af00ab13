import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondMs } from '@sonde/ground/durations.ts'
import { resultIdOf, runIdOf } from '@sonde/store/runs/run-identity.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { startTraceReceiver } from '../../testing/trace-receiver.ts'
import { traceSecret, tracesUnderTest } from '../../testing/traces-under-test.ts'
import type { OtlpSpan } from './otlp.ts'

forOneEngine('spans of runs', (engine) => {
  const attributesOf = ({ attributes }: Pick<OtlpSpan, 'attributes'>) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, value]))

  test('a run becomes a root span with everything that is promised of it', async (t) => {
    const { under, setUp, exportAll, state } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    const { accountId, clock } = under
    const agent = await under.agentAt('eu-west-1')
    const longTag = 'x'.repeat(129)
    const tags = [longTag, ...Array.from({ length: 25 }, (_, index) => `tag-${index}`)]
    const check = await under.addCheck({ tags, runtimeId: '2025.04' }, { name: 'Gäteway', activated: false })
    const { sessionId } = await under.runs.startSession({
      accountId,
      checkId: check.id,
      source: 'TRIGGER_API',
    })
    const run = await agent.leaseOne()
    clock.advance(3 * secondMs)
    // The clock of the agent is an hour off: times are the server's all the same.
    await agent.reportByClock(3_600 * secondMs, [run], { durationMs: 1_015.25 })
    await exportAll()

    const [request] = receiver.requests
    assert.ok(request)
    assert.deepEqual([request.method, request.path], ['POST', '/v1/traces'])
    assert.equal(request.headers['content-type'], 'application/json')
    assert.equal(request.headers['content-encoding'], 'gzip')
    assert.equal(request.headers.authorization, `Bearer ${traceSecret}`)
    const [resourceSpans] = request.body.resourceSpans
    assert.deepEqual(resourceSpans?.resource, {
      attributes: [{ key: 'service.name', value: { stringValue: 'sonde' } }],
    })
    assert.deepEqual(resourceSpans?.scopeSpans[0]?.scope, { name: 'sonde' })
    const [row] = await under.results(check)
    assert.ok(row)
    const identity = { checkId: check.id, scheduledAt: row.scheduledAt, origin: 'eu-west-1' }
    const [span, ...others] = receiver.spans()
    assert.ok(span && others.length === 0)
    const { attributes: _attributes, spanId, ...rest } = span
    assert.match(spanId, /^(?!0{16})[0-9a-f]{16}$/)
    assert.deepEqual(rest, {
      traceId: runIdOf(identity).replaceAll('-', ''),
      name: 'Gäteway',
      kind: 3,
      startTimeUnixNano: `${row.startedAt}000000`,
      endTimeUnixNano: String(BigInt(row.startedAt) * 1_000_000n + 1_015_250_000n),
      events: [],
      status: { code: 0 },
    })
    assert.ok(Math.abs(row.startedAt + 1_015 - clock.now()) <= 1)
    assert.deepEqual(attributesOf(span), {
      'checkly.account.id': { stringValue: accountId },
      'checkly.check.id': { stringValue: check.id },
      'checkly.check.name': { stringValue: 'Gäteway' },
      'checkly.check.type': { stringValue: 'ICMP' },
      'checkly.check.runtime': { stringValue: '2025.04' },
      'checkly.check.location': { stringValue: 'eu-west-1' },
      'checkly.check.tags': {
        arrayValue: { values: Array.from({ length: 20 }, (_, index) => ({ stringValue: `tag-${index}` })) },
      },
      'checkly.check.session.id': { stringValue: sessionId },
      'checkly.check.result.id': { stringValue: resultIdOf(identity, 1) },
      'sonde.verdict': { stringValue: 'passed' },
      'sonde.run.source': { stringValue: 'TRIGGER_API' },
    })
    const { pending, lastError, lastExportedAt } = await state()
    assert.deepEqual([pending, lastError, lastExportedAt], [0, null, clock.now()])
    await exportAll()
    assert.equal(receiver.requests.length, 1, 'what was taken is not sent again')
  })

  test('a run that failed after a retry is one span with its attempts, and says why', async (t) => {
    const { under, setUp, exportAll } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({
      retryStrategy: { type: 'FIXED', baseBackoffSeconds: 5, maxRetries: 1 },
    })
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    await exportAll()
    assert.deepEqual(receiver.spans(), [], 'an attempt is no run')
    await under.advance(5 * secondMs)
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    await exportAll()
    const [first, last] = await under.results(check)
    const [span] = receiver.spans()
    assert.ok(first && last && span)
    assert.deepEqual(span.status, { code: 2, message: 'it failed' })
    assert.equal(span.startTimeUnixNano, `${first.startedAt}000000`)
    assert.equal(span.endTimeUnixNano, `${last.startedAt + 1_015}000000`)
    assert.deepEqual(
      span.events.map((event) => [event.name, event.timeUnixNano, attributesOf(event)]),
      [first, last].map((row, index) => [
        'attempt',
        `${row.startedAt + 1_015}000000`,
        {
          'sonde.attempt': { intValue: String(index + 1) },
          'sonde.verdict': { stringValue: 'failed' },
          'checkly.check.location': { stringValue: 'eu-west-1' },
        },
      ]),
    )
    const { 'checkly.check.session.id': session, 'checkly.check.tags': tags } = attributesOf(span)
    assert.deepEqual([session, tags], [undefined, undefined])
  })

  test('a run whose retry is given up is exported too', async (t) => {
    const { under, setUp, exportAll } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({ retryStrategy: { type: 'FIXED', baseBackoffSeconds: 5 } })
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    await under.changeCheck(check, { activated: false })
    await exportAll()
    assert.deepEqual(
      receiver.spans().map(({ status }) => status.code),
      [2],
    )
  })

  test('a run that ended by our own trouble is no error of its target', async (t) => {
    const { under, setUp, exportAll } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    const agent = await under.agentAt('eu-west-1')
    await under.addCheck()
    await agent.report([await agent.leaseOne()], { said: 'withheld' })
    await exportAll()
    const [span] = receiver.spans()
    assert.ok(span)
    assert.deepEqual(span.status, { code: 0 })
    assert.deepEqual(attributesOf(span)['sonde.verdict'], { stringValue: 'error' })
  })
})
