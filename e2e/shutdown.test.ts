// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { spawnServer, startServer, temporaryFolder } from './support/server-process.ts'

test('SIGINT without open connections ends with code 0 and says so in the log', async (t) => {
  const server = await startServer(t, { SONDE_DATA_DIR: temporaryFolder(t) })
  server.kill('SIGINT')
  assert.deepEqual(await server.exited, { code: 0, signal: null })
  assert.match(server.stderr(), /"msg":"stopped"/)
})

test('the last use of a key is written at the end', async (t) => {
  const folder = temporaryFolder(t)
  const first = await startServer(t, { SONDE_DATA_DIR: folder, ...credentialSettings(someCredentials) })
  const made = await call(first.address, someCredentials, 'POST', '/v1/accounts/me/api-keys', {
    name: 'used once',
    role: 'READ_ONLY',
  })
  const { key } = made.body as { key: string }
  await call(first.address, { ...someCredentials, key }, 'GET', '/v1/checks')
  first.kill('SIGTERM')
  await first.exited
  const second = await startServer(t, { SONDE_DATA_DIR: folder })
  const { body } = await call(second.address, someCredentials, 'GET', '/v1/accounts/me/api-keys')
  assert.notEqual((body as { lastUsedAt: string | null }[])[0]?.lastUsedAt, null)
})

test('a signal during the start is heard: the server opens, closes again and ends with code 0', async (t) => {
  const folder = temporaryFolder(t)
  const { child, exited, stderr, stdout } = spawnServer(t, { SONDE_DATA_DIR: folder })
  // The database is opened long before the server listens.
  while (!existsSync(join(folder, 'sonde.db'))) await new Promise(setImmediate)
  assert.equal(stdout(), '')
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  assert.deepEqual(await exited, { code: 0, signal: null })
  assert.match(stderr(), /"msg":"stopped"/)
})

test('SIGTERM ends the server when nobody reads its log or its welcome any more', async (t) => {
  const server = spawnServer(t, { SONDE_DATA_DIR: temporaryFolder(t), LOG_LEVEL: 'debug' })
  await once(server.child.stdout, 'data')
  server.child.stdout.destroy()
  server.child.stderr.destroy()
  server.child.kill('SIGTERM')
  const [code] = await once(server.child, 'exit')
  assert.equal(code, 0)
})

test('SIGHUP ends the server as cleanly as SIGTERM', async (t) => {
  const server = await startServer(t, { SONDE_DATA_DIR: temporaryFolder(t) })
  server.kill('SIGHUP')
  assert.deepEqual(await server.exited, { code: 0, signal: null })
})
