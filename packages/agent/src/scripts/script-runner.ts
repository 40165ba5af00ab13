import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Logger } from '@sonde/ground/logger.ts'
import { probeApi } from '@sonde/probes/api/probe.ts'
import type { AgentTools, RunConditions } from '@sonde/probes/probe.ts'
import type { SandboxLevel, SandboxRequest } from '@sonde/sandbox/sandbox.ts'
import type { Scrubber } from '@sonde/scrub/scrubber.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { apiKind } from '@sonde/schema/check-types/api/kind.ts'
import type { ApiRunConfig } from '@sonde/schema/check-types/api/result.ts'
import { evaluateApi, evaluateFailedSetup } from '@sonde/verdict/api/evaluate.ts'
import type { ScriptEvidence } from '@sonde/verdict/api/script-evidence.ts'
import { evaluateInTime, toResult } from '../runs/evaluate-in-time.ts'
import type { EvaluationThread } from '../runs/evaluation-thread.ts'
import { type ExecutionResult, notRun, shortOf } from '../runs/execution.ts'
import type { RunFiles } from '../artifacts/artifact-uploads.ts'
import { createRunConfigReader } from '../runs/run-config-reader.ts'
import type { CodeCache } from './code-cache.ts'
import { brokenRuntime } from './broken-runtime.ts'
import type { InstalledRuntime, Runtimes } from './runtimes.ts'
import type { LiveLog } from './live-log.ts'
import { type FetchCode, readRunFiles } from './run-files.ts'
import { writeLogFile } from './log-file.ts'
import { createSandboxPool, type SandboxPool } from './sandbox-pool.ts'
import { createScriptLog } from './script-log.ts'
import type { ScriptLimits } from './script-limits.ts'
import { createScriptProcess, type ScriptProcess } from './script-process.ts'
import { viewOf } from './script-request.ts'
import { failure, readFilled, runSetup, runTeardown, type Attempt } from './script-steps.ts'
import type { ScriptRuns } from './script-runs.ts'
import { scrubEntries } from './scrub-log.ts'

/** Sandboxes that may die on a run before it is said that there are none. */
const mostStarts = 3

const readConfig = createRunConfigReader<ApiRunConfig>(apiKind)

export type ScriptRunner = ScriptRuns & {
  close(): Promise<void>
}

