import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { availableParallelism, cpus, setPriority, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Browser, findBrowser } from '@sonde/agent/browsers/find-browser.ts'
import { realEngines, registryVariables, suiteRunsAt } from '@sonde/agent/testing/suite-runs.ts'
import { installRealRuntime } from '@sonde/agent/testing/test-runs.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { makeBrowserProgram } from '../packages/sandbox/harness/suites/browser-program.mjs'
import { makeBrowsersFolder } from '../packages/sandbox/harness/suites/browsers.mjs'
import { chooseSandboxLevel } from '@sonde/sandbox/choose-sandbox-level.ts'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import { cpuSeconds } from './reap-orphans.ts'
import type { Report, Row } from './report.ts'
import { spreadOf } from './spread.ts'
import { createShop, onlyTest, shopProject } from './suite-project.ts'

const runCount = Number(process.env['RUNS'] ?? 3)
const testCount = Number(process.env['TESTS'] ?? 30)
/** No further turn is begun after this: a slow machine has fewer of them, and at least one. */
const enoughMs = 300_000
const userIds = { first: 92_000_000 + process.pid * 20, last: 92_000_019 + process.pid * 20 }
/** Of sandboxes. */
const lowPriority = 10
const engine = { name: 'node', line: '26' } as const
const commands = {
  all: 'npx playwright test --workers=1',
  one: `npx playwright test --workers=1 --grep '${onlyTest}'`,
}
type Size = keyof typeof commands

/** As we set it for projects that say nothing themselves: what is recorded and reported has the same price for everybody. */
const bareConfig = `module.exports = {
  testDir: 'tests',
  retries: 2,
  reporter: [['list'], ['json', { outputFile: 'reports/report.json' }], ['html', { outputFolder: 'reports/html', open: 'never' }]],
  use: { trace: 'on', screenshot: 'only-on-failure', video: 'off' },
}`

/**
 * What a suite costs beside the same project run by bare Playwright, in turns on the same machine, which go forth and back, and
 * what its cache saves.
 */
export async function benchSuites(): Promise<Report> {
  say('the runtime')
  const { runtimes, missing } = await installRealRuntime()
  if (missing !== null) throw new Error(missing)
  const folders = mkdtempSync(join(tmpdir(), 'sonde-bench-suites-'))
  chmodSync(folders, 0o755)
  const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })
  const browser = await findBrowser({ chromiumPath: null, browsersFolder: join(folders, 'none') })
  const { packages, engines, findTools } = realEngines()
  const shop = createShop()
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  try {
    const { level, reason } = chooseSandboxLevel('auto', offers)
    if (level === null) throw new Error(reason)
    if (browser.kind === 'missing') throw new Error(browser.why)
    const variables = {
      ...registryVariables(),
      TARGET: `http://127.0.0.1:${(shop.address() as AddressInfo).port}`,
    }
    const found = await engines.find(engine)
    if (found.kind === 'missing') throw new Error(found.why)
    const tools = await findTools('npm', { engine: found.engine, node: found.engine.program })
    if (tools.kind === 'missing') throw new Error(tools.why)
    const runs = suiteRunsAt(level, { engines, findTools, browser, runtimes })
    const order = {
      files: shopProject(testCount),
      variables,
      installCommand: '',
      engine: engine.name,
      engineVersion: engine.line,
      browsers: ['chromium'],
    }
    try {
      say('installing the project for bare Playwright')
      const bare = await prepareBare(join(folders, 'bare'), {
        browser: browser.browser,
        variables: { ...variables, PATH: [...tools.tools.test.path, '/usr/bin', '/bin'].join(delimiter) },
      })
      const times = await measure({
        cold: () => passed(runs.run({ ...order, testCommand: commands.all, refreshesCache: true })),
        warm: (size) => passed(runs.run({ ...order, testCommand: commands[size] })),
        ...bare,
      })
      return report(times)
    } finally {
      runs.close()
    }
  } finally {
    shop.close()
    await packages.close()
    await release()
    rmSync(folders, { recursive: true, force: true })
  }
}

type Ended = { verdict: { kind: string; reason: string | null; responseTime: number | null } }

/** The seconds of the test command. */
async function passed(run: Promise<Ended & { log: string[] }>): Promise<number> {
  const { verdict, log } = await run
  if (verdict.kind !== 'passed') throw new Error(`${verdict.reason}\n${log.join('\n')}`)
  return (verdict.responseTime ?? 0) / 1_000
}

type Cost = { seconds: number; cpuSeconds: number; commandSeconds: number }
/** `like`: bare Playwright with the Chromium of suites, which does not load what nobody sees. */
type Kind = 'warm' | 'bare' | 'like'
type Costs = { cold: Cost } & Record<Kind, Record<Size, Cost[]>>

function say(what: string): void {
  process.stdout.write(`  ${new Date().toISOString().slice(11, 19)} ${what}\n`)
}

async function costOf(work: () => Promise<number>): Promise<Cost> {
  const [beginMs, cpuBefore] = [performance.now(), cpuSeconds()]
  const commandSeconds = await work()
  const seconds = (performance.now() - beginMs) / 1_000
  return { seconds, cpuSeconds: cpuSeconds() - cpuBefore, commandSeconds }
}

