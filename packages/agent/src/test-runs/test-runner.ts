import { beginningOf } from '@sonde/ground/beginning-of.ts'
import type { RunConditions } from '@sonde/probes/probe.ts'
import type { SandboxLevel } from '@sonde/sandbox/sandbox.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import type { HttpLogEntry } from '@sonde/schema/check-types/api-check-result.ts'
import { browserKind } from '@sonde/schema/check-types/browser/kind.ts'
import { multistepKind } from '@sonde/schema/check-types/multistep/kind.ts'
import type { TestRunDetail } from '@sonde/schema/check-types/playwright/test-run-result.ts'
import { evaluateBrowserRun } from '@sonde/verdict/browser/evaluate-browser-run.ts'
import { findLostBrowser } from '@sonde/verdict/browser/find-lost-browser.ts'
import type { LostBrowser, RecordedComparison } from '@sonde/verdict/browser/page-evidence.ts'
import { shownComparisons } from '@sonde/verdict/browser/shown-comparisons.ts'
import type { Evaluation } from '@sonde/verdict/evaluation.ts'
import { evaluateTestRun } from '@sonde/verdict/playwright/evaluate-test-run.ts'
import { createPatientScrubber, type PatientScrubber } from '../artifacts/patient-scrubber.ts'
import type { BrowserAnswer } from '../browsers/find-browser.ts'
import { toResult } from '../runs/evaluate-in-time.ts'
import { type ExecutionResult, notRun, shortOf } from '../runs/execution.ts'
import { createRunConfigReader } from '../runs/run-config-reader.ts'
import { runSecrets } from '../runs/run-scrubbers.ts'
import { brokenRuntime } from '../scripts/broken-runtime.ts'
import type { CodeCache } from '../scripts/code-cache.ts'
import type { LiveLog } from '../scripts/live-log.ts'
import { type FetchCode, readRunFiles } from '../scripts/run-files.ts'
import type { InstalledRuntime, Runtimes } from '../scripts/runtimes.ts'
import { createScriptLog, logFileName } from '../scripts/script-log.ts'
import type { ScriptRuns } from '../scripts/script-runs.ts'
import { joinEntries, scrubEntries, withMaskedText } from '../scripts/scrub-log.ts'
import { listLeftFiles } from './collect-files.ts'
import type { CompiledCode } from './compiled-code.ts'
import { layGoldenFiles, type StoreGolden, storeGoldenFiles } from './golden-files.ts'
import { createKeptFiles } from './keep-files.ts'
import { scrubTrace } from './scrub-trace.ts'
import { createTestProcess, type TestJob, type TestProcess } from './test-process.ts'
import type { TestRunLimits } from './test-run-limits.ts'
import { testSandbox } from './test-sandbox.ts'

type TestConfig = { playwrightConfig: unknown }

const readConfig: Partial<Record<string, (config: unknown) => TestConfig>> = {
  MULTI_STEP: createRunConfigReader<TestConfig>(multistepKind),
  BROWSER: createRunConfigReader<TestConfig>(browserKind),
}

type ScriptJob = NonNullable<RunAssignment['script']>
type RunBrowser = NonNullable<TestJob['browser']>

