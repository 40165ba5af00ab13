import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openEventStream } from '@sonde/api/testing/event-stream.ts'
import { someCredentials } from './support/api-client.ts'
import { startService } from './support/service-under-test.ts'

/** So many that they take far longer to prepare than an answer takes to arrive. */
const resources = Array.from({ length: 2_000 }, (_, number) => ({
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
