import { beginningOf } from '@sonde/ground/beginning-of.ts'
import {
  deepestNode,
  longestTestError,
  longestTitle,
} from '@sonde/schema/check-types/playwright/test-run-result.ts'
import {
  keptTestTexts,
  mostAttachments,
  mostAttemptErrors,
  mostAttemptSteps,
  mostSuiteTests,
  mostTestAttempts,
  type SuiteTest,
} from '@sonde/schema/check-types/suite/result.ts'
import { longestMeasuredMs } from '@sonde/schema/runs/outcome.ts'
import type { SuiteAttempt, SuiteError, SuiteStep } from './suite-run-evidence.ts'

export type RecordedTest = { last: SuiteAttempt; attempts: readonly SuiteAttempt[] }

/** Of an error for which there is no room: what it is, without where it came from. */
const briefError = 200

/**
 * Tests as a result tells them, in the order in which they were told. There is room for so many, and for so much text: those
 * that people look for are given theirs first, and what has none left is told without its steps and with the beginning of its
 * errors.
 */
export function shownTests(tests: readonly RecordedTest[], startedAt: number): SuiteTest[] {
  const room = createRoom(keptTestTexts)
  const titles = createRoom(keptTestTexts / 2)
  const isTrouble = ({ last }: RecordedTest) => last.outcome === 'unexpected' || last.outcome === 'flaky'
  const ordered = [...tests.filter(isTrouble), ...tests.filter((test) => !isTrouble(test))]
  const shown = new Map<RecordedTest, SuiteTest>()
  for (const test of ordered.slice(0, mostSuiteTests)) {
    const told = shownTest(test, startedAt, room)
    if (titles.takes([told.project, told.file, told.title])) shown.set(test, told)
  }
  return tests.flatMap((test) => shown.get(test) ?? [])
}

type Room = ReturnType<typeof createRoom>

function createRoom(characters: number) {
  let left = characters
  return {
    /** Whether there is room for all of these; then it is taken. */
    takes(texts: readonly (string | null)[]): boolean {
      const needed = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
      if (needed > left) return false
      left -= needed
      return true
    },
  }
}

function shownTest({ last, attempts }: RecordedTest, startedAt: number, room: Room): SuiteTest {
  return {
    project: beginningOf(last.project, longestTitle),
    file: beginningOf(last.file, longestTitle),
    title: beginningOf(last.title, longestTitle),
    outcome: last.outcome,
    attempts: attempts
      .slice(-mostTestAttempts)
      .map((attempt) =>
        shownAttempt(attempt, (at) => Math.min(Math.max(0, at - startedAt), longestMeasuredMs), room),
      ),
  }
}

type Attempt = SuiteTest['attempts'][number]

function shownAttempt(attempt: SuiteAttempt, since: (at: number) => number, room: Room): Attempt {
  const { status, durationMs } = attempt
  const whole = attempt.errors.slice(0, mostAttemptErrors).map(shownError)
  const hasRoom = room.takes(whole.flatMap(({ message, location, snippet }) => [message, location, snippet]))
  const errors = hasRoom
    ? whole
    : whole.slice(0, 1).map(({ message }) => ({
        message: beginningOf(message, briefError),
        location: null,
        snippet: null,
      }))
  const steps = attempt.steps.slice(-mostAttemptSteps).map((step) => shownStep(step, since))
  const attachments = attempt.attachments.slice(0, mostAttachments).map(({ name, contentType, path }) => ({
    name: beginningOf(name, longestTitle),
    contentType: beginningOf(contentType, 200),
    file: path,
  }))
  return {
    status,
    startMs: since(attempt.startedAt),
    durationMs,
    error: errors[0]?.message ?? null,
    errors,
    steps: room.takes(steps.flatMap(({ title, error }) => [title, error])) ? steps : [],
    attachments: room.takes(attachments.map(({ name }) => name)) ? attachments : [],
  }
}

function shownError({ message, location, snippet }: SuiteError): NonNullable<Attempt['errors']>[number] {
  return {
    message: beginningOf(message, longestTestError),
    location: location === null ? null : beginningOf(location, longestTitle),
    snippet: snippet === null ? null : beginningOf(snippet, longestTestError),
  }
}

function shownStep(
  { kind, title, depth, startedAt, durationMs, error }: SuiteStep,
  since: (at: number) => number,
): NonNullable<Attempt['steps']>[number] {
  return {
    kind,
    title: beginningOf(title, longestTitle),
    depth: Math.min(depth, deepestNode),
    startMs: since(startedAt),
    durationMs,
    // The error of the attempt tells all of it.
    error: error === null ? null : beginningOf(error.split('\n', 1)[0] ?? '', briefError),
  }
}

/** Attachments of tests are told by their paths until it is known which files are kept: here they get the names by which their files are kept; null for those that are not. */
export function withFileNames(
  tests: readonly SuiteTest[],
  nameOf: (path: string) => string | null,
): SuiteTest[] {
  return tests.map((test) => ({
    ...test,
    attempts: test.attempts.map((attempt) => ({
      ...attempt,
      ...(attempt.attachments === undefined
        ? {}
        : {
            attachments: attempt.attachments.map((attachment) => ({
              ...attachment,
              file: attachment.file === null ? null : nameOf(attachment.file),
            })),
          }),
    })),
  }))
}
