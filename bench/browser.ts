import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Browser, findBrowser } from '@sonde/agent/browsers/find-browser.ts'
import type { InstalledRuntime } from '@sonde/agent/scripts/runtimes.ts'
import { installRealRuntime, testRunsAt, type TestRunsUnderTest } from '@sonde/agent/testing/test-runs.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { chooseSandboxLevel } from '@sonde/sandbox/choose-sandbox-level.ts'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import { treeOf } from '@sonde/sandbox/process-table.ts'
import { cpuSeconds } from './reap-orphans.ts'
import type { Report, Row } from './report.ts'
import { spreadOf } from './spread.ts'

const runCount = Number(process.env['RUNS'] ?? 10)
const windowMs = Number(process.env['WINDOW_SECONDS'] ?? 30) * 1000
const sampleMs = 200
const userIds = { first: 91_000_000 + process.pid * 20, last: 91_000_019 + process.pid * 20 }

type Kind = {
  name: string
  script: string
  run(runs: TestRunsUnderTest): Promise<{ verdict: { kind: string; reason: string | null } }>
  /** Whether its pages are recorded, for the case that it fails. */
  records: boolean
  goals: { cpuSeconds: number; megabytes: number; perMinute: number }
}

/** As a scheduled run has it, but for videos, which are recorded where there is an ffmpeg. */
const recordings = {
  trace: { mode: 'retain-on-failure', snapshots: true, screenshots: false, sources: true },
  screenshot: 'only-on-failure',
}

const head = `const { test, expect } = require('@playwright/test')`
const requestTest = `${head}
test('answers', async ({ request }) => { expect((await request.get(process.env.TARGET)).ok()).toBe(true) })`

const multistep: Kind = {
  name: 'multistep',
  script: requestTest,
  run: (runs) => runs.run({ script: requestTest }),
  records: false,
  goals: { cpuSeconds: 4, megabytes: 250, perMinute: 25 },
}

const pageTest = `${head}
test('shows', async ({ page }) => { await page.goto(process.env.TARGET + '/page'); await expect(page.getByRole('heading')).toHaveText('Shop') })`

const browserKind: Kind = {
  name: 'browser',
  script: pageTest,
  run: (runs) => runs.runInBrowser({ script: pageTest }),
  records: true,
  goals: { cpuSeconds: 7, megabytes: 600, perMinute: 15 },
}

/** What a run of tests costs beside the same file run by bare Playwright, in turns on the same machine. */
export async function benchBrowser(): Promise<Report> {
  const { runtimes, missing } = await installRealRuntime()
  const found = await runtimes.find('2026.04')
  if (missing !== null || found.kind === 'missing') throw new Error(missing ?? 'the runtime is missing')
  const folders = mkdtempSync(join(tmpdir(), 'sonde-bench-browser-'))
  chmodSync(folders, 0o755)
  const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })
  const rows: Row[] = []
  try {
    const { level, reason } = chooseSandboxLevel('auto', offers)
    if (level === null) throw new Error(reason)
    const answer = await findBrowser({ chromiumPath: null, browsersFolder: join(folders, 'none') })
    const browser = answer.kind === 'found' ? answer.browser : null
    if (answer.kind === 'missing') process.stdout.write(`  ${answer.why}\n`)
    const pages = { '/page': '<!doctype html><title>Shop</title><h1>Shop</h1>' }
    const runs = await testRunsAt(level, runtimes, { browsers: { find: async () => answer }, pages })
    try {
      for (const kind of browser === null ? [multistep] : [multistep, browserKind])
        rows.push(...(await measureKind(kind, { runs, runtime: found.runtime, folders, browser })))
    } finally {
      runs.close()
    }
  } finally {
    await release()
    rmSync(folders, { recursive: true, force: true })
  }
  return {
    name: 'browser',
    machine: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    rows,
  }
}

type Machine = {
  runs: TestRunsUnderTest
  runtime: InstalledRuntime
  folders: string
  browser: Browser | null
}

