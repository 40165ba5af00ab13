// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openEventStream } from '@sonde/api/testing/event-stream.ts'
import { someCredentials } from './support/api-client.ts'
import { startBetween } from './support/between-client.ts'
import { installChecklyClient } from './support/checkly-client.ts'
import { startService } from './support/service-under-test.ts'

/** So many that they take far longer to prepare than an answer takes to arrive. */
const resources = Array.from({ length: 1_000 }, (_, number) => ({
  type: 'check',
  logicalId: `m${number}`,
  member: true,
  payload: {
    checkType: 'TCP',
    name: `Monitor ${number}`,
    locations: ['eu-west-1'],
    request: { hostname: '127.0.0.1', port: 9 },
  },
}))

test('case 9: a stream of a deployment that breaks is opened again, and a server that stops tells its end', async (t) => {
  const service = await startService(t)
  const other = new DatabaseSync(join(service.dataDir, 'sonde.db'), { timeout: 10_000 })
  t.after(() => other.close())
  const body = { project: { logicalId: 'team/a#b', name: 'A' }, sharedFiles: [], resources, repoInfo: null }
  const started = await service.expect(202, 'POST', '/v1/projects/deploy?scheduleOnDeploy=false', body)
  // Whoever writes to the file meanwhile keeps the deploy waiting.
  other.exec('begin immediate')
  const path = `/v1/projects/${encodeURIComponent('team/a#b')}/deployments/${(started as { id: string }).id}`
  const open = () =>
    openEventStream(Number(new URL(service.address).port), {
      path: `${path}/events`,
      headers: {
        authorization: `Bearer ${someCredentials.key}`,
        'x-service-account': someCredentials.accountId,
      },
    })
  for (let broken = 0; broken < 5; broken += 1) {
    const stream = await open()
    await stream.heard('progress')
    stream.close()
  }
  const stream = await open()
  await stream.heard('progress')
  const running = (await service.expect(200, 'GET', path)) as { status: string }
  assert.equal(running.status, 'RUNNING')
  service.server().kill('SIGTERM')
  other.exec('rollback')
  const { data } = await stream.heard('complete')
  assert.equal((data as { status: string }).status, 'SUCCEEDED')
  await stream.ended
  assert.ok(stream.isWhole())
})

const manyMonitors = (count: number) => `
  import { TcpMonitor } from 'checkly/constructs'
  for (let number = 0; number < ${count}; number += 1)
    new TcpMonitor('m' + number, { name: 'M ' + number, request: { hostname: '127.0.0.1', port: 9 } })`

test(
  'case 9: the client of the reference outlives five broken streams and no sixth, and a server that stops meanwhile',
  { timeout: 580_000 },
  async (t) => {
    const [service, client] = await Promise.all([startService(t), installChecklyClient(t)])
    let breaks = 5
    const between = await startBetween(t, service.address, {
      onStream: () => {
        breaks -= 1
        return breaks < 0 ? 'pass' : 'break'
      },
    })
    client.connect(between.address)
    rmSync(join(client.project, 'shop.check.js'))
    const deploy = (count: number) => {
      writeFileSync(join(client.project, 'many.check.js'), manyMonitors(count))
      return client.run(['deploy', '--force'], { through: ['/usr/bin/env'] })
    }
    const newest = async () => {
      const path = `/v1/projects/${encodeURIComponent('team/shop#1')}/deployments`
      const [first] = (await service.expect(200, 'GET', path)) as { id: string; status: string }[]
      assert.ok(first !== undefined)
      return first
    }

    const mended = await deploy(1)
    assert.equal(mended.code, 0, mended.stdout + mended.stderr)
    assert.equal(breaks, -1)
    breaks = 6
    const broken = await deploy(2)
    assert.equal(broken.code, 1, broken.stdout)
    assert.equal(breaks, 0)
    assert.equal((await newest()).status, 'SUCCEEDED')

    const other = new DatabaseSync(join(service.dataDir, 'sonde.db'), { timeout: 10_000 })
    t.after(() => other.close())
    const stopping = await startBetween(t, service.address, {
      // Whoever writes to the file meanwhile keeps the deploy waiting.
      onDeploy: () => other.exec('begin immediate'),
      onStream: () => {
        service.server().kill('SIGTERM')
        if (other.isTransaction) other.exec('rollback')
        return 'pass'
      },
    })
    client.connect(stopping.address)
    const stopped = await deploy(600)
    assert.equal(stopped.code, 0, stopped.stdout + stopped.stderr)
    await service.server().exited
  },
)
