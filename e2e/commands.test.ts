// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { forOneEngine, type TestDatabase } from '@sonde/store/testing/engines.ts'
import { startServer, temporaryFolder } from './support/server-process.ts'
import { runSonde } from './support/sonde-command.ts'
import { runAtTerminal } from './support/terminal-command.ts'

const settings = { SONDE_EMBEDDED_AGENT: 'off', DNS_RESOLVERS: '127.0.0.1:9' }

/** An installation whose server has been started once; `stop` ends it. */
async function startInstallation(t: TestContext, { dataDir, databaseUrl }: Omit<TestDatabase, 'remove'>) {
  const environment = {
    SONDE_DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  }
  const server = await startServer(t, { ...settings, ...environment })
  return {
    environment,
    server,
    async stop() {
      server.kill('SIGTERM')
      await server.exited
    },
  }
}

const cancelled = /sonde: cancelled; nothing was changed\r?\n$/

forOneEngine('commands', (engine) => {
  async function placeOf(t: TestContext): Promise<TestDatabase> {
    const place = await engine.createMigratedDatabase()
    t.after(() => place.remove())
    return place
  }

  test('say which database they worked on, and where a key was saved', async (t) => {
    const place = await placeOf(t)
    const { environment, stop } = await startInstallation(t, place)
    const database =
      place.databaseUrl === null
        ? `the database ${join(place.dataDir, 'sonde.db')}`
        : `the database ${new URL(place.databaseUrl).pathname.slice(1)} on `
    const file = join(temporaryFolder(t), 'backup.zst')
    const key = await runSonde(['new-key', '--save'], environment)
    assert.ok(key.stderr.includes(database), key.stderr)
    assert.ok(key.stderr.includes(`It is saved in ${join(place.dataDir, 'api-key')},`), key.stderr)
    const told: string[] = []
    for (const args of [['accounts'], ['backup', file]]) {
      told.push((await runSonde(args, environment)).stderr)
    }
    await stop()
    for (const args of [['rotate-key'], ['backup', file, '--with-key', '--force']]) {
      told.push((await runSonde(args, environment)).stderr)
    }
    told.push((await runSonde(['restore', file, '--replace', '--yes'], environment)).stderr)
    for (const text of told) assert.ok(text.includes(database), text)
    assert.match(told[1] ?? '', /rows, \d+ kB, from the database /)
    const again = await runSonde(['backup', file], environment)
    assert.match(again.stderr, /^sonde: .* already exists: choose another name or add --force\n$/)
  })

  test('warn when the key that is here is not the one of the database that is backed up', async (t) => {
    const place = await placeOf(t)
    const { environment, stop } = await startInstallation(t, place)
    await stop()
    const keyFile = join(place.dataDir, 'encryption.key')
    const backUp = async (more: Record<string, string> = {}) => {
      const file = join(temporaryFolder(t), 'backup.zst')
      const { code, stderr } = await runSonde(['backup', file], { ...environment, ...more })
      assert.deepEqual([code, existsSync(file)], [0, true], stderr)
      return stderr
    }
    const right = await backUp()
    assert.doesNotMatch(right, /WARNING/)
    assert.ok(right.includes(`also keep the file ${keyFile}, separate`), right)
    const fingerprint = /\(fingerprint ([^)]+)\)/.exec(right)?.[1] ?? ''
    const key = readFileSync(keyFile)
    const wrong = {
      async given() {
        const told = await backUp({ SONDE_ENCRYPTION_KEY: '0'.repeat(64) })
        assert.match(
          told,
          /WARNING: the key here \(\S+, the value of SONDE_ENCRYPTION_KEY\) is NOT the key of /,
        )
        assert.ok(told.includes(`(${fingerprint})`), told)
      },
      /** As a rotation that was killed after its commit leaves it. */
      async rotated() {
        renameSync(keyFile, `${keyFile}.new`)
        assert.ok((await backUp()).includes(`also keep the file ${keyFile}.new, separate`))
        rmSync(`${keyFile}.new`)
      },
      async missing() {
        rmSync(keyFile)
        const told = await backUp()
        assert.match(told, /WARNING: no encryption key found: /)
        assert.doesNotMatch(told, /keep the file/)
      },
      async damaged() {
        writeFileSync(keyFile, 'damaged')
        assert.match(await backUp(), /WARNING: .* is damaged/)
      },
    }
    for (const tell of some('keys that are not those of a backup', Object.values(wrong), 2)) {
      await tell()
      writeFileSync(keyFile, key)
    }
  })

  test('leave everything as it was when the person at the terminal goes away', async (t) => {
    const place = await placeOf(t)
    const { environment, stop } = await startInstallation(t, place)
    await stop()
    const file = join(temporaryFolder(t), 'backup.zst')
    assert.equal((await runSonde(['backup', file], environment)).code, 0)
    const restore = [['restore', file, '--replace'], 'to continue:'] as const
    const reset = [['reset-password', 'owner@sonde.invalid'], 'New password'] as const
    // By Ctrl-D and by Ctrl-C: of either pair both keys and both commands are there.
    const leaving = [
      ['\u0004', restore],
      ['\u0003', reset],
      ['\u0004', reset],
      ['\u0003', restore],
    ] as const
    const pairs = [leaving.slice(0, 2), leaving.slice(2)]
    for (const [keys, [args, prompt]] of some('people who leave', pairs, 1).flat()) {
      const { code, screen } = await runAtTerminal(args, environment, { prompt, keys })
      assert.equal(code, 130, screen)
      assert.match(screen, cancelled)
    }
  })

  if (engine.name === 'postgres') {
    test('and servers are not confused by a second database: the start says which one is not used', async (t) => {
      const place = await placeOf(t)
      writeFileSync(join(place.dataDir, 'sonde.db'), '')
      const { server } = await startInstallation(t, place)
      assert.match(server.stderr(), /DATABASE_URL is set, so the database in the data folder is not used/)
    })
  }
})

