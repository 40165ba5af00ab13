// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTraceReceiver } from '@sonde/runs/testing/trace-receiver.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { eventually } from './support/eventually.ts'
import { createHandMadeAgent } from './support/hand-made-agent.ts'
import { type ServerProcess, startServer } from './support/server-process.ts'

async function expect(
  server: ServerProcess,
  status: number,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await call(server.address, someCredentials, method, path, body)
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  return answer.body
}

forOneEngine('traces of two servers on one database', (engine) => {
  test('what a receiver did not take before its server was killed is sent by the next one, once', async (t) => {
    const place = await engine.createMigratedDatabase()
    t.after(() => place.remove())
    const receiver = await startTraceReceiver(t)
    receiver.answer = { status: 503, body: 'still starting' }
    const settings = {
      SONDE_DATA_DIR: place.dataDir,
      SONDE_EMBEDDED_AGENT: 'off',
      ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
      ...credentialSettings(someCredentials),
    }
    const runner = await startServer(t, settings)
    const other = await startServer(t, settings)
    const key = 'the-key-of-the-collector'
    await expect(other, 200, 'PUT', '/v1/accounts/me/trace-export', {
      enabled: true,
      endpoint: receiver.endpoint,
      headers: [{ key: 'x-collector-key', value: key }],
    })
    const location = (await expect(runner, 201, 'POST', '/v1/locations/eu-west-1/keys')) as { rawKey: string }
    const agent = createHandMadeAgent({ serviceUrl: runner.address, key: location.rawKey })
    await agent.register()
    const monitor = (await expect(runner, 201, 'POST', '/v1/checks/icmp', {
      name: 'exported',
      request: { hostname: '127.0.0.1', pingCount: 1 },
      locations: ['eu-west-1'],
      frequency: 1440,
    })) as { id: string }
    const [first] = await eventually('the first run', async () => {
      const runs = await agent.lease()
      return runs.length > 0 && runs
    })
    assert.ok(first)
    assert.equal(await agent.sendError(first, 'not made'), 'stored')
    await eventually('a failed export', async () => {
      const shown = await expect(other, 200, 'GET', '/v1/accounts/me/trace-export')
      const { pendingRuns, lastError } = shown as { pendingRuns: number; lastError: string | null }
      return pendingRuns === 1 && lastError === 'answered 503: still starting'
    })

    runner.kill('SIGKILL')
    await runner.exited
    receiver.requests.length = 0
    receiver.answer = { status: 200 }
    await eventually('the take-over', () => other.stderr().includes('this server now runs the checks'))
    await eventually('the run that waited', () => receiver.spans().length > 0)
    const second = createHandMadeAgent({ serviceUrl: other.address, key: location.rawKey })
    await second.register()
    await expect(other, 201, 'POST', '/v2/check-sessions/trigger', { target: { checkId: [monitor.id] } })
    const [next] = await eventually('the second run', async () => {
      const runs = await second.lease()
      return runs.length > 0 && runs
    })
    assert.ok(next)
    assert.equal(await second.sendError(next, 'not made either'), 'stored')
    await eventually('both runs', () => receiver.spans().length > 1)
    await eventually('that nothing waits', async () => {
      const shown = await expect(other, 200, 'GET', '/v1/accounts/me/trace-export')
      return (shown as { pendingRuns: number }).pendingRuns === 0
    })
    assert.deepEqual(
      receiver.spans().map(({ traceId }) => traceId),
      [first, next].map(({ runId }) => runId.replaceAll('-', '')),
    )
    assert.ok(receiver.requests.every(({ headers }) => headers['x-collector-key'] === key))
    assert.ok(!`${runner.stderr()}${other.stderr()}`.includes(key))
  })
})
