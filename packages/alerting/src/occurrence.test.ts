import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import type { PartialOccurrence } from '@sonde/store/alerts/alert-state.ts'
import * as fc from 'fast-check'
import { type ClosedOccurrence, joinRun, type OccurrencePlan } from './occurrence.ts'

type Said = TargetVerdict | null

/** Lets runs end in this order; gives what the occurrence closed with, and after how many of them. */
function close(says: readonly [origin: string, said: Said][], plan: OccurrencePlan) {
  let partial: PartialOccurrence | null = null
  const closed: (ClosedOccurrence & { after: number })[] = []
  for (const [index, [origin, said]] of says.entries()) {
    const step = joinRun(partial, { scheduledAt: 0, origin, verdict: said }, plan)
    partial = JSON.parse(JSON.stringify(step.partial))
    if (step.closed !== null) closed.push({ ...step.closed, after: index + 1 })
  }
  return { closed, partial }
}

const any = null
const half = { enabled: true, percentage: 50 }

suite('an occurrence of one run', () => {
  for (const said of ['passed', 'degraded', 'failed'] as const) {
    test(`that ${said} closes at once and leaves nothing to remember`, () => {
      const { closed, partial } = close([['a', said]], { expected: ['a'], carried: {}, threshold: any })
      const failedOrigins = said === 'failed' ? ['a'] : []
      assert.deepEqual(closed, [{ verdict: said, isOwn: true, failedOrigins, after: 1 }])
      assert.equal(partial, null)
    })
  }

  test('that ended without a say has no verdict', () => {
    const { closed, partial } = close([['a', null]], { expected: ['a'], carried: {}, threshold: any })
    assert.deepEqual([closed, partial], [[], null])
  })
})

suite('an occurrence of several runs', () => {
  const expected = ['a', 'b', 'c', 'd']
  const plan = { expected, carried: {}, threshold: any }

  test('passes only when all have ended', () => {
    const { closed } = close(
      [
        ['a', 'passed'],
        ['b', 'passed'],
        ['c', null],
        ['d', 'passed'],
      ],
      plan,
    )
    assert.deepEqual(closed, [{ verdict: 'passed', isOwn: true, failedOrigins: [], after: 4 }])
  })

  test('is degraded only when all have ended', () => {
    const { closed } = close(
      [
        ['a', 'degraded'],
        ['b', 'degraded'],
        ['c', 'passed'],
        ['d', 'passed'],
      ],
      plan,
    )
    assert.deepEqual(closed, [{ verdict: 'degraded', isOwn: true, failedOrigins: [], after: 4 }])
  })

  test('remembers that it has closed until the last run ends', () => {
    const early = close([['a', 'failed']], plan)
    assert.deepEqual(early.partial, { scheduledAt: 0, said: { a: 'failed' }, isClosed: true })
    const late = close(
      [
        ['a', 'failed'],
        ['b', 'failed'],
        ['c', 'passed'],
        ['d', 'passed'],
      ],
      plan,
    )
    assert.deepEqual([late.closed.length, late.partial], [1, null])
  })

  test('does not hear the same location twice', () => {
    const { closed, partial } = close(
      [
        ['a', 'failed'],
        ['a', 'failed'],
        ['a', null],
      ],
      { ...plan, threshold: half },
    )
    assert.deepEqual(closed, [])
    assert.deepEqual(partial?.said, { a: 'failed' })
  })

  test('without a single say has no verdict', () => {
    const { closed, partial } = close(
      expected.map((origin) => [origin, null]),
      plan,
    )
    assert.deepEqual([closed, partial], [[], null])
  })

  test('a run that ends without a say may make the failed ones enough', () => {
    const { closed } = close(
      [
        ['a', 'failed'],
        ['b', null],
        ['c', null],
      ],
      { ...plan, threshold: half },
    )
    assert.deepEqual(
      closed.map(({ verdict, after }) => [verdict, after]),
      [['failed', 3]],
    )
  })
})

