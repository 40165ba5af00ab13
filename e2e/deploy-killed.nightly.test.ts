import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { seededIntegers } from '@sonde/ground/testing/thoroughness.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { startBetween } from './support/between-client.ts'
import { installChecklyClient } from './support/checkly-client.ts'
import { startService, type Service } from './support/service-under-test.ts'

const kills = 30
/** With their subscriptions, a group and a channel they are 2,000 resources. */
const monitors = 999
const integer = seededIntegers('deploys of the client of the reference that die')

/** Everything in it bears the version that the environment names. */
const project = `
  import { CheckGroupV2, TcpMonitor, WebhookAlertChannel } from 'checkly/constructs'
  const name = 'version ' + process.env.VERSION
  const hook = new WebhookAlertChannel('hook', { name, url: 'http://127.0.0.1:9/hook', method: 'POST' })
  const group = new CheckGroupV2('group', { name })
  for (let number = 0; number < ${monitors}; number += 1)
    new TcpMonitor('m' + number, {
      name,
      group,
      frequency: 1440,
      locations: ['eu-central-1'],
      alertChannels: [hook],
      request: { hostname: '127.0.0.1', port: 9 },
    })`

forEachEngine('deploys of the client of the reference to a server that dies', (engine) => {
  test(
    `case 7: kill -9 at ${kills} moments of deploys of 2,000 resources: all or nothing, and its next run finishes the work`,
    { timeout: 7_000_000 },
    async (t) => {
      const place = await engine.createMigratedDatabase()
      t.after(() => place.remove())
      const [service, client] = await Promise.all([
        startService(t, { place, settings: { SONDE_DEPLOY_SILENCE_SECONDS: '1' } }),
        installChecklyClient(t),
      ])
      let posted = Promise.withResolvers<void>()
      const between = await startBetween(t, service.address, { onPosted: () => posted.resolve() })
      client.connect(between.address)
      rmSync(join(client.project, 'shop.check.js'))
      writeFileSync(join(client.project, 'many.check.js'), project)
      const deploy = (version: number) => {
        posted = Promise.withResolvers<void>()
        return client.run(['deploy', '--force', '--no-schedule-on-deploy'], {
          through: ['/usr/bin/env'],
          env: { VERSION: String(version) },
        })
      }

      const first = deploy(0)
      await posted.promise
      const from = performance.now()
      const { code, stdout, stderr } = await first
      assert.equal(code, 0, stdout + stderr)
      // It also asks for this and that, and ends: the last moments are those after the deploy.
      const spanMs = Math.round(performance.now() - from)
      assert.deepEqual(await storedVersions(service), [0])
      t.diagnostic(`from the request to the end of the client: ${spanMs} ms`)

      const ends = { old: 0, new: 0 }
      for (let version = 1; version <= kills; version += 1) {
        const killAfterMs = integer(0, spanMs)
        const dying = deploy(version)
        await posted.promise
        await delay(killAfterMs)
        await service.stop('SIGKILL')
        await service.start()
        const killed = await dying
        const found = await storedVersions(service)
        const where = `killed ${killAfterMs} ms after the request: ${found.join(', ')}`
        assert.ok(found.length === 1 && (found[0] === version || found[0] === version - 1), where)
        const isNew = found[0] === version
        if (killed.code === 0) assert.ok(isNew, `${where}, and the client told of a success`)
        ends[isNew ? 'new' : 'old'] += 1
        t.diagnostic(`${where}, the client ended with ${killed.code}`)

        const next = await deploy(version)
        assert.equal(next.code, 0, `${where}: ${next.stdout} ${next.stderr}`)
        assert.deepEqual(await storedVersions(service), [version], where)
      }
      t.diagnostic(`${ends.old} times the old state, ${ends.new} times the new one`)
      assert.ok(ends.old > 0, 'some were killed before they were written')
    },
  )
})

/** The versions of all that is stored, and that nothing is missing. */
async function storedVersions(service: Service): Promise<number[]> {
  type Stored = { name: string; groupId: number; alertChannelSubscriptions: unknown[] }
  const checks: Stored[] = []
  for (let page = 1; ; page += 1) {
    const some = (await service.expect(200, 'GET', `/v1/checks?limit=100&page=${page}`)) as Stored[]
    checks.push(...some)
    if (some.length < 100) break
  }
  const groups = (await service.expect(200, 'GET', '/v1/check-groups')) as Stored[]
  const channels = (await service.expect(200, 'GET', '/v1/alert-channels')) as { config: Stored }[]
  assert.deepEqual([checks.length, groups.length, channels.length], [monitors, 1, 1])
  for (const { groupId, alertChannelSubscriptions } of checks)
    assert.ok(groupId !== null && alertChannelSubscriptions.length === 1)
  const names = [...checks, ...groups, ...channels.map(({ config }) => config)].map(({ name }) => name)
  return [...new Set(names)].map((name) => Number(/^version (\d+)$/.exec(name)?.[1]))
}