async function measure(
  kinds: { cold(): Promise<number> } & Record<Kind, (size: Size) => Promise<number>>,
): Promise<Costs> {
  const startedMs = performance.now()
  // It installs, and reads the browser and the packages that the others find in memory.
  say('a suite that installs')
  const cold = await costOf(kinds.cold)
  // Playwright keeps what it has made of sources.
  await kinds.bare('all')
  const none = () => ({ all: [], one: [] })
  const costs: Costs = { cold, warm: none(), bare: none(), like: none() }
  for (let turn = 1; turn <= runCount; turn += 1) {
    if (turn > 1 && performance.now() - startedMs > enoughMs) break
    for (const size of ['all', 'one'] as const) {
      say(`turn ${turn} of ${runCount}, ${size === 'all' ? testCount : 1} tests`)
      // Who is first may meet what the last one left to be written to the disk.
      const inTurn = ['warm', 'bare', 'like'] as const
      for (const kind of turn % 2 === 0 ? inTurn.toReversed() : inTurn)
        costs[kind][size].push(await costOf(() => kinds[kind](size)))
    }
  }
  return costs
}

/** The same project, installed in a folder, with links to the same browser, as it is and as suites start it. */
async function prepareBare(
  folder: string,
  { browser, variables }: { browser: Browser; variables: Readonly<Record<string, string>> },
): Promise<Record<'bare' | 'like', (size: Size) => Promise<number>>> {
  const files = shopProject(testCount, { 'playwright.config.js': bareConfig })
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const environment = { ...process.env, ...variables }
  await command('npm ci --ignore-scripts --no-audit --no-fund', folder, environment)
  const playwright = join(folder, 'node_modules/@playwright/test')
  const withBrowser = (path: string) => {
    const browsers = mkdtempSync(join(folder, 'browsers-'))
    makeBrowsersFolder({ folder: browsers, playwright, browser: { ...browser, path } })
    return async (size: Size) => {
      for (const left of ['reports', 'test-results'])
        rmSync(join(folder, left), { recursive: true, force: true })
      return await command(commands[size], folder, { ...environment, PLAYWRIGHT_BROWSERS_PATH: browsers })
    }
  }
  const program = join(folder, 'browser')
  makeBrowserProgram({ path: program, browser: browser.path })
  return { bare: withBrowser(browser.path), like: withBrowser(program) }
}

/** Its seconds. */
async function command(line: string, cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  const beginMs = performance.now()
  const child = spawn('/bin/sh', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  if (child.pid !== undefined) setPriority(child.pid, lowPriority)
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error(`${line} ended with ${code}:\n${output}`)
  return (performance.now() - beginMs) / 1_000
}

function report({ cold, warm, bare, like }: Costs): Report {
  const own = middleOf(warm.all)
  const peer = middleOf(bare.all)
  const alike = middleOf(like.all)
  const over = (one: number, other: number) => (one / other - 1) * 100
  const rows: Row[] = [
    { what: `bare Playwright, ${testCount} tests, p50`, value: peer.commandSeconds, unit: 's', goal: '' },
    {
      what: 'test command of a suite with a warm cache, p50',
      value: own.commandSeconds,
      unit: 's',
      goal: '',
    },
    {
      what: 'test command over bare',
      value: over(own.commandSeconds, peer.commandSeconds),
      unit: '%',
      goal: '<= 10 %',
    },
    {
      what: 'test command over bare with the same Chromium',
      value: over(own.commandSeconds, alike.commandSeconds),
      unit: '%',
      goal: '<= 10 %',
    },
    ...partsOf('test command', warm, 'commandSeconds'),
    ...partsOf('bare Playwright', bare, 'commandSeconds'),
    ...partsOf('bare with the same Chromium', like, 'commandSeconds'),
    { what: 'whole run with a warm cache, p50', value: own.seconds, unit: 's', goal: '' },
    { what: 'whole run over bare', value: over(own.seconds, peer.seconds), unit: '%', goal: '' },
    { what: 'CPU of a whole run with a warm cache, p50', value: own.cpuSeconds, unit: 's', goal: '' },
    { what: 'CPU of bare Playwright, p50', value: peer.cpuSeconds, unit: 's', goal: '' },
    {
      what: 'CPU of a whole run over bare',
      value: over(own.cpuSeconds, peer.cpuSeconds),
      unit: '%',
      goal: '',
    },
    {
      what: 'CPU of a whole run over bare with the same Chromium',
      value: over(own.cpuSeconds, alike.cpuSeconds),
      unit: '%',
      goal: '',
    },
    ...partsOf('CPU of a whole run', warm, 'cpuSeconds'),
    ...partsOf('CPU of bare Playwright', bare, 'cpuSeconds'),
    ...partsOf('CPU of bare with the same Chromium', like, 'cpuSeconds'),
    { what: 'suite that installs, whole run', value: cold.seconds, unit: 's', goal: '' },
    { what: 'saved by the cache', value: cold.seconds - own.seconds, unit: 's', goal: '' },
  ]
  return {
    name: 'suites',
    machine: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    rows,
  }
}

function middleOf(costs: readonly Cost[]): Cost {
  const middle = (field: keyof Cost) => spreadOf(costs.map((cost) => cost[field])).p50
  return {
    seconds: middle('seconds'),
    cpuSeconds: middle('cpuSeconds'),
    commandSeconds: middle('commandSeconds'),
  }
}

/** What each further test costs, and what is left of a run with one. */
function partsOf(what: string, costs: Record<Size, readonly Cost[]>, field: keyof Cost): Row[] {
  const [all, one] = [middleOf(costs.all)[field], middleOf(costs.one)[field]]
  const perTest = (all - one) / Math.max(1, testCount - 1)
  return [
    { what: `${what}: for a run`, value: one - perTest, unit: 's', goal: '' },
    { what: `${what}: for each test`, value: perTest * 1_000, unit: 'ms', goal: '' },
  ]
}
