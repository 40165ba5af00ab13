// Own process: sandboxes change how it inherits files and orphans.
// In turns: real browsers in sandboxes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, suite, test } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { readOrNull, readProcessTable, userIdOf } from '@sonde/sandbox/process-table.ts'
import { openBrowserPlace } from '../../testing/browser-place.ts'
import { testRunsAt } from '../../testing/test-runs.ts'

const place = await openBrowserPlace()
after(() => place.close())
const { level, runtimes, browsers, missing, userIds } = place
const opened = level === null || missing !== null ? null : await testRunsAt(level, runtimes, { browsers })
after(() => opened?.close())
const site = createServer((_request, response) => void response.end('ok'))
await once(site.listen(0, '127.0.0.1'), 'listening')
after(() => {
  site.closeAllConnections()
  site.close()
})
const address = site.address()
const variables = { TARGET: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/` }
const skip = missing ?? (level?.name !== 'namespaces' && 'browsers need namespaces')

suite('a browser that is killed in the middle of a test', { skip, timeout: 600_000 }, () => {
  if (opened === null) return
  const runs = opened
  const visit = `import { test } from '@playwright/test'
    test('stays', async ({ page }) => {
      await page.goto(process.env.TARGET)
      await page.waitForSelector('b')
    })
    test('needs none', async () => {})`

  test('by somebody outside of the run says nothing of the target', async () => {
    const isVisited = once(site, 'request')
    const running = runs.runInBrowser({ script: visit, variables })
    await isVisited
    process.kill(browserOf(userIds), 'SIGKILL')
    const { verdict, notRunCause } = await running
    assert.deepEqual(
      [verdict.kind, notRunCause, verdict.reason],
      ['withheld', 'no-runtime', 'The browser of this location was killed, by something outside of the run'],
    )
  })

  test('by its own script, in whatever way, is a failure, as is a page that crashes', async () => {
    const find = `
      const fs = process.getBuiltinModule('fs')
      const browser = fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).find((pid) => {
        const command = fs.readFileSync('/proc/' + pid + '/cmdline', 'utf8')
        return command.includes('--user-data-dir') && !command.includes('--type=')
      })`
    const kills = {
      signal: `process.kill(Number(browser), 'SIGKILL')`,
      program: `process.getBuiltinModule('child_process').execFileSync('/bin/sh', ['-c', 'kill -9 ' + browser])`,
    }
    const crash = `await page.goto('chrome://crash', { timeout: 5_000 })`
    for (const [name, kill] of [...some('kills of a browser', Object.entries(kills)), ['crash', crash]]) {
      const { verdict, notRunCause } = await runs.runInBrowser({
        variables,
        script: `import { test } from '@playwright/test'
          test('kills', async ({ page }) => {
            await page.goto(process.env.TARGET)
            ${find}
            ${kill}
            await page.waitForSelector('b')
          })`,
      })
      assert.deepEqual([name, verdict.kind, notRunCause], [name, 'failed', null], verdict.reason ?? '')
    }
  })
})

/** Of the browser of a run: the first of its processes, which has started all others. */
function browserOf(ids: { first: number; last: number }): number {
  const [first] = readProcessTable()
    .filter(({ pid, isZombie }) => {
      const uid = isZombie ? null : userIdOf(pid)
      if (uid === null || uid < ids.first || uid > ids.last) return false
      return readOrNull(`/proc/${pid}/cmdline`)?.includes('--user-data-dir') === true
    })
    .toSorted((a, b) => a.startTime - b.startTime || a.pid - b.pid)
  assert.ok(first !== undefined)
  return first.pid
}
