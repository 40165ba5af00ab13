import { randomUUID } from 'node:crypto'
import { readChannel } from '@sonde/sandbox/channel.ts'
import { readOutput } from '@sonde/sandbox/output.ts'
import { describeExceeded, type EndOptions, type Sandbox, type SandboxEnd } from '@sonde/sandbox/sandbox.ts'
import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'
import type { Browser } from '../browsers/find-browser.ts'
import { createDeadline } from '../scripts/deadline.ts'
import type { ScriptListener } from '../scripts/script-process.ts'
import { readTestMessage, type TestMessage } from './test-messages.ts'
import { createTestReport, type TestReport } from './test-report.ts'
import type { TestRunLimits } from './test-run-limits.ts'

/** What the runner is told before it begins. */
export type TestJob = {
  test: { path: string; isNamed: boolean }
  files: readonly { path: string; bytes: Uint8Array }[]
  variables: Readonly<Record<string, string>>
  secretVariables: readonly string[]
  playwrightConfig: unknown
  userAgent: string
  /** Sent with each request, unless the check sets headers itself. */
  headers: Readonly<Record<string, string>> | null
  proxy: { server: string; username?: string; password?: string } | null
  /** The browser of the run; null: it has none, and none is started. `isSandboxed`: it cannot make its own sandbox here. */
  browser: (Browser & { isSandboxed: boolean }) | null
  /** Whether traces and videos of tests that passed are kept, too. */
  keepsRecordings: boolean
  /** Golden files of other browsers, which are not among the files, with those browsers. */
  foreignGolden: readonly { path: string; madeBy: string }[]
  /** The browser that golden files of this run are bound to; empty without one. */
  browserLine: string
  /** Golden files are made anew, and nothing is compared. */
  updatesSnapshots: boolean
  /** Those of the account, the oldest first: requests show the one of their host. */
  certificates: readonly Omit<RunCertificate, 'id'>[]
}

export type TestRunEnd =
  /** What of ours broke down under the tests, for people: nothing that they said counts. */
  | { kind: 'lost'; why: string }
  | { kind: 'complete'; status: string; code: number }
  /** For people. */
  | { kind: 'cut'; why: string }

