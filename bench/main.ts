import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchAlerts } from './alerts.ts'
import { benchApi } from './api.ts'
import { benchIcmp } from './icmp.ts'
import { benchPipeline } from './pipeline.ts'
import { printReport, type Report } from './report.ts'

/** `npm run bench -- NAME`: measures, prints a table, keeps the same as JSON. Asserts nothing. */
const benchmarks: Readonly<Record<string, () => Promise<Report>>> = {
  alerts: benchAlerts,
  api: benchApi,
  icmp: benchIcmp,
  pipeline: benchPipeline,
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in benchmarks))
if (names.length === 0 || unknown.length > 0) {
  process.stderr.write(
    `usage: npm run bench -- NAME…, with NAME one of: ${Object.keys(benchmarks).join(', ')}\n`,
  )
  process.exit(2)
}

const folder = join(import.meta.dirname, 'results')
mkdirSync(folder, { recursive: true })
for (const name of names) {
  const benchmark = benchmarks[name]
  if (!benchmark) continue
  // One after the other: two at once would measure each other.
  // oxlint-disable-next-line no-await-in-loop
  const report = await benchmark()
  printReport(report)
  const file = join(folder, `${name}.json`)
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
}
