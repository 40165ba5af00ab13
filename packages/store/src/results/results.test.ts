import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runSources } from '@sonde/schema/runs/run-source.ts'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addResults, makeResult } from '../../testing/results.ts'
import { attemptsAt, insertResults } from './results.ts'

forEachEngine('results', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  test('a result comes back as it was stored, whatever its values', async () => {
    const at = 1_775_044_800_000
    const rows = [
      makeResult({ checkNo: 1, checkType: 'ICMP', scheduledAt: at }),
      makeResult({
        checkNo: 1,
        scheduledAt: at,
        attempt: 2,
        isFinal: false,
        verdict: 'failed',
        overMax: true,
      }),
      makeResult({
        checkNo: 1,
        scheduledAt: at,
        attempt: 3,
        location: 'us-east-1',
        verdict: 'withheld',
        overMax: null,
      }),
      makeResult({
        checkNo: 1,
        scheduledAt: at,
        origin: 'über-büro',
        location: 'über-büro',
        responseTime: null,
        statusCode: 599,
        metrics: {
          packetLoss: null,
          latencyMin: 0.1 + 0.2,
          latencyMax: 123_456_789.123,
          latencyStdDev: 1e-9,
          dns: -0.5,
        },
        checkRunId: 2 ** 52,
        durationMs: 0,
        detail: Uint8Array.from({ length: 256 }, (_, index) => index),
      }),
    ]
    assert.deepEqual(await addResults(opened.store, rows), [true, true, true, true])
    const found = await attemptsAt(opened.store.read, { checkNo: 1, checkType: 'ICMP', scheduledAt: at })
    assert.deepEqual(
      found.map((row) => ({ ...row, detail: [...row.detail] })),
      rows.map((row) => ({ ...row, detail: [...row.detail] })),
    )
  })

  test('every verdict and every source keeps its name', async () => {
    const verdicts = ['passed', 'degraded', 'failed', 'withheld', 'cancelled'] as const
    const rows = [
      ...verdicts.map((verdict, attempt) => makeResult({ checkNo: 2, attempt: attempt + 1, verdict })),
      ...runSources.map((source, index) => makeResult({ checkNo: 3, origin: `l${100 + index}`, source })),
    ]
    await addResults(opened.store, rows)
    const { read } = opened.store
    const { scheduledAt } = makeResult()
    const [second, third] = await Promise.all(
      [2, 3].map((checkNo) => attemptsAt(read, { checkNo, checkType: 'ICMP', scheduledAt })),
    )
    assert.deepEqual(
      second?.map(({ verdict }) => verdict),
      verdicts,
    )
    assert.deepEqual(
      third?.map(({ source }) => source),
      runSources,
    )
  })

  test('an attempt is stored once: the first stays, and each row is told whether it is new', async () => {
    const first = makeResult({ checkNo: 4, verdict: 'failed' })
    const again = makeResult({ checkNo: 4, verdict: 'passed' })
    const other = makeResult({ checkNo: 4, attempt: 2 })
    assert.deepEqual(await addResults(opened.store, [first]), [true])
    assert.deepEqual(await addResults(opened.store, [again, other, other, again]), [
      false,
      true,
      false,
      false,
    ])
    const found = await attemptsAt(opened.store.read, first)
    assert.deepEqual(
      found.map(({ checkRunId, verdict }) => [checkRunId, verdict]),
      [
        [first.checkRunId, 'failed'],
        [other.checkRunId, 'passed'],
      ],
    )
  })

  test('the same results reported ten times at once are stored once', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => makeResult({ checkNo: 5, origin: `l${index}` }))
    const told = await Promise.all(Array.from({ length: 10 }, () => addResults(opened.store, rows)))
    for (const index of rows.keys()) {
      assert.equal(told.filter((isNew) => isNew[index] === true).length, 1)
    }
  })

  test('thousands of results go into one write', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) =>
      makeResult({ checkNo: 6, scheduledAt: index * 1_000 }),
    )
    assert.ok((await addResults(opened.store, rows)).every(Boolean))
    assert.deepEqual(await opened.store.write((db) => insertResults(db, [])), [])
  })

  test('attempts of other moments and other checks are not among them', async () => {
    await addResults(opened.store, [
      makeResult({ checkNo: 7, scheduledAt: 5_000 }),
      makeResult({ checkNo: 7, scheduledAt: 5_001 }),
      makeResult({ checkNo: 8, scheduledAt: 5_000 }),
    ])
    const attempts = (scheduledAt: number) =>
      attemptsAt(opened.store.read, { checkNo: 7, checkType: 'ICMP', scheduledAt })
    assert.equal((await attempts(5_000)).length, 1)
    assert.deepEqual(await attempts(4_999), [])
  })
})
