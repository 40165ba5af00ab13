import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import type { Clock } from '@sonde/ground/clock.ts'
import { sql } from 'kysely'
import { forEachEngine } from '../../testing/engines.ts'
import { createChangeWatch } from './change-watch.ts'
import { sqliteFile } from './sqlite/sqlite-engine.ts'
import { type Db, openStore } from './store.ts'

/** A clock that nobody sets while the test runs, which is told like a commit. */
const unsetClock: Clock = { now: () => Math.floor(1_000_000 + performance.now()) }

const note = (key: string) => (db: Db) =>
  sql`insert into installation (key, value) values (${key}, 'x')`.execute(db)

forEachEngine('being told of changes', (engine) => {
  test('whoever listens is told of a commit before the next turn, and of nothing that changed nothing', async (t) => {
    const opened = await engine.open({ clock: unsetClock })
    t.after(() => opened.close())
    const { changes } = opened.store
    if (changes === null) return assert.equal(engine.name, 'postgres')
    let toldCount = 0
    t.after(changes.subscribe(() => void (toldCount += 1)))
    const before = changes.version()
    await opened.store.write(note('one'))
    assert.equal(toldCount, 1)
    assert.notEqual(changes.version(), before)

    const after = changes.version()
    await opened.store.write((db) => sql`delete from installation where key = 'nobody'`.execute(db))
    const failed = opened.store.write(async (db) => {
      await note('two')(db)
      throw new Error('undone')
    })
    await assert.rejects(failed, /undone/)
    assert.deepEqual([toldCount, changes.version()], [1, after])
  })
})

test('a write that is no news to anybody tells nobody, unless another one is committed with it', async (t) => {
  const { store } = await openOther(t)
  const { changes } = store
  assert.ok(changes !== null)
  let toldCount = 0
  t.after(changes.subscribe(() => void (toldCount += 1)))
  const before = changes.version()
  const noNews = { isNews: () => false }
  await store.write(note('one'), noNews)
  assert.deepEqual([toldCount, changes.version()], [0, before])
  await Promise.all([store.write(note('two'), noNews), store.write(note('three'))])
  assert.equal(toldCount, 1)
  // What it is depends on what it has done.
  await store.write(note('four'), { isNews: ({ numAffectedRows = 0n }) => numAffectedRows > 0n })
  assert.equal(toldCount, 2)
})

test('what another program has committed right before a write that is no news is told', async (t) => {
  const other = await openOther(t)
  const { changes } = other.store
  assert.ok(changes !== null)
  let toldCount = 0
  t.after(changes.subscribe(() => void (toldCount += 1)))
  other.write('one')
  await other.store.write(note('two'), { isNews: () => false })
  assert.equal(toldCount, 1)
})

test('a commit of another program is noticed by whoever asks, and told to those who listen within half a second', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const other = await openOther(t)
  const { changes } = other.store
  assert.ok(changes !== null)
  const before = changes.version()
  other.write('one')
  const after = changes.version()
  assert.notEqual(after, before)
  let toldCount = 0
  const unsubscribe = changes.subscribe(() => void (toldCount += 1))
  other.write('two')
  t.mock.timers.tick(499)
  assert.equal(toldCount, 0)
  t.mock.timers.tick(1)
  assert.equal(toldCount, 1)
  unsubscribe()
  other.write('three')
  t.mock.timers.tick(5_000)
  assert.equal(toldCount, 1)
  assert.notEqual(changes.version(), after)
})

test('what another program has written before somebody listens is not missed', async (t) => {
  const other = await openOther(t)
  const { changes } = other.store
  assert.ok(changes !== null)
  const before = changes.version()
  other.write('one')
  t.after(changes.subscribe(() => undefined))
  assert.notEqual(changes.version(), before)
})

const steps = [
  { name: 'set forward', steppedMs: 250, isTold: true },
  { name: 'set back', steppedMs: -1_000, isTold: true },
  { name: 'held by a test, and looked at late', steppedMs: -900, isTold: false },
  { name: 'corrected a little', steppedMs: 100, isTold: false },
]
for (const { name, steppedMs, isTold } of steps) {
  test(`a clock that was ${name} is ${isTold ? 'told' : 'nobody’s business'}`, () => {
    const time = { now: 1_000_000, steadyMs: 0 }
    const watch = createChangeWatch({
      readVersion: () => 1,
      clock: { now: () => time.now },
      steadyMs: () => time.steadyMs,
    })
    const before = watch.version()
    time.now += 500 + steppedMs
    time.steadyMs += 500
    assert.equal(watch.version() !== before, isTold)
    assert.equal(watch.version(), watch.version())
  })
}

test('a database that does not answer is a reason to look', () => {
  let isAway = false
  const watch = createChangeWatch({
    readVersion() {
      if (isAway) throw new Error('disk I/O error')
      return 7
    },
    clock: { now: () => 0 },
    steadyMs: () => 0,
  })
  const before = watch.version()
  isAway = true
  assert.notEqual(watch.version(), before)
})

/** A store, and another program that writes to its file. */
async function openOther(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sonde-changes-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const store = await openStore({ dataDir, databaseUrl: null, encryptionKey: null, clock: unsetClock })
  t.after(() => store.close())
  const connection = new DatabaseSync(sqliteFile(dataDir))
  t.after(() => connection.close())
  const insert = connection.prepare("insert into installation (key, value) values (?, 'x')")
  return { store, write: (key: string) => void insert.run(key) }
}
