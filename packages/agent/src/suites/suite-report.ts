import { isRecord } from '@sonde/ground/is-record.ts'
import { attemptStatuses, suiteStepKinds, testOutcomes } from '@sonde/schema/check-types/suite/result.ts'
import type {
  SuiteAttachment,
  SuiteAttempt,
  SuiteError,
  SuiteStep,
} from '@sonde/verdict/suite/suite-run-evidence.ts'
import {
  listIn,
  NoMessage,
  numberIn,
  numberOrNull,
  oneOf,
  own,
  spanIn,
  spanOrNull,
  textIn,
  textOrNull,
  timeIn,
} from '../test-runs/message-fields.ts'
import { toldLines } from './told-lines.ts'

const mostAttempts = 10_000
const mostErrors = 50
const mostMarks = 1_000

export type SuiteReport = {
  attempts: SuiteAttempt[]
  errors: SuiteError[]
  marks: string[]
  playwrightVersion: string | null
  /** The limit that the project has set for all its tests; null: none. */
  globalTimeoutMs: number | null
  /** What the runner has said last; null: it did not get so far. */
  status: string | null
}

/**
 * What the reporter of a suite has written, read as far as we know it: the suite may have written the file itself. A line that is
 * none is left out.
 */
export async function readSuiteReport(bytes: Buffer): Promise<SuiteReport> {
  const report: SuiteReport = {
    attempts: [],
    errors: [],
    marks: [],
    playwrightVersion: null,
    globalTimeoutMs: null,
    status: null,
  }
  for await (const line of toldLines(bytes)) {
    try {
      take(report, line)
    } catch (error) {
      if (!(error instanceof NoMessage)) throw error
    }
  }
  return report
}

function take(report: SuiteReport, line: unknown): void {
  if (!isRecord(line)) throw new NoMessage()
  switch (textIn(line, 'type')) {
    case 'begin':
      report.playwrightVersion = textIn(line, 'version').slice(0, 50)
      report.globalTimeoutMs = numberOrNull(line, 'globalTimeout') || null
      return
    case 'test':
      if (report.attempts.length < mostAttempts) report.attempts.push(attemptIn(line))
      return
    case 'error':
      if (report.errors.length < mostErrors) report.errors.push(errorIn(own(line, 'error')))
      return
    case 'degraded':
      if (report.marks.length < mostMarks) report.marks.push(textIn(line, 'reason').slice(0, 200))
      return
    case 'end':
      report.status = textIn(line, 'status').slice(0, 50)
  }
}

function attemptIn(line: Readonly<Record<string, unknown>>): SuiteAttempt {
  return {
    id: textIn(line, 'id').slice(0, 500),
    project: textIn(line, 'project'),
    file: textIn(line, 'file'),
    title: textIn(line, 'title'),
    retry: numberIn(line, 'retry'),
    status: oneOf(attemptStatuses, own(line, 'status')),
    outcome: oneOf(testOutcomes, own(line, 'outcome')),
    startedAt: timeIn(line, 'startedAt'),
    durationMs: spanIn(line, 'durationMs'),
    errors: listIn(line, 'errors').map(errorIn),
    steps: listIn(line, 'steps').map(stepIn),
    attachments: listIn(line, 'attachments').map(attachmentIn),
  }
}

function stepIn(value: unknown): SuiteStep {
  if (!isRecord(value)) throw new NoMessage()
  return {
    kind: oneOf(suiteStepKinds, own(value, 'kind')),
    title: textIn(value, 'title'),
    depth: Math.round(numberIn(value, 'depth')),
    startedAt: timeIn(value, 'startedAt'),
    durationMs: spanOrNull(value, 'durationMs'),
    error: textOrNull(value, 'error'),
  }
}

function attachmentIn(value: unknown): SuiteAttachment {
  if (!isRecord(value)) throw new NoMessage()
  return {
    name: textIn(value, 'name'),
    contentType: textIn(value, 'contentType'),
    path: textOrNull(value, 'path'),
  }
}

function errorIn(value: unknown): SuiteError {
  if (!isRecord(value)) throw new NoMessage()
  return {
    message: textIn(value, 'message'),
    snippet: textOrNull(value, 'snippet'),
    location: textOrNull(value, 'location'),
  }
}
