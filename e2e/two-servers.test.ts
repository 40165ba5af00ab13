// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openLiveClient } from '@sonde/api/testing/live-client.ts'
import { jobOf, sessionBody, suiteFilter } from '@sonde/api/testing/session-runs.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { eventually } from './support/eventually.ts'
import { runSonde } from './support/sonde-command.ts'
import { startServer, type ServerProcess } from './support/server-process.ts'

type Entry = { id: string; startedAt: string; sequenceId: string }

/** Results have a limit of 60 requests a minute. */
const slowly = { everyMs: 500 }

async function resultsOf(server: ServerProcess, checkId: string): Promise<Entry[]> {
  const { body } = await call(
    server.address,
    someCredentials,
    'GET',
    `/v2/check-results/${checkId}?limit=100&resultType=ALL`,
  )
  return (body as { entries: Entry[] }).entries
}

async function createMonitor(server: ServerProcess): Promise<string> {
  const { status, body } = await call(server.address, someCredentials, 'POST', '/v1/checks/icmp', {
    name: 'watched by one of two',
    request: { hostname: '127.0.0.1', pingCount: 1 },
    locations: ['eu-west-1'],
    frequency: 0,
    frequencyOffset: 10,
  })
  assert.equal(status, 201)
  return (body as { id: string }).id
}

async function readyLines({
  address,
}: ServerProcess): Promise<{ status: number; first: string | undefined }> {
  const answer = await fetch(`${address}/ready`)
  return { status: answer.status, first: (await answer.text()).split('\n')[0] }
}

forEachEngine('two servers on one database', (engine) => {
  test('one runs the checks; the other tells it of changes, follows its sessions (MC 37) and takes its place when it is killed', async (t) => {
    const place = await engine.createMigratedDatabase()
    t.after(() => place.remove())
    const settings = {
      SONDE_DATA_DIR: place.dataDir,
      ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
      ...credentialSettings(someCredentials),
    }
    const runner = await startServer(t, { ...settings, SONDE_SERVER_NAME: 'first' })
    const other = await startServer(t, { ...settings, SONDE_SERVER_NAME: 'second', SONDE_DRAIN_SECONDS: '5' })
    assert.match(other.stderr(), /another server runs the checks of this database/)

    const checkId = await createMonitor(other)
    const [first] = await eventually(
      'the first run of a check that the other server took',
      async () => {
        const results = await resultsOf(other, checkId)
        return results.length > 0 ? results : null
      },
      slowly,
    )
    assert.ok(first)
    const refused = await call(other.address, someCredentials, 'POST', '/v2/check-sessions/trigger', {
      target: { checkId: [checkId] },
    })
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])

    // MC 37: whoever follows a session need not be at the server that has its agent.
    const client = await openLiveClient(Number(new URL(other.address).port))
    const { accountId, key } = someCredentials
    assert.equal(await client.connect({ username: accountId, password: key }), 0)
    const suiteId = randomUUID()
    assert.deepEqual(await client.subscribe(suiteFilter(accountId, suiteId)), [0])
    const ping = jobOf('ping', { checkType: 'ICMP', request: { hostname: '127.0.0.1', pingCount: 1 } })
    const session = await call(
      other.address,
      someCredentials,
      'POST',
      '/v1/test-sessions/run',
      sessionBody([ping], {}, suiteId),
    )
    assert.equal(session.status, 202)
    const told = (await client.until(2)).map(({ topic }) => topic.split('/').at(-1))
    assert.deepEqual(told, ['run-start', 'result'])
    client.cut()

    runner.kill('SIGKILL')
    await runner.exited
    await eventually('the take-over', () => other.stderr().includes('this server now runs the checks'))
    const results = await eventually(
      'a run of the server that took over',
      async () => {
        const seen = await resultsOf(other, checkId)
        return seen.length > 1 ? seen : null
      },
      slowly,
    )
    assert.equal(new Set(results.map(({ sequenceId }) => sequenceId)).size, results.length)
    assert.deepEqual(await readyLines(other), { status: 200, first: 'api: ready' })
    if (engine.name === 'sqlite') return

    const { code, stdout } = await runSonde(['servers'], settings)
    assert.equal(code, 0)
    // The one that was killed is still listed: it said nothing when it ended.
    assert.deepEqual(
      stdout.split('\n').map((line) => line.split(/\s/)[0]),
      ['first', 'second', ''],
    )
    assert.match(stdout, /second +\S+ +api,scheduler,delivery,agent +seen \d s ago +clock [+-]?\d+ ms/)

    other.kill('SIGTERM')
    await eventually('a server that tells the load balancer that it stops', async () => {
      const ready = await readyLines(other)
      return ready.status === 503 && ready.first === 'api: the server is stopping'
    })
    const late = await call(other.address, someCredentials, 'GET', `/v1/checks/${checkId}`)
    assert.equal(late.status, 200)
    assert.equal((await other.exited).code, 0)
    assert.doesNotMatch((await runSonde(['servers'], settings)).stdout, /second/)
  })
})
