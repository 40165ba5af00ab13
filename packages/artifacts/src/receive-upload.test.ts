import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { mostArtifactBytes } from '@sonde/schema/agents/artifact-protocol.ts'
import { artifactsOf } from '@sonde/store/artifacts/artifacts.ts'
import { forOneEngine, type TestEngine } from '@sonde/store/testing/engines.ts'
import { artifactsForTests } from '../testing/artifacts-for-tests.ts'
import { addResult, contentOf, fileOf, filesIn, upload } from '../testing/result-with-files.ts'
import { type BlobStore, BlobStoreUnavailable } from './blob-store.ts'
import { createFileBlobs } from './file-blobs.ts'
import { PartBroken } from './incoming-files.ts'

async function under(t: TestContext, engine: TestEngine, wrap = (blobs: BlobStore) => blobs) {
  const clock = { now: () => 1_775_100_000_000 }
  const opened = await engine.open({ clock })
  t.after(opened.close)
  const { store, dataDir } = opened
  const blobs = wrap(createFileBlobs({ folder: `${dataDir}/artifacts` }))
  return { ...opened, artifacts: artifactsForTests({ store, clock, dataDir, blobs }) }
}

forOneEngine('an upload', (engine) => {
  test('goes on where it broke off, and is there once, with its hash', async (t) => {
    const { store, dataDir, artifacts } = await under(t, engine)
    const owner = await addResult(store)
    const content = randomBytes(300_000)
    const send = (start: number, end: number, body = Readable.from([content.subarray(start, end)])) =>
      artifacts.receive(owner, fileOf(content, { part: { start, length: end - start } }), body)
    assert.deepEqual(await send(0, 100_000), { kind: 'taken', isStored: false, received: 100_000 })
    // Cut in the middle: what came of the part is gone, what came before it is not.
    const cut = Readable.from(
      (async function* () {
        yield content.subarray(100_000, 150_000)
        throw new Error('cut')
      })(),
    )
    await assert.rejects(send(100_000, 200_000, cut), PartBroken)
    await assert.rejects(send(100_000, 200_000, Readable.from([Buffer.alloc(10)])), PartBroken)
    assert.deepEqual(await send(200_000, 300_000), { kind: 'elsewhere', received: 100_000 })
    const asked = await artifacts.receive(owner, fileOf(content, { part: null }), Readable.from([]))
    assert.deepEqual(asked, { kind: 'taken', isStored: false, received: 100_000 })
    // Parts may come twice, and overlap where one server has them all.
    await send(engine.name === 'sqlite' ? 50_000 : 100_000, 200_000)
    const end = { kind: 'taken', isStored: true, received: 300_000 }
    assert.deepEqual(await send(200_000, 300_000), end)
    assert.deepEqual(await send(200_000, 300_000), end)
    assert.deepEqual(await contentOf(artifacts, hash('sha256', content)), content)
    const { stored, incoming } = await filesIn(dataDir)
    // Parts that several servers share are files of their own, which are deleted with all that nobody needs any more.
    assert.deepEqual([stored.includes(hash('sha256', content)), incoming], [true, 0])
    assert.equal(stored.length, engine.name === 'sqlite' ? 1 : 4)
    assert.equal((await artifactsOf(store.read, owner)).length, 1)
  })

  test('that breaks off at once leaves nothing', async (t) => {
    const { store, dataDir, artifacts } = await under(t, engine)
    const owner = await addResult(store)
    const content = randomBytes(1_000)
    const file = fileOf(content)
    await assert.rejects(artifacts.receive(owner, file, Readable.from([content.subarray(1)])), PartBroken)
    await assert.rejects(artifacts.receive(owner, file, Readable.from([content, content])), PartBroken)
    assert.deepEqual(await filesIn(dataDir), { stored: [], incoming: 0 })
  })

  test('by a second connection ends the first one, which may be dead without our knowing', async (t) => {
    const { store, dataDir, artifacts } = await under(t, engine)
    const owner = await addResult(store)
    const content = randomBytes(1_000)
    const dead = new Readable({ read() {} })
    dead.push(content.subarray(0, 10))
    const first = artifacts.receive(owner, fileOf(content), dead)
    const ended = assert.rejects(first, PartBroken)
    // Registered once it holds the file.
    while ((await filesIn(dataDir).catch(() => null))?.incoming !== 1) await new Promise(setImmediate)
    assert.deepEqual(await upload(artifacts, owner, content), {
      kind: 'taken',
      isStored: true,
      received: 1_000,
    })
    await ended
  })

  test('that is begun and not ended keeps its place, so that nobody fills the disk with beginnings', async (t) => {
    const { store, dataDir, artifacts } = await under(t, engine)
    const owner = await addResult(store)
    const other = await addResult(store)
    const begin = (nth: number, of = owner) =>
      artifacts.receive(
        of,
        fileOf(Buffer.alloc(1), {
          sha256: hash('sha256', String(nth)),
          bytes: mostArtifactBytes,
          part: { start: 0, length: 1 },
        }),
        Readable.from([Buffer.alloc(1)]),
      )
    const begun = { kind: 'taken', isStored: false, received: 1 }
    for (let nth = 0; nth < 13; nth += 1) assert.deepEqual(await begin(nth), begun)
    const over = await begin(13)
    assert.equal(over.kind === 'refused' && over.reason, 'busy')
    // What was begun may go on, and others have room of their own.
    assert.deepEqual(await begin(12), begun)
    assert.deepEqual(await begin(0, other), begun)
    // Where several servers may have parts, the beginnings are not in this folder.
    if (engine.name === 'postgres') return
    await rm(`${dataDir}/artifacts/incoming`, { recursive: true })
    await mkdir(`${dataDir}/artifacts/incoming`)
    assert.deepEqual(await begin(13), begun)
  })

  test('SC 78: is refused for good with a wrong hash, other content, and what is too large', async (t) => {
    const { store, dataDir, artifacts } = await under(t, engine)
    const owner = await addResult(store)
    const [content, other] = [randomBytes(1_000), randomBytes(1_000)]
    const wrong = await upload(artifacts, owner, content, { sha256: hash('sha256', other) })
    assert.equal(wrong.kind === 'refused' && wrong.reason, 'wrong-hash')
    assert.deepEqual(await filesIn(dataDir), { stored: [], incoming: 0 })
    await upload(artifacts, owner, content)
    const second = await upload(artifacts, owner, other)
    assert.equal(second.kind === 'refused' && second.reason, 'other-content')
    const large = await artifacts.receive(
      owner,
      fileOf(content, { number: 2, name: 'long.webm', bytes: mostArtifactBytes + 1, part: null }),
      Readable.from([]),
    )
    assert.equal(large.kind === 'refused' && large.reason, 'too-large')
    const files = await artifactsOf(store.read, owner)
    assert.deepEqual(
      files.map(({ name, bytes, missing }) => [name, bytes, missing]),
      [
        ['long.webm', mostArtifactBytes + 1, 'too-large'],
        ['video.webm', 1_000, null],
      ],
    )
  })

  test('comes after the result and not before', async (t) => {
    const { store, dataDir, artifacts } = await under(t, engine)
    const owner = await addResult(store)
    const early = await upload(artifacts, { ...owner, attempt: 2 }, randomBytes(10))
    assert.equal(early.kind === 'refused' && early.reason, 'not-yet')
    await upload(artifacts, owner, randomBytes(10))
    assert.equal((await filesIn(dataDir)).stored.length, 1)
  })

  test('SC 61, 79: that arrived while the store was away is stored without being sent again', async (t) => {
    let isAway = true
    const { store, artifacts } = await under(t, engine, (blobs) => ({
      ...blobs,
      async put(blob, path) {
        if (isAway) throw new BlobStoreUnavailable('away')
        await blobs.put(blob, path)
      },
    }))
    const owner = await addResult(store)
    const content = randomBytes(1_000)
    await assert.rejects(upload(artifacts, owner, content), BlobStoreUnavailable)
    isAway = false
    const asked = await artifacts.receive(owner, fileOf(content, { part: null }), Readable.from([]))
    assert.deepEqual(asked, { kind: 'taken', isStored: true, received: 1_000 })
    assert.deepEqual(await contentOf(artifacts, hash('sha256', content)), content)
  })
})
