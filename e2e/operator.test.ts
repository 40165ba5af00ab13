// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { startReceiver } from '@sonde/egress/testing/receiver.ts'
import { isPassword } from '@sonde/actions/users/password.ts'
import { resultOf } from '@sonde/runs/testing/fake-agent.ts'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { forOneEngine, type TestDatabase } from '@sonde/store/testing/engines.ts'
import { openStore, type Store } from '@sonde/store/engine/store.ts'
import { alertingUser } from './support/alerting-user.ts'
import { call, someCredentials } from './support/api-client.ts'
import { eventually } from './support/eventually.ts'
import { createHandMadeAgent } from './support/hand-made-agent.ts'
import { codeOf } from './support/authenticator-app.ts'
import { temporaryFolder } from './support/server-process.ts'
import { startService, type Location, type Service } from './support/service-under-test.ts'
import { runSonde } from './support/sonde-command.ts'

/** Nobody is asked for a name. */
const settings = { DNS_RESOLVERS: '127.0.0.1:9' }

type Where = Pick<TestDatabase, 'dataDir' | 'databaseUrl'>

function environmentOf({ dataDir, databaseUrl }: Where): Record<string, string> {
  return { SONDE_DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) }
}

async function succeed(args: readonly string[], where: Where, input = ''): Promise<string> {
  const answer = await runSonde(args, environmentOf(where), { input })
  assert.equal(answer.code, 0, answer.stderr)
  assert.doesNotMatch(answer.stderr, /\n\s+at /)
  return answer.stdout
}

async function refused(args: readonly string[], where: Where, expected: RegExp): Promise<void> {
  const { code, stdout, stderr } = await runSonde(args, environmentOf(where))
  assert.equal(code, 1, stderr)
  assert.equal(stdout, '')
  // What takes longer than a moment tells how far it is, before it says why it goes no further.
  const told = stderr.replaceAll(/^checking the file: [^\n]*\n/gm, '')
  assert.match(told, /^sonde: [^\n]+\n$/)
  assert.match(told, expected)
}

type Refused = readonly [args: readonly string[], where: Where, expected: RegExp]

/** A service with something of many kinds, and one alert that was sent. */
async function busyService(t: TestContext, place: Where) {
  const receiver = await startReceiver(t)
  const service = await startService(t, { place, settings })
  const user = alertingUser(service)
  const url = `http://127.0.0.1:${receiver.port}/`
  const channel = await user.createChannel('WEBHOOK', { name: 'hook', url, webhookSecret: 'our secret' })
  await service.expect(201, 'POST', '/v1/variables', { key: 'REGION', value: 'eu', locked: false })
  await service.expect(201, 'POST', '/v1/variables', { key: 'TOKEN', value: 'hunter2', secret: true })
  await service.expect(201, 'POST', '/v1/check-groups', { name: 'Group', locations: [] })
  const location = await service.createLocation('office')
  const monitor = await user.createMonitor({
    channels: [channel],
    locations: [],
    privateLocations: ['office'],
    tags: ['edge'],
    environmentVariables: [{ key: 'PASSWORD', value: 'swordfish', secret: true }],
  })
  await failOnce(service, location)
  await service.untilResults(monitor)
  await user.untilAllSent(1)
  assert.equal(receiver.requests.length, 1)
  return { service, receiver, monitor, location }
}

/** An agent of the location takes the one run that waits there and says that it failed. */
async function failOnce(service: Service, location: Location): Promise<void> {
  const agent = createHandMadeAgent({ serviceUrl: service.address, key: location.key })
  await agent.register()
  const run = await eventually('a run', async () => (await agent.lease())[0])
  const results = [resultOf(run, Date.now(), { said: 'failed' })]
  assert.equal((await agent.post('results', { sentAt: Date.now(), results })).status, 200)
}

async function answersOf(service: Service, monitor: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const path of [
    '/v1/accounts/me',
    '/v1/alert-channels',
    '/v1/alert-notifications?limit=100',
    '/v1/check-alerts',
    '/v1/check-groups',
    '/v1/check-statuses',
    '/v1/checks',
    `/v1/checks/${monitor}`,
    `/v2/check-results/${monitor}?resultType=ALL&limit=100`,
    '/v1/variables',
  ]) {
    answers[path] = await service.expect(200, 'GET', path)
  }
  return answers
}

