import { DatabaseSync } from 'node:sqlite'
import assert from 'node:assert/strict'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { sql } from 'kysely'
import { startChild } from '../../../testing/child.ts'
import { type SmallDisk, mountSmallDisk } from '../../../testing/full-disk.ts'
import { addAccount, makeCheck } from '../../../testing/rows.ts'
import { countAccounts } from '../../accounts/accounts.ts'
import { findCheck, insertCheck } from '../../checks/checks.ts'
import { StoreUnavailable } from '../failures.ts'
import { sqliteFile } from './sqlite-engine.ts'
import { openStore } from '../store.ts'

const open = (dataDir: string) =>
  openStore({ dataDir, databaseUrl: null, encryptionKey: null, clock: systemClock })

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-sqlite-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

function makeSmallDisk(t: TestContext, kilobytes: number): SmallDisk | null {
  const disk = mountSmallDisk(kilobytes)
  if ('unavailable' in disk) {
    t.skip(disk.unavailable)
    return null
  }
  t.after(disk.remove)
  return disk
}

test('commits are durable: a write-ahead log, flushed at every commit, with foreign keys on', async (t) => {
  const store = await open(makeFolder(t))
  t.after(() => store.close())
  const ask = (pragma: string) =>
    store.write(async (db) =>
      Object.values((await sql.raw<object>(`pragma ${pragma}`).execute(db)).rows[0] ?? {}),
    )
  assert.deepEqual(await ask('journal_mode'), ['wal'])
  assert.deepEqual(await ask('synchronous'), [2])
  assert.deepEqual(await ask('foreign_keys'), [1])
  assert.deepEqual(await ask('busy_timeout'), [0])
})

test('a write waits for another program that holds the file, and nobody else waits with it', async (t) => {
  const folder = makeFolder(t)
  const store = await open(folder)
  t.after(() => store.close())
  const other = new DatabaseSync(join(folder, 'sonde.db'))
  t.after(() => other.close())
  other.exec('begin immediate')
  let isWritten = false
  const write = store.write(async (db) => {
    await sql`insert into installation (key, value) values ('held', 'up')`.execute(db)
    isWritten = true
  })
  let isOver = false
  const over = write.finally(() => (isOver = true))
  for (let turn = 0; turn < 20; turn += 1) {
    await store.ping()
    await new Promise(setImmediate)
  }
  assert.equal(isOver, false, 'reading waited for the lock')
  assert.equal(isWritten, false)
  other.exec('rollback')
  await over
  assert.equal(isWritten, true)
})

test('nothing can be written through the reading side', async (t) => {
  const store = await open(makeFolder(t))
  t.after(() => store.close())
  const write = store.read.insertInto('installation').values({ key: 'a', value: 'b' }).execute()
  await assert.rejects(write, StoreUnavailable)
})

test('transactions of the query builder are refused on both sides', async (t) => {
  const store = await open(makeFolder(t))
  t.after(() => store.close())
  const begin = async (db: typeof store.read) => {
    await db.transaction().execute(async () => {})
  }
  await assert.rejects(begin(store.read), /made by store\.write/)
  await assert.rejects(store.write(begin), /made by store\.write/)
})

test('a db that was kept after its write can no longer write', async (t) => {
  const store = await open(makeFolder(t))
  t.after(() => store.close())
  const kept = await store.write(async (db) => ({ db }))
  const late = kept.db.insertInto('installation').values({ key: 'late', value: 'x' }).execute()
  await assert.rejects(late, StoreUnavailable)
})

test('more different statements than the cache holds still give the right rows', async (t) => {
  const store = await open(makeFolder(t))
  t.after(() => store.close())
  for (const round of [1, 2]) {
    for (let number = 0; number < 600; number += 1) {
      const { rows } = await sql.raw<{ n: number }>(`select ${number} as n`).execute(store.read)
      assert.equal(rows[0]?.n, number, `round ${round}`)
    }
  }
})

test('a file that is not a database is refused by name and not touched', async (t) => {
  const dataDir = makeFolder(t)
  const text = 'Dear diary, today I was mistaken for a database. '.repeat(100)
  writeFileSync(sqliteFile(dataDir), text)
  await assert.rejects(open(dataDir), {
    name: 'StoreFailure',
    setting: 'SONDE_DATA_DIR',
    message: `SONDE_DATA_DIR: ${sqliteFile(dataDir)} is not a Sonde database: move it away or restore a backup`,
  })
  assert.equal(readFileSync(sqliteFile(dataDir), 'utf8'), text)
  assert.deepEqual(readdirSync(dataDir), ['sonde.db'])
})

