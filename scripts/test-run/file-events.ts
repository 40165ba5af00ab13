import { inspect } from 'node:util'
import type { ProcessEvent } from './messages.ts'
import type { FileReport } from './test-process.ts'

/** A file's tests, in the order of the report, and a failure of its own for what none of them can tell. */
export function eventsOfFile(name: string, { parts, end }: FileReport): ProcessEvent[] {
  const events = parts.filter((part) => part.type !== 'output')
  if (end.kind === 'died') {
    const unfinished = unfinishedOf(events).map((test) => failure(test, 'cancelledByParent', end.why))
    return [...events, ...unfinished, ...failureOfFile(name, `was not tested to its end: ${end.why}`)]
  }
  const isTested = events.some(
    (event) => isFinished(event) && (event.type === 'test:fail' || !event.data.isSuite),
  )
  return [
    ...events,
    ...(isTested ? [] : failureOfFile(name, 'holds no test')),
    ...end.leftBehind.flatMap((left) =>
      failureOfFile(name, `left ${left}. What cannot be cleaned up needs a process of its own.`),
    ),
  ]
}

function isFinished(event: ProcessEvent) {
  return event.type === 'test:pass' || event.type === 'test:fail'
}

type Test = { name: string; nesting: number }

/** Tests and suites that have begun and not ended, the innermost first. */
function unfinishedOf(events: readonly ProcessEvent[]): Test[] {
  const open: Test[] = []
  for (const event of events) {
    if (event.type === 'test:start') open.unshift(event.data)
    if (event.type === 'test:pass' || event.type === 'test:fail') open.shift()
  }
  return open
}

function failureOfFile(name: string, why: string): ProcessEvent[] {
  const test = { name, nesting: 0 }
  return [{ type: 'test:start', data: test }, failure(test, 'testCodeFailure', `${name} ${why}`)]
}

function failure(test: Test, failureType: string, errorText: string): ProcessEvent {
  return {
    type: 'test:fail',
    data: { ...test, failureType, errorText, testNumber: 1, durationMs: 0, isSuite: false },
  }
}

/** The event as the reporters of Node know it. */
export function toNodeEvent({ type, data }: ProcessEvent): { type: string; data: object } {
  if (type === 'test:start' || type === 'test:diagnostic') return { type, data }
  const details = { duration_ms: data.durationMs, ...(data.isSuite ? { type: 'suite' } : {}) }
  if (type === 'test:pass') return { type, data: { ...data, details } }
  // They show the cause of an error with this code.
  const error = {
    code: 'ERR_TEST_FAILURE',
    failureType: data.failureType,
    cause: { [inspect.custom]: () => data.errorText },
  }
  return { type, data: { ...data, details: { ...details, error } } }
}
