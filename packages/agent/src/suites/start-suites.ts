import { join } from 'node:path'
import type { Logger } from '@sonde/ground/logger.ts'
import { defaultRuntimeId } from '@sonde/schema/checks/runtime.ts'
import { mostDependencyBytes } from '@sonde/schema/agents/dependency-protocol.ts'
import type { ScriptRuns } from '../scripts/script-runs.ts'
import type { DependencyTransport } from '../service/transport.ts'
import { createBundleCache } from './bundle-cache.ts'
import { createDependencyCache } from './dependency-cache.ts'
import { createEnginePackages } from './engine-packages.ts'
import { createFileCache } from './file-cache.ts'
import { createServiceDependencies } from './service-dependencies.ts'
import { createSuiteEngines } from './suite-engines.ts'
import { suiteLimits } from './suite-limits.ts'
import { createSuiteRunner, type SuiteRunnerDeps } from './suite-runner.ts'
import { createSuiteTools } from './suite-tools.ts'

const gigabyte = 1_000_000_000

/** How suites run on this agent. */
export type SuiteSettings = {
  /** Where the packages of projects are kept: on the disk of the agent, or by the service. */
  dependencyCache: 'off' | 'local' | 'service'
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
    | 'cacheFor'
    | 'installVariables'
    | 'authorities'
    | 'limits'
  > & {
    settings: SuiteSettings
    dependencies: DependencyTransport
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
  const archiveBytes = mostDependencyBytes
  const local = {
    files: createFileCache({
      folder: join(cacheFolder, 'dependencies'),
      mostBytes: 20 * gigabyte,
      now: deps.now,
    }),
    digests: join(cacheFolder, 'dependency-digests'),
    mostBytes: archiveBytes,
  }
  const remote = {
    transport: deps.dependencies,
    files: createFileCache({
      folder: join(cacheFolder, 'fetched-dependencies'),
      mostBytes: 4 * gigabyte,
      now: deps.now,
    }),
    mostBytes: archiveBytes,
    waitMs: suiteLimits.stageMs.install,
    onWarning: (text: string) => log.warn({}, text),
  }
  const caches = {
    off: () => () => null,
    local: () => {
      const cache = createDependencyCache(local)
      return () => cache
    },
    service: () => createServiceDependencies(remote),
  }
  const runner = createSuiteRunner({
    ...deps,
    // Every agent has it that can run scripts at all.
    runtimeId: defaultRuntimeId,
    engines,
    findTools: createSuiteTools({ packages, engines }),
    bundles: createBundleCache(
      createFileCache({ folder: join(cacheFolder, 'bundles'), mostBytes: gigabyte, now: deps.now }),
    ),
    cacheFor: caches[settings.dependencyCache](),
    installVariables: settings.installVariables,
    authorities: settings.authorities.join('\n'),
    limits: suiteLimits,
  })
  return { ...runner, close: packages.close }
}
