import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { startServer, temporaryFolder } from './support/server-process.ts'

test('the first start leads with the set-up address, shows the key once, keeps secrets for their owner, and prints curl lines that work', async (t) => {
  const folder = join(temporaryFolder(t), "Ada's data")
  const server = await startServer(t, { SONDE_DATA_DIR: folder })
  const text = server.stdout()
  const key = /API key\s+(cu_[0-9a-f]{64})\n/.exec(text)?.[1] ?? ''
  const accountId = /Account id\s+([0-9a-f-]{36})\n/.exec(text)?.[1] ?? ''
  const setup = /Set-up\s+(http:\S+\/setup\/[0-9a-f]{64})\n/.exec(text)?.[1] ?? ''
  assert.equal(readFileSync(join(folder, 'api-key'), 'utf8'), `${key}\n`)
  assert.equal(text.split(key).length - 1, 1, 'the key is shown once')
  assert.ok(text.indexOf(setup) < text.indexOf(key), 'the set-up address comes first')
  assert.equal(statSync(folder).mode & 0o777, 0o700)
  for (const name of ['api-key', 'encryption.key', 'sonde.db']) {
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name)
  }

  const [create = '', update = ''] = text.split('\n').filter((line) => line.trim().startsWith('curl '))
  const created = JSON.parse(execFileSync('sh', ['-c', create], { encoding: 'utf8' }))
  assert.equal(created.name, 'My host')
  const updated = JSON.parse(
    execFileSync('sh', ['-c', update.replace('<id>', created.id)], { encoding: 'utf8' }),
  )
  assert.deepEqual([updated.id, updated.name, updated.frequency], [created.id, 'My host, renamed', 5])

  const form = await fetch(setup)
  assert.equal(form.status, 200)
  assert.match(await form.text(), /<form method="post">/)
  const listed = await call(server.address, { key, accountId }, 'GET', '/v1/checks')
  assert.equal(listed.headers.get('content-range'), 'items 0-0/1')
})

test('SONDE_ACCOUNT_ID and SONDE_API_KEY set the first credentials, and only those; later starts print no secret and know the same account', async (t) => {
  const folder = temporaryFolder(t)
  const first = await startServer(t, { SONDE_DATA_DIR: folder, ...credentialSettings(someCredentials) })
  const own = await call(first.address, someCredentials, 'GET', '/v1/accounts/me')
  assert.equal((own.body as { id: string }).id, someCredentials.accountId)
  await call(first.address, someCredentials, 'POST', '/v1/checks/icmp', {
    name: 'kept',
    request: { hostname: '127.0.0.1' },
  })
  first.kill('SIGTERM')
  assert.deepEqual(await first.exited, { code: 0, signal: null })

  const second = await startServer(t, { SONDE_DATA_DIR: folder })
  assert.match(second.stdout(), new RegExp(someCredentials.accountId))
  assert.doesNotMatch(second.stdout() + second.stderr(), /cu_|\/setup\//)
  const { body } = await call(second.address, someCredentials, 'GET', '/v1/checks')
  assert.deepEqual(
    (body as { name: string }[]).map(({ name }) => name),
    ['kept'],
  )
  second.kill('SIGTERM')
  await second.exited

  const other = { key: `cu_${'7'.repeat(64)}`, accountId: '00000000-0000-4000-8000-000000000001' }
  const third = await startServer(t, { SONDE_DATA_DIR: folder, ...credentialSettings(other) })
  assert.match(third.stderr(), /SONDE_ACCOUNT_ID is ignored/)
  assert.equal((await call(third.address, other, 'GET', '/v1/accounts/me')).status, 401)
  assert.equal((await call(third.address, someCredentials, 'GET', '/v1/accounts/me')).status, 200)
})

test('two servers that start at once on one empty folder make one account', async (t) => {
  const folder = join(temporaryFolder(t), 'data')
  const [one, two] = await Promise.all([
    startServer(t, { SONDE_DATA_DIR: folder }),
    startServer(t, { SONDE_DATA_DIR: folder }),
  ])
  const accounts = [one, two].map((server) => /Account id\s+(\S+)/.exec(server.stdout())?.[1])
  assert.equal(accounts[0], accounts[1])
  assert.equal([one, two].filter((server) => server.stdout().includes('Set-up')).length, 1)
})

test('another database in the same folder leaves the key of the first one there', async (t) => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'api-key'), 'the key of another database')
  await startServer(t, { SONDE_DATA_DIR: folder })
  const kept = readdirSync(folder).filter((name) => name.startsWith('api-key.before-'))
  assert.deepEqual(
    kept.map((name) => readFileSync(join(folder, name), 'utf8')),
    ['the key of another database'],
  )
})
