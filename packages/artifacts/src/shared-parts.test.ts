import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { artifactsOf } from '@sonde/store/artifacts/artifacts.ts'
import { forEachEngine, type TestEngine } from '@sonde/store/testing/engines.ts'
import { artifactsForTests } from '../testing/artifacts-for-tests.ts'
import { addResult, contentOf, fileOf } from '../testing/result-with-files.ts'
import { createFileBlobs } from './file-blobs.ts'
import { PartBroken } from './incoming-files.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

/** Servers with folders of their own, one database and one store of blobs. */
async function threeServers(t: TestContext, engine: TestEngine) {
  let now = 1_775_100_000_000
  const clock = { now: () => now }
  const opened = await engine.open({ clock })
  t.after(opened.close)
  const { store } = opened
  const bucket = await mkdtemp(join(tmpdir(), 'sonde-bucket-'))
  t.after(() => rm(bucket, { recursive: true }))
  const servers = ['a', 'b', 'c'].map((name) =>
    artifactsForTests({
      store,
      clock,
      dataDir: join(opened.dataDir, name),
      blobs: createFileBlobs({ folder: bucket }),
    }),
  )
  const stored = async () => (await store.read.selectFrom('artifact_blobs').select('sha256').execute()).length
  return { store, servers, stored, passTime: (ms: number) => (now += ms) }
}

forEachEngine('parts of a file that come to several servers', (engine) => {
  // A file of SQLite has one server.
  if (engine.name === 'sqlite') {
    test('are no concern of SQLite', () => {})
    return
  }

  test('are put together by the one that has the last, whichever that is, and leave nothing behind', async (t) => {
    const { store, servers, stored } = await threeServers(t, engine)
    const owner = await addResult(store)
    const content = randomBytes(50_000)
    const send = (server: number, start: number, end: number, body = content.subarray(start, end)) => {
      const receive = servers[server % servers.length]?.receive
      assert.ok(receive)
      return receive(owner, fileOf(content, { part: { start, length: end - start } }), Readable.from([body]))
    }
    const ask = () => servers[2]?.receive(owner, fileOf(content, { part: null }), Readable.from([]))
    assert.deepEqual(await send(0, 0, 10_000), { kind: 'taken', isStored: false, received: 10_000 })
    await assert.rejects(send(1, 10_000, 20_000, Buffer.alloc(10)), PartBroken)
    await assert.rejects(send(1, 10_000, 20_000, Buffer.alloc(10_001)), PartBroken)
    assert.deepEqual(await send(1, 30_000, 40_000), { kind: 'elsewhere', received: 10_000 })
    assert.deepEqual(await ask(), { kind: 'taken', isStored: false, received: 10_000 })
    await send(1, 10_000, 20_000)
    // Whoever had no answer sends it again, to another one.
    await send(2, 10_000, 20_000)
    await send(2, 20_000, 40_000)
    const end = { kind: 'taken', isStored: true, received: 50_000 }
    assert.deepEqual(await send(0, 40_000, 50_000), end)
    assert.deepEqual(await ask(), end)
    for (const server of servers) assert.deepEqual(await contentOf(server, hash('sha256', content)), content)
    assert.equal((await artifactsOf(store.read, owner)).length, 1)
    await servers[1]?.cleanUp(log).runOnce()
    assert.equal(await stored(), 1)
  })

  test('of other content than was said are refused, and what nobody goes on with is forgotten', async (t) => {
    const { store, servers, stored, passTime } = await threeServers(t, engine)
    const owner = await addResult(store)
    const content = randomBytes(20_000)
    const send = (server: number, start: number, body: Buffer) =>
      servers[server]?.receive(
        owner,
        fileOf(content, { part: { start, length: 10_000 } }),
        Readable.from([body]),
      )
    await send(0, 0, content.subarray(0, 10_000))
    const refused = await send(1, 10_000, randomBytes(10_000))
    assert.equal(refused?.kind === 'refused' && refused.reason, 'wrong-hash')
    assert.deepEqual(await send(2, 0, content.subarray(0, 10_000)), {
      kind: 'taken',
      isStored: false,
      received: 10_000,
    })
    passTime(13 * hourMs)
    await servers[0]?.cleanUp(log).runOnce()
    assert.deepEqual(
      [await stored(), await store.read.selectFrom('upload_parts').selectAll().execute()],
      [0, []],
    )
  })

  test('may also come to servers of one machine, which share a folder instead', async (t) => {
    const clock = { now: () => 1_775_100_000_000 }
    const { store, dataDir, close } = await engine.open({ clock })
    t.after(close)
    const servers = [1, 2].map(() => artifactsForTests({ store, clock, dataDir }))
    const owner = await addResult(store)
    const content = randomBytes(40_000)
    for (let start = 0; start < content.length; start += 10_000) {
      const part = { start, length: 10_000 }
      const body = Readable.from([content.subarray(start, start + 10_000)])
      const outcome = await servers[(start / 10_000) % 2]?.receive(owner, fileOf(content, { part }), body)
      assert.deepEqual(outcome, { kind: 'taken', isStored: start === 30_000, received: start + 10_000 })
    }
    for (const server of servers) assert.deepEqual(await contentOf(server, hash('sha256', content)), content)
  })
})
