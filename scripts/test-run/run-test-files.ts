import { spec } from 'node:test/reporters'
import { eventsOfFile, toNodeEvent } from './file-events.ts'
import type { ProcessEvent } from './messages.ts'
import { type SpareProcessors, watchSpareProcessors } from './spare-processors.ts'
import { type FileReport, type TestProcess, startTestProcess } from './test-process.ts'

// The run is as long as both processors are busy, so that is what to look at first.
const dearestListed = 40
// What Node and the tests keep grows with every file, by 11 MB with those of the API. A new process has to load the code
// again, which takes 4 s of processor time: as much as two files.
const residentBytesLimit = 1_400 * 1024 ** 2

// Sockets and children take a moment to be gone after the last test; on a busy machine, a long one.
const usualLimits: Limits = { fileMs: 10 * 60_000, nightFileMs: 2 * 3_600_000, settleMs: 60_000 }

/** With more, tests with agents and browsers begin to wait for each other's processor time. */
const mostSpareLanes = 4

/**
 * What a file must have for itself: a process it shares with nobody; a quiet machine, on which only others of its kind
 * are tested meanwhile; or all of the machine.
 */
export type TestFile = {
  path: string
  name: string
  needs: 'nothing' | 'process' | 'quiet' | 'machine'
  /** Takes as long as it takes, with nobody waiting for it. */
  isForNight?: boolean
}

type Limits = { fileMs: number; nightFileMs: number; settleMs: number }

export type TestTally = {
  passed: number
  failed: number
  skipped: string[]
  /** Files that failed beside others and passed when they had the machine for themselves, with what they said at first. */
  unstable: { name: string; failures: readonly string[] }[]
}

type Counts = Record<'tests' | 'suites' | 'pass' | 'fail' | 'skipped' | 'todo', number>
type FileTimes = { name: string; ms: number; cpuMs: number }

/**
 * Tests the files and writes one report: `concurrency` of them at once and up to four more while they leave
 * processors idle; then those that need a quiet machine, and, one by one, those that need all of it. Of the files that
 * failed beside others, up to `secondTries` are tested once more, alone, and that counts: what they said at first is told.
 */
