import type { attemptStatuses, suiteStepKinds, testOutcomes } from '@sonde/schema/check-types/suite/result.ts'
import type { PageEvidence } from '../browser/page-evidence.ts'

export type SuiteError = { message: string; snippet: string | null; location: string | null }

export type SuiteStep = {
  kind: (typeof suiteStepKinds)[number]
  title: string
  /** How deep it lies in those before it. */
  depth: number
  startedAt: number
  /** Null: it had not ended when the attempt did. */
  durationMs: number | null
  error: string | null
}

export type SuiteAttachment = {
  name: string
  contentType: string
  /** From the folder that the test command runs in; null: it is no file. */
  path: string | null
}

/** One attempt of a test, as the reporter has told it. */
export type SuiteAttempt = {
  /** Of the test, by which its attempts are known. */
  id: string
  project: string
  file: string
  title: string
  retry: number
  status: (typeof attemptStatuses)[number]
  /** Of the test, as of this attempt. */
  outcome: (typeof testOutcomes)[number]
  startedAt: number
  durationMs: number
  errors: readonly SuiteError[]
  steps: readonly SuiteStep[]
  attachments: readonly SuiteAttachment[]
}

/** What a run of a suite has left to judge by. */
export type SuiteRunEvidence = {
  /** How the command ended, or why it did not get so far, for people: a limit, a refused bundle, an install that failed. */
  end: { kind: 'exited'; code: number } | { kind: 'cut'; why: string }
  /** What was told beside that: the suite may have written it itself. */
  attempts: readonly SuiteAttempt[]
  /** Those that belong to no test. */
  errors: readonly SuiteError[]
  /** Why it counts as degraded, in the words of the suite. */
  marks: readonly string[]
  /** What happened in pages. */
  observed: PageEvidence
  engine: { name: 'node' | 'bun'; version: string } | null
  playwrightVersion: string | null
  /** That of the location; null: there is none. */
  browser: { name: string; version: string } | null
  startedAt: number
  /** Of the test command; null: it was not started. */
  durationMs: number | null
}
