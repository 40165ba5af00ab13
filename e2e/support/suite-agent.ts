import { chmodSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { realEngines } from '@sonde/agent/testing/suite-runs.ts'
import { installRealRuntime } from '@sonde/agent/testing/test-runs.ts'
import { type AgentProcess, startAgent } from './agent-process.ts'
import { temporaryFolder } from './server-process.ts'
import type { Service } from './service-under-test.ts'

/** Where an agent finds what it needs for suites, so that it installs nothing. */
export async function runtimesFolder(
  t: TestContext,
): Promise<{ missing: string | null; runtimesDir: string }> {
  const { missing, runtimesDir } = await installRealRuntime()
  const folder = temporaryFolder(t)
  chmodSync(folder, 0o755)
  if (missing !== null) return { missing, runtimesDir }
  symlinkSync(join(runtimesDir, '2026.04'), join(folder, '2026.04'))
  const { packages } = realEngines()
  const npm = await packages.find('npm')
  await packages.close()
  if (npm.kind === 'missing') return { missing: npm.why, runtimesDir }
  symlinkSync(npm.folder, join(folder, 'npm'))
  return { missing: null, runtimesDir: folder }
}

let ids = 43_000_000 + process.pid * 60

/** An agent that may run suites, with user ids of its own. */
export function startSuiteAgent(
  t: TestContext,
  service: Service,
  key: string,
  runtimesDir: string,
  dependencyCache: 'LOCAL' | 'SERVICE' = 'LOCAL',
): AgentProcess {
  ids += 10
  return startAgent(t, {
    serviceUrl: service.address,
    key,
    environment: {
      SANDBOX: 'auto',
      SANDBOX_UIDS: `${ids}-${ids + 9}`,
      RUNTIMES_DIR: runtimesDir,
      DEPENDENCY_CACHE: dependencyCache,
      ...(process.env['NODE_EXTRA_CA_CERTS'] === undefined
        ? {}
        : { NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] }),
    },
  })
}
