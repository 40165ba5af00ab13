// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { startServer, temporaryFolder } from './support/server-process.ts'

test('SIGTERM, also when npm and a service manager send copies of it, ends the server cleanly within 5 s, open connections or not', async (t) => {
  const server = await startServer(t, {
    SONDE_DATA_DIR: temporaryFolder(t),
    ...credentialSettings(someCredentials),
  })
  // fetch keeps its connection open; this one has sent half a request.
  assert.equal((await call(server.address, someCredentials, 'GET', '/v1/checks')).status, 200)
  const { hostname, port } = new URL(server.address)
  const half = connect(Number(port), hostname)
  await once(half, 'connect')
  half.write('PUT /v1/checks/icmp/x HTTP/1.1\r\nHost: x\r\n')
  half.on('error', () => half.destroy())
  t.after(() => half.destroy())

  const askedAt = performance.now()
  server.kill('SIGTERM')
  await wait(300)
  for (const copy of ['SIGTERM', 'SIGINT'] as const) server.kill(copy)
  assert.deepEqual(await server.exited, { code: 0, signal: null })
  assert.ok(performance.now() - askedAt < 5_000, `took ${performance.now() - askedAt} ms`)
})
