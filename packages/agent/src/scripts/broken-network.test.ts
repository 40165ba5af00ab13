// In turns: minutes of broken networks, in networks of its own.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { startIcmp } from '@sonde/probes/icmp/start.ts'
import { createProcessLevel } from '@sonde/sandbox/process-level.ts'
import type { SandboxEnd, SandboxLevel } from '@sonde/sandbox/sandbox.ts'
import { toolsWith } from '../../testing/probe-tools.ts'
import { scriptRunsAt } from '../../testing/script-runs.ts'
import { installRealRuntime, testRunsAt } from '../../testing/test-runs.ts'

const folders = mkdtempSync(join(tmpdir(), 'sonde-broken-network-'))
after(() => rmSync(folders, { recursive: true, force: true }))

/** Sandboxes under which something of ours has broken down, or was short, by the time that they end. */
function breaking(
  level: SandboxLevel,
  trouble: Pick<SandboxEnd, 'lost' | 'short' | 'starved'>,
): SandboxLevel {
  return {
    name: level.name,
    openWorkspace: level.openWorkspace,
    async start(request) {
      const sandbox = await level.start(request)
      return {
        ...sandbox,
        end: async (options) => ({ ...(await sandbox.end(options)), ...trouble }),
      }
    },
  }
}

const plain = createProcessLevel({ folders, log: silentLogger })
const level = breaking(plain, { lost: 'pasta ended' })
const shortLevel = breaking(plain, { short: 'the disk was full' })

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

test('an API run of a machine that was short of something has no verdict when it failed, and its own when it passed', async (t) => {
  const icmp = await startIcmp()
  t.after(() => icmp.close())
  const runs = await scriptRunsAt(shortLevel, toolsWith(icmp), { poolSize: 0 })
  t.after(() => runs.close())
  const failed = await runs.run({ setup: `throw new Error('ENOSPC')` })
  assert.deepEqual(
    [failed.verdict.kind, failed.notRunCause, failed.verdict.reason],
    ['withheld', 'no-resources', 'the disk was full'],
  )
  assert.equal((await runs.run({ setup: '' })).verdict.kind, 'passed')
})

test('neither has one that was late because others had the processors; what it found in time counts', async (t) => {
  const icmp = await startIcmp()
  t.after(() => icmp.close())
  const starved = breaking(plain, { starved: 'the machine was busy' })
  const runs = await scriptRunsAt(starved, toolsWith(icmp), { poolSize: 0 })
  t.after(() => runs.close())
  const late = await runs.run({ setup: `throw new Error('Timeout of 5000 ms exceeded')` })
  assert.deepEqual(
    [late.verdict.kind, late.notRunCause, late.verdict.reason],
    ['withheld', 'no-resources', 'the machine was busy'],
  )
  const wrong = await runs.run({ setup: `throw new Error('expected 200, got 500')` })
  assert.deepEqual([wrong.verdict.kind, wrong.notRunCause], ['failed', null])
})

const { runtimes, missing } = await installRealRuntime()
for (const [broken, cause, reason] of [
  [level, 'no-sandbox', 'pasta ended'],
  [shortLevel, 'no-resources', 'the disk was full'],
] as const)
  test(`neither has a multistep run (${cause})`, { skip: missing ?? false }, async (t) => {
    const runs = await testRunsAt(broken, runtimes)
    t.after(() => runs.close())
    const script = `const { test } = require('@playwright/test')\ntest('a', () => { throw new Error('ECONNREFUSED') })`
    const { verdict, notRunCause } = await runs.run({ script })
    assert.deepEqual([verdict.kind, notRunCause, verdict.reason], ['withheld', cause, reason])
  })
