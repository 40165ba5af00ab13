import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { startIcmp } from '@sonde/probes/icmp/start.ts'
import { createProcessLevel } from '@sonde/sandbox/process-level.ts'
import type { SandboxLevel } from '@sonde/sandbox/sandbox.ts'
import { toolsWith } from '../../testing/probe-tools.ts'
import { scriptRunsAt } from '../../testing/script-runs.ts'
import { installRealRuntime, testRunsAt } from '../../testing/test-runs.ts'

const folders = mkdtempSync(join(tmpdir(), 'sonde-broken-network-'))
after(() => rmSync(folders, { recursive: true, force: true }))

/** Sandboxes whose network has broken down by the time that they end. */
function breaking(level: SandboxLevel): SandboxLevel {
  return {
    name: level.name,
    openWorkspace: level.openWorkspace,
    async start(request) {
      const sandbox = await level.start(request)
      return {
        ...sandbox,
        end: async (options) => ({ ...(await sandbox.end(options)), lost: 'pasta ended' }),
      }
    },
  }
}

const level = breaking(createProcessLevel({ folders, log: silentLogger }))

for (const [what, setup] of [
  ['has thrown', `throw new Error('ECONNREFUSED')`],
  ['has caught the error', `request.headers.a = '1'`],
] as const)
  test(`an API run has no verdict when the network broke down under its script, which ${what}`, async (t) => {
    const icmp = await startIcmp()
    t.after(() => icmp.close())
    const runs = await scriptRunsAt(level, toolsWith(icmp), { poolSize: 0 })
    t.after(() => runs.close())
    const { verdict, notRunCause } = await runs.run({ setup })
    assert.deepEqual([verdict.kind, notRunCause, verdict.reason], ['withheld', 'no-sandbox', 'pasta ended'])
  })

const { runtimes, missing } = await installRealRuntime()
test('neither has a multistep run', { skip: missing ?? false }, async (t) => {
  const runs = await testRunsAt(level, runtimes)
  t.after(() => runs.close())
  const script = `const { test } = require('@playwright/test')\ntest('a', () => { throw new Error('ECONNREFUSED') })`
  const { verdict, notRunCause } = await runs.run({ script })
  assert.deepEqual([verdict.kind, notRunCause, verdict.reason], ['withheld', 'no-sandbox', 'pasta ended'])
})
