import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Browser, findBrowser } from '@sonde/agent/browsers/find-browser.ts'
import {
  playwrightProject,
  realEngines,
  registryVariables,
  suiteRunsAt,
} from '@sonde/agent/testing/suite-runs.ts'
import { installRealRuntime } from '@sonde/agent/testing/test-runs.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { makeBrowsersFolder } from '../packages/sandbox/harness/suites/browsers.mjs'
import { chooseSandboxLevel } from '@sonde/sandbox/choose-sandbox-level.ts'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import { cpuSeconds } from './reap-orphans.ts'
import type { Report, Row } from './report.ts'
import { spreadOf } from './spread.ts'

const runCount = Number(process.env['RUNS'] ?? 3)
const testCount = Number(process.env['TESTS'] ?? 10)
/** No further turn is begun after this: a slow machine has fewer of them, and at least one. */
const enoughMs = 180_000
const userIds = { first: 92_000_000 + process.pid * 20, last: 92_000_019 + process.pid * 20 }
const testCommand = 'npx playwright test --workers=1'

const spec = `
  const { test, expect } = require('@playwright/test')
  for (let nth = 1; nth <= ${testCount}; nth += 1)
    test('shows ' + nth, async ({ page }) => {
      await page.goto(process.env.TARGET + '/page?' + nth)
      await expect(page.getByRole('heading')).toHaveText('Shop')
    })`

/** As we set it for projects that say nothing themselves. */
const bareConfig = `module.exports = { testDir: 'tests', retries: 2, use: { trace: 'on', screenshot: 'only-on-failure', video: 'off' } }`

/** What a suite costs beside the same project run by bare Playwright, in turns on the same machine, and what its cache saves. */
export async function benchSuites(): Promise<Report> {
  say('the runtime')
  const { runtimes, missing } = await installRealRuntime()
  if (missing !== null) throw new Error(missing)
  const folders = mkdtempSync(join(tmpdir(), 'sonde-bench-suites-'))
  chmodSync(folders, 0o755)
  const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })
  const browser = await findBrowser({ chromiumPath: null, browsersFolder: join(folders, 'none') })
  const { packages, engines, findTools } = realEngines()
  const page = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1>')
  })
  page.listen(0, '127.0.0.1')
  await once(page, 'listening')
  try {
    const { level, reason } = chooseSandboxLevel('auto', offers)
    if (level === null) throw new Error(reason)
    if (browser.kind === 'missing') throw new Error(browser.why)
    const variables = {
      ...registryVariables(),
      TARGET: `http://127.0.0.1:${(page.address() as AddressInfo).port}`,
    }
    const runs = suiteRunsAt(level, { engines, findTools, browser, runtimes })
    const suite = { files: playwrightProject({ 'tests/shop.spec.js': spec }), testCommand, variables }
    const order = {
      ...suite,
      installCommand: '',
      engine: 'node',
      engineVersion: '26',
      browsers: ['chromium'],
    }
    try {
      say('installing the project for bare Playwright')
      const bare = await prepareBare(join(folders, 'bare'), { browser: browser.browser, variables })
      const times = await measure({
        cold: () => passed(runs.run({ ...order, refreshesCache: true })),
        warm: () => passed(runs.run(order)),
        bare,
      })
      return report(times)
    } finally {
      runs.close()
    }
  } finally {
    page.close()
    await packages.close()
    await release()
    rmSync(folders, { recursive: true, force: true })
  }
}

type Ended = { verdict: { kind: string; reason: string | null; responseTime: number | null } }

/** The time of the test command. */
async function passed(run: Promise<Ended & { log: string[] }>): Promise<number> {
  const { verdict, log } = await run
  if (verdict.kind !== 'passed') throw new Error(`${verdict.reason}\n${log.join('\n')}`)
  return verdict.responseTime ?? 0
}

type Times = Record<'cold' | 'warm' | 'bare' | 'command' | 'warmCpu' | 'bareCpu', number[]>

function say(what: string): void {
  process.stdout.write(`  ${new Date().toISOString().slice(11, 19)} ${what}\n`)
}

async function measure(kinds: {
  cold(): Promise<number>
  warm(): Promise<number>
  bare(): Promise<void>
}): Promise<Times> {
  const times: Times = { cold: [], warm: [], bare: [], command: [], warmCpu: [], bareCpu: [] }
  const timed = async <Value>(name: 'cold' | 'warm' | 'bare', work: () => Promise<Value>): Promise<Value> => {
    const [beginMs, cpuBefore] = [performance.now(), cpuSeconds()]
    const value = await work()
    times[name].push((performance.now() - beginMs) / 1_000)
    if (name !== 'cold') times[`${name}Cpu`].push(cpuSeconds() - cpuBefore)
    return value
  }
  const startedMs = performance.now()
  // It installs, and reads the browser and the packages that the others find in memory.
  say('a suite that installs')
  await timed('cold', kinds.cold)
  for (let turn = 1; turn <= runCount; turn += 1) {
    if (turn > 1 && performance.now() - startedMs > enoughMs) break
    say(`turn ${turn} of ${runCount}`)
    times.command.push((await timed('warm', kinds.warm)) / 1_000)
    await timed('bare', kinds.bare)
  }
  return times
}

/** The same project, installed in a folder, with links to the same browser. */
async function prepareBare(
  folder: string,
  { browser, variables }: { browser: Browser; variables: Readonly<Record<string, string>> },
): Promise<() => Promise<void>> {
  const files = playwrightProject({ 'tests/shop.spec.js': spec, 'playwright.config.js': bareConfig })
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const environment = {
    ...process.env,
    ...variables,
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    PLAYWRIGHT_BROWSERS_PATH: join(folder, 'browsers'),
  }
  await command('npm ci --ignore-scripts --no-audit --no-fund', folder, environment)
  mkdirSync(join(folder, 'browsers'))
  const playwright = join(folder, 'node_modules/@playwright/test')
  makeBrowsersFolder({ folder: join(folder, 'browsers'), playwright, browser })
  return () => command(testCommand, folder, environment)
}

async function command(line: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn('/bin/sh', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error(`${line} ended with ${code}:\n${output}`)
}

function report({ cold, warm, bare, command: commands, warmCpu, bareCpu }: Times): Report {
  const [warmS, bareS, commandS] = [warm, bare, commands].map((times) => spreadOf(times).p50)
  const cpu = { warm: spreadOf(warmCpu).p50, bare: spreadOf(bareCpu).p50 }
  const coldS = cold[0] ?? 0
  const over = (seconds = 0) => (seconds / (bareS ?? 1) - 1) * 100
  const rows: Row[] = [
    { what: `bare Playwright, ${testCount} tests, p50`, value: bareS ?? 0, unit: 's', goal: '' },
    { what: 'suite with a warm cache, whole run, p50', value: warmS ?? 0, unit: 's', goal: '' },
    { what: 'whole run over bare', value: over(warmS), unit: '%', goal: '' },
    { what: 'test command over bare', value: over(commandS), unit: '%', goal: '<= 10 %' },
    { what: 'CPU of bare Playwright, p50', value: cpu.bare, unit: 's', goal: '' },
    { what: 'CPU of a whole run with a warm cache, p50', value: cpu.warm, unit: 's', goal: '' },
    { what: 'CPU of a whole run over bare', value: (cpu.warm / cpu.bare - 1) * 100, unit: '%', goal: '' },
    { what: 'suite that installs, whole run', value: coldS, unit: 's', goal: '' },
    { what: 'saved by the cache', value: coldS - (warmS ?? 0), unit: 's', goal: '' },
  ]
  return {
    name: 'suites',
    machine: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    rows,
  }
}