async function withStore<Result>(where: Where, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore({ ...where, encryptionKey: null, clock: systemClock })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function auditOf(where: Where): Promise<string[]> {
  const rows = await withStore(where, (store) =>
    store.read
      .selectFrom('audit_log')
      .selectAll()
      .where('actor_type', '=', 'OPERATOR')
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ action, entity_type: type, account_id: account }) => `${action} ${type} ${account}`)
}

/** Backs up a running service, loses it with all of its data, and has it again in another place. */
async function loseAndRestore(t: TestContext, from: TestDatabase, to: Where): Promise<void> {
  const file = join(temporaryFolder(t), 'backup.zst')
  const { service, receiver, monitor, location } = await busyService(t, from)
  await succeed(['backup', file, '--with-key'], from)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const before = await answersOf(service, monitor)
  await service.stop('SIGKILL')
  await from.remove()

  await succeed(['restore', file], to)
  const again = await startService(t, { place: to, settings })
  assert.deepEqual(await answersOf(again, monitor), before)
  // A run on demand: the location is known by its key, and another failure is the same trouble as before.
  await again.trigger([monitor])
  await failOnce(again, location)
  await again.untilResults(monitor, 2)
  assert.equal(receiver.requests.length, 1)
}

forOneEngine('an operator', (engine) => {
  async function placeOf(t: TestContext): Promise<TestDatabase> {
    const place = await engine.createDatabase()
    t.after(() => place.remove())
    return place
  }

  test('has everything again after all data was lost, and no alert is sent twice', async (t) => {
    await loseAndRestore(t, await placeOf(t), await placeOf(t))
  })

  if (engine.name === 'postgres') {
    test('moves a service from SQLite to PostgreSQL', async (t) => {
      const dataDir = temporaryFolder(t)
      const remove = async () => rmSync(dataDir, { recursive: true, force: true })
      await loseAndRestore(t, { dataDir, databaseUrl: null, remove }, await placeOf(t))
    })
  }

  test('is told what is in the way of a restore, and nothing changes', async (t) => {
    const place = await placeOf(t)
    const other = await placeOf(t)
    const file = join(temporaryFolder(t), 'backup.zst')
    const service = await startService(t, { place, settings })
    await succeed(['backup', file], place)
    const besideServer: readonly Refused[] = [
      [['backup', file], place, /already exists/],
      [['restore', file, '--replace', '--yes'], place, /stop (the|every) server/],
      [
        ['restore', file],
        other,
        /the backup does not contain the key: put the key file with the fingerprint/,
      ],
      [['rotate-key'], place, /stop (the|every) server/],
    ]
    for (const [args, where, expected] of some('refusals beside a server', besideServer, 2))
      await refused(args, where, expected)

    await t.test('and opens a further account while the server runs', async () => {
      const key = (await succeed(['new-key'], place)).trim()
      const accountId = (await succeed(['new-account', 'Side project'], place)).trim()
      assert.equal((await call(service.address, { key, accountId }, 'GET', '/v1/accounts/me')).status, 200)
      await refused(['new-account', 'x', '--owner', 'nobody@example.com'], place, /no user has the e-mail/)
    })

    await service.stop('SIGTERM')
    const damaged = `${file}.damaged`
    writeFileSync(damaged, readFileSync(file).subarray(0, -20))
    const withoutServer: readonly Refused[] = [
      [['restore', file], place, /is not empty; to delete all data in it, add --replace/],
      [['restore', file, '--replace'], place, /there is no terminal to ask for confirmation: add --yes/],
      [['restore', damaged, '--replace', '--yes'], place, /is damaged: .*; nothing was changed/],
    ]
    for (const [args, where, expected] of some('refusals without a server', withoutServer, 2))
      await refused(args, where, expected)
    await service.start()
    await service.expect(200, 'GET', '/v1/accounts/me')
  })

  test('changes the encryption key, and every answer stays as it was', async (t) => {
    const place = await placeOf(t)
    const { service, monitor, receiver } = await busyService(t, place)
    const file = join(temporaryFolder(t), 'before.zst')
    await succeed(['backup', file], place)
    const before = await answersOf(service, monitor)
    await service.stop('SIGTERM')
    const oldKey = readFileSync(join(place.dataDir, 'encryption.key'), 'utf8')
    await succeed(['rotate-key'], place)
    const kept = readdirSync(place.dataDir).filter((name) => name.startsWith('encryption.key.before-'))
    assert.deepEqual(
      kept.map((name) => readFileSync(join(place.dataDir, name), 'utf8')),
      [oldKey],
    )
    assert.notEqual(readFileSync(join(place.dataDir, 'encryption.key'), 'utf8'), oldKey)
    assert.deepEqual(await auditOf(place), [`UPDATE ENCRYPTION_KEY ${someCredentials.accountId}`])
    await service.start()
    assert.deepEqual(await answersOf(service, monitor), before)
    await service.stop('SIGTERM')
    // The backup from before needs the key from before, and the new one is not overwritten by anything.
    await refused(['restore', file, '--replace', '--yes'], place, /the backup was made with the key/)
    const [former = ''] = kept
    writeFileSync(join(place.dataDir, 'encryption.key'), readFileSync(join(place.dataDir, former)))
    await succeed(['restore', file, '--replace', '--yes'], place)
    await service.start()
    assert.deepEqual(await answersOf(service, monitor), before)
    assert.equal(receiver.requests.length, 1)
  })

  test('lets people in again while the server runs: by a key, a set-up address and a password', async (t) => {
    const place = await placeOf(t)
    const service = await startService(t, { place, settings })
    const { accountId } = someCredentials
    const accounts = await succeed(['accounts'], place)
    assert.match(accounts, new RegExp(`^${accountId} {2}My account\\n {2}OWNER {7}owner@sonde.invalid\\n$`))

    const own = (await succeed(['new-key', '--save'], place)).trim()
    assert.equal((await call(service.address, { key: own, accountId }, 'GET', '/v1/checks')).status, 200)
    assert.equal(readFileSync(join(place.dataDir, 'api-key'), 'utf8'), `${own}\n`)
    const reading = (await succeed(['new-key', '--service', '--role', 'READ_ONLY'], place)).trim()
    const asReader = { key: reading, accountId }
    assert.equal((await call(service.address, asReader, 'GET', '/v1/checks')).status, 200)
    assert.equal(
      (await call(service.address, asReader, 'POST', '/v1/check-groups', { name: 'x' })).status,
      403,
    )

    const environment = { ...environmentOf(place), PUBLIC_URL: service.address }
    const first = (await runSonde(['setup-link'], environment)).stdout.trim()
    assert.ok(first.startsWith(`${service.address}/setup/`))
    assert.equal((await fetch(first)).status, 200)
    const second = (await runSonde(['setup-link'], environment)).stdout.trim()
    assert.deepEqual([(await fetch(first)).status, (await fetch(second)).status], [404, 200])

    const reset = ['reset-password', 'Owner@Sonde.invalid']
    await refused(['reset-password', 'nobody@example.com'], place, /no user has the e-mail address/)
    const short = await runSonde(reset, environmentOf(place), { input: 'too short\n' })
    assert.deepEqual(
      [short.code, short.stderr],
      [1, 'sonde: the password must have at least 12 characters\n'],
    )
    await succeed(reset, place, 'first good password\n')
    const session = `${service.address}/v1/session`
    const signedIn = await fetch(session, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'owner@sonde.invalid', password: 'first good password' }),
    })
    const cookie = signedIn.headers.get('set-cookie') ?? ''
    assert.match(cookie, /^sonde_session=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/)
    const who = async () =>
      (await fetch(session, { headers: { cookie: cookie.split(';', 1)[0] ?? '' } })).status
    assert.equal(await who(), 200)
    await succeed(reset, place, 'correct horse battery\n')
    assert.equal(await who(), 401, 'a new password ends every session')

    const resetFactor = ['reset-second-factor', 'Owner@Sonde.invalid']
    await refused(['reset-second-factor', 'nobody@example.com'], place, /no user has the e-mail address/)
    const { secret } = (await service.expect(200, 'POST', '/v1/users/me/second-factor', {
      currentPassword: 'correct horse battery',
    })) as { secret: string }
    const code = codeOf(secret, Date.now())
    await service.expect(200, 'POST', '/v1/users/me/second-factor/confirm', { code })
    const afterPassword = async () =>
      (
        await fetch(session, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'owner@sonde.invalid', password: 'correct horse battery' }),
        })
      ).status
    assert.equal(await afterPassword(), 202, 'a code is asked for')
    await succeed(resetFactor, place)
    assert.equal(await afterPassword(), 200)
    await succeed(resetFactor, place)
    await service.stop('SIGTERM')
    const hash = await withStore(place, (store) =>
      store.read.selectFrom('users').select('password_hash').executeTakeFirstOrThrow(),
    )
    assert.ok(await isPassword('correct horse battery', hash.password_hash ?? ''))
    assert.deepEqual(await auditOf(place), [
      `CREATE API_KEY ${accountId}`,
      `CREATE API_KEY ${accountId}`,
      `UPDATE USER ${accountId}`,
      `UPDATE USER ${accountId}`,
      `UPDATE USER ${accountId}`,
      `UPDATE USER ${accountId}`,
      `UPDATE USER ${accountId}`,
    ])
  })
})

