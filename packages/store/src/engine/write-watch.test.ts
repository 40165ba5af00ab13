import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@sonde/ground/clock.ts'
import { forEachEngine } from '../../testing/engines.ts'
import { mountSmallDisk } from '../../testing/full-disk.ts'
import { holdUpWrites } from '../../testing/read-only.ts'
import { addAccount } from '../../testing/rows.ts'
import type { Db } from './database.ts'
import type { PoolPurpose } from './engine.ts'
import { StoreUnavailable } from './failures.ts'
import { openStore, type Store } from './store.ts'
import { watchWrites } from './write-watch.ts'

/** Writes that end as the test says, and a clock that it sets. */
function scriptedWrites() {
  const script = { nowMs: 1_000, probes: 0, end: async (): Promise<void> => undefined }
  async function write<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    await script.end()
    return await work(noDatabase)
  }
  const watch = watchWrites(write, {
    async probe() {
      script.probes += 1
    },
    steadyMs: () => script.nowMs,
  })
  const writeFor = (purpose?: PoolPurpose) =>
    watch.write(async () => 'written', purpose === undefined ? undefined : { purpose })
  return { script, watch, write: writeFor }
}

/** Nobody looks at it. */
const noDatabase = {} as Db

const isFull = async () => {
  throw new StoreUnavailable('full', Object.assign(new Error('full'), { code: '53100' }))
}

suite('what became of the last writes', () => {
  test('trouble begins with the first write that fails, and ends when a write of its own succeeds', async () => {
    const { script, watch, write } = scriptedWrites()
    await write()
    assert.equal(watch.trouble(), null)
    script.end = isFull
    await assert.rejects(write(), StoreUnavailable)
    script.nowMs += 30_000
    await assert.rejects(write(), StoreUnavailable)
    const reason = 'the disk of the database is full'
    assert.deepEqual(watch.trouble(), { reason, sinceMs: 30_000 })
    script.end = async () => undefined
    // It may have changed nothing.
    await write()
    script.nowMs += 4_999
    assert.deepEqual([watch.trouble()?.reason, script.probes], [reason, 0])
    script.nowMs += 1
    assert.equal(watch.trouble()?.reason, reason)
    await delay(0)
    assert.deepEqual([watch.trouble(), script.probes], [null, 1])
  })

  test('an error that does not speak of the database is none', async () => {
    const { watch } = scriptedWrites()
    await assert.rejects(watch.write(() => Promise.reject(new Error('a bug'))))
    assert.equal(watch.trouble(), null)
  })

  test('a request that waits for another one until its time is over says nothing of the database', async () => {
    const outOfTime = new StoreUnavailable('late', Object.assign(new Error('late'), { code: '57014' }))
    for (const [purpose, isTrouble] of [
      ['requests', false],
      ['intake', true],
    ] as const) {
      const { script, watch, write } = scriptedWrites()
      const held = Promise.withResolvers<void>()
      script.end = () => held.promise
      const waiting = write(purpose)
      script.end = async () => undefined
      script.nowMs += 30_000
      await write()
      held.reject(outOfTime)
      await assert.rejects(waiting, StoreUnavailable)
      assert.equal(watch.trouble() !== null, isTrouble, purpose)
      // Nothing else was written meanwhile.
      script.end = () => Promise.reject(outOfTime)
      await assert.rejects(write(purpose), StoreUnavailable)
      assert.equal(watch.trouble()?.reason, 'the database does not finish a write')
    }
  })

  test('a write that waits while others are written is slow, and one that waits alone is stuck', async () => {
    const { script, watch, write } = scriptedWrites()
    const held = Promise.withResolvers<void>()
    script.end = () => held.promise
    const slow = write()
    script.end = async () => undefined
    script.nowMs += 20_000
    await write()
    assert.equal(watch.trouble(), null)
    script.nowMs += 10_000
    assert.deepEqual(watch.trouble(), { reason: 'the database does not finish a write', sinceMs: 10_000 })
    held.resolve()
    await slow
    assert.equal(watch.trouble(), null)
  })
})

async function isWritable(store: Store): Promise<boolean> {
  try {
    await addAccount(store)
    return true
  } catch (error) {
    assert.ok(error instanceof StoreUnavailable || error instanceof Error)
    return false
  }
}

async function untilNoTrouble(store: Store): Promise<void> {
  while (store.writeTrouble() !== null) await delay(50)
}

test('a full disk is told, and told no longer when there is room again', async (t) => {
  const disk = mountSmallDisk(2_048)
  if ('unavailable' in disk) return t.skip(disk.unavailable)
  t.after(disk.remove)
  const dataDir = join(disk.folder, 'data')
  const store = await openStore({ dataDir, databaseUrl: null, encryptionKey: null, clock: systemClock })
  t.after(() => store.close())
  await addAccount(store)
  assert.equal(store.writeTrouble(), null)
  disk.fill()
  for (let tries = 0; tries < 500 && (await isWritable(store)); tries += 1);
  assert.match(store.writeTrouble()?.reason ?? '', /^the disk (is full|reports an error)$/)
  disk.free()
  await untilNoTrouble(store)
  assert.equal(await isWritable(store), true)
})

forEachEngine('a database that cannot be written', (engine) => {
  test('says why, while it is read as before', async (t) => {
    const opened = await engine.open()
    t.after(opened.close)
    const { store } = opened
    await addAccount(store)
    assert.equal(store.writeTrouble(), null)
    const release = await holdUpWrites(opened)
    // The first may still meet a connection that was ended.
    for (let tries = 0; tries < (engine.name === 'sqlite' ? 1 : 12); tries += 1)
      assert.equal(await isWritable(store), false)
    await store.ping()
    const reasons = {
      sqlite: 'another program uses the database file',
      postgres: 'the database is read-only',
    }
    assert.equal(store.writeTrouble()?.reason, reasons[engine.name])
    await release()
    await untilNoTrouble(store)
  })
})
