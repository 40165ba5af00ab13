// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { playwrightProject, registryVariables } from '@sonde/agent/testing/suite-runs.ts'
import { eventually } from './support/eventually.ts'
import { hoursAway, type Service, startService } from './support/service-under-test.ts'
import { runtimesFolder, startSuiteAgent } from './support/suite-agent.ts'
import { uploadBundle } from './support/upload-bundle.ts'

/** What suites look at: it counts those that have begun, and says whether they may end. */
async function startTarget(t: TestContext) {
  const state = { begun: 0, mayEnd: false }
  const server = createServer((request, response) => {
    if (request.url === '/begun') state.begun += 1
    response.writeHead(request.url === '/may-end' && !state.mayEnd ? 404 : 200, {
      'content-type': 'text/html',
    })
    response.end('<title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    untilBegun: (count: number) => eventually(`${count} suites have begun`, () => state.begun >= count),
    begun: () => state.begun,
    letEnd: (mayEnd: boolean) => void (state.mayEnd = mayEnd),
  }
}

async function createSuite(
  service: Service,
  files: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, unknown>>,
): Promise<string> {
  const check = (await service.expect(201, 'POST', '/v1/checks/playwright', {
    name: 'Shop',
    codeBundlePath: await uploadBundle(service, files),
    privateLocations: ['office'],
    engine: 'node',
    engineVersion: '26',
    frequency: 1440,
    frequencyOffset: hoursAway(),
    ...fields,
  })) as { id: string }
  return check.id
}

type Detail = {
  isCancelled: boolean
  playwrightCheckResult: {
    testCounts: Record<string, number>
    jobLog: { msg: string }[] | null
    jobAssets: { name: string }[] | null
    playwrightVersion: string | null
  }
}

async function oneResult(service: Service, checkId: string, resultId: string): Promise<Detail> {
  return (await service.expect(200, 'GET', `/v1/check-results/${checkId}/${resultId}`)) as Detail
}

const patient = `
  const ask = (path) => fetch(process.env.TARGET + path)
  console.log('under way')
  await ask('/begun')
  while ((await ask('/may-end')).status !== 200) await new Promise((done) => setTimeout(done, 200))
`
const patientProject = {
  'package.json': '{"name":"patient"}',
  'package-lock.json': '{}',
  'wait.mjs': patient,
}

suite('check suites', { concurrency: 2, timeout: 600_000 }, () => {
  test('a project is installed and tested by an agent, with its trace; one that is cancelled ends and says so', async (t) => {
    const { missing, runtimesDir } = await runtimesFolder(t)
    if (missing !== null) return t.skip(missing)
    if (!existsSync('/usr/bin/chromium')) return t.skip('no Chromium')
    const target = await startTarget(t)
    const service = await startService(t)
    const { key } = await service.createLocation('office')
    const agent = startSuiteAgent(t, service, key, runtimesDir)
    await agent.untilReady()
    const environmentVariables = Object.entries({ ...registryVariables(), TARGET: target.url }).map(
      ([name, value]) => ({ key: name, value }),
    )
    const shop = await createSuite(
      service,
      playwrightProject({
        'tests/shop.spec.js': `
          const { expect, test } = require('@playwright/test')
          test('opens', async ({ page }) => {
            await page.goto(process.env.TARGET)
            await expect(page.locator('h1')).toHaveText('Nothing', { timeout: 500 })
          })
          test('passes', async () => {})`,
      }),
      { environmentVariables, testCommand: 'npx playwright test --retries=0 --workers=1' },
    )
    const [result] = await service.untilResults(shop)
    assert.ok(result)
    const { playwrightCheckResult: detail } = await oneResult(service, shop, result.id)
    const log = (detail.jobLog ?? []).map(({ msg }) => msg).join('\n')
    assert.deepEqual([result.hasErrors, result.hasFailures], [false, true], log)
    assert.deepEqual(detail.testCounts, { passed: 1, failed: 1, flaky: 0, skipped: 0 }, log)
    assert.match(log, /^Node 26\.[\d.]+, chromium \d+.*\nInstalling: npm install --include=dev\n/)
    const assets = await eventually('its files', async () => {
      const { jobAssets } = (await oneResult(service, shop, result.id)).playwrightCheckResult
      const names = (jobAssets ?? []).map(({ name }) => name)
      return names.includes('html-report.zip') && names
    })
    assert.ok(
      ['trace.zip', '.png', 'report.json'].every((end) => assets.some((name) => name.endsWith(end))),
      assets.join(),
    )

    // On the same service, because one takes seconds to start.
    const slow = await createSuite(service, patientProject, {
      browsers: [],
      environmentVariables,
      installCommand: 'true',
      testCommand: 'node wait.mjs',
    })
    target.letEnd(true)
    await service.untilResults(slow)
    target.letEnd(false)
    const [session] = await service.trigger([slow])
    assert.ok(session)
    await target.untilBegun(2)
    await service.expect(204, 'POST', `/v1/check-sessions/${session.checkSessionId}/cancel`, {})
    const ended = await service.untilSessionEnds(session.checkSessionId)
    assert.equal(ended.status, 'CANCELLED')
    const [cancelled] = await service.untilResults(slow, 2)
    assert.ok(cancelled)
    const one = await oneResult(service, slow, cancelled.id)
    assert.deepEqual(
      [one.isCancelled, cancelled.hasErrors, cancelled.hasFailures, cancelled.isDegraded],
      [true, false, false, false],
    )
    const words = (one.playwrightCheckResult.jobLog ?? []).map(({ msg }) => msg)
    assert.ok(words.includes('under way') && words.includes('The run was cancelled'), words.join('\n'))
  })

  test('case 23: a suite outlives a restart of the server and the drain of its agent; of a killed agent another one makes it anew', async (t) => {
    const { missing, runtimesDir } = await runtimesFolder(t)
    if (missing !== null) return t.skip(missing)
    const target = await startTarget(t)
    const service = await startService(t, {
      // Longer than a busy machine lets a process stand still: a lease that ends too soon gives the run to the second agent.
      settings: { SONDE_LEASE_SECONDS: '20', SONDE_RENEW_SECONDS: '2' },
    })
    const { key } = await service.createLocation('office')
    const first = startSuiteAgent(t, service, key, runtimesDir, 'SERVICE')
    await first.untilReady()
    const slow = await createSuite(service, patientProject, {
      browsers: [],
      environmentVariables: [{ key: 'TARGET', value: target.url }],
      installCommand: 'mkdir -p node_modules/dep && echo 1 > node_modules/dep/index.js',
      testCommand: 'node wait.mjs',
    })
    await target.untilBegun(1)
    await service.stop('SIGTERM')
    await service.start()
    const second = startSuiteAgent(t, service, key, runtimesDir, 'SERVICE')
    await second.untilReady()
    first.kill('SIGTERM')
    await eventually(
      'the first agent takes no more',
      async () => (await first.health('/-/readiness')) === 503,
    )
    target.letEnd(true)
    assert.deepEqual(await first.exited, { code: 0, signal: null })
    const [result, ...others] = await service.untilResults(slow)
    assert.ok(result)
    assert.deepEqual([result.hasErrors, result.hasFailures, others.length], [false, false, 0])
    assert.equal(target.begun(), 1, 'the second agent has not taken it')

    target.letEnd(false)
    await service.trigger([slow])
    await target.untilBegun(2)
    second.kill('SIGKILL')
    await second.exited
    const third = startSuiteAgent(t, service, key, runtimesDir, 'SERVICE')
    await third.untilReady()
    await target.untilBegun(3)
    target.letEnd(true)
    const results = await service.untilResults(slow, 2)
    assert.deepEqual(
      results.map(({ hasErrors, hasFailures }) => hasErrors || hasFailures),
      [false, false],
    )
    // Installed by the first agent, and kept by the service for the others.
    const logs = await Promise.all(
      results.map(async ({ id }) => (await oneResult(service, slow, id)).playwrightCheckResult.jobLog),
    )
    const words = logs.map((log) => (log ?? []).map(({ msg }) => msg).join('\n'))
    assert.equal(words.filter((log) => log.includes('Installing: ')).length, 1, words.join('\n--\n'))
    assert.equal(words.filter((log) => log.includes('Dependencies are those of an earlier run')).length, 1)
  })
})
