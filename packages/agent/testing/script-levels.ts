import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { choose, isFull } from '@sonde/ground/testing/thoroughness.ts'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import { createProcessLevel } from '@sonde/sandbox/process-level.ts'

/**
 * The levels at which it is tried what a script may do, each with the reason why this machine does not have it. That is
 * the same at every level: by day it is one that the seed chooses, by night all. What a level keeps a script from is tried
 * at all of them by `hostile-scripts.test.ts` and by the tests of `sandbox`.
 */
export async function openScriptLevels() {
  const folders = mkdtempSync(join(tmpdir(), 'sonde-script-runs-'))
  const userIds = { first: 30_000_000 + process.pid * 20, last: 30_000_019 + process.pid * 20 }
  const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })
  const foreign = process.getuid?.() === 0 ? 'landlock' : 'user'
  const [first, ...others] = offers
    .filter(({ name }) => name !== foreign)
    .map(({ name, level, missing }) => ({
      name,
      skip: missing ?? false,
      // Skipped without it.
      level: level ?? createProcessLevel({ folders, log: silentLogger }),
    }))
  const all = first === undefined ? [] : [first, ...others]
  return {
    levels: isFull || first === undefined ? all : [choose('level of script runs', [first, ...others])],
    async close() {
      await release()
      rmSync(folders, { recursive: true, force: true })
    },
  }
}
