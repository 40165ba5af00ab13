import { dirname } from 'node:path'
import type { RunConditions } from '@sonde/probes/probe.ts'
import type { SandboxLevel, SandboxRequest } from '@sonde/sandbox/sandbox.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import type { HttpLogEntry } from '@sonde/schema/check-types/api-check-result.ts'
import { multistepKind } from '@sonde/schema/check-types/multistep/kind.ts'
import type { TestRunDetail } from '@sonde/schema/check-types/playwright/test-run-result.ts'
import { evaluateTestRun } from '@sonde/verdict/playwright/evaluate-test-run.ts'
import { toResult } from '../runs/evaluate-in-time.ts'
import { type ExecutionResult, notRun } from '../runs/execution.ts'
import { createRunConfigReader } from '../runs/run-config-reader.ts'
import type { CodeCache } from '../scripts/code-cache.ts'
import type { LiveLog } from '../scripts/live-log.ts'
import { type FetchCode, readRunFiles } from '../scripts/run-files.ts'
import type { InstalledRuntime, Runtimes } from '../scripts/runtimes.ts'
import { createScriptLog } from '../scripts/script-log.ts'
import type { ScriptRuns } from '../scripts/script-runs.ts'
import { scrubEntries } from '../scripts/scrub-log.ts'
import { createTestProcess, type TestJob, type TestProcess } from './test-process.ts'
import type { TestRunLimits } from './test-run-limits.ts'

const readConfig = createRunConfigReader<{ playwrightConfig: unknown }>(multistepKind)

type ScriptJob = NonNullable<RunAssignment['script']>

/** Runs checks whose script is a file of tests: the test runner in a sandbox, and the verdict here. */
export function createTestRunner(deps: {
  level: SandboxLevel
  runtimes: Runtimes
  /** Where the code of ours lies that runs inside. */
  harness: string
  code: CodeCache
  fetchCode: FetchCode
  /** Shows what a run prints while it goes on. */
  watch(assignment: RunAssignment): LiveLog
  now(): number
  limits: TestRunLimits
}): ScriptRuns {
  const { level, runtimes, limits, now } = deps

  async function run(assignment: RunAssignment, conditions: RunConditions): Promise<ExecutionResult> {
    const { script } = assignment
    if (script?.test === undefined) throw new Error('a run without tests needs no test runner')
    const { playwrightConfig } = readConfig(assignment.config)
    const found = await runtimes.find(script.runtimeId)
    if (found.kind === 'missing') return notRun('no-runtime', found.why)
    const { signal } = conditions
    const read = await readRunFiles(assignment, { code: deps.code, fetchCode: deps.fetchCode, signal })
    if (read.kind === 'missing') return notRun('internal', read.why)
    const live = deps.watch(assignment)
    const secrets = new Set<string>()
    const log = createScriptLog({ now, onLine: (_phase, entry) => live.add({ part: 'test', ...entry }) })
    const listener = {
      onLog: log.write,
      onSecret(value: string) {
        secrets.add(value)
        live.addSecret(value)
      },
    }
    const job: TestJob = {
      test: script.test,
      files: read.files,
      variables: script.variables,
      secretVariables: script.secretVariables,
      playwrightConfig,
      userAgent: `Sonde/${agentVersion}`,
      headers: traceHeaders(script),
      proxy: conditions.proxy === null ? null : proxyOf(conditions.proxy),
    }
    let process: TestProcess | null = null
    const abort = () => void process?.kill()
    try {
      const sandbox = await level.start(sandboxRequest(found.runtime, { harness: deps.harness, limits }))
      process = createTestProcess(sandbox, limits, listener)
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      const accepted = await process.accept(job)
      if (typeof accepted === 'string') return noSandbox(accepted)
      const { node, playwright } = accepted
      log.write('INFO', `Runtime ${script.runtimeId}: Node ${node}, Playwright ${playwright}`)
      const startedAt = now()
      const startedMs = performance.now()
      const end = await process.finish()
      const { report } = process
      const evaluation = evaluateTestRun({
        nodes: report.nodes(),
        tests: report.tests,
        errors: report.errors,
        marks: report.marks,
        end,
        startedAt,
        durationMs: performance.now() - startedMs,
        runtimeId: script.runtimeId,
        log: [],
        isRequested: conditions.isRequested,
      })
      const { verdict, detail } = evaluation
      if (verdict.kind === 'degraded')
        for (const { message } of detail.errors) log.write('WARN', `Degraded: ${message}`)
      if (verdict.kind === 'failed') log.write('ERROR', verdict.reason ?? 'failed')
      const result = toResult({ ...evaluation, detail: { ...detail, jobLog: log.inline().setup } })
      return { ...result, secrets: [...secrets], maskDetail: maskLog(result.detail) }
    } catch (error) {
      if (process !== null) throw error
      return noSandbox(error instanceof Error ? error.message : String(error))
    } finally {
      live.close()
      signal.removeEventListener('abort', abort)
      await process?.kill()
    }
  }

  return { run }
}

function noSandbox(why: string): ExecutionResult {
  return notRun('no-sandbox', `The sandbox for the tests of this run could not be started: ${why}`)
}

function sandboxRequest(
  { node, folder }: InstalledRuntime,
  { harness, limits }: { harness: string; limits: TestRunLimits },
): SandboxRequest {
  return {
    command: [
      node,
      '--no-warnings',
      // In the runner, and in its workers, which are started with the same arguments.
      `--import=${harness}/playwright/preload.mjs`,
      `${harness}/playwright/main.mjs`,
      folder,
    ],
    readOnly: [...new Set([dirname(dirname(node)), folder, harness])],
    limits: limits.sandbox,
    mayListen: false,
    environment: { TZ: 'UTC', LANG: 'C.UTF-8' },
    keepsFiles: false,
  }
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
