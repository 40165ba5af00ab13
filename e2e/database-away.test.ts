// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { startLoopbackProxy } from '@sonde/store/testing/loopback-proxy.ts'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { eventually } from './support/eventually.ts'
import { startServer } from './support/server-process.ts'

type Entry = { sequenceId: string; startedAt: string; hasFailures: boolean }

forEachEngine('a database that goes away', (engine) => {
  if (engine.name === 'sqlite') return

  test('the server lives on, what it measured meanwhile arrives, and it runs the checks again', async (t) => {
    const place = await engine.createMigratedDatabase()
    t.after(() => place.remove())
    const proxy = await startLoopbackProxy(place.databaseUrl ?? '')
    t.after(() => proxy.cut())
    const server = await startServer(t, {
      SONDE_DATA_DIR: place.dataDir,
      DATABASE_URL: proxy.url,
      ...credentialSettings(someCredentials),
    })
    const { body } = await call(server.address, someCredentials, 'POST', '/v1/checks/icmp', {
      name: 'measured while the database is away',
      // Three seconds of pings: under way when the database goes.
      request: { hostname: '127.0.0.1', pingCount: 7 },
      locations: ['eu-west-1'],
      frequency: 0,
      frequencyOffset: 10,
    })
    const checkId = (body as { id: string }).id
    await eventually('the first run to be under way', async () => {
      const { body: text } = await metricsOf(server.address)
      return /^sonde_runs_inflight 1$/m.test(text)
    })
    await proxy.cut()
    await eventually('the server to notice', () =>
      server.stderr().includes('lost the database lock for running checks'),
    )
    await proxy.restore()
    const entries = await eventually(
      'a result of the time before, and one of the time after',
      async () => {
        const { body: page } = await call(
          server.address,
          someCredentials,
          'GET',
          `/v2/check-results/${checkId}?limit=100`,
        )
        const results = (page as { entries?: Entry[] }).entries ?? []
        return results.length >= 2 ? results : null
      },
      { everyMs: 1_000 },
    )
    assert.equal(new Set(entries.map(({ sequenceId }) => sequenceId)).size, entries.length)
    assert.deepEqual(
      entries.filter(({ hasFailures }) => hasFailures),
      [],
    )
  })
})

async function metricsOf(address: string): Promise<{ body: string }> {
  return { body: await (await fetch(`${address}/metrics`)).text() }
}
