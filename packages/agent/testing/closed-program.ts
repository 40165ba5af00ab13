// Runs in a folder that other users may not enter, and runs scripts as such.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startIcmp } from '@sonde/probes/icmp/start.ts'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { toolsWith } from './probe-tools.ts'
import { scriptRunsAt } from './script-runs.ts'

/** By level: how its run ended, or what it lacks. */
export type ClosedReport = Record<string, unknown>

const folders = mkdtempSync(join(tmpdir(), 'sonde-closed-runs-'))
const userIds = { first: 50_000_000 + process.pid * 20, last: 50_000_019 + process.pid * 20 }
const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })
const icmp = await startIcmp()
const report: ClosedReport = {}
for (const { name, level, missing } of offers) {
  if (name === 'process' || name === 'landlock') continue
  if (level === null) report[name] = missing
  else {
    const node = process.env['OPEN_NODE'] ?? process.execPath
    const runs = await scriptRunsAt(level, toolsWith(icmp), { node })
    const { verdict, detail } = await runs.run({ setup: `console.log(process.getuid() !== 0)` })
    report[name] = [verdict.kind, verdict.reason, ...(detail?.jobLog?.setup ?? []).map(({ msg }) => msg)]
    await runs.close()
  }
}
console.log(JSON.stringify(report))
await icmp.close()
await release()
rmSync(folders, { recursive: true, force: true })
