// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { installRealRuntime } from '@sonde/agent/testing/test-runs.ts'
import { eventually } from './support/eventually.ts'
import { temporaryFolder } from './support/server-process.ts'
import { startService } from './support/service-under-test.ts'

/** Counts up, and knows nobody without a token. */
async function startTarget(t: TestContext): Promise<string> {
  const server = createServer((request, response) => {
    const isKnown = request.headers['authorization'] === 'Bearer tok-4711-made'
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ stock: isKnown ? 7 : null, echo: 'tok-4711-made' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/stock`
}

/** A runtime of our own Node without packages: what people install has more. */
function installRuntime(t: TestContext): string {
  const folder = temporaryFolder(t)
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, '2026.04', 'node_modules'), { recursive: true })
  mkdirSync(join(folder, '2026.04', 'bin'))
  symlinkSync(process.execPath, join(folder, '2026.04', 'bin', 'node'))
  return folder
}

type Tried = {
  status: string
  verdict: string | null
  reason: string | null
  log: { part: string; msg: string }[]
  result: { apiCheckResult: { jobLog: Record<string, { msg: string }[]>; response: { body: string } } } | null
}

test('a script signs in before the request and changes the response after it', async (t) => {
  const url = await startTarget(t)
  const firstId = 31_000_000 + process.pid * 20
  const service = await startService(t, {
    settings: {
      SONDE_EMBEDDED_AGENT: 'on',
      SANDBOX: 'auto',
      SANDBOX_UIDS: `${firstId}-${firstId + 9}`,
      RUNTIMES_DIR: installRuntime(t),
    },
  })
  const agents = (await service.expect(200, 'GET', '/v1/agents')) as { scripts?: unknown }[]
  // As root, or with user namespaces: every machine that runs these tests has one of the two.
  assert.match(JSON.stringify(agents[0]?.scripts), /NAMESPACES|USER|LANDLOCK/)
  await service.expect(201, 'POST', '/v1/snippets', {
    name: 'sign in',
    script: `export const token = ['tok', 4711, 'made'].join('-')`,
  })
  const check = {
    checkType: 'API',
    name: 'Stock',
    locations: ['eu-central-1'],
    request: {
      url,
      assertions: [
        { source: 'JSON_BODY', property: '$.half', comparison: 'EQUALS', target: '3.5', regex: '' },
      ],
    },
    localSetupScript: `
      import { token } from './snippets/sign in.js'
      process.env.SERVICE_SECRET_TOKEN = token
      request.headers.Authorization = 'Bearer ' + token
      console.log('signed in as', token)`,
    localTearDownScript: `
      const { stock } = JSON.parse(response.body)
      console.log('stock is', stock)
      response.body = JSON.stringify({ half: stock / 2, token: process.env.SERVICE_SECRET_TOKEN })`,
  }
  const { id } = (await service.expect(202, 'POST', '/v1/checks/try', check)) as { id: string }
  const tried = await eventually('the end of the trial run', async () => {
    const run = (await service.expect(200, 'GET', `/v1/check-tries/${id}?maxWaitSeconds=5`)) as Tried
    return (run.status === 'ENDED' || run.status === 'FAILED_TO_RUN') && run
  })
  assert.deepEqual([tried.status, tried.verdict, tried.reason], ['ENDED', 'PASSED', null])
  const detail = tried.result?.apiCheckResult
  const texts = (part: string) => detail?.jobLog[part]?.map(({ msg }) => msg)
  assert.deepEqual(texts('setup'), ['signed in as *********'])
  assert.deepEqual(texts('teardown'), ['stock is 7'])
  assert.equal(detail?.response.body, '{"half":3.5,"token":"*********"}')

  // The same, saved and run by its schedule; a script that throws fails the run and names itself.
  const saved = (await service.expect(201, 'POST', '/v1/checks/api', {
    ...check,
    localSetupScript: `throw new Error('no stock today')`,
    retryStrategy: null,
    doubleCheck: false,
    frequency: 1440,
  })) as { id: string }
  const [result] = await service.untilResults(saved.id)
  assert.equal(result?.hasFailures, true)
  const one = (await service.expect(200, 'GET', `/v1/check-results/${saved.id}/${result.id}`)) as {
    apiCheckResult: { requestError: string; response: { status: number } }
  }
  assert.match(one.apiCheckResult.requestError, /set-up script failed: Error: no stock today/)
  assert.equal(one.apiCheckResult.response.status, 0)
})

type Detail = {
  errors: { test: string | null; message: string; snippet: string | null }[]
  steps: { kind: string; title: string; request?: { url: string }; response?: { status: number } }[]
  jobLog: { msg: string }[]
}

test('a multistep check is tried with its log, runs by its schedule, and shows no secret; a browser check leaves files', async (t) => {
  const { missing, runtimesDir } = await installRealRuntime()
  if (missing !== null) return t.skip(missing)
  const url = await startTarget(t)
  const firstId = 31_000_000 + process.pid * 20 + 10
  const service = await startService(t, {
    settings: {
      SONDE_EMBEDDED_AGENT: 'on',
      SANDBOX: 'auto',
      SANDBOX_UIDS: `${firstId}-${firstId + 9}`,
      RUNTIMES_DIR: runtimesDir,
    },
  })
  await service.expect(201, 'POST', '/v1/variables', {
    key: 'PASS',
    value: 'tok-4711-made',
    secret: true,
  })
  await service.expect(201, 'POST', '/v1/snippets', {
    name: 'header',
    script: `export const header = () => ({ authorization: 'Bearer ' + process.env.PASS })`,
  })
  const check = {
    checkType: 'MULTI_STEP',
    name: 'Stock',
    locations: ['eu-central-1'],
    script: `import { expect, test } from '@playwright/test'
      import { header } from './snippets/header.js'
      test('stock', async ({ request }) => {
        await test.step('read it', async () => {
          const response = await request.get('${url}', { headers: header() })
          console.log('the token is', process.env.PASS, process.env.SERVICE, process.env.CI)
          expect((await response.json()).stock).toBe(process.env.SERVICE_RUN_SOURCE === 'EDITOR' ? 7 : 8)
        })
      })`,
    retryStrategy: null,
    doubleCheck: false,
    frequency: 1440,
  }
  const { id } = (await service.expect(202, 'POST', '/v1/checks/try', check)) as { id: string }
  let live: string[] = []
  const tried = await eventually('the end of the trial run', async () => {
    const run = (await service.expect(200, 'GET', `/v1/check-tries/${id}?maxWaitSeconds=1`)) as Omit<
      Tried,
      'result'
    > & { result: { multiStepCheckResult: Detail } | null }
    if (run.log.length > live.length) live = run.log.map(({ msg }) => msg)
    return (run.status === 'ENDED' || run.status === 'FAILED_TO_RUN') && run
  })
  assert.deepEqual([tried.status, tried.verdict, tried.reason], ['ENDED', 'PASSED', null])
  const detail = tried.result?.multiStepCheckResult
  assert.deepEqual(
    detail?.steps.map(({ kind, title }) => `${kind} ${title}`),
    ['test stock', 'step read it', `request GET ${url}`, 'expect Expect "toBe"'],
  )
  assert.deepEqual(detail?.jobLog.at(-1)?.msg, 'the token is ********* 1 undefined')

  const saved = (await service.expect(201, 'POST', '/v1/checks/multistep', check)) as { id: string }
  const [result] = await service.untilResults(saved.id)
  assert.equal(result?.hasFailures, true)
  const one = (await service.expect(200, 'GET', `/v1/check-results/${saved.id}/${result.id}`)) as {
    reason: string
    multiStepCheckResult: Detail
    errorGroupIds: string[]
  }
  assert.equal(one.reason, 'stock: expect(received).toBe(expected) (expected 8, received 7)')
  const [error] = one.multiStepCheckResult.errors
  assert.equal(error?.test, 'stock')
  assert.match(error?.snippet ?? '', /^> +7 \|.*toBe/m)
  assert.equal(one.errorGroupIds.length, 1)
  const everything = JSON.stringify([tried, live, one, await service.expect(200, 'GET', '/v1/error-groups')])
  assert.ok(!everything.includes('tok-4711-made'))

  // On the same service, because one takes seconds to start: a browser, whose run leaves files.
  if (!existsSync('/usr/bin/chromium')) return t.diagnostic('no Chromium')
  const shop = (await service.expect(201, 'POST', '/v1/checks/browser', {
    ...check,
    checkType: undefined,
    name: 'Shop',
    script: `import { expect, test } from '@playwright/test'
      test('stock', async ({ page }) => {
        await page.goto('${url}')
        console.log('the token is', process.env.PASS)
        await expect(page.locator('body')).toHaveText('sold out', { timeout: 500 })
      })`,
  })) as { id: string }
  const [failed] = await service.untilResults(shop.id)
  assert.equal(failed?.hasFailures, true)
  const path = `/v1/check-results/${shop.id}/${failed.id}`
  const shown = await eventually('the files of the run', async () => {
    const read = (await service.expect(200, 'GET', path)) as BrowserResult
    return (read.browserCheckResult.jobAssets?.length ?? 0) >= 4 && read
  })
  const { jobAssets, playwrightTestTraces, pages, networkRequests } = shown.browserCheckResult
  assert.match(shown.reason, /^stock: expect\(locator\)\.toHaveText/)
  assert.deepEqual([pages.length, pages[0]?.url, networkRequests[0]?.status], [1, url, 401])
  assert.deepEqual(jobAssets?.map(({ type, name }) => `${type} ${name}`).toSorted(), [
    'file script.js-stock-error-context.md',
    'report report.json',
    'screenshot script.js-stock-test-failed-1.png',
    'trace script.js-stock-trace.zip',
  ])
  assert.equal(playwrightTestTraces.length, 1)
  const stats = '/v1/analytics/browser-checks/' + shop.id + '?metrics=networkErrors_sum,userScriptErrors_sum'
  const figures = JSON.stringify(await service.expect(200, 'GET', stats))
  assert.match(figures, /"networkErrors_sum":1,"userScriptErrors_sum":1/)
  assert.ok(!JSON.stringify(shown).includes('tok-4711-made'))
})

type BrowserResult = {
  reason: string
  browserCheckResult: {
    jobAssets: { type: string; name: string }[] | null
    playwrightTestTraces: string[]
    pages: { url: string }[]
    networkRequests: { status: number }[]
  }
}
