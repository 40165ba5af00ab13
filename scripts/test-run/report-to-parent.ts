// The reporter of a test process (`--test-reporter`): every event goes to the run, nothing is printed.
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import type { ProcessEvent, ProcessMessage } from './messages.ts'

let onFileReported: ((name: string) => void) | null = null

/** Resolves when the end of the suite of that name, which holds a whole file, has been reported. */
export async function fileReported(name: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  onFileReported = (reported) => {
    if (reported === name) resolve()
  }
  await promise
}

export function tellParent(message: ProcessMessage): void {
  process.send?.(message)
}

export default async function* reportToParent(events: AsyncIterable<TestEvent>): AsyncGenerator<never> {
  for await (const event of events) {
    const told = toProcessEvent(event)
    if (told === null) continue
    tellParent({ kind: 'event', event: told })
    if (told.type !== 'test:start' && told.type !== 'test:diagnostic' && told.data.nesting === 0) {
      onFileReported?.(told.data.name)
    }
  }
  yield* []
}

function toProcessEvent(event: TestEvent): ProcessEvent | null {
  switch (event.type) {
    case 'test:start':
      return { type: event.type, data: locationOf(event.data) }
    case 'test:diagnostic':
      return { type: event.type, data: { nesting: event.data.nesting, message: event.data.message } }
    case 'test:pass':
      return { type: event.type, data: { ...locationOf(event.data), ...endOf(event.data) } }
    case 'test:fail': {
      const { error } = event.data.details
      return {
        type: event.type,
        data: {
          ...locationOf(event.data),
          ...endOf(event.data),
          failureType: 'failureType' in error ? String(error.failureType) : '',
          errorText: inspect(error.cause ?? error, { breakLength: Infinity }),
        },
      }
    }
    default:
      return null
  }
}

function locationOf({
  name,
  nesting,
  file,
  line,
  column,
}: Extract<TestEvent, { type: 'test:start' }>['data']) {
  return {
    name,
    nesting,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  }
}

function endOf({ testNumber, details, skip, todo }: Extract<TestEvent, { type: 'test:pass' }>['data']) {
  return {
    testNumber,
    durationMs: details.duration_ms,
    isSuite: details.type === 'suite',
    ...(skip === undefined ? {} : { skip }),
    ...(todo === undefined ? {} : { todo }),
  }
}