/** Runs API checks with scripts: these in a sandbox, the request here, and the verdict here. */
export function createScriptRunner(deps: {
  level: SandboxLevel
  runtimes: Runtimes
  /** Where the code that runs scripts lies: whoever they run as must be able to read it. */
  harness: string
  code: CodeCache
  fetchCode: FetchCode
  /** For files on their way to the service. */
  folders: string
  /** Shows what a run prints while it goes on. */
  watch(assignment: RunAssignment): LiveLog
  /** Masks what the run was sent as secret, and `more` that became so while it ran. */
  scrubberOf(run: RunAssignment, more: readonly string[]): Scrubber
  tools: AgentTools
  thread: EvaluationThread
  poolSize: number
  limits: ScriptLimits
  log: Logger
  probe?: typeof probeApi
}): ScriptRunner {
  const { level, runtimes, code, tools, limits, log, probe = probeApi } = deps
  const pools = new Map<string, { pool: SandboxPool; identity: string }>()

  function poolOf(runtime: InstalledRuntime): SandboxPool {
    const known = pools.get(runtime.folder)
    const identity = identityOf(runtime.folder)
    if (known?.identity === identity) return known.pool
    // They see what was there when they were started: of a runtime that was installed anew since, nothing.
    void known?.pool.close()
    const request = sandboxRequest(runtime, deps.harness, limits)
    const start = async () => createScriptProcess(await level.start(request), limits)
    const pool = createSandboxPool({ size: deps.poolSize, start, log })
    pools.set(runtime.folder, { pool, identity })
    return pool
  }

  /** One that has taken the job. A sandbox that died while it waited is no fault of the run that would have got it. */
  async function begin(pool: SandboxPool, order: Parameters<ScriptProcess['accept']>[0]) {
    let why = ''
    for (let starts = 0; starts < mostStarts; starts += 1) {
      const process = await pool.take()
      const refusal = await process.accept(order)
      if (refusal === null) return process
      why = refusal
      await process.kill()
    }
    throw new Error(why)
  }

  async function run(assignment: RunAssignment, conditions: RunConditions): Promise<ExecutionResult> {
    const { script, location } = assignment
    if (script === undefined) throw new Error('a run without scripts needs no sandbox')
    const config = readConfig(assignment.config)
    const runtime = await runtimes.find(script.runtimeId)
    if (runtime.kind === 'missing') return notRun('no-runtime', runtime.why)
    const { signal } = conditions
    const read = await readRunFiles(assignment, { code, fetchCode: deps.fetchCode, signal })
    if (read.kind === 'missing') return notRun('internal', read.why)
    const { files } = read
    let process
    try {
      process = await begin(poolOf(runtime.runtime), {
        request: viewOf(config.request),
        variables: script.variables,
        secretVariables: script.secretVariables,
        region: location,
        files,
      })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return notRun('no-sandbox', `The sandbox for the scripts of this run could not be started: ${why}`)
    }
    const started = process
    const live = deps.watch(assignment)
    const abort = () => void started.kill()
    signal.addEventListener('abort', abort)
    try {
      const result = await attempt({ process: started, script, config, conditions, live, assignment })
      const { lost, ...shortage } = await started.kill()
      const ours =
        lost === undefined
          ? (shortOf(result, shortage) ?? brokenRuntime(result, runtime.runtime))
          : notRun('no-sandbox', lost)
      if (ours === null) return result
      // What broke under the scripts looks like their own fault, or like that of their target.
      await result.files?.dispose()
      return ours
    } finally {
      live.close()
      signal.removeEventListener('abort', abort)
      await started.kill()
    }
  }

  async function attempt({
    process,
    script,
    config,
    conditions,
    live,
    assignment,
  }: Attempt & {
    conditions: RunConditions
    live: LiveLog
    assignment: RunAssignment
  }): Promise<ExecutionResult> {
    // A trial run has no files: its result lives for an hour.
    const hasFile = assignment.isWatched !== true
    const scriptLog = createScriptLog({
      now: tools.now,
      hasFile,
      onLine: (part, entry) => live.add({ part, ...entry }),
    })
    const secrets = new Set<string>()
    process.listen({
      onLog: scriptLog.write,
      onSecret(value) {
        secrets.add(value)
        live.addSecret(value)
      },
    })
    const setup = await runSetup({ process, script, config, scriptLog })
    if (setup.error !== null) {
      const failed = evaluateFailedSetup(setup.config, evidence({ error: setup.error, body: null }))
      return await finish(toResult(failed))
    }
    const filled = readFilled(setup, { read: readConfig, now: tools.now() })
    if ('error' in filled) {
      const { error } = filled
      return await finish(toResult(evaluateFailedSetup(setup.config, evidence({ error, body: null }))))
    }
    const measured = {
      ...(await probe(filled.config, { ...tools, ...conditions })),
      isRequested: conditions.isRequested,
    }
    const teardown =
      measured.outcome.kind === 'not-run'
        ? { error: null, body: null }
        : await runTeardown({ process, script, config: filled.config, measured, scriptLog })
    // What it says until its very end counts: a second closing message is one too many.
    const wrongEnd = await process.finish()
    const last = script.teardown.at(-1) ?? script.setup.at(-1)
    const error = teardown.error ?? (wrongEnd === null ? null : failure(last, wrongEnd))
    const scripts = evidence({ error, body: teardown.body })
    return await finish(
      await evaluateInTime(deps.thread, {
        task: { checkType: 'API', config: filled.config, measured: { ...measured, scripts } },
        evaluateInline: () => evaluateApi(filled.config, { ...measured, scripts, isInline: true }),
        signal: conditions.signal,
      }),
    )

    function evidence<Kind extends Pick<ScriptEvidence, 'error' | 'body'>>(found: Kind) {
      return { ...found, log: scriptLog.inline() }
    }

    async function finish(result: ExecutionResult): Promise<ExecutionResult> {
      const files = await logFile()
      const maskDetail = maskLogs(result.detail)
      return { ...result, secrets: [...secrets], maskDetail, ...(files && { files }) }
    }

    /** No verdict depends on it: an agent without room on its disk says so in its own log. */
    async function logFile(): Promise<RunFiles | null> {
      const whole = hasFile ? scriptLog.wholeIfCut() : null
      if (whole === null) return null
      try {
        const scrubber = deps.scrubberOf(assignment, [...secrets])
        return await writeLogFile(whole, { scrubber, folders: deps.folders })
      } catch (cause) {
        log.warn({ runId: assignment.runId }, `the log of a run could not be kept whole: ${String(cause)}`)
        return null
      }
    }
  }

  return {
    run,
    async close() {
      await Promise.all(pools.values().map(({ pool }) => pool.close()))
    },
  }
}

/** Another for a folder that was removed and made again. */
function identityOf(folder: string): string {
  const { dev, ino, birthtimeMs } = statSync(folder)
  return [dev, ino, birthtimeMs].join(' ')
}

function sandboxRequest(
  { node, nodeVersion, folder }: InstalledRuntime,
  harness: string,
  limits: ScriptLimits,
): SandboxRequest {
  const heapMebibytes = Math.floor((limits.sandbox.memoryBytes / 2 ** 20) * 0.8)
  return {
    command: [
      node,
      '--no-warnings',
      // Sources are parsed as modules before they are loaded as such.
      '--experimental-vm-modules',
      `--max-old-space-size=${heapMebibytes}`,
      // A second fence, and no boundary: that is the sandbox. Node asks for a right to connect since its line 25.
      '--permission',
      '--allow-fs-read=*',
      '--allow-fs-write=.',
      ...(Number.parseInt(nodeVersion, 10) >= 25 ? ['--allow-net'] : []),
      `${harness}/main.mjs`,
      folder,
    ],
    readOnly: [...new Set([dirname(dirname(node)), folder, harness])],
    limits: limits.sandbox,
    mayListen: false,
    environment: { TZ: 'UTC', LANG: 'C.UTF-8' },
    keepsFiles: false,
    waits: true,
  }
}

function maskLogs(detail: unknown): NonNullable<ExecutionResult['maskDetail']> {
  return (scrubber) => {
    if (!hasLogs(detail)) return detail
    const { setup, teardown, request } = detail.jobLog
    const masked = {
      setup: scrubEntries(setup, scrubber),
      request,
      teardown: scrubEntries(teardown, scrubber),
    }
    return { ...detail, jobLog: masked }
  }
}

type Logged = { jobLog: ScriptEvidence['log'] & { request: unknown } }

/** Safe because the details that get here are those of the evaluation above. */
function hasLogs(detail: unknown): detail is Logged {
  return typeof detail === 'object' && detail !== null && 'jobLog' in detail && detail.jobLog !== null
}
