import { beginningOf } from '@sonde/ground/beginning-of.ts'
import { printable } from '@sonde/ground/printable.ts'
import {
  longestTestError,
  longestTitle,
  mostTestErrors,
  type TestError,
  type TestRunDetail,
} from '@sonde/schema/check-types/playwright/test-run-result.ts'
import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import type { Evaluation } from '../evaluation.ts'
import { listNodes } from './test-nodes.ts'
import type { RecordedError, RecordedTest, TestRunEvidence } from './test-run-evidence.ts'

const longestReason = 500

type Judgement = { kind: TargetVerdict; reason: string | null; errors: TestError[] }

/**
 * The verdict on a run of tests: from what its runner has said to the end, and from how it ended. A run without that end
 * has failed, whatever was said before.
 */
export function evaluateTestRun(evidence: TestRunEvidence): Evaluation<TestRunDetail> {
  const { startedAt, durationMs, runtimeId, nodes, log, isRequested } = evidence
  const { kind, reason, errors } = judge(evidence)
  const startTime = Math.round(startedAt)
  return {
    verdict: {
      kind,
      overMaxResponseTime: null,
      responseTime: durationMs,
      isNetworkError: false,
      // Pages have their part in it, and people read it anywhere.
      reason: reason === null ? null : printable(beginningOf(reason, longestReason)),
    },
    detail: {
      errors: errors.slice(0, mostTestErrors),
      startTime,
      endTime: startTime + Math.round(durationMs),
      runtimeVersion: runtimeId,
      steps: listNodes(nodes, { isWhole: isRequested || kind !== 'passed' }),
      jobLog: [...log],
      jobAssets: null,
      playwrightTestTraces: [],
    },
    notRunCause: null,
    target: null,
  }
}

function judge({ tests, errors, marks, end }: TestRunEvidence): Judgement {
  const unexpected = tests.filter(({ isOk }) => !isOk)
  const failures = [
    ...errors.map((error) => shownError(null, error)),
    ...unexpected.flatMap((test) => errorsOf(test)),
  ]
  if (end.kind === 'cut') {
    const why = { test: null, message: end.why, location: null, snippet: null }
    return { kind: 'failed', reason: end.why, errors: [why, ...failures] }
  }
  const { status, code } = end
  const isPassed = status === 'passed' && code === 0 && failures.length === 0
  const isSoft =
    status === 'failed' &&
    code === 1 &&
    errors.length === 0 &&
    unexpected.length > 0 &&
    unexpected.every(isSoftFailure)
  if (marks.length > 0 && (isPassed || isSoft)) {
    const reasons = marks.map((mark) => (mark === '' ? 'Marked as degraded by the script' : mark))
    const marked = reasons.map((message) => ({ test: null, message, location: null, snippet: null }))
    return { kind: 'degraded', reason: reasons[0] ?? null, errors: [...marked, ...failures] }
  }
  if (isPassed) return { kind: 'passed', reason: null, errors: [] }
  const [first] = failures
  const ending = `The test runner ended as ${status} with exit code ${code}`
  return {
    kind: 'failed',
    reason: first === undefined ? ending : reasonOf(first),
    errors: first === undefined ? [{ test: null, message: ending, location: null, snippet: null }] : failures,
  }
}

/** Only assertions after which the test went on to its end. */
function isSoftFailure({ status, errors }: RecordedTest): boolean {
  return status === 'failed' && errors.length > 0 && errors.every(({ isSoft }) => isSoft)
}

function errorsOf(test: RecordedTest): TestError[] {
  if (test.errors.length > 0) return test.errors.map((error) => shownError(test.title, error))
  const message =
    test.status === 'passed' ? 'It passed, and was expected to fail' : `It ended as ${test.status}`
  return [{ test: beginningOf(test.title, longestTitle), message, location: null, snippet: null }]
}

function shownError(title: string | null, { message, location, snippet }: RecordedError): TestError {
  return {
    test: title === null ? null : beginningOf(title, longestTitle),
    message: beginningOf(message, longestTestError),
    location: location === null ? null : beginningOf(location, longestTitle),
    snippet: snippet === null ? null : beginningOf(snippet, longestTestError),
  }
}

/** `sign in: expect(received).toBe(expected) (expected 200, received 500)` */
function reasonOf({ test, message }: TestError): string {
  const first = (message.split('\n', 1)[0] ?? '').replace(/^Error: /, '').replace(/ \/\/ .*$/, '')
  const values = ['Expected', 'Received'].flatMap((name) => {
    const value = new RegExp(`^${name}[^:\\n]*: (.*)$`, 'm').exec(message)?.[1]
    return value === undefined ? [] : [`${name.toLowerCase()} ${beginningOf(value.trim(), 100)}`]
  })
  const words = values.length < 2 ? first : `${first} (${values.join(', ')})`
  return test === null ? words : `${test}: ${words}`
}