async function measureKind(kind: Kind, machine: Machine): Promise<Row[]> {
  const own = async () => {
    const { verdict } = await kind.run(machine.runs)
    if (verdict.kind !== 'passed') throw new Error(verdict.reason ?? verdict.kind)
  }
  const bare = prepareBare(kind.script, machine, {})
  const recording = kind.records ? prepareBare(kind.script, machine, recordings) : null
  // The first of each fills caches.
  await own()
  await bare()
  await recording?.()
  const costs = { own: [] as Cost[], bare: [] as Cost[], recording: [] as Cost[] }
  for (let turn = 0; turn < runCount; turn += 1) {
    costs.own.push(await costOf(own))
    costs.bare.push(await costOf(bare))
    if (recording !== null) costs.recording.push(await costOf(recording))
  }
  const memory = { own: await peakMegabytes(own), bare: await peakMegabytes(bare) }
  const cpu = { own: middle(costs.own, 'cpuSeconds'), bare: middle(costs.bare, 'cpuSeconds') }
  const wall = { own: middle(costs.own, 'wallSeconds'), bare: middle(costs.bare, 'wallSeconds') }
  const { name, goals } = kind
  return [
    { what: `${name}: CPU per run`, value: cpu.own, unit: 's', goal: `<= ${goals.cpuSeconds} s` },
    { what: `${name}: CPU of bare Playwright`, value: cpu.bare, unit: 's', goal: '' },
    { what: `${name}: CPU, ratio`, value: cpu.own / cpu.bare, unit: '', goal: '<= 1.15' },
    ...(recording === null ? [] : recordingRows(name, cpu.own, middle(costs.recording, 'cpuSeconds'))),
    { what: `${name}: wall per run`, value: wall.own, unit: 's', goal: '' },
    { what: `${name}: wall of bare Playwright`, value: wall.bare, unit: 's', goal: '' },
    { what: `${name}: memory at its most`, value: memory.own, unit: 'MB', goal: `<= ${goals.megabytes} MB` },
    { what: `${name}: memory of bare Playwright`, value: memory.bare, unit: 'MB', goal: '' },
    {
      what: `${name}: runs a minute, ${availableParallelism()} at a time`,
      value: await perMinute(own),
      unit: '',
      goal: `>= ${goals.perMinute}`,
    },
  ]
}

function recordingRows(name: string, own: number, recording: number): Row[] {
  return [
    { what: `${name}: CPU of bare Playwright that records the same`, value: recording, unit: 's', goal: '' },
    { what: `${name}: CPU, ratio to that`, value: own / recording, unit: '', goal: '' },
  ]
}

/** The same file in a folder of its own, by the command that a person would use. */
function prepareBare(
  script: string,
  { runs, runtime, folders, browser }: Machine,
  use: Readonly<Record<string, unknown>>,
): () => Promise<void> {
  const folder = mkdtempSync(join(folders, 'bare-'))
  symlinkSync(join(runtime.folder, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'script.spec.js'), script)
  const launchOptions = browser === null ? {} : { executablePath: browser.path, args: ['--no-sandbox'] }
  const config = { workers: 1, retries: 0, reporter: 'line', use: { launchOptions, ...use } }
  writeFileSync(join(folder, 'playwright.config.js'), `module.exports = ${JSON.stringify(config)}`)
  const cli = join(runtime.folder, 'node_modules/playwright/cli.js')
  return async () => {
    const child = spawn(runtime.node, [cli, 'test'], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, TARGET: runs.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const output = text(child.stdout)
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`bare Playwright ended with ${code}: ${await output}`)
  }
}

type Cost = { cpuSeconds: number; wallSeconds: number }

async function costOf(run: () => Promise<void>): Promise<Cost> {
  const [cpuBefore, startedMs] = [cpuSeconds(), performance.now()]
  await run()
  const wallSeconds = (performance.now() - startedMs) / 1000
  return { cpuSeconds: cpuSeconds() - cpuBefore, wallSeconds }
}

function middle(costs: readonly Cost[], field: keyof Cost): number {
  return spreadOf(costs.map((cost) => cost[field])).p50
}

/** All processes of the run together, at the moment when they had most; what they share counts once. */
async function peakMegabytes(run: () => Promise<void>): Promise<number> {
  let most = 0
  const timer = setInterval(() => {
    const kilobytes = treeOf(process.pid).slice(1).map(proportionalKilobytes)
    most = Math.max(most, kilobytes.reduce((sum, each) => sum + each, 0) / 1024)
  }, sampleMs)
  try {
    await run()
  } finally {
    clearInterval(timer)
  }
  return most
}

function proportionalKilobytes(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

/** With as many at a time as there are processors; runs that the end cuts count by their share. */
async function perMinute(run: () => Promise<void>): Promise<number> {
  const endMs = performance.now() + windowMs
  let count = 0
  const worker = async () => {
    while (performance.now() < endMs) {
      const startedMs = performance.now()
      await run()
      const endedMs = performance.now()
      count += endedMs <= endMs ? 1 : (endMs - startedMs) / (endedMs - startedMs)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return (count * 60_000) / windowMs
}
