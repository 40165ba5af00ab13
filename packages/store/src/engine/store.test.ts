import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import { sql } from 'kysely'
import { type TestDatabase, forEachEngine } from '../../testing/engines.ts'
import { addAccount } from '../../testing/rows.ts'
import { countAccounts } from '../accounts/accounts.ts'
import { encryptionKeyFile } from '../installation/encryption-key.ts'
import { openStore } from './store.ts'

const open = (place: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>, encryptionKey: string | null = null) =>
  openStore({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, encryptionKey, clock: systemClock })

forEachEngine('opening a store', (engine) => {
  const databaseSetting = engine.name === 'sqlite' ? 'SONDE_DATA_DIR' : 'DATABASE_URL'

  test('a missing data folder is made, and everything in it is for its owner only', async (t) => {
    const place = await engine.createDatabase()
    t.after(place.remove)
    const dataDir = join(place.dataDir, 'not', 'yet')
    const store = await open({ ...place, dataDir })
    await addAccount(store)
    await store.ping()
    assert.equal(statSync(dataDir).mode & 0o777, 0o700)
    for (const file of readdirSync(dataDir))
      assert.equal(statSync(join(dataDir, file)).mode & 0o777, 0o600, file)
    await store.close()
  })

  test('a database newer than the program is refused by name and not touched', async (t) => {
    const place = await engine.createDatabase()
    t.after(place.remove)
    const store = await open(place)
    await store.write((db) =>
      sql`insert into sonde_migrations values ('0999-tomorrow', '2099-01-01')`.execute(db),
    )
    await store.close()
    const before = snapshotFolder(place.dataDir)
    await assert.rejects(open(place), {
      name: 'StoreFailure',
      setting: databaseSetting,
      message:
        /^[A-Z_]+: the database .* was written by a newer version of Sonde \(it has 0999-tomorrow\): [^\n]*$/,
    })
    assert.deepEqual(snapshotFolder(place.dataDir), before)
  })

  test('a lost key is named, no new one is made, and the old one opens the store again', async (t) => {
    const place = await engine.createDatabase()
    t.after(place.remove)
    const store = await open(place)
    await addAccount(store)
    await store.close()
    const key = readFileSync(encryptionKeyFile(place.dataDir), 'utf8')
    rmSync(encryptionKeyFile(place.dataDir))
    const before = snapshotFolder(place.dataDir)
    await assert.rejects(open(place), {
      name: 'StoreFailure',
      setting: 'SONDE_ENCRYPTION_KEY',
      message:
        /^SONDE_ENCRYPTION_KEY: the encryption key of the database .* was not found: put its key file back as [^\n]*$/,
    })
    assert.deepEqual(snapshotFolder(place.dataDir), before)

    const again = await open(place, key)
    assert.equal(await countAccounts(again.read), 1)
    await again.close()
  })

  test('another key than the one the database was made with is refused, and not shown', async (t) => {
    const place = await engine.createDatabase()
    t.after(place.remove)
    await (await open(place)).close()
    const other = randomBytes(32).toString('hex')
    const before = snapshotFolder(place.dataDir)
    await assert.rejects(open(place, other), (error: Error) => {
      assert.match(
        error.message,
        /^SONDE_ENCRYPTION_KEY: the database .* was created with another encryption key/,
      )
      assert.ok(!error.message.includes(other))
      return true
    })
    assert.deepEqual(snapshotFolder(place.dataDir), before)
  })

  test('a malformed key is refused before anything is created', async (t) => {
    const place = await engine.createDatabase()
    t.after(place.remove)
    await assert.rejects(open(place, 'hunter2'), { setting: 'SONDE_ENCRYPTION_KEY' })
    assert.deepEqual(readdirSync(place.dataDir), [])
    await (await open(place)).close()
  })

  test('a given key is used instead of a key file', async (t) => {
    const place = await engine.createDatabase()
    t.after(place.remove)
    const key = randomBytes(32)
    const first = await open(place, key.toString('base64'))
    const sealed = first.sealer.seal('secret', 'here')
    await first.close()
    assert.equal(existsSync(encryptionKeyFile(place.dataDir)), false)
    const second = await open(place, key.toString('hex'))
    assert.equal(second.sealer.open(sealed, 'here'), 'secret')
    await second.close()
  })

  test('a refused query is not mistaken for a database that is away', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    await assert.rejects(sql`select nonsense from accounts`.execute(store.read), (error: Error) => {
      assert.notEqual(error.name, 'StoreUnavailable')
      return true
    })
  })
})

test('a data folder that is a file is refused by name', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-store-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const dataDir of [file, join(file, 'below')]) {
    const opening = open({ dataDir, databaseUrl: null })
    await assert.rejects(opening, {
      setting: 'SONDE_DATA_DIR',
      message: `SONDE_DATA_DIR: ${dataDir} is not a folder`,
    })
  }
})

function snapshotFolder(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((file) => [file, readFileSync(join(folder, file)).toString('base64')]),
  )
}
