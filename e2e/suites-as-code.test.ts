// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { playwrightProject, registryVariables } from '@sonde/agent/testing/suite-runs.ts'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { eventually } from './support/eventually.ts'
import { installChecklyClient } from './support/checkly-client.ts'
import { startService } from './support/service-under-test.ts'
import { runtimesFolder, startSuiteAgent } from './support/suite-agent.ts'

/** Its configuration imports nothing: the client has no Playwright to load. */
const shop = {
  ...playwrightProject({
    'tests/shop.spec.js': `
      const { expect, test } = require('@playwright/test')
      test('adds up @smoke', async () => expect(1 + 1).toBe(2))
      test('goes wrong @broken', async () => expect(1 + 1).toBe(3))`,
  }),
  'tests/wait.spec.js': `
    require('@playwright/test').test('waits @slow', async () => {
      console.log('under way')
      await new Promise((done) => setTimeout(done, 600_000))
    })`,
  '.node-version': '26\n',
  'checkly.config.js': `
    import { defineConfig } from 'checkly'
    export default defineConfig({
      projectName: 'Suites',
      logicalId: 'suites',
      checks: { checkMatch: '**/*.check.js', privateLocations: ['office'] },
    })`,
  'shop.check.js': `
    import { PlaywrightCheck } from 'checkly/constructs'
    new PlaywrightCheck('smoke', {
      name: 'Smoke tests',
      playwrightConfigPath: './playwright.config.js',
      pwTags: ['@smoke'],
      testCommand: 'npx playwright test --retries=0 --workers=1',
      frequency: 1440,
      environmentVariables: ${JSON.stringify(
        Object.entries(registryVariables()).map(([key, value]) => ({ key, value })),
      )},
    })`,
}

suite('suites by the unmodified client of the reference', { timeout: 580_000 }, () => {
  test('pw-test, deploy, and in turn test and trigger, an interruption, and sync-playwright', async (t) => {
    const { missing, runtimesDir } = await runtimesFolder(t)
    if (missing !== null) return t.skip(missing)
    if (!existsSync('/usr/bin/chromium')) return t.skip('no Chromium')
    const [service, client] = await Promise.all([startService(t), installChecklyClient(t)])
    client.connect(service.address)
    client.replaceProject(shop)
    const { key } = await service.createLocation('office')
    const agent = startSuiteAgent(t, service, key, runtimesDir)
    await agent.untilReady()
    const variables = Object.entries(registryVariables()).flatMap(([name, value]) => [
      '-e',
      `${name}=${value}`,
    ])
    const checkly = async (code: number, args: readonly string[], interruptAt: string | null = null) => {
      const answer = await client.run(args, { through: ['/usr/bin/env'], env: {}, interruptAt })
      assert.equal(answer.code, code, `${args.join(' ')}: ${answer.stdout} ${answer.stderr}`)
      return answer.stdout
    }

    const office = ['--private-location', 'office']
    /** What the run of the latest session has printed. */
    const lastLog = async (): Promise<string> => {
      const { entries } = (await service.expect(200, 'GET', '/v1/test-sessions')) as {
        entries: { id: string }[]
      }
      const path = `/v1/test-sessions/${entries[0]?.id}`
      const { results } = (await service.expect(200, 'GET', path)) as {
        results: { testSessionResultId: string }[]
      }
      const result = await service.expect(200, 'GET', `${path}/results/${results[0]?.testSessionResultId}`)
      return JSON.stringify(result)
    }
    const pwTest = ['pw-test', '--stream-logs', ...office, ...variables, '--', '--retries=0']
    const afterDeploy = {
      async case60(checkId: string) {
        const trigger = ['trigger', ...office, '--refresh-cache', '--check-id', checkId]
        assert.match(await checkly(0, trigger), /1 passed, 1 total/)
        assert.match(await lastLog(), /Installing: npm install/, 'case 60: --refresh-cache')
        assert.match(await checkly(0, ['test', ...office]), /1 passed, 1 total/)
        assert.match(await lastLog(), /Dependencies are those of an earlier run/, 'case 60')
      },
      /** Whoever interrupts the client ends the run, and its log is there. */
      async case58() {
        assert.match(await checkly(0, [...pwTest, '--grep', '@slow'], 'under way'), /1 cancelled, 1 total/)
        await eventually('the log of the cancelled run', async () =>
          (await lastLog()).includes('The run was cancelled'),
        )
      },
      /** Browser checks take over what the project says of its tests; nothing of that comes to the server before a deploy. */
      async syncPlaywright() {
        await checkly(0, ['sync-playwright'])
        const config = readFileSync(join(client.project, 'checkly.config.js'), 'utf8')
        assert.match(config, /playwrightConfig/)
        await checkly(0, ['deploy', '--force'])
      },
    }
    const tried = await checkly(1, [...pwTest, '--grep-invert', '@slow'])
    assert.match(
      tried,
      /\[[\d:.]+\] Running 2 tests[^]*1 failed, 1 total/,
      'case 58: lines come before the result',
    )
    await checkly(0, ['deploy', '--force'])
    const [check] = (await service.expect(200, 'GET', '/v1/checks')) as { id: string; testCommand: string }[]
    assert.ok(check)
    assert.match(check.testCommand, /--grep @smoke/)
    const [result] = await service.untilResults(check.id)
    assert.deepEqual([result?.hasErrors, result?.hasFailures], [false, false])

    // Each takes installations or runs of its own, and goes the way through the server that the commands before have gone.
    for (const part of some('commands for suites', Object.values(afterDeploy), 1)) await part(check.id)
  })
})
