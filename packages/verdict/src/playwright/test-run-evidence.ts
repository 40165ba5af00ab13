import type { HttpLogEntry } from '@sonde/schema/check-types/api-check-result.ts'
import type { nodeKinds } from '@sonde/schema/check-types/playwright/test-run-result.ts'

export type RecordedError = {
  message: string
  snippet: string | null
  location: string | null
  /** Of an assertion after which the test went on. */
  isSoft: boolean
}

export type RecordedTest = {
  title: string
  status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted'
  /** Whether it ended as its author expects. */
  isOk: boolean
  errors: readonly RecordedError[]
}

export type RecordedCall = {
  request: { method: string; url: string; headers: Readonly<Record<string, string>>; body: string }
  response: {
    status: number
    statusText: string
    url: string
    headers: Readonly<Record<string, string>>
    body: string
    bodySize: number
    /** Only its beginning came out of the sandbox. */
    isCut: boolean
  } | null
}

/** A test, or what happened in it. */
export type RecordedNode = {
  id: number
  parent: number | null
  kind: (typeof nodeKinds)[number]
  title: string
  /** Milliseconds since the start of the run. */
  startMs: number
  durationMs: number | null
  error: string | null
  call: RecordedCall | null
}

/** All that is known of a run of tests when nothing of it is left. */
export type TestRunEvidence = {
  nodes: readonly RecordedNode[]
  tests: readonly RecordedTest[]
  /** Those that belong to no test. */
  errors: readonly RecordedError[]
  /** Why it counts as degraded, in the words of the script. */
  marks: readonly string[]
  /**
   * What the runner has said last, and the code that it ended with; or why it did not get so far, for people: a limit, a
   * crash, or something that was no message.
   */
  end: { kind: 'complete'; status: string; code: number } | { kind: 'cut'; why: string }
  startedAt: number
  durationMs: number
  runtimeId: string
  log: readonly HttpLogEntry[]
  /** Somebody asked for this run and will look at it. */
  isRequested: boolean
}
