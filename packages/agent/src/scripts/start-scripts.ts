import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@sonde/ground/logger.ts'
import type { AgentTools } from '@sonde/probes/probe.ts'
import { chooseSandboxLevel, type LevelChoice } from '@sonde/sandbox/choose-sandbox-level.ts'
import { findProgram } from '@sonde/sandbox/find-program.ts'
import { findSandboxLevels, type SandboxOffers } from '@sonde/sandbox/find-sandbox-levels.ts'
import type { NetworkPolicy } from '@sonde/sandbox/firewall.ts'
import { createProcessLevel } from '@sonde/sandbox/process-level.ts'
import type { GroupLimiter } from '@sonde/sandbox/limits/run-groups.ts'
import { claimOwnFolder } from '@sonde/sandbox/own-folder.ts'
import { openScriptNetwork } from '@sonde/sandbox/script-network.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import type { EvaluationThread } from '../runs/evaluation-thread.ts'
import { browsersFolderIn, defaultCacheFolder } from '../settings/cache-folder.ts'
import type { ScriptSettings } from '../settings/script-settings.ts'
import { type AgentTransport, TransportFailure } from '../service/transport.ts'
import { createRunScrubbers, runSecrets } from '../runs/run-scrubbers.ts'
import { warnOfOldBrowser } from '../browsers/browser-age.ts'
import { createBrowsers } from '../browsers/browsers.ts'
import type { Browser } from '../browsers/find-browser.ts'
import { startSuites, type SuiteSettings } from '../suites/start-suites.ts'
import { createCompiledCode } from '../test-runs/compiled-code.ts'
import { createTestRunner } from '../test-runs/test-runner.ts'
import { browserLimits, multistepLimits } from '../test-runs/test-run-limits.ts'
import { createCodeCache } from './code-cache.ts'
import { createLiveLog } from './live-log.ts'
import { openFolders } from './open-folder.ts'
import { openHarness, ownHarness } from './open-harness.ts'
import type { FetchCode } from './run-files.ts'
import { createRuntimes } from './runtimes.ts'
import { describeScripts, type ScriptCapabilities } from './script-capabilities.ts'
import { scriptLimits } from './script-limits.ts'
import { createScriptRunner } from './script-runner.ts'
import { exceptSilentResolver } from './unresolved-names.ts'
import { noScriptRuns, type ScriptRuns, tellingOnce } from './script-runs.ts'

export type Scripts = {
  runs: ScriptRuns
  runtimes: readonly string[]
  /** As they are now. */
  capabilities(): ScriptCapabilities
  /** Calls back when the capabilities have changed. */
  onChange(listener: () => void): void
  close(): Promise<void>
}

