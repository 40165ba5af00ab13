import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { credentialHeaders } from '@sonde/ground/credential-headers.ts'
import type { RunConditions } from '@sonde/probes/probe.ts'
import type { SandboxLevel, Workspace } from '@sonde/sandbox/sandbox.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import type { SuiteJob } from '@sonde/schema/agents/suite-job.ts'
import { chooseEngine } from '@sonde/schema/check-types/suite/engines.ts'
import { formsOf, isMaskable } from '@sonde/scrub/secret-forms.ts'
import { evaluateSuiteRun } from '@sonde/verdict/suite/evaluate-suite-run.ts'
import { withFileNames } from '@sonde/verdict/suite/shown-tests.ts'
import type { SuiteRunEvidence } from '@sonde/verdict/suite/suite-run-evidence.ts'
import { createPatientScrubber } from '../artifacts/patient-scrubber.ts'
import type { Browser, BrowserAnswer } from '../browsers/find-browser.ts'
import { toResult } from '../runs/evaluate-in-time.ts'
import { type ExecutionResult, notRun, UnreadableJob } from '../runs/execution.ts'
import { runSecrets } from '../runs/run-scrubbers.ts'
import type { LiveLog } from '../scripts/live-log.ts'
import type { InstalledRuntime, Runtimes } from '../scripts/runtimes.ts'
import { createScriptLog } from '../scripts/script-log.ts'
import type { ScriptRuns } from '../scripts/script-runs.ts'
import { scrubEntries } from '../scripts/scrub-log.ts'
import { createKeptFiles } from '../test-runs/keep-files.ts'
import { scrubTrace } from '../test-runs/scrub-trace.ts'
import type { BundleCache } from './bundle-cache.ts'
import type { DependencyCache } from './dependency-cache.ts'
import { createPackedPackages } from './packed-packages.ts'
import { type PreparedProject, prepareProject } from './prepare-project.ts'
import { refusalOf, runStage, type StageDeps } from './run-stage.ts'
import { nothingTold, readSuiteRun } from './read-suite-run.ts'
import { missingBrowsers } from './suite-browsers.ts'
import type { InstalledEngine, SuiteEngines } from './suite-engines.ts'
import type { FindSuiteTools } from './suite-tools.ts'
import { attachedPlace, listSuiteFiles, listSuiteReports } from './suite-files.ts'
import type { SuiteLimits } from './suite-limits.ts'
import { compileStage, testStage } from './test-stage.ts'

export type SuiteRunnerDeps = {
  level: SandboxLevel
  /** Our own code inside runs with the Node of the current runtime. */
  runtimes: Pick<Runtimes, 'find'>
  runtimeId: string
  engines: SuiteEngines
  findTools: FindSuiteTools
  browsers: { find(): Promise<BrowserAnswer> }
  harness: string
  /** For files on their way to the service. */
  folders: string
  bundles: BundleCache
  /** Where packages are kept, for the run of this ticket; null: nowhere. */
  cacheFor(ticket: string): DependencyCache | null
  fetchBundle(file: { sha256: string; ticket: string }, signal: AbortSignal): Promise<Readable | null>
  watch(assignment: RunAssignment): LiveLog
  ownSecrets: readonly string[]
  /** Proxies of the agent, for installations. */
  installVariables: Readonly<Record<string, string>>
  /** Certificates of authorities that the agent trusts beside the usual ones, and its suites with it; empty: none. */
  authorities: string
  now(): number
  limits: SuiteLimits
}

type Log = ReturnType<typeof createScriptLog>