suite('carried verdicts', () => {
  test('a failure that is only carried fails the occurrence and advances nothing', () => {
    const { closed } = close([['a', 'passed']], { expected: ['a'], carried: { b: 'failed' }, threshold: any })
    assert.deepEqual(closed, [{ verdict: 'failed', isOwn: false, failedOrigins: ['b'], after: 1 }])
  })

  test('a carried failure does not close before an own run had the chance to fail', () => {
    const { closed } = close(
      [
        ['a', 'passed'],
        ['c', 'failed'],
      ],
      { expected: ['a', 'c', 'd'], carried: { b: 'failed' }, threshold: any },
    )
    assert.deepEqual(closed, [{ verdict: 'failed', isOwn: true, failedOrigins: ['c', 'b'], after: 2 }])
  })

  test('carried votes count in the share', () => {
    const plan = { expected: ['a'], threshold: half }
    const share = (carried: OccurrencePlan['carried']) =>
      close([['a', 'failed']], { ...plan, carried }).closed
    assert.equal(share({ b: 'passed', c: 'passed' })[0]?.verdict, 'passed')
    assert.equal(share({ b: 'passed', c: 'passed' })[0]?.isOwn, false)
    assert.equal(share({ b: 'failed', c: 'passed' })[0]?.verdict, 'failed')
  })

  test('an own run that ended without a say leaves the word to the carried ones, which advance nothing', () => {
    const { closed } = close([['a', null]], { expected: ['a'], carried: { b: 'passed' }, threshold: any })
    assert.deepEqual(closed, [{ verdict: 'passed', isOwn: false, failedOrigins: [], after: 1 }])
  })

  test('a location that runs itself is not carried as well', () => {
    const { closed } = close([['a', 'passed']], { expected: ['a'], carried: { a: 'failed' }, threshold: any })
    assert.deepEqual(closed, [{ verdict: 'passed', isOwn: true, failedOrigins: [], after: 1 }])
  })
})

suite('the arithmetic of shares', () => {
  for (const { locations, percentage, failed, degraded, verdict } of [
    { locations: 10, percentage: 50, failed: 3, degraded: 0, verdict: 'passed' },
    { locations: 10, percentage: 50, failed: 7, degraded: 0, verdict: 'failed' },
    { locations: 10, percentage: 50, failed: 5, degraded: 0, verdict: 'failed' },
    { locations: 3, percentage: 70, failed: 2, degraded: 0, verdict: 'passed' },
    { locations: 3, percentage: 70, failed: 3, degraded: 0, verdict: 'failed' },
    { locations: 4, percentage: 50, failed: 1, degraded: 1, verdict: 'degraded' },
    { locations: 4, percentage: 50, failed: 0, degraded: 1, verdict: 'passed' },
    { locations: 3, percentage: 100, failed: 2, degraded: 1, verdict: 'degraded' },
    { locations: 1, percentage: 100, failed: 1, degraded: 0, verdict: 'failed' },
    { locations: 1, percentage: 10, failed: 0, degraded: 1, verdict: 'degraded' },
  ] as const) {
    test(`${failed} failed and ${degraded} degraded of ${locations} at ${percentage} %: ${verdict}`, () => {
      const says = Array.from({ length: locations }, (_, index): [string, Said] => [
        `l${index}`,
        index < failed ? 'failed' : index < failed + degraded ? 'degraded' : 'passed',
      ])
      const expected = says.map(([origin]) => origin)
      const { closed } = close(says, { expected, carried: {}, threshold: { enabled: true, percentage } })
      assert.deepEqual(
        closed.map((occurrence) => occurrence.verdict),
        [verdict],
      )
    })
  }

  const verdict = fc.constantFrom<TargetVerdict>('passed', 'degraded', 'failed')
  const threshold = fc.option(
    fc.record({
      enabled: fc.boolean(),
      percentage: fc.constantFrom(10, 20, 30, 40, 50, 60, 70, 80, 90, 100),
    }),
  )

  test('in whatever order runs end, the occurrence closes once, with what a recount of all votes says', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(verdict), { minLength: 1, maxLength: 7 }),
        fc.array(verdict, { maxLength: 4 }),
        threshold,
        fc.infiniteStream(fc.nat()),
        (said, skipped, limit, order) => {
          const expected = said.map((_, index) => `own-${index}`)
          const carried = Object.fromEntries(skipped.map((vote, index) => [`carried-${index}`, vote]))
          const says = said
            .map((vote, index): [string, Said] => [`own-${index}`, vote])
            .map((say) => ({ say, key: order.next().value ?? 0 }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ say }) => say)
          const { closed, partial } = close(says, { expected, carried, threshold: limit })
          assert.equal(partial, null)
          const naive = recount(said, skipped, limit)
          assert.deepEqual(
            closed.map((occurrence) => ({ verdict: occurrence.verdict, isOwn: occurrence.isOwn })),
            naive === null ? [] : [naive],
          )
          assert.equal(
            closed[0]?.after,
            naive === null ? undefined : firstMoment(says, skipped, limit, naive),
          )
        },
      ),
      { numRuns: rounds(2_000) },
    )
  })
})