/** Finds out where scripts of checks can run on this machine, by trying. */
export async function startScripts(deps: {
  settings: ScriptSettings
  /** Where folders of runs are made. */
  workDir: string
  /** Where scripts may not connect to. */
  network: { policy: NetworkPolicy; mustDeny: boolean }
  transport: Pick<AgentTransport, 'fetchCode' | 'fetchBundle' | 'dependencies' | 'sendLog' | 'storeGolden'>
  suites: SuiteSettings
  /** What this agent must never show. */
  secrets: readonly string[]
  tools: AgentTools
  thread: EvaluationThread
  log: Logger
}): Promise<Scripts> {
  const { settings, transport, tools, thread, log } = deps
  const own = claimOwnFolder(deps.workDir)
  const folders = own.path
  let onChange = () => {}
  const onSlotLost = () => onChange()
  const { choice, slots, groups, release } = await chooseLevel(settings, { folders, log, onSlotLost })
  const hasUserIds = slots() !== null
  const releaseAll = async () => {
    await release()
    own.release()
  }
  if (choice.level === null) return withoutScripts(choice.reason, 'none', releaseAll)
  const { name } = choice.level
  const network = await openScriptNetwork({
    ...deps.network,
    setting: settings.network,
    // They are this agent's alone, and so is the table by their name.
    table: `sonde_${settings.userIds.first}`,
    level: choice.level,
    onRestored: () =>
      log.warn({}, 'the firewall of the scripts was removed by somebody on this machine, and is there again'),
    programs: { nft: findProgram('nft'), pasta: findProgram('pasta'), nsenter: findProgram('nsenter') },
    userIds: hasUserIds ? settings.userIds : null,
  })
  const { way } = network
  if (way === null) return withoutScripts(network.refusal, name, releaseAll)
  const scrubberOf = createRunScrubbers(deps.secrets)
  const cacheFolder = defaultCacheFolder()
  if (hasUserIds) await openFolders(cacheFolder)
  const runtimes = createRuntimes({
    runtimesDir: settings.runtimesDir,
    cacheFolder,
    log,
    waitMs: scriptLimits.runtimeMs,
    hasOtherUsers: hasUserIds,
    onChange: () => onChange(),
  })
  const browsers = createBrowsers({
    places: { chromiumPath: settings.chromiumPath, browsersFolder: browsersFolderIn(cacheFolder) },
    onChange: () => onChange(),
  })
  const [withoutRuntime, browser] = await Promise.all([runtimes.missing(), browsers.find()])
  const shared = {
    folders,
    level: network.level,
    runtimes,
    harness: hasUserIds ? await openHarness(cacheFolder) : ownHarness,
    code: createCodeCache({ folder: join(cacheFolder, 'code') }),
    async fetchCode({ sha256, ticket, signal }: Parameters<FetchCode>[0]) {
      const bytes = await transport.fetchCode({ sha256, ticket }, signal)
      if (bytes === null) throw new TransportFailure('refused', `the run does not use the file ${sha256}`)
      return bytes
    },
    watch: (assignment: RunAssignment) =>
      createLiveLog(assignment, {
        send: transport.sendLog,
        scrubberOf,
        secrets: runSecrets(assignment),
      }),
  }
  const runner = createScriptRunner({
    ...shared,
    scrubberOf,
    tools,
    thread,
    poolSize: settings.poolSize,
    limits: scriptLimits,
    log,
  })
  const compiled = createCompiledCode({ level: network.level, harness: shared.harness, cacheFolder, log })
  const tests = createTestRunner({
    ...shared,
    compiled,
    browsers,
    storeGolden: transport.storeGolden,
    ownSecrets: deps.secrets,
    now: tools.now,
    limits: { multistep: multistepLimits, browser: browserLimits },
  })
  const suites = startSuites({
    ...shared,
    settings: deps.suites,
    runtimesDir: settings.runtimesDir,
    cacheFolder,
    browsers,
    hasOtherUsers: hasUserIds,
    log,
    fetchBundle: transport.fetchBundle,
    dependencies: transport.dependencies,
    ownSecrets: deps.secrets,
    now: tools.now,
  })
  const runs: ScriptRuns = {
    async run(assignment, conditions) {
      const { test, suite } = assignment.script ?? {}
      if (suite !== undefined) return await suites.run(assignment, conditions)
      return await (test === undefined ? runner : tests).run(assignment, conditions)
    },
  }
  async function prepareRuntimes(): Promise<void> {
    const ready = await (settings.runtimeInstall === 'start' ? runtimes.prepare() : runtimes.installed())
    const { current } = browsers
    if (current !== null) for (const runtime of ready) await warnOfOldBrowser(current, { runtime, log })
  }

  // Nobody waits for it: checks without scripts run meanwhile, and those with scripts wait for it themselves.
  const preparing = prepareRuntimes().catch((error: unknown) =>
    log.warn({ err: error }, 'the runtimes for scripts could not be looked at'),
  )
  // Whoever names a browser wants browser checks; the others are told by the first of these.
  const withoutBrowser = browser.kind === 'missing' && settings.chromiumPath !== null ? [browser.why] : []
  return {
    runs: tellingOnce(exceptSilentResolver(runs, tools.isResolverSilent), () => {
      if (network.warning !== null) log.warn({}, network.warning)
      if (name === 'process')
        log.warn({}, 'SANDBOX=process: scripts of checks may do whatever this agent may')
    }),
    runtimes: runtimes.ids(),
    capabilities() {
      const { missing, ...found } = describeScripts(
        { sandbox: name, scriptNetwork: way, ...(groups !== null && { groupLimits: [...groups.limiters] }) },
        slots(),
      )
      return {
        ...found,
        browsers: announced(browsers.current),
        missing: [
          ...missing,
          ...withoutRuntime,
          ...runtimes.troubles(),
          ...(browsers.current === null ? withoutBrowser : []),
        ],
      }
    },
    onChange(listener) {
      onChange = listener
    },
    async close() {
      await runtimes.close()
      await preparing
      await compiled.close()
      await runner.close()
      await suites.close()
      await network.close()
      await release()
      await rm(folders, { recursive: true, force: true })
      own.release()
    },
  }
}

async function chooseLevel(
  { sandbox, userIds }: ScriptSettings,
  { folders, log, onSlotLost }: { folders: string; log: Logger; onSlotLost: () => void },
): Promise<{
  choice: LevelChoice
  /** The user ids of its runs, by which they can be told apart; null: they have none. */
  slots: SandboxOffers['slots']
  /** Null: the agent itself watches what runs take. */
  groups: { limiters: readonly GroupLimiter[] } | null
  release(): Promise<void>
}> {
  // Nothing has to be tried where nothing is kept apart.
  if (sandbox === 'process')
    return {
      choice: { level: createProcessLevel({ folders, log }), reason: null },
      slots: () => null,
      groups: null,
      release: async () => undefined,
    }
  const options = { folders, userIds, log, onSlotLost, wanted: sandbox }
  const { offers, slots, groups, release } = await findSandboxLevels(options)
  if ('missing' in groups) log.debug({}, groups.missing)
  return {
    choice: chooseSandboxLevel(sandbox, offers),
    slots,
    groups: 'missing' in groups ? null : groups,
    release,
  }
}

function withoutScripts(
  why: string,
  sandbox: ScriptCapabilities['sandbox'],
  release: () => Promise<void>,
): Scripts {
  return {
    runs: noScriptRuns(why),
    runtimes: [],
    capabilities: () => ({ sandbox, scriptNetwork: 'none', browsers: [], missing: [why] }),
    onChange: () => {},
    close: release,
  }
}

/** What the service is told: where it lies is the agent's business. */
function announced(browser: Browser | null): ScriptCapabilities['browsers'] {
  return browser === null ? [] : [{ name: browser.name, version: browser.version }]
}