/** Runs whole projects: installs them in one sandbox, tests them in a second one over the same folder, and judges by its exit. */
export function createSuiteRunner(deps: SuiteRunnerDeps): ScriptRuns {
  const { level, now, limits, authorities } = deps

  async function run(
    assignment: RunAssignment,
    { signal, isRequested }: RunConditions,
  ): Promise<ExecutionResult> {
    const { script } = assignment
    const suite = script?.suite
    if (script === undefined || suite === undefined) throw new UnreadableJob('its project is missing')
    const choice = chooseEngine(suite)
    if (choice.kind === 'refused') throw new UnreadableJob(choice.message)
    const runtime = await deps.runtimes.find(deps.runtimeId)
    if (runtime.kind === 'missing') return notRun('no-runtime', runtime.why)
    const engine = await deps.engines.find(choice.engine)
    if (engine.kind === 'missing') return notRun('no-runtime', engine.why)
    const browser = await deps.browsers.find()
    const missing = missingBrowsers(suite.browsers, browser)
    if (missing !== null) return notRun('no-runtime', missing)
    const bundle = await fetch(suite, assignment.ticket, signal)
    if (bundle.kind === 'missing')
      return notRun('internal', `The code bundle of this suite could not be fetched: ${bundle.why}`)
    const live = deps.watch(assignment)
    const log = createScriptLog({ now, onLine: (_phase, entry) => live.add({ part: 'test', ...entry }) })
    log.write(
      'INFO',
      `${engine.engine.name === 'node' ? 'Node' : 'Bun'} ${engine.engine.version}${browserWords(browser)}`,
    )
    if (choice.notice !== null) log.write('WARN', choice.notice)
    const attempt = createAttempt({
      assignment,
      suite,
      variables: script.variables,
      engine: engine.engine,
      runtime: runtime.runtime,
      browser: browser.kind === 'found' ? browser.browser : null,
      bundle: bundle.path,
      signal,
      isRequested,
      log,
    })
    try {
      return await attempt.run()
    } finally {
      live.close()
      await attempt.close()
    }
  }

  async function fetch(suite: SuiteJob, ticket: string, signal: AbortSignal) {
    const { sha256 } = suite.bundle
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(limits.stageMs.fetch)])
    return await deps.bundles.read(suite.bundle, () => deps.fetchBundle({ sha256, ticket }, inTime), inTime)
  }

  type AttemptOrder = {
    assignment: RunAssignment
    suite: SuiteJob
    variables: Readonly<Record<string, string>>
    engine: InstalledEngine
    runtime: InstalledRuntime
    browser: Browser | null
    bundle: string
    signal: AbortSignal
    isRequested: boolean
    log: Log
  }

  function createAttempt(order: AttemptOrder) {
    const { assignment, suite, engine, runtime, browser, signal, log } = order
    // At other levels each run has other paths, and Node finds by these what it has compiled.
    const keepsCompiled = level.name === 'namespaces' && engine.name === 'node'
    const toldBrowser = browser === null ? null : { name: browser.name, version: browser.version }
    const kept = createKeptFiles({
      folders: deps.folders,
      onWarning: (text) => log.write('WARN', text),
    })
    const packed = createPackedPackages({
      folders: deps.folders,
      onWarning: (text) => log.write('WARN', text),
    })
    const cache = deps.cacheFor(assignment.ticket)
    let workspace: Workspace | null = null
    let hasFiles = false

    async function prepare(mayUseCache: boolean): Promise<{ stage: StageDeps; project: PreparedProject }> {
      await workspace?.close()
      workspace = await level.openWorkspace()
      const { node } = runtime
      const { harness } = deps
      const stage: StageDeps = { level, workspace, node, harness, limits, signal, onLog: log.write }
      const variables = { ...deps.installVariables, ...order.variables }
      const project = await prepareProject(stage, {
        suite,
        engine,
        authorities,
        findTools: (manager) => deps.findTools(manager, { engine, node }),
        bundle: order.bundle,
        variables,
        cache,
        mayUseCache,
      })
      return project.kind === 'again' ? await prepare(false) : { stage, project }
    }

    async function attempt(): Promise<ExecutionResult> {
      const startedAt = now()
      const prepared = await prepare(true).catch((error: unknown) => {
        if (workspace !== null) throw error
        return String(error)
      })
      if (typeof prepared === 'string')
        return notRun('no-sandbox', `The sandbox for this suite could not be started: ${prepared}`)
      const { stage, project } = prepared
      if (project.kind === 'cancelled') return cancelled()
      if (project.kind === 'lost') return notRun(project.cause, project.why)
      if (project.kind === 'no-tools') return notRun('no-runtime', project.why)
      if (project.kind !== 'ready') {
        const why = project.kind === 'failed' ? project.why : 'The project could not be prepared'
        return await result(startedAt, { kind: 'cut', why }, { durationMs: null, version: null, stage: null })
      }
      const { variables } = order
      const tools = project.tools.test
      const tests = { suite, variables, authorities, browser, tools, timeMs: limits.stageMs.test }
      // Before anything of the tests runs: what they change there would be the code of later runs.
      if (project.key !== null && keepsCompiled)
        await runStage({ ...stage, onLog: () => undefined }, compileStage(tests))
      const packages = project.key === null ? null : await packed.pack(stage)
      const testedAt = now()
      log.write('INFO', `Testing: ${suite.testCommand}`)
      const end = await runStage(stage, testStage(tests))
      if (end.kind === 'cancelled') return cancelled()
      if (end.kind === 'lost') return notRun(end.cause, end.why)
      const version = end.kind === 'exited' ? end.messages.playwrightVersion : null
      const named = suite.playwrightVersion ?? null
      if (named !== null && version !== null && named !== version)
        log.write(
          'WARN',
          `The suite names Playwright ${named}: ${version} is used, as the project has installed it`,
        )
      const refusal = refusalOf(end)
      const told =
        refusal !== null
          ? ({ kind: 'cut', why: refusal } as const)
          : end.kind === 'exited'
            ? ({ kind: 'exited', code: end.code } as const)
            : end
      const executed = await result(testedAt, told, { durationMs: end.durationMs, version, stage })
      const hasPassed = executed.verdict.kind === 'passed' || executed.verdict.kind === 'degraded'
      if (hasPassed && cache !== null && project.key !== null && packages !== null)
        await packed.keep(packages, { cache, key: project.key })
      return executed
    }

    async function result(
      startedAt: number,
      end: SuiteRunEvidence['end'],
      {
        durationMs,
        version,
        stage,
      }: {
        durationMs: number | null
        version: string | null
        /** Null: its tests have not run. */
        stage: StageDeps | null
      },
    ): Promise<ExecutionResult> {
      const hostFolder = stage?.workspace.hostFolder ?? null
      const mostBytes = limits.reportBytes
      const told =
        hostFolder === null ? nothingTold : await readSuiteRun(hostFolder, { mostBytes, startedAt })
      const folder = folderOf(suite)
      const attached = told.attempts.flatMap(({ attachments }) =>
        attachments.flatMap(({ path }) => path ?? []),
      )
      if (hostFolder !== null) await kept.collect(() => listSuiteFiles(hostFolder, { folder, attached }))
      const evaluation = evaluateSuiteRun({
        ...told,
        end,
        engine: { name: engine.name, version: engine.version },
        playwrightVersion: told.playwrightVersion ?? version,
        browser: toldBrowser,
        startedAt,
        durationMs,
      })
      const { verdict } = evaluation
      if (verdict.kind === 'degraded') log.write('WARN', `Degraded: ${verdict.reason ?? ''}`)
      if (verdict.kind === 'failed') log.write('ERROR', verdict.reason ?? 'failed')
      const secrets = [...deps.ownSecrets, ...runSecrets(assignment)]
      const withRecordings = order.isRequested || verdict.kind === 'failed'
      if (stage !== null && withRecordings) await collectReports(stage, secrets)
      const left = await kept.finish({
        withRecordings,
        masks: () => createPatientScrubber(secrets),
        scrub: (path, target) =>
          scrubTrace({ level, runtime, harness: deps.harness }, { path, target, secrets }),
      })
      hasFiles = left.files.length > 0
      const nameOf = (path: string) => left.names.get(attachedPlace(folder, path) ?? '') ?? null
      const detail = { ...evaluation.detail, tests: withFileNames(evaluation.detail.tests ?? [], nameOf) }
      const jobLog = log.inline().setup
      return {
        ...toResult({ ...evaluation, detail: { ...detail, jobLog } }),
        maskDetail: (scrubber) => ({ ...detail, jobLog: scrubEntries(jobLog, scrubber) }),
        ...(hasFiles ? { files: left } : {}),
      }
    }

    /** Of a version of Playwright that we do not know there are none. */
    async function collectReports(stage: StageDeps, secrets: readonly string[]): Promise<void> {
      const { hostFolder } = stage.workspace
      let hasArchive = false
      if (existsSync(join(hostFolder, 'html-report'))) {
        const forms = [...new Set(secrets.filter(isMaskable).flatMap(formsOf))]
        const end = await runStage(
          { ...stage, onLog: () => undefined },
          {
            job: {
              stage: 'report',
              packages: runtime.folder,
              forms,
              headers: [...credentialHeaders],
              limits: limits.unpacked,
            },
            timeMs: limits.stageMs.install,
            readOnly: [runtime.folder],
          },
        )
        hasArchive = end.kind === 'exited' && end.code === 0
        if (!hasArchive) log.write('WARN', 'The HTML report is not kept: its secrets could not be masked')
      }
      await kept.collect(() => listSuiteReports(hostFolder, hasArchive))
    }

    /** The service knows that it was cancelled: what the run has said until then is all that it wants to know. */
    function cancelled(): ExecutionResult {
      log.write('WARN', 'The run was cancelled')
      const { detail } = evaluateSuiteRun({
        ...nothingTold,
        end: { kind: 'cut', why: 'The run was cancelled' },
        engine: { name: engine.name, version: engine.version },
        browser: toldBrowser,
        startedAt: now(),
        durationMs: null,
      })
      const jobLog = log.inline().setup
      return {
        ...notRun('aborted', 'The run was cancelled'),
        detail: { ...detail, jobLog },
        maskDetail: (scrubber) => ({ ...detail, jobLog: scrubEntries(jobLog, scrubber) }),
      }
    }

    return {
      run: attempt,
      async close(): Promise<void> {
        await workspace?.close()
        if (!hasFiles) await kept.dispose()
        await packed.close()
      },
    }
  }

  return { run }
}

function browserWords(answer: BrowserAnswer): string {
  return answer.kind === 'found' ? `, ${answer.browser.name} ${answer.browser.version}` : ''
}

/** Where the commands of a suite run, from the folder of the run on. */
function folderOf({ workingDir }: SuiteJob): string[] {
  return ['project', ...workingDir.split('/').filter((part) => part !== '' && part !== '.')]
}
