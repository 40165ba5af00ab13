import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { artifactsOf } from '@sonde/store/artifacts/artifacts.ts'
import { assetsOf, insertAssets } from '@sonde/store/results/result-assets.ts'
import { insertLongTexts, longTextsOf } from '@sonde/store/results/long-texts.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { artifactsForTests } from '../testing/artifacts-for-tests.ts'
import { addResult, contentOf } from '../testing/result-with-files.ts'
import { BlobStoreUnavailable } from './blob-store.ts'
import { createFileBlobs } from './file-blobs.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

forEachEngine('files of versions up to 0.6', (engine) => {
  test('are moved out of the database one by one, however often the move is interrupted', async (t) => {
    const clock = { now: () => 1_775_100_000_000 }
    const opened = await engine.open({ clock })
    t.after(opened.close)
    const { store, dataDir } = opened
    const first = await addResult(store)
    const owners = [first]
    for (let count = 1; count < 25; count += 1) owners.push(await addResult(store, first))
    const contentFor = (index: number) => Buffer.from(`packets of ${index}`)
    await store.write(async (db) => {
      for (const [index, owner] of owners.entries()) {
        const content = contentFor(index)
        const fields = { type: 'pcap', contentType: 'application/vnd.tcpdump.pcap', content }
        await insertAssets(db, owner, [{ ...fields, name: 'capture.pcap' }], 1_000 + index)
        await insertLongTexts(db, owner, { body: `text ${index}` }, 1_000)
      }
      // Of a check that was deleted: it goes with the results.
      const gone = { ...first, checkNo: 999 }
      const orphan = { type: 'pcap', contentType: 'a/b', name: 'gone.pcap', content: Buffer.from('x') }
      await insertAssets(db, gone, [orphan], 1_000)
    })
    // Away after every seventh file: the move ends there, and a later one goes on.
    let puts = 0
    const files = createFileBlobs({ folder: `${dataDir}/artifacts` })
    const blobs = {
      ...files,
      async put(blob: { sha256: string; bytes: number }, path: string) {
        puts += 1
        if (puts % 8 === 0) throw new BlobStoreUnavailable('away')
        await files.put(blob, path)
      },
    }
    const artifacts = artifactsForTests({ store, clock, dataDir, blobs })
    for (let round = 0; round < 4; round += 1) {
      const failed = Promise.withResolvers<void>()
      const move = artifacts.moveAssets({ ...silent, warn: () => failed.resolve() })
      move.start()
      await Promise.race([move.ended(), failed.promise])
      await move.stop()
      // At every moment each file is in one of the two places.
      for (const [index, owner] of owners.entries()) {
        const inDatabase = await assetsOf(store.read, owner)
        const [moved] = await artifactsOf(store.read, owner)
        assert.equal(inDatabase.length + (moved === undefined ? 0 : 1), 1, `round ${round}, file ${index}`)
      }
    }
    for (const [index, owner] of owners.entries()) {
      const [file] = await artifactsOf(store.read, owner)
      assert.deepEqual([file?.name, file?.type, file?.number], ['capture.pcap', 'pcap', null])
      assert.deepEqual(await contentOf(artifacts, hash('sha256', contentFor(index))), contentFor(index))
      assert.deepEqual(await longTextsOf(store.read, owner), {
        texts: { body: `text ${index}` },
        hasUnreadable: false,
      })
    }
    const left = await store.read
      .selectFrom('result_assets')
      .select('name')
      .where('type', '=', 'pcap')
      .execute()
    assert.deepEqual(
      left.map(({ name }) => name),
      ['gone.pcap'],
    )
  })
})