type Limit = OccurrencePlan['threshold']

function count(votes: readonly Said[], wanted: Said): number {
  return votes.filter((vote) => vote === wanted).length
}

/** All votes at once, with fractions instead of products. */
function recount(own: readonly Said[], carried: readonly TargetVerdict[], limit: Limit) {
  const votes = [...own, ...carried].filter((vote) => vote !== null)
  if (votes.length === 0) return null
  const isEnough = (number: number) =>
    limit?.enabled === true && votes.length > 1
      ? number / votes.length >= limit.percentage / 100 - 1e-9
      : number > 0
  const failed = count(votes, 'failed')
  const verdict = isEnough(failed)
    ? 'failed'
    : isEnough(failed + count(votes, 'degraded'))
      ? 'degraded'
      : 'passed'
  return { verdict, isOwn: own.includes(verdict) } as const
}

/** After how many runs it has to close: when the rest could not change a failure any more, else after all. */
function firstMoment(
  says: readonly [string, Said][],
  carried: readonly TargetVerdict[],
  limit: Limit,
  naive: { verdict: TargetVerdict; isOwn: boolean },
): number {
  if (naive.verdict !== 'failed' || !naive.isOwn) return says.length
  const moment = says.findIndex((_, index) => {
    const heard = says.slice(0, index + 1).map(([, said]) => said)
    if (!heard.includes('failed')) return false
    const best = says.slice(index + 1).map(() => 'passed' as const)
    return recount([...heard, ...best], carried, limit)?.verdict === 'failed'
  })
  return moment + 1
}

suite('locations that this server stands in for', () => {
  const run = (origin: string, verdict: Said, isStandIn: boolean) => ({
    scheduledAt: 0,
    origin,
    verdict,
    isStandIn,
  })

  function closeAll(runs: readonly ReturnType<typeof run>[], plan: Partial<OccurrencePlan> = {}) {
    let partial: PartialOccurrence | null = null
    let closed: ClosedOccurrence | null = null
    const expected = runs.map(({ origin }) => origin)
    for (const one of runs) {
      const step = joinRun(partial, one, { expected, carried: {}, threshold: half, ...plan })
      partial = JSON.parse(JSON.stringify(step.partial))
      closed ??= step.closed
    }
    return closed
  }

  test('have one vote together: three of them do not outvote two agents', () => {
    const closed = closeAll([
      run('agent-1', 'passed', false),
      run('agent-2', 'passed', false),
      run('a', 'failed', true),
      run('b', 'failed', true),
      run('c', 'failed', true),
    ])
    assert.equal(closed?.verdict, 'passed', 'one place of three has failed')
  })

  test('fail as one place when one of them does, and are named together', () => {
    const closed = closeAll(
      [run('a', 'passed', true), run('agent', 'failed', false), run('b', 'failed', true)],
      { threshold: { enabled: true, percentage: 100 } },
    )
    assert.deepEqual(closed, {
      verdict: 'failed',
      isOwn: true,
      failedOrigins: ['agent', 'b'],
      failedStandIns: ['b'],
    })
  })

  test('are one place also with those whose last word is carried on', () => {
    const carried = { c: 'failed', d: 'failed' } as const
    const runs = [run('agent-1', 'passed', false), run('agent-2', 'passed', false), run('b', 'passed', true)]
    const threshold = { enabled: true, percentage: 40 }
    assert.equal(closeAll(runs, { carried, threshold })?.verdict, 'failed')
    const asOne = closeAll(runs, { carried, threshold, carriedStandIns: ['c', 'd'] })
    assert.deepEqual([asOne?.verdict, asOne?.failedStandIns], ['passed', ['c', 'd']])
  })
})
