import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addResults, makeResult } from '../../testing/results.ts'
import { type ResultFilter, resultsBefore, resultsOfWindow } from './result-pages.ts'
import { latestStartMs, type ResultRow } from './results.ts'

const beganAt = 1_775_044_800_000
const checkNo = 1

/** Slots a minute apart; now and then a retry that starts up to an hour later, elsewhere, or with equal starts. */
const stored: ResultRow[] = Array.from({ length: 400 }, (_, index) => {
  const scheduledAt = beganAt + index * minuteMs
  const lateMs = index % 17 === 0 ? latestStartMs - index : index % 5 === 0 ? 90_000 : 0
  const first = makeResult({
    checkNo,
    scheduledAt,
    startedAt: scheduledAt + lateMs,
    verdict: index % 7 === 0 ? 'failed' : 'passed',
    isFinal: index % 11 !== 0,
  })
  const second = makeResult({
    checkNo,
    scheduledAt,
    attempt: 2,
    startedAt: scheduledAt + lateMs + 1_000,
    location: 'us-east-1',
    verdict: 'degraded',
  })
  return index % 11 === 0 ? [first, second] : [first]
}).flat()

const newestFirst = (a: ResultRow, b: ResultRow) => b.startedAt - a.startedAt || b.checkRunId - a.checkRunId

const filters: {
  name: string
  filter: Omit<ResultFilter, 'checkNo' | 'checkType'>
  has: (row: ResultRow) => boolean
}[] = [
  { name: 'all', filter: { resultType: 'ALL' }, has: () => true },
  { name: 'final', filter: { resultType: 'FINAL' }, has: ({ isFinal }) => isFinal },
  { name: 'attempts', filter: { resultType: 'ATTEMPT' }, has: ({ isFinal }) => !isFinal },
  {
    name: 'failures',
    filter: { resultType: 'ALL', hasFailures: true },
    has: ({ verdict }) => verdict === 'failed',
  },
  {
    name: 'no failures',
    filter: { resultType: 'FINAL', hasFailures: false },
    has: ({ verdict, isFinal }) => isFinal && verdict !== 'failed',
  },
  {
    name: 'elsewhere',
    filter: { resultType: 'ALL', location: 'us-east-1' },
    has: ({ location }) => location === 'us-east-1',
  },
  {
    name: 'at the origin',
    filter: { resultType: 'ALL', location: 'eu-west-1' },
    has: ({ location }) => location === 'eu-west-1',
  },
  { name: 'nowhere', filter: { resultType: 'ALL', location: 'mars' }, has: () => false },
]

forEachEngine('pages of results', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
    await addResults(opened.store, stored)
    await addResults(opened.store, [makeResult({ checkNo: 2, scheduledAt: beganAt + minuteMs })])
  })
  after(() => opened.close())

  for (const { name, filter, has } of filters) {
    for (const limit of [1, 7, 100, 1_000]) {
      test(`${name}, ${limit} at a time: every result once, newest start first`, async () => {
        const expected = stored.filter(has).toSorted(newestFirst)
        const seen: ResultRow[] = []
        for (;;) {
          const last = seen.at(-1)
          const page = await resultsBefore(
            opened.store.read,
            { checkNo, checkType: 'ICMP', ...filter },
            { before: last === undefined ? null : last, limit },
          )
          assert.ok(page.length <= limit)
          seen.push(...page)
          if (page.length < limit || (limit === 1 && seen.length >= 30)) break
        }
        assert.deepEqual(
          seen.map(({ checkRunId }) => checkRunId),
          expected.slice(0, seen.length).map(({ checkRunId }) => checkRunId),
        )
        if (limit > 1) assert.equal(seen.length, expected.length)
      })
    }
  }

  test('a window has the results that started in it, from inclusive, to exclusive, also late ones', async () => {
    for (const [from, to] of [
      [beganAt + 100 * minuteMs, beganAt + 160 * minuteMs],
      [beganAt, beganAt + 1],
      [beganAt + 390 * minuteMs, beganAt + 900 * minuteMs],
    ] as const) {
      const expected = stored
        .filter(({ startedAt }) => startedAt >= from && startedAt < to)
        .toSorted(newestFirst)
        .map(({ checkRunId }) => checkRunId)
      const filter = { checkNo, checkType: 'ICMP', from, to, resultType: 'ALL' } as const
      const whole = await resultsOfWindow(opened.store.read, filter, { limit: 1_000, offset: 0 })
      assert.deepEqual(
        whole.rows.map(({ checkRunId }) => checkRunId),
        expected,
      )
      assert.equal(whole.total, expected.length)
      const second = await resultsOfWindow(opened.store.read, filter, { limit: 10, offset: 10 })
      assert.deepEqual(
        second.rows.map(({ checkRunId }) => checkRunId),
        expected.slice(10, 20),
      )
      assert.equal(second.total, expected.length)
      const first = await resultsBefore(opened.store.read, filter, { before: null, limit: 5 })
      assert.deepEqual(
        first.map(({ checkRunId }) => checkRunId),
        expected.slice(0, 5),
      )
    }
  })

  test('a check without results has empty pages', async () => {
    const filter = { checkNo: 99, checkType: 'ICMP', resultType: 'ALL' } as const
    assert.deepEqual(await resultsBefore(opened.store.read, filter, { before: null, limit: 10 }), [])
    assert.deepEqual(
      await resultsOfWindow(
        opened.store.read,
        { ...filter, from: 0, to: beganAt * 2 },
        { limit: 10, offset: 0 },
      ),
      { rows: [], total: 0 },
    )
  })
})
