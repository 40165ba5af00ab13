import { join } from 'node:path'
import type { Logger } from '@sonde/ground/logger.ts'
import { defaultRuntimeId } from '@sonde/schema/checks/runtime.ts'
import type { ScriptRuns } from '../scripts/script-runs.ts'
import { createBundleCache } from './bundle-cache.ts'
import { createDependencyCache } from './dependency-cache.ts'
import { createEnginePackages } from './engine-packages.ts'
import { createFileCache } from './file-cache.ts'
import { createSuiteEngines } from './suite-engines.ts'
import { suiteLimits } from './suite-limits.ts'
import { createSuiteRunner, type SuiteRunnerDeps } from './suite-runner.ts'
import { createSuiteTools } from './suite-tools.ts'

const gigabyte = 1_000_000_000

/** How suites run on this agent. */
export type SuiteSettings = {
  /** Whether the packages of projects are kept on the disk of the agent. */
  keepsDependencies: boolean
  /** Proxies of the agent, for installations. */
  installVariables: Readonly<Record<string, string>>
  /** The certificates of `NODE_EXTRA_CA_CERTS`. */
  authorities: readonly string[]
}

/** What suites need beside scripts: bundles, engines, and the packages of earlier runs. */
export function startSuites(
  deps: Omit<
    SuiteRunnerDeps,
    | 'runtimeId'
    | 'engines'
    | 'findTools'
    | 'bundles'
    | 'cache'
    | 'installVariables'
    | 'authorities'
    | 'limits'
  > & {
    settings: SuiteSettings
    runtimesDir: string | null
    cacheFolder: string
    hasOtherUsers: boolean
    log: Logger
  },
): ScriptRuns & { close(): Promise<void> } {
  const { settings, runtimesDir, cacheFolder, hasOtherUsers, log } = deps
  const packages = createEnginePackages({
    runtimesDir,
    cacheFolder,
    log,
    waitMs: suiteLimits.stageMs.prepare,
  })
  const engines = createSuiteEngines({ packages, runtimesDir, hasOtherUsers })
  const dependencies = {
    files: createFileCache({ folder: join(cacheFolder, 'dependencies'), mostBytes: 20 * gigabyte }),
    digests: join(cacheFolder, 'dependency-digests'),
    mostBytes: 2 * gigabyte,
  }
  const runner = createSuiteRunner({
    ...deps,
    // Every agent has it that can run scripts at all.
    runtimeId: defaultRuntimeId,
    engines,
    findTools: createSuiteTools({ packages, engines }),
    bundles: createBundleCache(
      createFileCache({ folder: join(cacheFolder, 'bundles'), mostBytes: gigabyte }),
    ),
    cache: settings.keepsDependencies ? createDependencyCache(dependencies) : null,
    installVariables: settings.installVariables,
    authorities: settings.authorities.join('\n'),
    limits: suiteLimits,
  })
  return { ...runner, close: packages.close }
}
