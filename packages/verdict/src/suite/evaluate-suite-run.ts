import { beginningOf } from '@sonde/ground/beginning-of.ts'
import { printable } from '@sonde/ground/printable.ts'
import {
  longestTestError,
  longestTitle,
  mostTestErrors,
  type TestError,
} from '@sonde/schema/check-types/playwright/test-run-result.ts'
import type { SuitePage } from '@sonde/schema/check-types/browser/result.ts'
import { suiteVitalNames } from '@sonde/schema/check-types/browser/web-vitals.ts'
import type { SuiteRunDetail } from '@sonde/schema/check-types/suite/result.ts'
import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import type { RecordedPage } from '../browser/page-evidence.ts'
import { placeOf, shownPages, shownVitals } from '../browser/shown-pages.ts'
import type { Evaluation } from '../evaluation.ts'
import { type RecordedTest, shownTests } from './shown-tests.ts'
import type { SuiteAttempt, SuiteError, SuiteRunEvidence } from './suite-run-evidence.ts'

const longestReason = 500

/**
 * The verdict on a suite is how its command ended, and nothing else: 0 has passed, or is degraded where the suite has marked it so.
 * What the reporter has told explains it.
 */
export function evaluateSuiteRun(evidence: SuiteRunEvidence): Evaluation<SuiteRunDetail> {
  const { startedAt, durationMs, engine, playwrightVersion, browser } = evidence
  const tests = testsOf(evidence.attempts)
  const { kind, reason, errors } = judge(evidence, tests)
  const startTime = Math.round(startedAt)
  return {
    verdict: {
      kind,
      overMaxResponseTime: null,
      responseTime: durationMs,
      isNetworkError: false,
      reason: reason === null ? null : printable(beginningOf(reason, longestReason)),
    },
    detail: {
      errors: errors.slice(0, mostTestErrors),
      startTime,
      endTime: startTime + Math.round(durationMs ?? 0),
      engine,
      playwrightVersion,
      browser,
      testCounts: countsOf(tests),
      tests: shownTests(tests, startedAt),
      traceSummary: { ...evidence.observed.counts },
      ...shownPages(evidence.observed, shownPage),
      jobLog: null,
      jobAssets: null,
      playwrightTestTraces: [],
      playwrightTestVideos: [],
    },
    notRunCause: null,
    target: null,
  }
}

function testsOf(attempts: readonly SuiteAttempt[]): RecordedTest[] {
  return [...Map.groupBy(attempts, ({ id }) => id).values()].flatMap((group) => {
    const ordered = group.toSorted((one, other) => one.retry - other.retry)
    const last = ordered.at(-1)
    return last === undefined ? [] : [{ last, attempts: ordered }]
  })
}

function judge(
  { end, errors, marks }: SuiteRunEvidence,
  tests: readonly RecordedTest[],
): { kind: TargetVerdict; reason: string | null; errors: TestError[] } {
  const failures = [
    ...errors.map((error) => shownError(null, error)),
    ...tests.filter(({ last }) => last.outcome === 'unexpected').map(({ last }) => failureOf(last)),
  ]
  if (end.kind === 'cut') return { kind: 'failed', reason: end.why, errors: [plain(end.why), ...failures] }
  if (end.code !== 0) {
    const [first] = failures
    const ended = `The test command ended with exit code ${end.code}`
    if (first === undefined) return { kind: 'failed', reason: ended, errors: [plain(ended)] }
    const line = first.message.split('\n', 1)[0] ?? ''
    return { kind: 'failed', reason: first.test === null ? line : `${first.test}: ${line}`, errors: failures }
  }
  const [mark] = marks
  if (mark === undefined) return { kind: 'passed', reason: null, errors: [] }
  const reasons = marks.map((text) => (text === '' ? 'Marked as degraded by the suite' : text))
  return { kind: 'degraded', reason: reasons[0] ?? null, errors: reasons.map(plain) }
}

function failureOf({ title, status, errors }: SuiteAttempt): TestError {
  const [first] = errors
  return shownError(title, first ?? { message: `The test ${status}`, snippet: null, location: null })
}

function shownError(test: string | null, { message, snippet, location }: SuiteError): TestError {
  return {
    test: test === null ? null : beginningOf(test, longestTitle),
    message: beginningOf(message, longestTestError),
    location: location === null ? null : beginningOf(location, longestTitle),
    snippet: snippet === null ? null : beginningOf(snippet, longestTestError),
  }
}

function plain(message: string): TestError {
  return { test: null, message: beginningOf(message, longestTestError), location: null, snippet: null }
}

function countsOf(tests: readonly RecordedTest[]): SuiteRunDetail['testCounts'] {
  const of = (outcome: SuiteAttempt['outcome']) => tests.filter(({ last }) => last.outcome === outcome).length
  return {
    passed: of('expected'),
    failed: of('unexpected'),
    flaky: of('flaky'),
    skipped: of('skipped'),
  }
}

/** Of an address that scripts went to nothing is measured but what people did there. */
function shownPage(page: RecordedPage): SuitePage {
  return {
    ...placeOf(page),
    ...(page.isSoft === true
      ? { softNavigation: true, webVitals: shownVitals(page, ['INP'] as const) }
      : { webVitals: shownVitals(page, suiteVitalNames) }),
  }
}