/** Runs checks whose script is a file of tests: the test runner in a sandbox, and the verdict here. */
export function createTestRunner(deps: {
  level: SandboxLevel
  runtimes: Runtimes
  /** The browser of this machine, for checks that need one. */
  browsers: { find(): Promise<BrowserAnswer> }
  /** Where the code of ours lies that runs inside. */
  harness: string
  /** What need not be compiled again for each run. */
  compiled: Pick<CompiledCode, 'folderOf' | 'prepare'>
  code: CodeCache
  fetchCode: FetchCode
  storeGolden: StoreGolden
  /** For files on their way to the service. */
  folders: string
  /** Shows what a run prints while it goes on. */
  watch(assignment: RunAssignment): LiveLog
  /** What this agent must never show. */
  ownSecrets: readonly string[]
  now(): number
  limits: Readonly<Record<'multistep' | 'browser', TestRunLimits>>
}): ScriptRuns {
  const { level, runtimes, now } = deps

  async function run(assignment: RunAssignment, conditions: RunConditions): Promise<ExecutionResult> {
    const { script, checkType } = assignment
    const read = readConfig[checkType]
    if (script?.test === undefined || read === undefined)
      throw new Error('a run without tests needs no test runner')
    const config = read(assignment.config)
    const found = await runtimes.find(script.runtimeId)
    if (found.kind === 'missing') return notRun('no-runtime', found.why)
    // For later runs: an agent that is given none compiles nothing.
    void deps.compiled.prepare(found.runtime)
    const browser = checkType === 'BROWSER' ? await deps.browsers.find() : null
    if (browser?.kind === 'missing') return notRun('no-runtime', browser.why)
    if (browser !== null && isTooNarrow(level.name)) return notRun('no-runtime', tooNarrow(level.name))
    const files = await readRunFiles(assignment, {
      code: deps.code,
      fetchCode: deps.fetchCode,
      signal: conditions.signal,
    })
    if (files.kind === 'missing') return notRun('internal', files.why)
    return await attempt({
      assignment,
      script,
      conditions,
      runtime: found.runtime,
      browser: browser === null ? null : { ...browser.browser, isSandboxed: isSandboxed(level.name) },
      job: {
        test: { path: script.test.path, isNamed: script.test.isNamed },
        ...layGoldenFiles(script.test, files.files, browser?.browser ?? null),
        updatesSnapshots: script.test.updatesSnapshots === true,
        variables: script.variables,
        secretVariables: script.secretVariables,
        playwrightConfig: config.playwrightConfig,
        userAgent: `Sonde/${agentVersion}`,
        headers: traceHeaders(script),
        proxy: conditions.proxy === null ? null : proxyOf(conditions.proxy),
        keepsRecordings: conditions.isRequested,
        certificates: conditions.clientCertificates.map(({ id: _id, ...certificate }) => certificate),
      },
    })
  }

  async function attempt({
    assignment,
    script,
    conditions: { signal, isRequested },
    runtime,
    browser,
    job,
  }: {
    assignment: RunAssignment
    script: ScriptJob
    conditions: RunConditions
    runtime: InstalledRuntime
    browser: RunBrowser | null
    job: Omit<TestJob, 'browser'>
  }): Promise<ExecutionResult> {
    const limits = browser === null ? deps.limits.multistep : deps.limits.browser
    const live = deps.watch(assignment)
    const secrets = new Set<string>()
    const log = createScriptLog({
      now,
      hasFile: true,
      onLine: (_phase, entry) => live.add({ part: 'test', ...entry }),
    })
    const onWarning = (text: string) => log.write('WARN', text)
    const listener = {
      onLog: log.write,
      onSecret(value: string) {
        secrets.add(value)
        live.addSecret(value)
      },
    }
    const kept = createKeptFiles({ folders: deps.folders, onWarning })
    let process: TestProcess | null = null
    let hasFiles = false
    const abort = () => void process?.kill()
    try {
      const request = testSandbox(runtime, {
        harness: deps.harness,
        limits,
        browser,
        hasCertificates: job.certificates.length > 0,
        compiled: deps.compiled.folderOf(runtime),
      })
      const sandbox = await level.start(request)
      process = createTestProcess(sandbox, limits, listener)
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      const accepted = await process.accept({ ...job, browser })
      if (typeof accepted === 'string') return noSandbox(accepted)
      const { node, playwright, warnings, isTest } = accepted
      const inBrowser = browser === null ? '' : `, ${browser.name} ${browser.version}`
      log.write('INFO', `Runtime ${script.runtimeId}: Node ${node}, Playwright ${playwright}${inBrowser}`)
      for (const warning of warnings) log.write('WARN', warning)
      const startedAt = now()
      const startedMs = performance.now()
      // What is made anew lies where it was brought.
      const golden = new Set((script.test?.golden ?? []).map(({ path }) => path))
      const isGiven = (path: string) => !job.updatesSnapshots || !golden.has(path)
      const brought = new Set(job.files.map(({ path }) => path).filter(isGiven))
      let durationMs = 0
      const end = await process.finish(async (hostFolder) => {
        durationMs = performance.now() - startedMs
        await kept.collect(() => listLeftFiles(hostFolder, brought, { withAll: job.updatesSnapshots }))
      })
      if (durationMs === 0) durationMs = performance.now() - startedMs
      if (end.kind === 'lost') return notRun('no-sandbox', end.why)
      const { report } = process
      const evidence = {
        nodes: report.nodes(),
        tests: report.tests,
        errors: report.errors,
        marks: report.marks,
        end,
        startedAt,
        durationMs,
        runtimeId: script.runtimeId,
        log: [],
        isRequested,
      }
      const evaluation: Evaluation<TestRunDetail> =
        browser === null
          ? evaluateTestRun(evidence)
          : evaluateBrowserRun(evidence, {
              type: isTest ? 'PLAYWRIGHT_TEST' : 'PLAYWRIGHT',
              browser: { name: browser.name, version: browser.version },
              observed: report.observed,
            })
      const { verdict } = evaluation
      let { detail } = evaluation
      const lost =
        browser === null || verdict.kind !== 'failed' ? null : findLostBrowser(evidence, report.observed)
      if (lost !== null) return notRun('no-runtime', describeLost(lost))
      const ours = shortOf(evaluation, process.shortage) ?? brokenRuntime({ verdict }, runtime)
      if (ours !== null) return ours
      if (verdict.kind === 'degraded')
        for (const { message } of detail.errors) log.write('WARN', `Degraded: ${message}`)
      if (verdict.kind === 'failed') log.write('ERROR', verdict.reason ?? 'failed')
      const allSecrets = [...deps.ownSecrets, ...runSecrets(assignment), ...secrets]
      const made = job.updatesSnapshots ? await kept.contentsAt(report.golden) : []
      const masks = () => createPatientScrubber(allSecrets)
      const comparisons = [
        ...report.comparisons.values(),
        ...(await storeGoldenFiles({ storeGolden: deps.storeGolden, onWarning }, assignment, {
          made,
          madeBy: job.browserLine,
          masks,
          signal,
        })),
      ]
      const whole = log.wholeIfCut()
      const left = await kept.finish({
        withRecordings: isRequested || verdict.kind === 'failed',
        without: unwanted(comparisons),
        golden: report.golden,
        masks,
        log:
          whole === null ? null : { name: logFileName, text: (scrubber) => logText(whole.setup, scrubber) },
        scrub: (path, target) =>
          scrubTrace({ level, runtime, harness: deps.harness }, { path, target, secrets: allSecrets }),
      })
      if (browser !== null) detail = { ...detail, ...shownComparisons(comparisons, left.names) }
      const result = toResult({ ...evaluation, detail: { ...detail, jobLog: log.inline().setup } })
      hasFiles = left.files.length > 0
      return {
        ...result,
        secrets: [...secrets],
        maskDetail: maskLog(result.detail),
        ...(hasFiles ? { files: left } : {}),
      }
    } catch (error) {
      if (process !== null) throw error
      return noSandbox(error instanceof Error ? error.message : String(error))
    } finally {
      live.close()
      signal.removeEventListener('abort', abort)
      await process?.kill()
      if (!hasFiles) await kept.dispose()
    }
  }

  return { run }
}

