// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { call } from './support/api-client.ts'
import { startServer, temporaryFolder } from './support/server-process.ts'
import { runSonde } from './support/sonde-command.ts'

async function startInstallation(t: TestContext) {
  const folder = temporaryFolder(t)
  const server = await startServer(t, { SONDE_DATA_DIR: folder, SONDE_EMBEDDED_AGENT: 'off' })
  const accountId = /Account id\s+([0-9a-f-]{36})\n/.exec(server.stdout())?.[1] ?? ''
  const key = readFileSync(join(folder, 'api-key'), 'utf8').trim()
  const environment = { SONDE_URL: server.address, SONDE_DATA_DIR: folder }
  return { folder, environment, address: server.address, credentials: { key, accountId } }
}

test('Ctrl-C while the server imports does not say that nothing was changed', async (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'document.json')
  writeFileSync(file, '{}')
  const asked = Promise.withResolvers<void>()
  // A server that is at work for as long as anybody waits.
  const busy = createServer(() => asked.resolve())
  t.after(() => busy.close())
  busy.listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const address = busy.address()
  assert.ok(address !== null && typeof address === 'object')
  const connection = ['--url', `http://127.0.0.1:${address.port}`, '--key', 'cu_x', '--account', 'x']
  const { code, stderr } = await runSonde(
    ['import', file, ...connection],
    {},
    { whenStarted: (interrupt) => void asked.promise.then(interrupt) },
  )
  assert.equal(code, 130)
  assert.match(stderr, /^sonde: interrupted; the server may have imported the file or not/m)
  assert.doesNotMatch(stderr, /nothing was changed/)
})

