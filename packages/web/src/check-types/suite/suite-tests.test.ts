import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SuiteTest } from './suite-detail.ts'
import {
  assignErrors,
  countTests,
  filterTests,
  groupTests,
  isTestMatch,
  noticesIn,
  orderTests,
} from './suite-tests.ts'

type Fields = Partial<Pick<SuiteTest, 'project' | 'outcome'>> & { error?: string }

function testOf(
  file: string,
  title: string,
  { project = 'chromium', outcome, error }: Fields = {},
): SuiteTest {
  const attempt = { status: 'passed', startMs: 0, durationMs: 1, error: error ?? null } as const
  return { project, file, title, outcome: outcome ?? 'expected', attempts: [attempt] }
}

const errorOf = (name: string | null, message: string, location: string | null = null) => ({
  test: name,
  message,
  location,
  snippet: null,
})

function listed(tests: readonly SuiteTest[]) {
  return assignErrors(tests, []).tests
}

suite('tests of a suite', () => {
  test('are grouped by file and project, and trouble comes first', () => {
    const ordered = orderTests(
      listed([
        testOf('a.spec.ts', 'one'),
        testOf('b.spec.ts', 'two', { outcome: 'skipped' }),
        testOf('b.spec.ts', 'three'),
        testOf('b.spec.ts', 'three', { project: 'phone', outcome: 'unexpected' }),
        testOf('b.spec.ts', 'four', { project: 'phone' }),
        testOf('c.spec.ts', 'five', { outcome: 'flaky' }),
        testOf('a.spec.ts', 'six'),
      ]),
    )
    assert.deepEqual(
      groupTests(ordered).map(({ file, project, tests }) => [
        file,
        project,
        ...tests.map(({ title }) => title),
      ]),
      [
        ['b.spec.ts', 'phone', 'three', 'four'],
        ['b.spec.ts', 'chromium', 'three', 'two'],
        ['c.spec.ts', 'chromium', 'five'],
        ['a.spec.ts', 'chromium', 'one', 'six'],
      ],
    )
    // What is cut off at the end of a list leaves the groups before it as they are.
    assert.deepEqual(
      groupTests(ordered.slice(0, 3)).map(({ tests }) => tests.length),
      [2, 1],
    )
    assert.deepEqual(groupTests(orderTests([])), [])
  })

  test('are found by state, and by words of their place, title and errors', () => {
    const tests = listed([
      testOf('cart.spec.ts', 'adds a lamp'),
      testOf('pay.spec.ts', 'pays', { outcome: 'unexpected', error: 'Timeout of 5000 ms' }),
    ])
    const titles = (found: readonly SuiteTest[]) => found.map(({ title }) => title)
    assert.deepEqual(titles(filterTests(tests, 'unexpected')), ['pays'])
    assert.deepEqual(titles(filterTests(tests, 'all')), ['adds a lamp', 'pays'])
    const found = (search: string) => titles(tests.filter((one) => isTestMatch(one, search)))
    assert.deepEqual(found('CART lamp'), ['adds a lamp'])
    assert.deepEqual(found('timeout'), ['pays'])
    assert.deepEqual(found('chromium'), ['adds a lamp', 'pays'])
    assert.deepEqual(found('timeout lamp'), [])
  })

  test('get their errors in order where titles and messages are the same, and the rest is of the run', () => {
    const fields = { outcome: 'unexpected', error: 'Timeout' } as const
    const { tests, others } = assignErrors(
      [
        testOf('a.spec.ts', 'loads', fields),
        testOf('b.spec.ts', 'loads', fields),
        testOf('c.spec.ts', 'loads'),
      ],
      [
        errorOf(null, 'The test command was ended after 30 minutes'),
        errorOf('loads', 'Timeout', 'a.spec.ts:3:1'),
        errorOf('loads', 'Timeout', 'b.spec.ts:9:1'),
        errorOf('of a test that is not kept', 'Timeout'),
      ],
    )
    assert.deepEqual(
      tests.map(({ error }) => error?.location ?? null),
      ['a.spec.ts:3:1', 'b.spec.ts:9:1', null],
    )
    assert.deepEqual(
      others.map(({ test: name }) => name),
      [null, 'of a test that is not kept'],
    )
  })

  test('that nobody told of are not 0', () => {
    const counts = { passed: 0, failed: 0, flaky: 0, skipped: 0 }
    assert.equal(countTests({ testCounts: counts }), null)
    assert.equal(countTests({ testCounts: { ...counts, failed: 2, skipped: 3 } }), 5)
  })

  test('leave out of notices what the suite wrote', () => {
    const line = (level: string, msg: string) => ({ time: 1, level, msg })
    assert.deepEqual(
      noticesIn([
        line('INFO', 'Running 3 tests'),
        line('ERROR', 'written to stderr'),
        line('WARN', 'Node 20 is not available: Node 22 is used'),
        line('WARN', 'Degraded: slow'),
      ]),
      ['Node 20 is not available: Node 22 is used'],
    )
    assert.deepEqual(noticesIn(null), [])
  })
})
