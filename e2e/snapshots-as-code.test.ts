// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { installRealRuntime } from '@sonde/agent/testing/test-runs.ts'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { someCredentials } from './support/api-client.ts'
import { installChecklyClient } from './support/checkly-client.ts'
import { startService } from './support/service-under-test.ts'
import { startSuiteAgent } from './support/suite-agent.ts'

const shop = {
  'package.json': '{ "name": "shop", "private": true, "type": "module" }',
  'checkly.config.js': `
    import { defineConfig } from 'checkly'
    export default defineConfig({
      projectName: 'Pictures',
      logicalId: 'pictures',
      checks: { checkMatch: '**/*.check.js', privateLocations: ['office'], runtimeId: '2026.04' },
    })`,
  'checks/home.check.js': `
    import { BrowserCheck } from 'checkly/constructs'
    new BrowserCheck('home', {
      name: 'Home',
      code: { entrypoint: './home.spec.js' },
      frequency: 1440,
      environmentVariables: [{ key: 'COLOUR', value: process.env.COLOUR ?? 'teal' }],
    })`,
  'checks/home.spec.js': `
    import { expect, test } from '@playwright/test'
    test('home', async ({ page }) => {
      await page.setContent('<body style="background:' + process.env.COLOUR + '">')
      await expect(page).toHaveScreenshot('home.png')
    })`,
}

const golden = `checks/home.spec.js-snapshots/home-${process.platform}.png`
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

test(
  'case 59: the client of the reference writes new golden files into the project, and tests and deploys with them',
  { timeout: 580_000 },
  async (t) => {
    const { missing, runtimesDir } = await installRealRuntime()
    if (missing !== null) return t.skip(missing)
    if (!existsSync('/usr/bin/chromium')) return t.skip('no Chromium')
    const [service, client] = await Promise.all([startService(t), installChecklyClient(t)])
    client.connect(service.address)
    client.replaceProject(shop)
    const { key: agentKey } = await service.createLocation('office')
    await startSuiteAgent(t, service, agentKey, runtimesDir).untilReady()
    const checkly = async (code: number, args: readonly string[], env: Record<string, string> = {}) => {
      const answer = await client.run(args, { through: ['/usr/bin/env'], env })
      assert.equal(answer.code, code, `${args.join(' ')}: ${answer.stdout} ${answer.stderr}`)
      return answer.stdout
    }
    const office = ['test', '--private-location', 'office']
    const stored = () => readFileSync(join(client.project, golden))

    await checkly(0, [...office, '--update-snapshots'])
    const first = stored()
    assert.deepEqual(first.subarray(0, signature.length), signature)
    const compared = {
      passes: async () => assert.match(await checkly(0, office), /1 passed, 1 total/),
      fails: () => checkly(1, office, { COLOUR: 'crimson' }),
    }
    for (const compare of some('runs with golden files', Object.values(compared), 1)) await compare()
    assert.deepEqual(stored(), first, 'nobody asked for new ones')

    await checkly(0, ['deploy', '--force', '--no-schedule-on-deploy'])
    const [check] = (await service.expect(200, 'GET', '/v1/checks')) as {
      snapshots: { key: string; path: string }[]
    }[]
    const [snapshot] = check?.snapshots ?? []
    assert.ok(snapshot !== undefined && snapshot.path === golden, JSON.stringify(check))
    const download = (key: string) =>
      fetch(`${service.address}/next/checkly-storage/download`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${someCredentials.key}`,
          'x-service-account': someCredentials.accountId,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ key }),
      })
    const downloaded = await download(snapshot.key)
    assert.deepEqual(Buffer.from(await downloaded.arrayBuffer()), stored())
    const [, hash = ''] = snapshot.key.split('/')
    const foreign = await download(`00000000-0000-4000-8000-000000000000/${hash}`)
    assert.equal(foreign.status, 404, 'the bytes are there, and are of another account')
  },
)