test('a folder that this user may not write is refused by name and not touched', async (t) => {
  const parent = makeFolder(t)
  chmodSync(parent, 0o755)
  const dataDir = join(parent, 'data')
  mkdirSync(dataDir, { mode: 0o555 })
  // Root may write everywhere, so as root the program becomes somebody else.
  const child = startChild('open-store', [dataDir, '', process.getuid?.() === 0 ? '65534' : ''])
  const lines: string[] = []
  for await (const line of child.lines) lines.push(line)
  assert.deepEqual(await child.ended, { exitCode: 0, stderr: '' })
  assert.deepEqual(lines, [`SONDE_DATA_DIR: ${dataDir} is not writable by this user`])
  assert.deepEqual(readdirSync(dataDir), [])
})

test('a disk without room for a new database is named, and with room the same folder works', async (t) => {
  const disk = makeSmallDisk(t, 4_096)
  if (disk === null) return
  const dataDir = join(disk.folder, 'data')
  mkdirSync(dataDir)
  disk.fill()
  await assert.rejects(open(dataDir), {
    name: 'StoreFailure',
    setting: 'SONDE_DATA_DIR',
    message: /^SONDE_DATA_DIR: cannot write .*: the disk is full$/,
  })
  disk.free()
  const store = await open(dataDir)
  await addAccount(store)
  await store.close()
})

test('a disk that fills up while migrating leaves nothing that hinders the next start', async (t) => {
  for (const kilobytes of some('room on the disk', [8, 24, 48, 72, 96, 120, 160, 200])) {
    const disk = makeSmallDisk(t, kilobytes)
    if (disk === null) return
    const failure = await open(disk.folder).then(
      (store) => store.close(),
      (error: unknown) => error,
    )
    if (failure === undefined) continue
    assert.ok(failure instanceof Error)
    assert.equal(failure.name, 'StoreFailure')
    assert.match(failure.message, /the disk is full/, `with ${kilobytes} kB`)
    const roomy = join(makeFolder(t), 'moved')
    cpSync(disk.folder, roomy, { recursive: true })
    const store = await open(roomy)
    await addAccount(store)
    await store.close()
  }
})

test('a disk that is full while serving fails writes as unavailable, keeps reads, and recovers', async (t) => {
  const disk = makeSmallDisk(t, 2_048)
  if (disk === null) return
  const store = await open(join(disk.folder, 'data'))
  t.after(() => store.close())
  const { id: accountId } = await addAccount(store)
  const before = makeCheck(accountId)
  await store.write((db) => insertCheck(db, before))
  disk.fill()

  const large = { text: 'x'.repeat(400_000) }
  const refused = Array.from({ length: 10 }, () => makeCheck(accountId, { config: large }))
  const writes = await Promise.allSettled(refused.map((check) => store.write((db) => insertCheck(db, check))))
  for (const write of writes) {
    assert.ok(write.status === 'rejected' && write.reason instanceof StoreUnavailable)
    assert.match(write.reason.message, /^the database is unavailable: /)
  }
  assert.deepEqual(await findCheck(store.read, before), before)
  assert.equal(await findCheck(store.read, refused[0] ?? before), null)

  disk.free()
  const later = makeCheck(accountId)
  await store.write((db) => insertCheck(db, later))
  assert.deepEqual(await findCheck(store.read, later), later)
  assert.equal(await countAccounts(store.read), 1)
})

test('a write that swallows the news of a full disk does not write the rest of itself', async (t) => {
  const disk = makeSmallDisk(t, 2_048)
  if (disk === null) return
  const store = await open(join(disk.folder, 'data'))
  t.after(() => store.close())
  const { id: accountId } = await addAccount(store)
  disk.fill()
  const rest = makeCheck(accountId)
  const write = store.write(async (db) => {
    const isFull = await insertCheck(
      db,
      makeCheck(accountId, { config: { text: 'x'.repeat(9_000_000) } }),
    ).then(
      () => false,
      (error: unknown) => error instanceof StoreUnavailable,
    )
    disk.free()
    await insertCheck(db, rest)
    return isFull
  })
  await assert.rejects(write, StoreUnavailable)
  assert.equal(await findCheck(store.read, rest), null)
})