export async function runTestFiles(options: {
  root: string
  files: readonly TestFile[]
  concurrency: number
  output: NodeJS.WritableStream
  signal: AbortSignal
  spare?: SpareProcessors
  limits?: Limits
  secondTries?: number
}): Promise<TestTally> {
  const { root, files, concurrency, output, signal, limits = usualLimits, secondTries = 0 } = options
  const spare = options.spare ?? watchSpareProcessors()
  const report = new spec()
  report.pipe(output, { end: false })
  const startedAt = performance.now()
  const counts: Counts = { tests: 0, suites: 0, pass: 0, fail: 0, skipped: 0, todo: 0 }
  const skipped: string[] = []
  const times: FileTimes[] = []
  const again: { file: TestFile; failures: readonly string[] }[] = []
  const unstable: TestTally['unstable'] = []
  const tell = (message: string): void => {
    report.write({ type: 'test:diagnostic', data: { message, nesting: 0, level: 'info' } })
  }

  const take = (testFile: TestFile, file: FileReport): void => {
    const { name } = testFile
    times.push({ name, ms: file.ms, cpuMs: file.end.kind === 'ended' ? file.end.cpuMs : 0 })
    const failures = failuresOf(name, file)
    if (failures.length > 0 && testFile.needs !== 'machine' && again.length < secondTries) {
      for (const failure of failures) tell(`${name} failed beside others: ${failure}`)
      again.push({ file: { ...testFile, needs: 'machine' }, failures })
      return
    }
    const firstTry = again.find((tried) => tried.file === testFile)
    if (failures.length === 0 && firstTry !== undefined) unstable.push({ name, failures: firstTry.failures })
    for (const part of file.parts) {
      if (part.type === 'output') report.write({ type: 'test:stdout', data: { message: part.text } })
    }
    for (const event of eventsOfFile(name, file)) {
      report.write(toNodeEvent(event))
      count(counts, event)
      if (event.type === 'test:pass' && isLeftOut(event.data)) skipped.push(`${name}: ${event.data.name}`)
    }
  }

  const runNext = async (
    queue: TestFile[],
    { mayBegin, fromEnd = false }: { mayBegin?: SpareProcessors; fromEnd?: boolean } = {},
  ): Promise<void> => {
    let shared: TestProcess | null = null
    const isWanted = () => queue.length > 0 && !signal.aborted
    while (mayBegin === undefined ? isWanted() : await mayBegin(isWanted)) {
      const file = fromEnd ? queue.pop() : queue.shift()
      if (file === undefined) break
      const canShare = file.needs === 'nothing'
      const used: TestProcess = (canShare ? shared : null) ?? startTestProcess(root)
      const { path, name, isForNight = false } = file
      const request = { path, name, settleMs: limits.settleMs }
      const result: FileReport = await used.test(request, {
        fileMs: isForNight ? limits.nightFileMs : limits.fileMs,
        signal,
      })
      take(file, result)
      if (canShare) shared = isFit(result) ? used : null
      if (shared !== used) await used.stop()
    }
    await shared?.stop()
  }

  const queueOf = (...needs: TestFile['needs'][]) => files.filter((file) => needs.includes(file.needs))
  const together = queueOf('nothing', 'process')
  // Those at the beginning mostly wait, those at the end compute: side by side they use both processors all the time.
  await Promise.all([
    ...Array.from({ length: concurrency }, (_, lane) => runNext(together, { fromEnd: lane % 2 === 1 })),
    ...Array.from({ length: mostSpareLanes }, () => runNext(together, { mayBegin: spare })),
  ])
  const quiet = queueOf('quiet')
  await Promise.all(Array.from({ length: quiet.length }, () => runNext(quiet)))
  await runNext(queueOf('machine'))
  await runNext(again.map(({ file }) => file))

  for (const message of [...closingLines(counts, performance.now() - startedAt), ...dearestOf(times)])
    tell(message)
  const ended = Promise.withResolvers<void>()
  report.once('end', () => ended.resolve())
  report.end()
  await ended.promise
  return { passed: counts.pass, failed: counts.fail, skipped, unstable }
}

/** What failed in the file, each with its error; a suite that only fails with its tests says nothing new. */
function failuresOf(name: string, file: FileReport): string[] {
  return eventsOfFile(name, file).flatMap((event) =>
    event.type === 'test:fail' && event.data.failureType !== 'subtestsFailed'
      ? [`${event.data.name}\n${event.data.errorText}`]
      : [],
  )
}

/** Whether the process may test another file. */
function isFit({ end }: FileReport): boolean {
  return end.kind === 'ended' && end.leftBehind.length === 0 && end.residentBytes < residentBytesLimit
}

function count(counts: Counts, event: ProcessEvent): void {
  if (event.type !== 'test:pass' && event.type !== 'test:fail') return
  const { isSuite, skip, todo } = event.data
  counts[isSuite ? 'suites' : 'tests']++
  if (skip !== undefined) counts.skipped++
  else if (todo !== undefined) counts.todo++
  else if (event.type === 'test:pass') counts.pass += isSuite ? 0 : 1
  // A suite fails with its tests, or by itself: when a hook failed, or when the file could not be loaded.
  else if (!isSuite || event.data.failureType !== 'subtestsFailed') counts.fail++
}

function isLeftOut({ skip, todo }: { skip?: string | boolean; todo?: string | boolean }): boolean {
  return skip !== undefined || todo !== undefined
}

function closingLines(counts: Counts, durationMs: number): string[] {
  return [...Object.entries(counts).map(([name, number]) => `${name} ${number}`), `duration_ms ${durationMs}`]
}

function dearestOf(times: readonly FileTimes[]): string[] {
  if (times.length < 2) return []
  const dearest = times.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, dearestListed)
  return [
    'the files that take the most processor time, with what they took by the clock and of processors:',
    ...dearest.map(({ name, ms, cpuMs }) => `${seconds(ms)} ${seconds(cpuMs)}  ${name}`),
    `${seconds(sum(times.map(({ ms }) => ms)))} ${seconds(sum(times.map(({ cpuMs }) => cpuMs)))}  all ${times.length} files`,
  ]
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(8)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
