import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { deleteOldestArtifacts } from '@sonde/store/artifacts/artifact-retention.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { artifactsForTests } from '../testing/artifacts-for-tests.ts'
import { startS3 } from '../testing/s3-server.ts'
import { addResult, contentOf, filesIn, upload } from '../testing/result-with-files.ts'
import { BlobStoreUnavailable } from './blob-store.ts'
import { createS3Blobs, type S3Settings } from './s3-blobs.ts'

async function fileIn(folder: string, content: Buffer) {
  const path = join(folder, 'upload')
  await writeFile(path, content)
  return { path, blob: { sha256: hash('sha256', content), bytes: content.length } }
}

forOneEngine('files of runs in a store that speaks S3', (engine) => {
  test('arrive, are read in part, and are removed with their rows; what came while it was away waits', async (t) => {
    const { settings, stop } = await startS3(t)
    const clock = { now: () => 1_775_100_000_000 }
    const { store, dataDir, close } = await engine.open({ clock })
    t.after(close)
    const artifacts = artifactsForTests({ store, clock, dataDir, blobs: createS3Blobs(settings) })
    const owner = await addResult(store)
    const content = randomBytes(200_000)
    const sha256 = hash('sha256', content)
    const stored = { kind: 'taken', isStored: true, received: content.length }
    assert.deepEqual(await upload(artifacts, owner, content), stored)
    assert.deepEqual(await contentOf(artifacts, sha256), content)
    assert.deepEqual(await filesIn(dataDir), { stored: [], incoming: 0 })
    // Those from before there was a bucket are found where they are.
    const before = artifactsForTests({ store, clock, dataDir })
    const earlier = randomBytes(1_000)
    await upload(before, owner, earlier, { number: 2 })
    assert.deepEqual(await contentOf(artifacts, hash('sha256', earlier)), earlier)
    const key = { checkNo: owner.checkNo, before: owner.scheduledAt + 1, now: clock.now() }
    await store.write((db) => deleteOldestArtifacts(db, key))
    await artifacts.cleanUp({ debug() {}, info() {}, warn() {}, error() {} }).runOnce()
    for (const each of [content, earlier])
      assert.equal(await contentOf(artifacts, hash('sha256', each)), null)
    assert.deepEqual(await filesIn(dataDir), { stored: [], incoming: 0 })
    await stop()
    await assert.rejects(upload(artifacts, owner, content), BlobStoreUnavailable)
    assert.deepEqual(await filesIn(dataDir), { stored: [], incoming: 1 })
  })
})

suite('blobs in a store that speaks S3', () => {
  test('are written, read whole and in part, and removed, all of it more than once', async (t) => {
    const { folder, settings } = await startS3(t)
    const blobs = createS3Blobs(settings)
    const content = randomBytes(300_000)
    const { blob, path } = await fileIn(folder, content)
    const { sha256 } = blob
    assert.equal(await blobs.read(sha256, null), null)
    await blobs.put(blob, path)
    await assert.rejects(stat(path), /ENOENT/)
    await writeFile(path, content)
    await blobs.put(blob, path)
    const read = async (range: { start: number; end: number } | null) => {
      const stream = await blobs.read(sha256, range)
      return stream === null ? null : await buffer(stream)
    }
    assert.deepEqual(await read(null), content)
    assert.deepEqual(await read({ start: 1_000, end: 1_999 }), content.subarray(1_000, 2_000))
    const digits = sha256.slice(0, 2)
    assert.deepEqual((await Array.fromAsync(blobs.list(digits))).flat(), [blob])
    assert.deepEqual((await Array.fromAsync(blobs.list(digits === '00' ? '01' : '00'))).flat(), [])
    await blobs.remove(sha256)
    await blobs.remove(sha256)
    assert.equal(await read(null), null)
  })

  test('whoever may not, a bucket that is not there and a store that is away are our trouble', async (t) => {
    const { folder, settings, stop } = await startS3(t)
    const { blob, path } = await fileIn(folder, randomBytes(100))
    const cases: [settings: S3Settings, message: RegExp][] = [
      [{ ...settings, secretKey: 'wrong' }, /answered 403 \(SignatureDoesNotMatch\)/],
      [{ ...settings, address: new URL('/other', settings.address) }, /answered 404 \(NoSuchBucket\)/],
    ]
    for (const [wrong, message] of cases) {
      const blobs = createS3Blobs(wrong)
      for (const call of [() => blobs.put(blob, path), () => blobs.read(blob.sha256, null)]) {
        await assert.rejects(
          call,
          (error) => error instanceof BlobStoreUnavailable && message.test(error.message),
        )
      }
      // What could not be stored is not lost.
      assert.equal((await stat(path)).size, 100)
    }
    await stop()
    const away = createS3Blobs(settings)
    for (const call of [
      () => away.put(blob, path),
      () => away.read(blob.sha256, null),
      () => away.remove(blob.sha256),
    ]) {
      await assert.rejects(call, BlobStoreUnavailable)
    }
  })
})
