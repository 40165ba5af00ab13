import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { evaluateTestRun } from './evaluate-test-run.ts'
import type { RecordedCall, RecordedError, RecordedNode, TestRunEvidence } from './test-run-evidence.ts'

function error(message: string, isSoft = false): RecordedError {
  return { message, isSoft, snippet: null, location: 'script.js:3:1' }
}

const hard = { title: 'pays', status: 'failed', isOk: false, errors: [error('Error: no')] } as const
const soft = { ...hard, title: 'ships', errors: [error('Error: slow', true)] }
const passed = { title: 'signs in', status: 'passed', isOk: true, errors: [] } as const

function evidence(fields: Partial<TestRunEvidence>): TestRunEvidence {
  return {
    nodes: [],
    tests: [passed],
    errors: [],
    marks: [],
    end: { kind: 'complete', status: 'passed', code: 0 },
    startedAt: 1_000.4,
    durationMs: 2_500.6,
    runtimeId: '2026.04',
    log: [],
    isRequested: false,
    ...fields,
  }
}

const failedEnd = { kind: 'complete', status: 'failed', code: 1 } as const

suite('the verdict on a run of tests', () => {
  const cases: readonly [string, Partial<TestRunEvidence>, string, string | null][] = [
    ['all passed', {}, 'passed', null],
    ['marked', { marks: ['slow', 'slower'] }, 'degraded', 'slow'],
    ['marked without a word', { marks: [''] }, 'degraded', 'Marked as degraded by the script'],
    ['failed', { tests: [passed, hard], end: failedEnd }, 'failed', 'pays: no'],
    [
      'failed with words of a page that would do something in a terminal',
      { tests: [{ ...hard, errors: [error('Error: \x1b]52;c;eA==\x07\u202Eno')] }], end: failedEnd },
      'failed',
      'pays: ?]52;c;eA==??no',
    ],
    ['failed and marked', { tests: [hard], marks: ['slow'], end: failedEnd }, 'failed', 'pays: no'],
    ['failed softly', { tests: [soft], end: failedEnd }, 'failed', 'ships: slow'],
    ['failed softly and marked', { tests: [soft], marks: ['slow'], end: failedEnd }, 'degraded', 'slow'],
    [
      'failed softly in one and hard in the other test, and marked',
      { tests: [soft, hard], marks: ['slow'], end: failedEnd },
      'failed',
      'ships: slow',
    ],
    [
      'timed out after a soft failure, and marked',
      { tests: [{ ...soft, status: 'timedOut' }], marks: ['slow'], end: failedEnd },
      'failed',
      'ships: slow',
    ],
    [
      'passed by its own words, with another exit code',
      { end: { kind: 'complete', status: 'passed', code: 3 } },
      'failed',
      'The test runner ended as passed with exit code 3',
    ],
    [
      'passed by its exit code, with a failed test',
      { tests: [hard], end: { kind: 'complete', status: 'passed', code: 0 } },
      'failed',
      'pays: no',
    ],
    [
      'an error that belongs to no test, and a mark',
      { errors: [error('Error: No tests found')], marks: ['slow'], end: failedEnd },
      'failed',
      'No tests found',
    ],
    [
      'cut after everything had passed, and marked',
      { marks: ['slow'], end: { kind: 'cut', why: 'time limit of 240 s exceeded' } },
      'failed',
      'time limit of 240 s exceeded',
    ],
    [
      'a test that was expected to fail',
      { tests: [{ ...passed, isOk: false }], end: failedEnd },
      'failed',
      'signs in: It passed, and was expected to fail',
    ],
  ]
  for (const [name, fields, kind, reason] of cases) {
    test(name, () => {
      const { verdict, detail, notRunCause } = evaluateTestRun(evidence(fields))
      assert.deepEqual([verdict.kind, verdict.reason, notRunCause], [kind, reason, null])
      assert.equal(verdict.responseTime, 2_500.6)
      assert.deepEqual([detail.startTime, detail.endTime], [1_000, 3_501])
      assert.equal(detail.errors.length > 0, kind !== 'passed')
    })
  }

  test('the reason has what was expected and what came', () => {
    const message =
      'Error: status\n\nexpect(received).toBe(expected) // Object.is equality\n\nExpected: 200\nReceived: 500'
    const tests = [{ ...hard, errors: [error(message)] }]
    const { verdict } = evaluateTestRun(evidence({ tests, end: failedEnd }))
    assert.equal(verdict.reason, 'pays: status (expected 200, received 500)')
  })
})

suite('what happened in a run of tests', () => {
  function node(id: number, parent: number | null, fields: Partial<RecordedNode> = {}): RecordedNode {
    const empty = {
      kind: 'step',
      title: `n${id}`,
      startMs: id,
      durationMs: 1,
      error: null,
      call: null,
    } as const
    return { id, parent, ...empty, ...fields }
  }
  function callOf(length: number): RecordedCall {
    const headers = { Cookie: 'a=b', 'x-own': 'c' }
    const body = 'x'.repeat(length)
    return {
      request: { method: 'GET', url: 'https://example.net/', headers, body: '' },
      response: {
        status: 200,
        statusText: 'OK',
        url: 'https://example.net/',
        headers,
        body,
        bodySize: length,
        isCut: false,
      },
    }
  }

  test('in the order of its start, as deep as it lies, without hooks in which nothing happened', () => {
    const nodes = [
      node(1, null, { kind: 'test' }),
      node(2, 1, { kind: 'hook' }),
      node(3, 2, { kind: 'hook' }),
      node(4, 1, { startMs: 9 }),
      node(5, 4, { startMs: 11 }),
      node(6, 4, { startMs: 10, kind: 'request', call: callOf(1) }),
      node(7, 1, { startMs: 5, kind: 'hook', error: 'Error: no' }),
      node(8, 99),
    ]
    const { detail } = evaluateTestRun(evidence({ nodes }))
    assert.deepEqual(
      detail.steps?.map(({ title, depth }) => `${depth} ${title}`),
      ['0 n1', '1 n7', '1 n4', '2 n6', '2 n5', '0 n8'],
    )
    const { request, response } = detail.steps?.[3] ?? {}
    assert.deepEqual(request?.headers, { Cookie: '*********', 'x-own': 'c' })
    assert.equal(response?.headers['Cookie'], '*********')
  })

  for (const { name, isRequested, longest, total } of [
    { name: 'of a scheduled run that passed', isRequested: false, longest: 4_096, total: 50_000 },
    { name: 'of one that somebody asked for', isRequested: true, longest: 262_144, total: 1_000_000 },
  ]) {
    test(`bodies ${name} have ${longest} characters, and ${total} together`, () => {
      const nodes = Array.from({ length: 20 }, (_, id) => node(id, null, { call: callOf(300_000) }))
      const { detail } = evaluateTestRun(evidence({ nodes, isRequested }))
      const lengths = detail.steps?.map(({ response }) => response?.body.length ?? 0) ?? []
      assert.equal(Math.max(...lengths), longest)
      assert.equal(
        lengths.reduce((sum, length) => sum + length, 0),
        total,
      )
      assert.ok(detail.steps?.every(({ response }) => response?.bodyTruncated === true))
    })
  }
})