test('no command makes a database or a folder where there is none', async (t) => {
  const folder = temporaryFolder(t)
  const backup = join(folder, 'backup.zst')
  const commands = [
    ['rotate-key'],
    ['backup', backup],
    ['accounts'],
    ['new-key', '--save'],
    ['setup-link'],
    ['reset-password', 'ada@example.com'],
  ]
  for (const args of some('commands without a database', commands)) {
    const { code, stderr } = await runSonde(args, { SONDE_DATA_DIR: join(folder, 'data') })
    assert.equal(code, 1, args.join(' '))
    assert.match(stderr, /^sonde: SONDE_DATA_DIR: there is no database [^\n]+\n$/)
    assert.deepEqual(readdirSync(folder), [], args.join(' '))
  }
})

test('a password that is not there is told as such, not as one that is too short', async (t) => {
  const place = { dataDir: temporaryFolder(t), databaseUrl: null }
  const { environment } = await startInstallation(t, place)
  const { code, stderr } = await runSonde(['reset-password', 'owner@sonde.invalid'], environment)
  assert.deepEqual([code, stderr], [1, 'sonde: no password on standard input; nothing was changed\n'])
})

test('a reader that has seen enough is no error', async () => {
  const { code, stderr } = await runSonde(['--help'], {}, { isUnread: true })
  assert.deepEqual([code, stderr], [0, ''])
})

test('a command that nobody knows points to the list of those there are', async () => {
  const { code, stderr } = await runSonde(['exprot'], {})
  assert.equal(code, 2)
  assert.match(stderr, /^sonde: unknown command 'exprot'; run `npx sonde --help` for a list\n/)
})

test('commands that need a server find it by HOST and PORT, and say which key they use', async (t) => {
  const dataDir = temporaryFolder(t)
  const { server } = await startInstallation(t, { dataDir, databaseUrl: null })
  const environment = { SONDE_DATA_DIR: dataDir, HOST: '0.0.0.0', PORT: new URL(server.address).port }
  const exported = await runSonde(['export'], environment)
  assert.equal(exported.code, 0, exported.stderr)
  const keyFile = join(dataDir, 'api-key')
  assert.ok(
    exported.stderr.startsWith(`using ${server.address} with the key in ${keyFile}\n`),
    exported.stderr,
  )

  const key = readFileSync(keyFile, 'utf8')
  writeFileSync(keyFile, `cu_${'0'.repeat(64)}\n`)
  const foreign = await runSonde(['export'], environment)
  assert.equal(foreign.code, 1)
  assert.ok(
    foreign.stderr.endsWith(`sonde: ${server.address} answered 401 to the key in ${keyFile}: Bad Token\n`),
    foreign.stderr,
  )
  assert.doesNotMatch(foreign.stderr, new RegExp(key.trim()))
  renameSync(keyFile, `${keyFile}.away`)
  const keyless = await runSonde(['export'], environment)
  assert.equal(keyless.code, 2)
  assert.match(
    keyless.stderr,
    /^sonde: no API key found: use --key or SONDE_API_KEY, .*`npx sonde new-key --save`/,
  )
  const anywhere = await runSonde(['export'], { SONDE_DATA_DIR: dataDir, PORT: '0' })
  assert.deepEqual(
    [anywhere.code, anywhere.stderr],
    [2, 'sonde: PORT: 0 does not say on which port the server listens; give its address with --url\n'],
  )
})

test('a start without the file of the key says how to get another one', async (t) => {
  const dataDir = temporaryFolder(t)
  const first = await startInstallation(t, { dataDir, databaseUrl: null })
  await first.stop()
  renameSync(join(dataDir, 'api-key'), join(dataDir, 'away'))
  const { server } = await startInstallation(t, { dataDir, databaseUrl: null })
  assert.match(server.stdout(), /API key +shown at the first start; another one: npx sonde new-key --save\n/)
})