test('a command that is called wrongly says so in a line and ends with 2', async (t) => {
  const environment = { SONDE_DATA_DIR: temporaryFolder(t) }
  const mistaken = [
    ['backup'],
    ['no-such-command'],
    ['new-key', '--service'],
    ['new-key', '--role', 'GOD'],
    ['rotate-key', '--new-key-file', 'x'],
  ]
  for (const args of some('mistaken commands', mistaken)) {
    const { code, stderr } = await runSonde(args, environment)
    assert.equal(code, 2, args.join(' '))
    assert.match(stderr, /^sonde: [^\n]+\n$/)
  }
})

test('every command tells by --help what it does, with an example', async () => {
  const names = [
    'backup',
    'restore',
    'rotate-key',
    'accounts',
    'reset-password',
    'reset-second-factor',
    'new-key',
    'setup-link',
    'export',
    'import',
    'import-uptime-kuma',
  ]
  for (const name of some('help of commands', names)) {
    const { code, stdout } = await runSonde([name, '--help'], {})
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`Examples?:\\n.*npx sonde ${name}`, 's'))
    assert.match(stdout, /^Usage: [^\n]+\n\n[A-Z]/)
    assert.doesNotMatch(stdout, /default: false/)
  }
})

test('a command is not made to fail by a setting that it does not need, and names the one it does', async (t) => {
  const dataDir = temporaryFolder(t)
  const { code, stderr } = await runSonde(['accounts'], {
    SONDE_DATA_DIR: dataDir,
    RETENTION_RAW_DAYS: 'many',
  })
  assert.deepEqual(
    [code, stderr],
    [1, `sonde: SONDE_DATA_DIR: there is no database ${join(dataDir, 'sonde.db')}: start the server first\n`],
  )
  const wrong = await runSonde(['accounts'], { SONDE_DATA_DIR: dataDir, DATABASE_URL: 'mysql://x' })
  assert.match(wrong.stderr, /^sonde: DATABASE_URL: [^\n]+\n$/)
  assert.ok(!existsSync(join(dataDir, 'sonde.db')))
})

test('Ctrl-C ends a command that waits, and nothing is changed', async (t) => {
  const place = { dataDir: temporaryFolder(t), databaseUrl: null }
  const service = await startService(t, { place, settings })
  await service.stop('SIGTERM')
  const wal = join(place.dataDir, 'sonde.db-wal')
  assert.equal(existsSync(wal), false)
  const { code, stderr } = await runSonde(['reset-password', 'owner@sonde.invalid'], environmentOf(place), {
    input: null,
    // It opens the database before it waits for the password.
    whenStarted: (kill) => void eventually('the database is open', () => existsSync(wal)).then(kill),
  })
  assert.deepEqual([code, stderr], [130, 'sonde: interrupted; nothing was changed\n'])
  assert.deepEqual(await auditOf(place), [])
})
