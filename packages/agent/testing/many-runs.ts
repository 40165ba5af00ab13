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

/** Multistep and browser checks in turns, `count` of them: no process, no file, no descriptor and no memory is left behind. */
export async function assertNothingIsLeft(
  t: TestContext,
  place: Awaited<ReturnType<typeof openBrowserPlace>>,
  count: number,
): Promise<void> {
  const { level, runtimes, browsers, root, userIds, slots } = place
  assert.ok(level !== null)
  const before = process.env['TMPDIR']
  // What the agent itself makes for files of runs lies where everything else does.
  process.env['TMPDIR'] = root
  t.after(() => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  })
  const runs = await testRunsAt(level, runtimes, { browsers, pages })
  t.after(() => runs.close())
  const one = async (round: number) => {
    const { verdict, files } =
      round % 2 === 0 ? await runs.runInBrowser({ script: visit }) : await runs.run({ script: request })
    assert.deepEqual([verdict.kind, verdict.reason], ['passed', null])
    assert.equal(files.length, round % 2 === 0 ? 1 : 0)
  }
  const state = () => ({
    files: readdirSync(root, { recursive: true })
      .map(String)
      .filter((path) => !/^sonde-test-runs-[^/]+\/code(?:\/|$)/.test(path))
      .toSorted(),
    // Tests of control groups mount these meanwhile; sandboxes have none.
    mounts: readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .filter((line) => !line.includes(' - cgroup2 ')).length,
    sharedMemory: readdirSync('/dev/shm').filter((name) => /chromium|playwright/i.test(name)),
    processes: processesOf(userIds),
    children: childrenOf(process.pid).length,
    outOfUse: slots()?.outOfUse ?? 0,
  })
  const descriptors = () => readdirSync('/proc/self/fd').length
  // The first ones fill caches.
  await one(0)
  await one(1)
  const [first, opened, memory] = [state(), descriptors(), await measureMemory()]
  for (let round = 0; round < count; round += 1) await one(round)
  assert.deepEqual(state(), first)
  // Connections of the first ones to their targets may end only now, so there can be fewer.
  assert.ok(descriptors() <= opened, `${descriptors()} descriptors, ${opened} after the first runs`)
  assert.deepEqual(first.processes, [])
  const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)
  const last = await measureMemory()
  const growth = {
    kept: megabytes(last.kept - memory.kept),
    resident: megabytes(last.resident - memory.resident),
  }
  t.diagnostic(`grown by ${growth.kept} MB that are kept, ${growth.resident} MB resident`)
  // Of few runs it is noise.
  if (count >= 100) assert.ok(growth.kept < 10 && growth.resident < 100, JSON.stringify(growth))
}
