// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeKumaFile } from '@sonde/cli/testing/kuma-file.ts'
import { call } from './support/api-client.ts'
import { startServer, temporaryFolder } from './support/server-process.ts'
import { runSonde } from './support/sonde-command.ts'

test('an Uptime Kuma database becomes checks, channels and pages; again, nothing changes', async (t) => {
  const folder = temporaryFolder(t)
  const server = await startServer(t, { SONDE_DATA_DIR: folder, SONDE_EMBEDDED_AGENT: 'off' })
  const accountId = /Account id\s+([0-9a-f-]{36})\n/.exec(server.stdout())?.[1] ?? ''
  const credentials = { key: readFileSync(join(folder, 'api-key'), 'utf8').trim(), accountId }
  const environment = { SONDE_URL: server.address, SONDE_DATA_DIR: folder }
  const listed = async (path: string): Promise<Record<string, unknown>[]> => {
    const { body } = await call(server.address, credentials, 'GET', path)
    const list = Array.isArray(body) ? body : (body as { entries: unknown[] }).entries
    return list as Record<string, unknown>[]
  }

  const kuma = makeKumaFile()
  t.after(() => kuma.remove())
  const group = kuma.add('monitor', { type: 'group', name: 'Shops', interval: 60 })
  const shop = kuma.add('monitor', {
    type: 'http',
    name: 'Shop',
    url: 'http://127.0.0.1:9/',
    interval: 60,
    parent: group,
  })
  kuma.add('monitor', { type: 'ping', name: 'Router', hostname: '127.0.0.1', interval: 20, maxretries: 2 })
  kuma.add('monitor', { type: 'push', name: 'Backup', interval: 3_600 })
  kuma.add('monitor', {
    type: 'keyword',
    name: 'Orders',
    url: 'http://127.0.0.1:9/orders',
    keyword: 'accepted',
    method: 'POST',
    body: '{"item":7}',
    headers: '{"X-API-Key":"a-key-of-theirs"}',
    interval: 60,
  })
  kuma.add('monitor', { type: 'docker', name: 'Container', interval: 60 })
  const hook = kuma.add('notification', {
    name: 'Ops',
    config: JSON.stringify({
      type: 'slack',
      slackwebhookURL: 'https://hooks.example.com/services/secret-part',
    }),
  })
  kuma.add('monitor_notification', { monitor_id: shop, notification_id: hook })
  const page = kuma.add('status_page', { slug: 'shop', title: 'Our shop', icon: '', theme: 'auto' })
  const card = kuma.add('group', { name: 'Front', status_page_id: page })
  kuma.add('monitor_group', { monitor_id: shop, group_id: card })

  // This server runs no checks: nobody may guess a place for them.
  const nowhere = await runSonde(['import-uptime-kuma', kuma.path, '--dry-run'], environment)
  assert.equal(nowhere.code, 1)
  assert.match(nowhere.stderr, /the server runs no checks itself: say where they run with --location/)
  const tried = await runSonde(
    ['import-uptime-kuma', kuma.path, '--dry-run', '--location', 'eu-west-1', '--location', 'eu-west-2'],
    environment,
  )
  assert.equal(tried.code, 0, tried.stderr)
  assert.deepEqual(await listed('/v1/checks'), [])

  const document = join(folder, 'kuma.json')
  const args = ['import-uptime-kuma', kuma.path, '--location', 'eu-west-1']
  const imported = await runSonde([...args, '--document', document], environment)
  assert.equal(imported.code, 0, imported.stderr)
  assert.match(imported.stdout, /Not carried over \(2\):\n {2}monitor "Container": the state of a container/)
  assert.match(imported.stdout, /monitor "Backup": its address for pings is another one/)
  assert.equal(statSync(document).mode & 0o777, 0o600)

  const checks = await listed('/v1/checks')
  const named = (name: string) => checks.find((check) => check['name'] === name)
  assert.deepEqual(checks.map(({ checkType }) => checkType).toSorted(), ['API', 'HEARTBEAT', 'ICMP', 'URL'])
  const shopCheck = named('Shop')
  assert.ok(shopCheck)
  const [channel] = await listed('/v1/alert-channels')
  const [shown] = await listed('/v1/status-pages')
  const [service] = await listed('/v1/status-pages/services')
  assert.equal(channel?.['type'], 'SLACK')
  assert.deepEqual(shopCheck['alertChannelSubscriptions'], [
    { alertChannelId: channel['id'], activated: true },
  ])
  assert.deepEqual(shopCheck['locations'], ['eu-west-1'])
  assert.equal((shopCheck['triggerIncident'] as { serviceId?: string }).serviceId, service?.['id'])
  assert.equal(shopCheck['groupId'], (await listed('/v1/check-groups'))[0]?.['id'])
  assert.equal(named('Router')?.['frequencyOffset'], 20)
  const orders = named('Orders')
  assert.ok(orders)
  const { method, headers, assertions } = orders['request'] as Record<string, unknown>
  assert.equal(method, 'POST')
  assert.deepEqual(headers, [{ key: 'X-API-Key', value: 'a-key-of-theirs', locked: false }])
  assert.equal((assertions as { target: string }[]).at(-1)?.target, 'accepted')
  assert.equal(shown?.['url'], 'shop')
  assert.equal((await fetch(`${server.address}/status/shop`)).status, 200)

  const again = await runSonde(args, environment)
  assert.equal(again.code, 0, again.stderr)
  assert.match(again.stderr, /done: 0 created, 0 updated, \d+ unchanged\n$/)
  assert.deepEqual(await listed('/v1/checks'), checks)

  const elsewhere = await runSonde([...args.slice(0, 2), '--location', 'the-moon'], environment)
  assert.equal(elsewhere.code, 2)
  assert.match(elsewhere.stderr, /--location: the-moon is none of/)
  const wrong = await runSonde(['import-uptime-kuma', document], environment)
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /^sonde: .*kuma\.json is no SQLite database/m)
})
