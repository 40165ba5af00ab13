// Own process: sandboxes change how it inherits files and orphans.
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { startIcmp } from '@sonde/probes/icmp/start.ts'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import { toolsWith } from '../../testing/probe-tools.ts'
import { installRuntime, scriptRunsAt } from '../../testing/script-runs.ts'

const folders = mkdtempSync(join(tmpdir(), 'sonde-reinstalled-'))
chmodSync(folders, 0o755)
const userIds = { first: 62_000_000 + process.pid * 20, last: 62_000_019 + process.pid * 20 }
const { offers, release } = await findSandboxLevels({
  folders,
  userIds,
  log: silentLogger,
  wanted: 'namespaces',
})
const offer = offers.find(({ name }) => name === 'namespaces')
after(async () => {
  await release()
  rmSync(folders, { recursive: true, force: true })
})

test(
  'a sandbox that waited while its runtime was installed anew is given to nobody',
  { skip: offer?.missing ?? false },
  async (t) => {
    assert.ok(offer?.level)
    const icmp = await startIcmp()
    t.after(() => icmp.close())
    const runs = await scriptRunsAt(offer.level, toolsWith(icmp), { poolSize: 1 })
    t.after(() => runs.close())
    const setup = `require('expect').expect(1).toBe(1)`
    const verdicts: (string | null)[] = []
    for (let round = 0; round < 2; round += 1) {
      const { verdict } = await runs.run({ setup })
      verdicts.push(verdict.kind, verdict.reason)
      rmSync(runs.runtimeFolder, { recursive: true })
      installRuntime(dirname(runs.runtimeFolder))
    }
    assert.deepEqual(verdicts, ['passed', null, 'passed', null])
  },
)