test('a configuration goes from one installation to another through the command line', async (t) => {
  const [first, second] = [await startInstallation(t), await startInstallation(t)]
  const made = await call(first.address, first.credentials, 'POST', '/v1/checks/heartbeat', {
    name: 'Backup',
    heartbeat: { period: 1, periodUnit: 'hours', grace: 5, graceUnit: 'minutes' },
  })
  assert.equal(made.status, 201)
  await call(first.address, first.credentials, 'POST', '/v1/variables', {
    key: 'TOKEN',
    value: 'hunter2-of-the-shop',
    secret: true,
  })

  const file = join(first.folder, 'export.json')
  const exported = await runSonde(['export', file, '--with-secrets'], first.environment)
  assert.deepEqual([exported.code, exported.stdout], [0, ''], exported.stderr)
  assert.match(exported.stderr, /exported 3 items to /)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.match(readFileSync(file, 'utf8'), /hunter2-of-the-shop/)

  const tried = await runSonde(['import', file, '--dry-run'], second.environment)
  assert.equal(tried.code, 0, tried.stderr)
  assert.match(tried.stdout, /^create variable "TOKEN"$/m)
  // Neither an id that the import would not give, nor another number of things than the export has told.
  assert.doesNotMatch(tried.stdout, /^create .*\(/m)
  assert.match(tried.stderr, /importing 3 items\nwould be: 2 created, 0 updated, 1 unchanged\n$/)
  const nothing = await call(second.address, second.credentials, 'GET', '/v1/checks')
  assert.deepEqual(nothing.body, [])

  const imported = await runSonde(['import', file], second.environment)
  assert.equal(imported.code, 0, imported.stderr)
  assert.match(imported.stderr, /done: 2 created/)
  const [there, here] = [
    await call(first.address, first.credentials, 'GET', '/v1/checks'),
    await call(second.address, second.credentials, 'GET', '/v1/checks'),
  ].map(({ body }) => (body as { id: string; heartbeat: { pingToken: string } }[])[0])
  assert.deepEqual([here?.id, here?.heartbeat.pingToken], [there?.id, there?.heartbeat.pingToken])

  const again = await runSonde(['import', '-', '--json'], second.environment, {
    input: readFileSync(file, 'utf8'),
  })
  const report = JSON.parse(again.stdout)
  assert.deepEqual([again.code, report.created, report.updated], [0, 0, 0], again.stderr)

  const plain = await runSonde(['export'], second.environment)
  assert.equal(plain.code, 0, plain.stderr)
  assert.doesNotMatch(plain.stdout, /hunter2/)
  assert.equal(JSON.parse(plain.stdout).format, 'sonde-configuration')
})

test('what goes wrong is told in a line, with a code', async (t) => {
  const { folder, environment, address } = await startInstallation(t)
  const file = join(folder, 'document.json')
  const cases: [what: string, args: string[], content: string | null, code: number, told: RegExp][] = [
    [
      'a file that is not there',
      ['import', file],
      null,
      1,
      /^sonde: cannot read .*: no such file or folder$/m,
    ],
    ['a file that is no JSON', ['import', file], 'no', 1, /^sonde: .*document\.json is not JSON/m],
    [
      'a wrong document',
      ['import', file],
      '{"format":"sonde-configuration","version":9,"checks":[{"id":1,"checkType":"URL"}]}',
      1,
      /^ {2}version is 9, but this server reads versions up to 1: update the server first\nsonde: the server rejected/m,
    ],
    [
      'a wrong key',
      ['export', '--key', 'cu_wrong', '--account', 'x'],
      null,
      1,
      /^using http:\/\/127\.0\.0\.1:\d+ with the key of --key\nsonde: http:\/\/127\.0\.0\.1:\d+ answered 401 to the key of --key: /m,
    ],
    [
      'no server',
      ['export', '--url', 'http://127.0.0.1:1'],
      null,
      1,
      /^sonde: cannot reach http:\/\/127\.0\.0\.1:1: /m,
    ],
    [
      'no address',
      ['export', '--url', 'nowhere'],
      null,
      2,
      /^sonde: --url: nowhere is not an http or https address/m,
    ],
    [
      'the key of this machine is for this machine',
      ['export', '--url', 'http://sonde.example.com'],
      null,
      2,
      /^sonde: no API key found/m,
    ],
    [
      'no file',
      ['import'],
      null,
      2,
      /^sonde: missing required argument 'file'; run `npx sonde import --help`$/m,
    ],
    [
      'a folder that is not there',
      ['export', join(folder, 'no', 'x.json')],
      null,
      1,
      /^sonde: cannot write /m,
    ],
  ]
  for (const [what, args, content, code, told] of cases) {
    await t.test(what, async () => {
      if (content !== null) writeFileSync(file, content)
      const ended = await runSonde(args, environment)
      assert.equal(ended.code, code, ended.stderr)
      assert.match(ended.stderr, told)
      assert.doesNotMatch(ended.stderr, /\n\s+at /)
      assert.equal(existsSync(join(folder, 'x.json')), false)
    })
  }
  assert.match(address, /^http/)
})

test('case 71: a folder is linked to the server for the client of the reference', async (t) => {
  const { environment, address, credentials } = await startInstallation(t)
  const folder = temporaryFolder(t)
  const [env, gitIgnore] = [join(folder, '.env'), join(folder, '.gitignore')]
  writeFileSync(env, '# of the team\nTARGET="https://shop.example.com"\nCHECKLY_ENV=production\n')
  writeFileSync(gitIgnore, 'node_modules')
  const linked = await runSonde(['link', folder], environment)
  assert.equal(linked.code, 0, linked.stderr)
  const text = readFileSync(env, 'utf8')
  const key = /^CHECKLY_API_KEY=(cu_[0-9a-f]{64})$/m.exec(text)?.[1] ?? ''
  assert.equal(
    text,
    [
      '# of the team',
      'TARGET="https://shop.example.com"',
      'CHECKLY_ENV=local',
      `CHECKLY_API_URL=${address}`,
      `CHECKLY_MQTT_URL=${address.replace('http', 'ws')}/next/live`,
      `CHECKLY_API_KEY=${key}`,
      `CHECKLY_ACCOUNT_ID=${credentials.accountId}`,
      '',
    ].join('\n'),
  )
  assert.equal(statSync(env).mode & 0o777, 0o600)
  assert.equal(readFileSync(gitIgnore, 'utf8'), 'node_modules\n.env\n')
  assert.ok(!linked.stdout.includes(key) && !linked.stderr.includes(key))
  const own = { ...credentials, key }
  assert.equal((await call(address, own, 'GET', '/v1/checks')).status, 200)

  const again = await runSonde(['link', folder], environment)
  assert.match(again.stdout, /The API key in \.env works and is kept/)
  assert.equal(readFileSync(env, 'utf8'), text)
  const service = await runSonde(['link', folder, '--service', '--role', 'READ_ONLY'], environment)
  assert.match(service.stdout, /service key with the role READ_ONLY/)
  assert.match(readFileSync(env, 'utf8'), /^CHECKLY_API_KEY=sv_[0-9a-f]{64}$/m)
  const wrong = await runSonde(['link', folder, '--role', 'READ_ONLY'], environment)
  assert.deepEqual([wrong.code, /--role: only a service key has a role/.test(wrong.stderr)], [2, true])
  const nowhere = await runSonde(['link', join(folder, 'missing')], environment)
  assert.deepEqual([nowhere.code, /^sonde: cannot write .*missing/m.test(nowhere.stderr)], [1, true])
})