function describeLost({ isKilled, why }: LostBrowser): string {
  if (isKilled) return 'The browser of this location was killed, by something outside of the run'
  return `The browser of this location did not start: ${firstLines(why)}`
}

function firstLines(text: string): string {
  return beginningOf(text.split('\n').slice(0, 2).join(' '), 500)
}

/** Landlock shows the processes of a browser nothing of each other under `/proc`, without which it opens no page. */
function isTooNarrow(level: SandboxLevel['name']): boolean {
  return level === 'user' || level === 'landlock'
}

function tooNarrow(level: SandboxLevel['name']): string {
  return `Browser checks need the sandbox level namespaces, and this agent has ${level}, where Chromium opens no page. Install bubblewrap (Debian: apt-get install bubblewrap), or set SANDBOX=process if all scripts are trusted`
}

/** Its own sandbox needs what ours refuses; and root has none at all. */
function isSandboxed(level: SandboxLevel['name']): boolean {
  return level !== 'process' || process.getuid?.() === 0
}

function noSandbox(why: string): ExecutionResult {
  return notRun('no-sandbox', `The sandbox for the tests of this run could not be started: ${why}`)
}

/** By which targets join the trace of the run; null when nothing is traced. */
function traceHeaders({ variables }: ScriptJob): Record<string, string> | null {
  const { SERVICE_TRACEPARENT: traceparent, SERVICE_TRACESTATE: tracestate } = variables
  return traceparent === undefined || tracestate === undefined ? null : { traceparent, tracestate }
}

function proxyOf({ protocol, host, username, password }: URL): NonNullable<TestJob['proxy']> {
  const server = `${protocol}//${host}`
  if (username === '') return { server }
  return { server, username: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/** What a comparison without its golden file has made in its place is the same as its new file. */
function unwanted(comparisons: readonly RecordedComparison[]): Set<string> {
  return new Set(comparisons.filter(({ state }) => state !== 'STORED').map(({ path }) => path))
}

async function logText(entries: readonly HttpLogEntry[], masks: PatientScrubber): Promise<string> {
  const masked = await masks.longText(joinEntries(entries))
  return withMaskedText(entries, masked)
    .map(({ time, level, msg }) => `${new Date(time).toISOString()} ${level} ${msg}\n`)
    .join('')
}

function maskLog(detail: unknown): NonNullable<ExecutionResult['maskDetail']> {
  return (scrubber) => {
    if (!hasLog(detail)) return detail
    return { ...detail, jobLog: scrubEntries(detail.jobLog, scrubber) }
  }
}

/** Safe because the details that get here are those of the evaluation above. */
function hasLog(detail: unknown): detail is TestRunDetail & { jobLog: HttpLogEntry[] } {
  return typeof detail === 'object' && detail !== null && 'jobLog' in detail && detail.jobLog !== null
}
