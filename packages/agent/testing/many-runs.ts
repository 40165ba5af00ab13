import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { childrenOf } from '@sonde/sandbox/process-table.ts'
import type { openBrowserPlace } from './browser-place.ts'
import { testRunsAt } from './test-runs.ts'
import { measureMemory, processesOf } from './what-runs-leave.ts'

const pages = { '/page': '<!doctype html><title>Shop</title><h1>Shop</h1>' }
const head = `const { test, expect } = require('@playwright/test')`
const request = `${head}
test('asks', async ({ request }) => { expect((await request.get(process.env.TARGET)).ok()).toBe(true) })`
/** With a picture, so that files are taken out of each of them. */
const visit = `${head}
test('shows', async ({ page }) => {
  await page.goto(process.env.TARGET + '/page')
  await page.screenshot({ path: 'page.png' })
})`

type BrowserPlace = Awaited<ReturnType<typeof openBrowserPlace>>

/** Makes everything that runs leave on disk lie below the folder of the place, also what the agent itself makes for their files. */
export function keepFilesIn({ root }: Pick<BrowserPlace, 'root'>): { restore(): void } {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = root
  return {
    restore() {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    },
  }
}

/** What runs have left until now; to be asked when none is under way, after the first ones have filled caches. */
export function whatIsLeft({ root, userIds, slots }: Pick<BrowserPlace, 'root' | 'userIds' | 'slots'>) {
  return {
    files: readdirSync(root, { recursive: true })
      .map(String)
      .filter((path) => !/^sonde-test-runs-[^/]+\/code(?:\/|$)/.test(path))
      .toSorted(),
    // Tests of control groups and of networks mount these meanwhile; sandboxes have none.
    mounts: readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .filter((line) => !/ - (?:cgroup2|nsfs) | \/run\/netns /.test(line)).length,
    sharedMemory: readdirSync('/dev/shm').filter((name) => /chromium|playwright/i.test(name)),
    processes: processesOf(userIds),
    children: childrenOf(process.pid).length,
    outOfUse: slots()?.outOfUse ?? 0,
  }
}

export function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length
}

/** Multistep and browser checks in turns, `count` of them: no process, no file, no descriptor and no memory is left behind. */
export async function assertNothingIsLeft(t: TestContext, place: BrowserPlace, count: number): Promise<void> {
  const { level, runtimes, browsers } = place
  assert.ok(level !== null)
  const kept = keepFilesIn(place)
  t.after(() => kept.restore())
  const runs = await testRunsAt(level, runtimes, { browsers, pages })
  t.after(() => runs.close())
  const one = async (round: number) => {
    const { verdict, files } =
      round % 2 === 0 ? await runs.runInBrowser({ script: visit }) : await runs.run({ script: request })
    assert.deepEqual([verdict.kind, verdict.reason], ['passed', null])
    assert.equal(files.length, round % 2 === 0 ? 1 : 0)
  }
  await one(0)
  await one(1)
  const [first, opened, memory] = [whatIsLeft(place), openDescriptors(), await measureMemory()]
  for (let round = 0; round < count; round += 1) await one(round)
  assert.deepEqual(whatIsLeft(place), first)
  // Connections of the first ones to their targets may end only now, so there can be fewer.
  assert.ok(openDescriptors() <= opened, `${openDescriptors()} descriptors, ${opened} after the first runs`)
  assert.deepEqual(first.processes, [])
  const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)
  const last = await measureMemory()
  const growth = {
    kept: megabytes(last.kept - memory.kept),
    resident: megabytes(last.resident - memory.resident),
  }
  t.diagnostic(`grown by ${growth.kept} MB that are kept, ${growth.resident} MB resident`)
  assert.ok(growth.kept < 10 && growth.resident < 100, JSON.stringify(growth))
}
