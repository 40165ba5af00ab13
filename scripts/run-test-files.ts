import { relative } from 'node:path'
import { run } from 'node:test'
import type { EventData } from 'node:test'
import { spec } from 'node:test/reporters'
import type { TestEvent } from 'node:test/reporters'

// A single hanging test is named by its own limit, before the limit of its file ends the process.
const testTimeoutMs = 5 * 60_000
const fileTimeoutMs = 10 * 60_000
const slowestListed = 15

export type TestTally = { passed: number; failed: number; skipped: string[] }

type Counts = Omit<EventData.TestSummary['counts'], 'topLevel'> & { failed: number }

/**
 * Runs each file in a process of its own, `concurrency` of them at once, then those that must be alone, and
 * writes one report for all. Every file has a run() call of its own because the timeout of a common one
 * leaves a hanging process alive.
 */
export async function runTestFiles(options: {
  root: string
  together: readonly string[]
  alone: readonly string[]
  concurrency: number
  output: NodeJS.WritableStream
  signal: AbortSignal
}): Promise<TestTally> {
  const { root, together, alone, concurrency, output, signal } = options
  const report = new spec()
  report.pipe(output, { end: false })
  const startedAt = performance.now()
  const counts: Counts = { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 }
  const tally: TestTally = { passed: 0, failed: 0, skipped: [] }
  const times: { file: string; ms: number }[] = []

  const runNext = async (queue: string[]): Promise<void> => {
    for (let file = queue.shift(); file !== undefined && !signal.aborted; file = queue.shift()) {
      const fileStartedAt = performance.now()
      const events = await collectEvents(file, signal)
      times.push({ file: relative(root, file), ms: performance.now() - fileStartedAt })
      for (const event of events) {
        if (isClosingLine(event)) continue
        report.write(event)
        if (event.type === 'test:summary' && event.data.file === undefined) addCounts(counts, event.data)
        if (event.type === 'test:pass' && (event.data.skip !== undefined || event.data.todo !== undefined)) {
          tally.skipped.push(`${relative(root, file)}: ${event.data.name}`)
        }
        if (event.type === 'test:pass' && isFileItself(event.data)) {
          tally.failed++
          output.write(`${relative(root, file)} holds no test\n`)
        }
      }
    }
  }

  const queue = [...together]
  await Promise.all(Array.from({ length: concurrency }, () => runNext(queue)))
  await runNext([...alone])

  const closing = closingLines(counts, performance.now() - startedAt)
  for (const message of [...closing, ...slowestOf(times)]) {
    report.write({ type: 'test:diagnostic', data: { message, nesting: 0, level: 'info' } })
  }
  const ended = Promise.withResolvers<void>()
  report.once('end', () => ended.resolve())
  report.end()
  await ended.promise
  const empty = tally.failed
  return {
    passed: counts.passed - empty,
    failed: counts.failed + counts.cancelled + empty,
    skipped: tally.skipped,
  }
}

async function collectEvents(file: string, signal: AbortSignal): Promise<TestEvent[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(fileTimeoutMs)])
  const events: TestEvent[] = []
  for await (const event of run({
    files: [file],
    concurrency: 1,
    isolation: 'process',
    timeout: testTimeoutMs,
    signal: limit,
  })) {
    events.push(event)
  }
  return events
}

// Node counts a file without any test as one passed test that bears the file's name.
function isFileItself(data: EventData.TestPass): boolean {
  return data.nesting === 0 && data.name === data.file
}

function isClosingLine(event: TestEvent): boolean {
  return (
    event.type === 'test:diagnostic' &&
    event.data.nesting === 0 &&
    /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/.test(event.data.message)
  )
}

function addCounts(sum: Counts, { counts }: EventData.TestSummary): void {
  for (const key of ['tests', 'suites', 'passed', 'cancelled', 'skipped', 'todo'] as const) {
    sum[key] += counts[key]
  }
  // The types of Node do not list `failed`, which is what remains.
  sum.failed += counts.tests - counts.passed - counts.cancelled - counts.skipped - counts.todo
}

function closingLines(counts: Counts, durationMs: number): string[] {
  return [
    `tests ${counts.tests}`,
    `suites ${counts.suites}`,
    `pass ${counts.passed}`,
    `fail ${counts.failed}`,
    `cancelled ${counts.cancelled}`,
    `skipped ${counts.skipped}`,
    `todo ${counts.todo}`,
    `duration_ms ${durationMs}`,
  ]
}

function slowestOf(times: readonly { file: string; ms: number }[]): string[] {
  if (times.length <= slowestListed) return []
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, slowestListed)
  return ['the slowest files:', ...slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1)} s  ${file}`)]
}
