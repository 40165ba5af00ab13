import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, secondMs } from '@sonde/ground/durations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { deleteTraceExport } from '@sonde/store/traces/trace-exports.ts'
import { startTraceReceiver, type TraceReceiver } from '../../testing/trace-receiver.ts'
import { traceSecret, tracesUnderTest } from '../../testing/traces-under-test.ts'
import type { OtlpSpan } from './otlp.ts'

forOneEngine('export of traces', (engine) => {
  const idsOf = (spans: readonly OtlpSpan[]) => spans.map(({ traceId, spanId }) => `${traceId}/${spanId}`)

  test('only accounts that export their runs queue any', async (t) => {
    const { under } = await tracesUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    await under.addCheck()
    await agent.report([await agent.leaseOne()])
    assert.deepEqual(await under.store.read.selectFrom('trace_outbox').select('id').execute(), [])
  })

  test('a new setting counts from the next second on', async (t) => {
    const { under, setUp, state } = await tracesUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    await under.addCheck()
    await agent.report([await agent.leaseOne()])
    await setUp('http://127.0.0.1:1/v1/traces')
    await under.advance(60 * secondMs)
    await agent.report([await agent.leaseOne()])
    assert.equal((await state()).pending, 1)
  })

  test('a receiver that is away loses nothing, and is asked less and less often', async (t) => {
    const { under, setUp, addEndedRuns, exportAll, begin, state } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    assert.equal(await begin(), Infinity, 'nothing waits')
    await addEndedRuns(3)
    receiver.answer = { status: 503, body: `no room for ${traceSecret}` }
    const waits: number[] = []
    for (let round = 0; round < 12; round += 1) {
      await exportAll()
      const { nextTryAt } = await state()
      waits.push((nextTryAt - under.clock.now()) / secondMs)
      assert.equal(await begin(), nextTryAt, 'it tells when it is needed next')
      assert.equal(receiver.requests.length, round + 1, 'not before its time')
      under.clock.set(nextTryAt)
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
    const { lastError, pending } = await state()
    assert.deepEqual([lastError, pending], ['answered 503: no room for ***', 3])
    assert.ok(!under.log.warnings.join().includes(traceSecret))
    receiver.answer = { status: 200 }
    await exportAll()
    const after = await state()
    assert.deepEqual([after.pending, after.lastError, after.failures, after.skipped], [0, null, 0, 0])
    assert.equal(new Set(idsOf(receiver.spans())).size, 3)
  })

  test('a receiver that nobody reaches is told of in words', async (t) => {
    const { setUp, addEndedRuns, exportAll, state } = await tracesUnderTest(t, engine)
    await setUp('http://127.0.0.1:1/v1/traces')
    await addEndedRuns(1)
    await exportAll()
    const { lastError, pending } = await state()
    assert.equal(pending, 1)
    assert.match(lastError ?? '', /ECONNREFUSED/)
  })

  test('a receiver is asked again when it says, in seconds or by a date', async (t) => {
    const { under, setUp, addEndedRuns, exportAll, state } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    await addEndedRuns(1)
    receiver.answer = { status: 429, headers: { 'retry-after': '90' } }
    await exportAll()
    assert.equal((await state()).nextTryAt, under.clock.now() + 90 * secondMs)
    under.clock.advance(90 * secondMs)
    const date = new Date(under.clock.now() + 120 * secondMs).toUTCString()
    receiver.answer = { status: 503, headers: { 'retry-after': date } }
    await exportAll()
    assert.equal((await state()).nextTryAt, under.clock.now() + 120 * secondMs)
    under.clock.advance(120 * secondMs)
    receiver.answer = { status: 429, headers: { 'retry-after': '999999' } }
    await exportAll()
    assert.equal((await state()).nextTryAt, under.clock.now() + 3_600 * secondMs, 'an hour at most')
  })

  test('what a receiver refuses is dropped and counted, and the next runs go out', async (t) => {
    const { under, setUp, addEndedRuns, exportAll, state } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    await addEndedRuns(2)
    receiver.answer = { status: 400, body: `bad: Bearer ${traceSecret}` }
    await exportAll()
    const { lastError, pending, skipped } = await state()
    assert.deepEqual([pending, skipped], [0, 2])
    assert.match(lastError ?? '', /^2 runs were dropped: the receiver answered 400: bad: \*\*\*/)
    assert.ok(!under.log.warnings.join().includes(traceSecret))
    receiver.answer = {
      status: 200,
      body: '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too old"}}',
    }
    await addEndedRuns(1)
    await exportAll()
    assert.equal((await state()).lastError, 'the receiver rejected 1 spans: too old')
  })

  test('whatever characters a receiver answers, its answer is noted and nothing is sent twice', async (t) => {
    const { under, setUp, addEndedRuns, exportAll, state } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    await addEndedRuns(1)
    const nasty = `a\u0000b \ud800 ${'x'.repeat(2_000)}`
    receiver.answer = {
      status: 200,
      body: JSON.stringify({ partialSuccess: { rejectedSpans: '1', errorMessage: nasty } }),
    }
    await exportAll()
    await exportAll()
    const { lastError, pending } = await state()
    assert.deepEqual([receiver.requests.length, pending], [1, 0])
    assert.match(lastError ?? '', /^the receiver rejected 1 spans: ab \ufffd x+$/)
    for (const status of [400, 503]) {
      await addEndedRuns(1)
      receiver.answer = { status, body: `a\u0000b ${'x'.repeat(1_000)}` }
      await exportAll()
      const { lastError: told } = await state()
      assert.match(told ?? '', new RegExp(`answered ${status}: ab x+$`))
      assert.ok((told ?? '').length < 600)
    }
    assert.equal(receiver.requests.length, 3)
    assert.deepEqual(under.log.errors, [])
  })

  test('spans whose answer cannot be noted are sent less and less often', async (t) => {
    const { under, setUp, addEndedRuns, exportAll, state } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    await exportAll()
    await addEndedRuns(1)
    under.isDiskFull = true
    for (let second = 0; second < 60; second += 1) {
      await exportAll()
      under.clock.advance(secondMs)
    }
    assert.equal(receiver.requests.length, 6, 'after 1, 2, 4, 8, 16 and 32 seconds')
    under.isDiskFull = false
    under.clock.advance(32 * secondMs)
    await exportAll()
    assert.equal((await state()).pending, 0)
    await addEndedRuns(1)
    await exportAll()
    assert.deepEqual([(await state()).pending, receiver.requests.length], [0, 8])
  })

  test('a restart in the middle loses nothing', async (t) => {
    const { setUp, addEndedRuns, begin, untilIdle, stop, makeExporter, state } = await tracesUnderTest(
      t,
      engine,
    )
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    await addEndedRuns(600)
    await begin()
    await reaches(receiver, 512)
    stop()
    await untilIdle()
    const next = makeExporter()
    await next.work(new AbortController().signal)
    await next.untilIdle()
    assert.equal(new Set(idsOf(receiver.spans())).size, 600)
    assert.equal((await state()).pending, 0)
  })

  test('an answer that was never noted leads to the same spans again', async (t) => {
    const { under, setUp, addEndedRuns, restart, exportAll, state } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    await addEndedRuns(3)
    // The first look of an exporter also writes; only what comes after the answer is to fail.
    await exportAll()
    await addEndedRuns(3)
    const seen = receiver.requests.length
    under.isDiskFull = true
    await exportAll()
    assert.equal(receiver.requests.length, seen + 1)
    assert.equal((await state()).pending, 3)
    under.isDiskFull = false
    restart()
    await exportAll()
    const [first, again] = receiver.requests.slice(-2)
    assert.deepEqual(again?.body, first?.body)
    assert.equal((await state()).pending, 0)
  })

  test('two programs at once send at most the same spans twice, and lose none', async (t) => {
    const { under, setUp, addEndedRuns, makeExporter, state } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    await addEndedRuns(600)
    const exporters = [makeExporter(), makeExporter()]
    const { signal } = new AbortController()
    await Promise.all(exporters.map((exporter) => exporter.work(signal)))
    await Promise.all(exporters.map((exporter) => exporter.untilIdle()))
    assert.equal(new Set(idsOf(receiver.spans())).size, 600)
    assert.equal((await state()).pending, 0)
    assert.deepEqual(under.log.errors, [])
  })

  test('a slow receiver keeps nobody else waiting', async (t) => {
    const { under, setUp, addEndedRuns, begin, untilIdle, state } = await tracesUnderTest(t, engine)
    const [slow, quick] = [await startTraceReceiver(t), await startTraceReceiver(t)]
    const release = Promise.withResolvers<void>()
    slow.answer = { status: 200, after: release.promise }
    const { id: other } = await addAccount(under.store)
    await setUp(slow.endpoint)
    await addEndedRuns(1)
    await begin()
    await setUp(quick.endpoint, other)
    await addEndedRuns(2, { accountId: other })
    await begin()
    await reaches(quick, 2)
    assert.equal((await state()).pending, 1)
    await begin()
    assert.ok(slow.requests.length <= 1, 'nothing is sent twice meanwhile')
    release.resolve()
    await untilIdle()
    assert.deepEqual([(await state()).pending, (await state(other)).pending], [0, 0])
  })

  test('a request carries 512 spans at most, and a megabyte', async (t) => {
    const { setUp, addEndedRuns, exportAll } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    await addEndedRuns(520)
    await exportAll()
    const sizes = () =>
      receiver.requests.map(({ body }) => body.resourceSpans[0]?.scopeSpans[0]?.spans.length)
    assert.deepEqual(sizes(), [512, 8])
    receiver.requests.length = 0
    // Three bytes each: what counts is bytes, not characters.
    await addEndedRuns(400, { error: '€'.repeat(1_900) })
    await exportAll()
    assert.ok(receiver.requests.length > 1)
    assert.ok(receiver.requests.every(({ bytes }) => bytes <= 1_001_000))
    assert.equal(new Set(idsOf(receiver.spans())).size, 400)
  })

  test('runs that waited for longer than results are kept are skipped, and counted', async (t) => {
    const { under, setUp, addEndedRuns, restart, exportAll, state } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    await addEndedRuns(4)
    under.clock.advance(31 * dayMs)
    await addEndedRuns(1)
    restart()
    receiver.answer = { status: 503 }
    await exportAll()
    const { pending, skipped } = await state()
    assert.deepEqual([pending, skipped], [1, 4])
  })

  test('runs of a deleted check are skipped, and the others go out', async (t) => {
    const { under, setUp, addEndedRuns, exportAll, state } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    await under.deleteCheck(await addEndedRuns(2))
    await addEndedRuns(1)
    await exportAll()
    const { pending, skipped } = await state()
    assert.deepEqual([receiver.spans().length, pending, skipped], [1, 0, 2])
  })

  test('what is broken off by the end of the program is no failure of the receiver', async (t) => {
    const { setUp, addEndedRuns, begin, untilIdle, stop, state } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    receiver.answer = { status: 200, after: new Promise(() => {}) }
    await setUp(receiver.endpoint)
    await addEndedRuns(1)
    await begin()
    await reaches(receiver, 1)
    stop()
    await untilIdle()
    const { failures, lastError, pending } = await state()
    assert.deepEqual([failures, lastError, pending], [0, null, 1])
  })

  test('an export that is deleted meanwhile harms nobody', async (t) => {
    const { under, setUp, addEndedRuns, exportAll } = await tracesUnderTest(t, engine)
    const receiver = await startTraceReceiver(t)
    await setUp(receiver.endpoint)
    await addEndedRuns(1)
    await under.store.write((db) => deleteTraceExport(db, under.accountId))
    await exportAll()
    assert.deepEqual([receiver.requests, under.log.warnings], [[], []])
  })
})

/** Resolves when it has got these many spans; a test that waits in vain ends by its time limit. */
async function reaches(receiver: TraceReceiver, count: number): Promise<void> {
  while (receiver.spans().length < count) {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
}
