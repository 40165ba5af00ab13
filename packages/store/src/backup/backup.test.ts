// In turns: programs that are killed while they write.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { allRows, backUp, restoreInto } from '../../testing/backups.ts'
import { fill, folderOf, migratedPlaceOf, open, placeOf } from '../../testing/filled-store.ts'
import { startChild } from '../../testing/child.ts'
import { forEachEngine, type TestDatabase } from '../../testing/engines.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { encryptionKeyFile } from '../installation/encryption-key.ts'
import { migrateToLatest } from '../engine/migrate.ts'
import { migrations } from '../migrations/registry.ts'
import { createPostgresEngine } from '../engine/postgres/postgres-engine.ts'
import { openSqliteEngine } from '../engine/sqlite/sqlite-engine.ts'
import type { Store } from '../engine/store.ts'
import { knownMigrations, leftOutTables, tablesOf } from './known-tables.ts'

async function nextCheckNumber(store: Store, accountId: string): Promise<number> {
  const { id } = await addCheck(store, accountId)
  const row = await store.read
    .selectFrom('check_states')
    .select('no')
    .where('check_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.no
}

forEachEngine('a backup', (engine) => {
  /** Of a database with rows of every kind, and closed: for those that change neither. */
  let filled: { place: TestDatabase; file: string; rows: Record<string, string[]> }
  before(async () => {
    const place = await engine.createMigratedDatabase()
    const file = join(place.dataDir, 'backup.zst')
    const store = await open(place)
    await fill(store)
    await store.close()
    await backUp(place, file)
    filled = { place, file, rows: await allRows(place) }
  })
  after(() => filled.place.remove())

  test('brings back every row of a database that was lost, with its key', async (t) => {
    const [lost, fresh] = [await migratedPlaceOf(t, engine), await placeOf(t, engine)]
    const file = join(folderOf(t), 'backup.zst')
    const store = await open(lost)
    const { accountId } = await fill(store)
    const rowsBefore = await allRows(lost)
    // While the store is open, as it is while a server runs.
    const written = await backUp(lost, file)
    await store.close()
    await lost.remove()
    assert.equal(statSync(file).mode & 0o777, 0o600)

    const restored = await restoreInto(fresh, file)
    assert.equal(restored.rows, written.rows)
    assert.equal(restored.keyWritten, encryptionKeyFile(fresh.dataDir))
    assert.deepEqual(await allRows(fresh), rowsBefore)
    const again = await open(fresh)
    t.after(() => again.close())
    assert.equal(again.sealer.keyFingerprint, written.keyFingerprint)
    assert.equal(await nextCheckNumber(again, accountId), 3)
    assert.equal((await again.read.selectFrom('check_changes').selectAll().execute()).length, 0)
  })

  test('has every table but those that are left out for a reason', async (t) => {
    const store = await open(filled.place)
    t.after(() => store.close())
    const { tables } = headerOf(filled.file)
    const catalogue = (await store.read.introspection.getTables())
      .map(({ name }) => name)
      .filter((name) => !/^(sqlite_|sonde_migration)|_(\d{6,8}|other)$/.test(name))
    assert.deepEqual(
      [...tables.map(({ name }) => name), ...Object.keys(leftOutTables)].toSorted(),
      catalogue.toSorted(),
    )
    assert.deepEqual([...(await tablesOf(Object.keys(migrations)))].toSorted(), catalogue.toSorted())
  })

  test('is of one moment, while rows are being written', async (t) => {
    const [place, fresh] = [await migratedPlaceOf(t, engine), await placeOf(t, engine)]
    const file = join(folderOf(t), 'backup.zst')
    const store = await open(place)
    t.after(() => store.close())
    await fill(store)
    const enough = new AbortController()
    // Two tables in one transaction: a backup has both rows or neither.
    const writing = (async () => {
      for (let count = 0; !enough.signal.aborted; count += 1) {
        await store.write(async (db) => {
          await db
            .insertInto('removed_checks')
            .values({ no: 1_000 + count })
            .execute()
          await db
            .insertInto('counters')
            .values({ name: `no-${1_000 + count}`, value: 1 })
            .execute()
        })
      }
      return true
    })()
    await backUp(place, file)
    enough.abort()
    assert.ok(await writing)
    await restoreInto(fresh, file)
    const { removed_checks: removed = [], counters = [] } = await allRows(fresh)
    assert.equal(counters.filter((row) => row.includes('"no-')).length, removed.length)
  })

  test('that is cut off or changed anywhere is refused before anything is touched', async (t) => {
    const [place, fresh] = [await migratedPlaceOf(t, engine), await placeOf(t, engine)]
    const folder = folderOf(t)
    const file = join(folder, 'backup.zst')
    const store = await open(place)
    await addCheck(store, (await addAccount(store)).id)
    await store.close()
    await backUp(place, file)
    const whole = readFileSync(file)
    const lines = zstdDecompressSync(whole).toString().split('\n')
    const flipped = Buffer.from(whole)
    flipped[Math.floor(whole.length / 2)] = (flipped[Math.floor(whole.length / 2)] ?? 0) ^ 1
    const packed = (kept: readonly string[]) => zstdCompressSync(Buffer.from(kept.join('\n')))
    const broken: Record<string, Buffer> = {
      'cut in half': whole.subarray(0, whole.length / 2),
      'without its last byte': whole.subarray(0, -1),
      'one bit changed': flipped,
      'without its trailer': packed([...lines.slice(0, -2), '']),
      'without a row': packed(lines.filter((line) => !line.includes('Gateway'))),
      'a value changed': packed(lines.map((line) => line.replace('Gateway', 'Getaway'))),
      'something after its end': packed([...lines.slice(0, -1), '["x"]', '']),
      'something else': Buffer.from('-- PostgreSQL database dump\n'),
      empty: Buffer.alloc(0),
    }
    for (const [what, bytes] of Object.entries(broken)) {
      const bad = join(folder, 'bad.zst')
      writeFileSync(bad, bytes)
      await assert.rejects(restoreInto(fresh, bad), { name: 'BackupFailure' }, what)
    }
    assert.deepEqual(readdirSync(fresh.dataDir), [])
    await restoreInto(fresh, file)
  })

  test('of an older version is brought up to date', async (t) => {
    const [old, fresh] = [await placeOf(t, engine), await placeOf(t, engine)]
    const file = join(folderOf(t), 'backup.zst')
    const store = await open(filled.place)
    const fingerprint = store.sealer.keyFingerprint
    await store.close()
    const opened = old.databaseUrl
      ? createPostgresEngine(old.databaseUrl)
      : await openSqliteEngine(old.dataDir)
    const accountId = '6f0c2f5e-7c1d-4a53-9f6e-2b8a4c1d0e99'
    await opened.startExclusively(async (db) => {
      await migrateToLatest(db, knownMigrations(['0001-accounts-and-checks', '0002-locations']).known)
      await sql`insert into installation (key, value) values ('encryption_key_fingerprint', ${fingerprint})`.execute(
        db,
      )
      await sql`insert into accounts (id, name, runtime_id, settings, alert_settings, created_at)
        values (${accountId}, 'Old', 'x', '{}', '{}', 1)`.execute(db)
      const no = isSqlite(db) ? 0 : false
      await sql`insert into checks (id, account_id, check_type, name, name_folded, activated, muted, config, created_at)
        values (${accountId}, ${accountId}, 'ICMP', 'Old', 'old', ${no}, ${no}, '{}', 1)`.execute(db)
    })
    await opened.close()
    await backUp(old, file, { withKey: false })
    writeFileSync(encryptionKeyFile(fresh.dataDir), readFileSync(encryptionKeyFile(filled.place.dataDir)))
    await restoreInto(fresh, file)
    const current = await open(fresh)
    t.after(() => current.close())
    // A migration after the backup's own gave every check a number.
    assert.equal((await current.read.selectFrom('check_states').selectAll().execute()).length, 1)
    assert.equal(await nextCheckNumber(current, accountId), 2)
  })

  test('of a newer version is refused by its name', async (t) => {
    const fresh = await placeOf(t, engine)
    const file = join(folderOf(t), 'backup.zst')
    const whole = zstdDecompressSync(readFileSync(filled.file)).toString()
    const body = whole
      .slice(0, whole.lastIndexOf('{"end"'))
      .replace('"migrations":[', '"migrations":["0999-tomorrow",')
    const sha256 = createHash('sha256').update(body).digest('hex')
    const trailer = whole.slice(whole.lastIndexOf('{"end"')).replace(/"sha256":"\w+"/, `"sha256":"${sha256}"`)
    writeFileSync(file, zstdCompressSync(Buffer.from(body + trailer)))
    await assert.rejects(restoreInto(fresh, file), {
      name: 'BackupFailure',
      message: /was made by Sonde 1\.2\.3, which is newer than this version \(it has 0999-tomorrow\)/,
    })
  })

  test('does not go into a database with something in it, unless that may be lost', async (t) => {
    const { file } = filled
    const other = await migratedPlaceOf(t, engine)
    const otherStore = await open(other)
    await addAccount(otherStore, { name: 'Precious' })
    await otherStore.close()
    const rowsBefore = await allRows(other)
    // The key of the other database is in the way first.
    await assert.rejects(restoreInto(other, file), { setting: 'SONDE_ENCRYPTION_KEY' })
    assert.deepEqual(await allRows(other), rowsBefore)
    rmSync(encryptionKeyFile(other.dataDir))
    await assert.rejects(restoreInto(other, file), { name: 'BackupFailure', message: /is not empty/ })
    assert.deepEqual(await allRows(other), rowsBefore)
    assert.ok(!existsSync(encryptionKeyFile(other.dataDir)))
    await restoreInto(other, file, { replace: true })
    assert.deepEqual(await allRows(other), filled.rows)
  })

  test('replaces a database of a newer version, with the tables that only that one knows', async (t) => {
    const place = await migratedPlaceOf(t, engine)
    const file = join(folderOf(t), 'backup.zst')
    const store = await open(place)
    await fill(store)
    const rowsBefore = await allRows(place)
    await backUp(place, file)
    await store.write(async (db) => {
      await sql`create table of_tomorrow (id integer)`.execute(db)
      await sql`insert into sonde_migrations values ('0999-tomorrow', '2099-01-01')`.execute(db)
    })
    await store.close()
    await assert.rejects(backUp(place, `${file}.2`), { name: 'StoreFailure', message: /newer version/ })
    await restoreInto(place, file, { replace: true })
    assert.deepEqual(await allRows(place), rowsBefore)
    await (await open(place)).close()
  })

  test('is not restored while a server has the database, nor without its key', async (t) => {
    const [place, fresh] = [await migratedPlaceOf(t, engine), await placeOf(t, engine)]
    const file = join(folderOf(t), 'backup.zst')
    const store = await open(place)
    await addAccount(store)
    await backUp(place, file, { withKey: false })
    const lock = await store.lockRunner()
    await assert.rejects(restoreInto(place, file, { replace: true }), {
      name: 'StoreFailure',
      message: /stop/,
    })
    await lock?.release()
    await assert.rejects(restoreInto(fresh, file), {
      setting: 'SONDE_ENCRYPTION_KEY',
      message: new RegExp(store.sealer.keyFingerprint),
    })
    await store.close()
  })

  test('whose restore is interrupted or killed in the middle is restored by the next attempt', async (t) => {
    const { file } = filled
    const fresh = await placeOf(t, engine)
    const stopped = new Error('stopped')
    const onProgress = (rows: number) => {
      if (rows > 1_000) throw stopped
    }
    await assert.rejects(restoreInto(fresh, file, { onProgress }), stopped)
    assert.ok(!existsSync(encryptionKeyFile(fresh.dataDir)))
    const child = startChild('killed-restore', [fresh.dataDir, fresh.databaseUrl ?? '', file])
    await child.ended
    assert.equal(child.process.signalCode, 'SIGKILL')
    await restoreInto(fresh, file)
    assert.deepEqual(await allRows(fresh), filled.rows)
  })

  test('is written whole or not at all, and over no file', async (t) => {
    const { place } = filled
    const folder = folderOf(t)
    const file = join(folder, 'backup.zst')
    const interruption = new AbortController()
    const interrupted = backUp(place, file, {
      signal: interruption.signal,
      onProgress: () => interruption.abort(),
    })
    await assert.rejects(interrupted, { name: 'AbortError' })
    assert.deepEqual(readdirSync(folder), [])
    await backUp(place, file)
    await assert.rejects(backUp(place, file), { name: 'BackupFailure' })
    await backUp(place, file, { force: true })
    await assert.rejects(backUp(place, join(folder, 'no', 'such', 'folder')), { name: 'BackupFailure' })
  })

  if (engine.name === 'postgres') {
    test('with a row that PostgreSQL does not take is refused, and the row is named', async (t) => {
      const folder = folderOf(t)
      const from = { dataDir: join(folder, 'from'), databaseUrl: null }
      const store = await open(from)
      await store.write(async (db) => {
        for (let count = 1; count <= 1_300; count += 1) {
          const name = `${String(count).padStart(5, '0')}${count === 1_203 ? '\u0000' : ''}`
          await db.insertInto('counters').values({ name, value: 1 }).execute()
        }
      })
      await store.close()
      await backUp(from, join(folder, 'one.zst'))
      const rows = zstdDecompressSync(readFileSync(join(folder, 'one.zst')))
        .toString()
        .split('\n')
      const first = rows.indexOf('{"table":"counters"}')
      const number = rows.findIndex((line) => line.includes('01203')) - first
      const place = await placeOf(t, engine)
      await assert.rejects(restoreInto(place, join(folder, 'one.zst')), {
        name: 'BackupFailure',
        message: new RegExp(`^row ${number} of the table counters cannot be loaded: .*UTF8`),
      })
      assert.ok(!existsSync(encryptionKeyFile(place.dataDir)))
    })

    test('goes from SQLite to PostgreSQL and back, to the last bit', async (t) => {
      const folder = folderOf(t)
      const [first, back] = ['first', 'back'].map((name) => ({
        dataDir: join(folder, name),
        databaseUrl: null,
      }))
      assert.ok(first && back)
      const store = await open(first)
      const { accountId } = await fill(store)
      await store.close()
      await backUp(first, join(folder, 'one.zst'))
      const place = await placeOf(t, engine)
      await restoreInto(place, join(folder, 'one.zst'))
      const rowsBefore = await allRows(first)
      assert.deepEqual(await allRows(place), rowsBefore)
      const moved = await open(place)
      const partitions = await sql<{ name: string }>`
        select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent = 'results'::regclass order by relname`.execute(moved.read)
      assert.deepEqual(
        partitions.rows.map(({ name }) => name),
        ['results_20310326', 'results_20310505', 'results_20310506', 'results_other'],
      )
      await backUp(place, join(folder, 'two.zst'))
      assert.equal(await nextCheckNumber(moved, accountId), 3)
      await moved.close()
      await restoreInto(back, join(folder, 'two.zst'))
      assert.deepEqual(await allRows(back), rowsBefore)
    })
  }
})

function headerOf(file: string): { tables: { name: string }[] } {
  const [line = ''] = zstdDecompressSync(readFileSync(file)).toString().split('\n')
  return JSON.parse(line)
}
