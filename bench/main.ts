import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchAlerts } from './alerts.ts'
import { benchAnalytics } from './analytics.ts'
import { benchApi } from './api.ts'
import { benchBrowser } from './browser.ts'
import { benchBytes } from './bytes.ts'
import { benchCluster } from './cluster.ts'
import { benchDeploy } from './deploy.ts'
import { benchIcmp } from './icmp.ts'
import type { Options } from './options.ts'
import { benchPipeline } from './pipeline.ts'
import { benchProbes } from './probes.ts'
import { printReport, type Report } from './report.ts'
import { benchScripts } from './scripts.ts'
import { benchStatus } from './status.ts'
import { benchSuites } from './suites.ts'
import { benchWeb } from './web.ts'

/** `npm run bench -- NAME`: measures, prints a table, keeps the same as JSON. Asserts nothing. */
const benchmarks: Readonly<Record<string, (options: Options) => Promise<Report>>> = {
  alerts: benchAlerts,
  analytics: benchAnalytics,
  api: benchApi,
  browser: benchBrowser,
  bytes: benchBytes,
  cluster: benchCluster,
  deploy: benchDeploy,
  icmp: benchIcmp,
  pipeline: benchPipeline,
  probes: benchProbes,
  scripts: benchScripts,
  status: benchStatus,
  suites: benchSuites,
  web: benchWeb,
}

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { results: { type: 'string' }, engine: { type: 'string', multiple: true } },
})
const options: Options = {
  ...(values.results === undefined ? {} : { results: Number(values.results) }),
  ...(values.engine === undefined ? {} : { engines: values.engine }),
}
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
  const report = await benchmark(options)
  printReport(report)
  const file = join(folder, `${name}.json`)
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
}
