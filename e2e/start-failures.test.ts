// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { spawnServer, startServer, temporaryFolder } from './support/server-process.ts'

const cases: readonly { name: string; environment: Record<string, string>; lines: RegExp[] }[] = [
  {
    name: 'a port that is no number',
    environment: { PORT: 'http' },
    lines: [/^sonde: PORT: must be an integer$/],
  },
  {
    name: 'a port out of range',
    environment: { PORT: '70000' },
    lines: [/^sonde: PORT: must be at most 65535$/],
  },
  { name: 'a short API key', environment: { SONDE_API_KEY: 'short' }, lines: [/^sonde: SONDE_API_KEY: /] },
  {
    name: 'an account id that is no UUID',
    environment: { SONDE_ACCOUNT_ID: 'x' },
    lines: [/^sonde: SONDE_ACCOUNT_ID: must be a UUID$/],
  },
  {
    name: 'an unknown log level',
    environment: { LOG_LEVEL: 'loud' },
    lines: [/^sonde: LOG_LEVEL: must be one of /],
  },
  {
    name: 'a proxy that is no address',
    environment: { TRUST_PROXY: '10.0.0.0/8, proxy.local' },
    lines: [/^sonde: TRUST_PROXY: "proxy.local" is not an IP address/],
  },
  {
    name: 'a proxy range that is everybody',
    environment: { TRUST_PROXY: '10.0.0.1/0' },
    lines: [/^sonde: TRUST_PROXY: /],
  },
  {
    name: 'a proxy range with two prefixes',
    environment: { TRUST_PROXY: '10.0.0.0/8/9' },
    lines: [/^sonde: TRUST_PROXY: /],
  },
  {
    name: 'an origin with a path',
    environment: { CORS_ORIGINS: 'https://a.example/x' },
    lines: [/^sonde: CORS_ORIGINS: /],
  },
  {
    name: 'a public address with a path',
    environment: { PUBLIC_URL: 'https://a.example/x' },
    lines: [/^sonde: PUBLIC_URL: /],
  },
  {
    name: 'static addresses that are no JSON',
    environment: { SONDE_STATIC_IPS: '{' },
    lines: [/^sonde: SONDE_STATIC_IPS: is not JSON/],
  },
  {
    name: 'static addresses of an unknown location',
    environment: { SONDE_STATIC_IPS: '{"mars-1":{}}' },
    lines: [/^sonde: SONDE_STATIC_IPS: mars-1 /],
  },
  {
    name: 'a database that is not PostgreSQL',
    environment: { DATABASE_URL: 'mysql://x' },
    lines: [/^sonde: DATABASE_URL: /],
  },
  {
    name: 'a PostgreSQL server that is not there',
    environment: { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:9/x' },
    lines: [/^sonde: DATABASE_URL: /],
  },
  {
    name: 'a data folder where none can be made',
    environment: { SONDE_DATA_DIR: '/proc/sonde/data' },
    lines: [/^sonde: SONDE_DATA_DIR: cannot create \/proc\/sonde\/data: no folder can be created there$/],
  },
  {
    name: 'an encryption key of the wrong length',
    environment: { SONDE_ENCRYPTION_KEY: 'abcd' },
    lines: [/^sonde: SONDE_ENCRYPTION_KEY: /],
  },
  {
    name: 'three mistakes at once',
    environment: { PORT: '-1', LOG_LEVEL: 'loud', SONDE_API_KEY: 'a b' },
    lines: [/^sonde: PORT: /, /^sonde: SONDE_API_KEY: /, /^sonde: LOG_LEVEL: /],
  },
]

for (const { name, environment, lines } of cases) {
  test(`${name}: one clear line that names the setting, and exit code 1`, async (t) => {
    const folder = join(temporaryFolder(t), 'data')
    const server = spawnServer(t, { SONDE_DATA_DIR: folder, ...environment })
    assert.deepEqual(await server.exited, { code: 1, signal: null })
    const printed = server.stderr().trimEnd().split('\n')
    assert.equal(printed.length, lines.length, server.stderr())
    for (const [index, line] of lines.entries()) assert.match(printed[index] ?? '', line)
    assert.doesNotMatch(server.stderr(), /hunter2/)
    assert.equal(server.stdout(), '')
  })
}

test('a taken port: one clear line that names PORT, and exit code 1', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.after(() => taken.close())
  const address = taken.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const server = spawnServer(t, { SONDE_DATA_DIR: temporaryFolder(t), PORT: port })
  assert.deepEqual(await server.exited, { code: 1, signal: null })
  assert.match(
    server.stderr(),
    new RegExp(`^sonde: PORT: ${port} is already in use on 127.0.0.1; choose another port\n$`),
  )
})

test('a start that fails for its port keeps the set-up address for the start that succeeds', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const folder = temporaryFolder(t)
  const failed = spawnServer(t, { SONDE_DATA_DIR: folder, PORT: port })
  assert.deepEqual(await failed.exited, { code: 1, signal: null })
  taken.close()
  const server = await startServer(t, { SONDE_DATA_DIR: folder, PORT: port })
  assert.match(server.stdout(), /Set-up +http/)
})

test('a data folder that is a file: one clear line that names SONDE_DATA_DIR, and exit code 1', async (t) => {
  const path = join(temporaryFolder(t), 'file')
  writeFileSync(path, 'not a folder')
  const server = spawnServer(t, { SONDE_DATA_DIR: path })
  assert.deepEqual(await server.exited, { code: 1, signal: null })
  assert.match(server.stderr(), /^sonde: SONDE_DATA_DIR: .*\n$/)
})