const noMessage = 'the script wrote what is no message'
/** As the runner says that a process of its own died, at the beginning of an error: what pages say stands behind other words. */
const lostWorker = /^Error: worker process exited unexpectedly \(/

/**
 * One sandbox with the test runner in it. Nothing that it says is believed beyond what a script may say about itself; how
 * the run ended is known from its last word, which only the reporter can say, and from how the process ended.
 */
export function createTestProcess(sandbox: Sandbox, limits: TestRunLimits, listener: ScriptListener) {
  /** Told to the runner with the job: a script that writes messages itself does not know it. */
  const token = randomUUID()
  const report = createTestReport()
  const channelEnd = Promise.withResolvers<void>()
  const accepted = Promise.withResolvers<Extract<TestMessage, { type: 'accepted' }>>()
  const broken = Promise.withResolvers<string>()
  let hasJob = false
  let isAccepted = false
  let secretCharacters = 0
  let sawHeapError = false
  let shortage: Pick<SandboxEnd, 'short' | 'starved'> = {}

  readChannel(
    sandbox.channel,
    {
      onMessage: (value) => {
        const message = readTestMessage(value)
        return message !== null && take(message)
      },
      onBreach() {
        broken.resolve(noMessage)
        channelEnd.resolve()
      },
      onEnd: () => channelEnd.resolve(),
    },
    limits.channel,
  )
  const onCut = () => listener.onLog('WARN', 'log cut')
  readOutput(sandbox.output, { onLine: (line) => listener.onLog('INFO', line), onCut }, limits.output)
  readOutput(
    sandbox.errors,
    {
      onLine(line) {
        if (line.includes('JavaScript heap out of memory')) sawHeapError = true
        listener.onLog('ERROR', line)
      },
      onCut,
    },
    limits.output,
  )

  function take(message: TestMessage): boolean {
    switch (message.type) {
      case 'ready':
        return !isAccepted
      case 'accepted':
        if (!hasJob || isAccepted) return false
        isAccepted = true
        report.begin(message.at)
        accepted.resolve(message)
        return true
      case 'secret':
        secretCharacters += message.value.length
        listener.onSecret(message.value)
        return isAccepted && secretCharacters <= limits.channel.lineBytes
      case 'report':
        return isAccepted && message.token === token && report.take(message.report)
      default:
        return message satisfies never
    }
  }

  /** Anybody can print what Node prints then, a page by way of a script that shows its console: something has died of it, too. */
  function isHeapOver(): boolean {
    if (!sawHeapError || report.status === null) return sawHeapError
    const errors = [...report.errors, ...report.tests.flatMap((test) => test.errors)]
    return errors.some(({ message }) => lostWorker.test(message))
  }

  function describeEnd(end: SandboxEnd): string {
    const exceeded = describeExceeded(end, limits.sandbox)
    if (exceeded !== null) return exceeded
    if (isHeapOver())
      return describeExceeded({ exceeded: 'memory' }, limits.sandbox) ?? 'memory limit exceeded'
    const { code, signal } = end
    return `The tests ended without a result (${signal === null ? `exit code ${code}` : `signal ${signal}`})`
  }

  return {
    report: report satisfies TestReport,
    /** What the machine had too little of, once it has ended. */
    get shortage(): Pick<SandboxEnd, 'short' | 'starved'> {
      return shortage
    },
    /** Hands over the job; a text says why it was not taken: nothing of the user's has run then. */
    async accept({ files, ...job }: TestJob): Promise<Extract<TestMessage, { type: 'accepted' }> | string> {
      hasJob = true
      const head = {
        type: 'job',
        token,
        ...job,
        limits: limits.report,
        paths: files.map(({ path }) => path),
        blobs: files.map(({ bytes }) => bytes.length),
      }
      sandbox.input.write(`${JSON.stringify(head)}\n`)
      for (const { bytes } of files) if (bytes.length > 0) sandbox.input.write(bytes)
      sandbox.input.end()
      const ended = sandbox.ended.then(describeEnd)
      const first = Promise.race([accepted.promise, broken.promise, ended])
      const reply = await createDeadline(limits.startMs).of(first)
      return reply.kind === 'late' ? `it did not start within ${limits.startMs} ms` : reply.value
    },
    /**
     * Waits for the end of the tests, or for that of their time; nothing of them is left afterwards. `collect` is called
     * with the folder of the run, once nothing can change it any more.
     */
    async finish(collect: EndOptions['collect']): Promise<TestRunEnd> {
      const first = await createDeadline(limits.runMs).of(Promise.race([sandbox.ended, broken.promise]))
      const graceMs = first.kind === 'late' ? limits.graceMs : 0
      const end = await sandbox.end({ graceMs, ...(collect === undefined ? {} : { collect }) })
      shortage = end
      if (end.lost !== undefined) return { kind: 'lost', why: end.lost }
      if (first.kind === 'late')
        return { kind: 'cut', why: `time limit of ${limits.runMs / 1_000} s exceeded` }
      // What it has said before counts before how it ended.
      await createDeadline(limits.endMs).of(channelEnd.promise)
      const breach = await Promise.race([broken.promise, null])
      if (breach !== null) return { kind: 'cut', why: breach }
      const { status } = report
      const { code, exceeded } = end
      if (status === null || code === null || exceeded !== null || isHeapOver())
        return { kind: 'cut', why: describeEnd(end) }
      return { kind: 'complete', status, code }
    },
    async kill(): Promise<void> {
      await sandbox.end({ graceMs: 0 })
    },
  }
}

export type TestProcess = ReturnType<typeof createTestProcess>
