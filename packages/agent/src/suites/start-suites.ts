import { join } from 'node:path'
import { defaultRuntimeId } from '@sonde/schema/checks/runtime.ts'
import type { ScriptRuns } from '../scripts/script-runs.ts'
import { createBundleCache } from './bundle-cache.ts'
import { createDependencyCache } from './dependency-cache.ts'
import { createFileCache } from './file-cache.ts'
import { createSuiteEngines } from './suite-engines.ts'
import { suiteLimits } from './suite-limits.ts'
import { createSuiteRunner, type SuiteRunnerDeps } from './suite-runner.ts'

const gigabyte = 1_000_000_000

/** How suites run on this agent. */
export type SuiteSettings = {
  /** Whether the packages of projects are kept on the disk of the agent. */
  keepsDependencies: boolean
  /** Proxies of the agent, for installations. */
  installVariables: Readonly<Record<string, string>>
}

/** What suites need beside scripts: bundles, engines, and the packages of earlier runs. */
export function startSuites(
  deps: Omit<
    SuiteRunnerDeps,
    'runtimeId' | 'engines' | 'bundles' | 'cache' | 'installVariables' | 'limits'
  > & {
    settings: SuiteSettings
    runtimesDir: string | null
    cacheFolder: string
  },
): ScriptRuns {
  const { settings, runtimesDir, cacheFolder } = deps
  const dependencies = {
    files: createFileCache({ folder: join(cacheFolder, 'dependencies'), mostBytes: 20 * gigabyte }),
    digests: join(cacheFolder, 'dependency-digests'),
    mostBytes: 2 * gigabyte,
  }
  return createSuiteRunner({
    ...deps,
    // Every agent has it that can run scripts at all.
    runtimeId: defaultRuntimeId,
    engines: createSuiteEngines({ enginesDir: runtimesDir }),
    bundles: createBundleCache(
      createFileCache({ folder: join(cacheFolder, 'bundles'), mostBytes: gigabyte }),
    ),
    cache: settings.keepsDependencies ? createDependencyCache(dependencies) : null,
    installVariables: settings.installVariables,
    limits: suiteLimits,
  })
}
