import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import { bundleKeptMs } from '@sonde/store/artifacts/bundle-retention.ts'
import { type BundleOwner, useBundle } from '@sonde/store/artifacts/code-bundles.ts'
import { forEachEngine, type TestEngine } from '@sonde/store/testing/engines.ts'
import { addAccount, addCheck } from '@sonde/store/testing/rows.ts'
import { artifactsForTests } from '../testing/artifacts-for-tests.ts'
import { addResult, contentOf, filesIn, upload } from '../testing/result-with-files.ts'
import type { ArtifactLimits } from './artifact-limits.ts'
import { PartBroken } from './incoming-files.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

async function under(t: TestContext, engine: TestEngine, limits: Partial<ArtifactLimits> = {}) {
  const clock = { time: 1_775_100_000_000, now: () => clock.time }
  const opened = await engine.open({ clock })
  t.after(opened.close)
  const { store, dataDir } = opened
  const artifacts = artifactsForTests({ store, clock, dataDir, limits })
  const send = (accountId: string, content: Buffer, body = Readable.from([content])) =>
    artifacts.bundles.receive({ accountId, bytes: content.length, sha256: null }, body)
  /** As whoever writes a check does. */
  const use = (owner: BundleOwner, content: Buffer | null) =>
    store.write((db) => {
      const at = clock.time
      const sha256 = content === null ? null : hash('sha256', content)
      return useBundle(db, owner, { sha256, at, keptUntil: null, replacedUntil: at + bundleKeptMs.unused })
    })
  const cleanUp = () => artifacts.cleanUp(silent).runOnce()
  const isThere = async (accountId: string, content: Buffer) =>
    (await artifacts.bundles.find(accountId, hash('sha256', content))) !== null
  return { ...opened, clock, artifacts, send, use, cleanUp, isThere }
}

forEachEngine('code bundles', (engine) => {
  test('case 55: one is kept while a check has it, and a day after that', async (t) => {
    const { store, dataDir, clock, artifacts, send, use, cleanUp, isThere } = await under(t, engine)
    const { id: accountId } = await addAccount(store)
    const { id } = await addCheck(store, accountId)
    const owner = { accountId, kind: 'check', id } as const
    const [first, second] = [randomBytes(1_000), randomBytes(2_000)]
    for (const content of [first, second]) assert.equal((await send(accountId, content)).kind, 'stored')
    assert.ok(await use(owner, first))
    clock.time += 40 * dayMs
    await cleanUp()
    assert.ok(await isThere(accountId, first))
    // Uploaded and never used.
    assert.equal(await isThere(accountId, second), false)
    await send(accountId, second)
    assert.ok(await use(owner, second))
    clock.time += dayMs - 1
    await cleanUp()
    assert.ok(await isThere(accountId, first), 'of a run that began before the check was changed')
    // Again within the day: it stays.
    assert.ok(await use(owner, first))
    clock.time += 3 * dayMs
    await cleanUp()
    assert.deepEqual([await isThere(accountId, first), await isThere(accountId, second)], [true, false])
    await store.write((db) => db.deleteFrom('checks').where('id', '=', id).execute())
    await cleanUp()
    clock.time += dayMs - 1
    await cleanUp()
    assert.ok(await isThere(accountId, first))
    clock.time += 2
    await cleanUp()
    assert.equal(await isThere(accountId, first), false)
    assert.deepEqual(await filesIn(dataDir), { stored: [], incoming: 0 })
    assert.equal(await contentOf(artifacts, hash('sha256', first)), null)
  })

  test('the same bytes of two accounts, and of a file of a run, are one object, and each keeps it', async (t) => {
    const { store, dataDir, clock, artifacts, send, use, cleanUp, isThere } = await under(t, engine)
    const content = randomBytes(1_000)
    const sha256 = hash('sha256', content)
    const owner = await addResult(store)
    await upload(artifacts, owner, content)
    const { id: other } = await addAccount(store)
    const { id } = await addCheck(store, other)
    for (const accountId of [owner.accountId, other]) await send(accountId, content)
    await use({ accountId: other, kind: 'check', id }, content)
    clock.time += 2 * dayMs
    await cleanUp()
    assert.deepEqual([await isThere(owner.accountId, content), await isThere(other, content)], [false, true])
    await store.write((db) => db.deleteFrom('artifacts').execute())
    // As if the last file had gone in the moment in which the bundle came.
    await store.write((db) => db.updateTable('artifact_blobs').set({ remove_after: 1 }).execute())
    await cleanUp()
    assert.deepEqual(await filesIn(dataDir), { stored: [sha256], incoming: 0 })
    assert.deepEqual(await contentOf(artifacts, sha256), content)
  })

  test('a check cannot have a bundle that its account does not have', async (t) => {
    const { store, send, use } = await under(t, engine)
    const [{ id: accountId }, { id: other }] = [await addAccount(store), await addAccount(store)]
    const content = randomBytes(10)
    await send(other, content)
    const { id } = await addCheck(store, accountId)
    assert.equal(await use({ accountId, kind: 'check', id }, content), false)
    assert.ok(await use({ accountId, kind: 'check', id }, null))
  })

  test('the oldest that nothing uses make room; those in use do not', async (t) => {
    const { store, clock, send, use, isThere } = await under(t, engine, { accountBundleBytes: 1_000 })
    const { id: accountId } = await addAccount(store)
    const { id } = await addCheck(store, accountId)
    const [used, unused, third, fourth] = [600, 300, 300, 401].map((bytes) => randomBytes(bytes))
    assert.ok(used !== undefined && unused !== undefined && third !== undefined && fourth !== undefined)
    await send(accountId, used)
    await use({ accountId, kind: 'check', id }, used)
    await send(accountId, unused)
    // Whoever has just sent it is about to use it.
    assert.deepEqual(await send(accountId, third), { kind: 'quota', mostBytes: 1_000 })
    clock.time += 2 * hourMs
    assert.equal((await send(accountId, third)).kind, 'stored')
    assert.deepEqual(
      [await isThere(accountId, used), await isThere(accountId, unused), await isThere(accountId, third)],
      [true, false, true],
    )
    clock.time += 2 * hourMs
    assert.deepEqual(await send(accountId, fourth), { kind: 'quota', mostBytes: 1_000 })
    // What is there already needs no room.
    assert.equal((await send(accountId, used)).kind, 'stored')
  })

  test('an upload that breaks off, or is longer than it said, leaves nothing', async (t) => {
    const { store, dataDir, artifacts, send } = await under(t, engine, { bundleBytes: 1_000 })
    const { id: accountId } = await addAccount(store)
    await send(accountId, Buffer.from('so that the folder is there'))
    const before = await filesIn(dataDir)
    const cut = Readable.from(
      (async function* () {
        yield randomBytes(100)
        throw new Error('cut')
      })(),
    )
    await assert.rejects(send(accountId, randomBytes(200), cut), PartBroken)
    const long = Readable.from([randomBytes(600), randomBytes(600)])
    assert.deepEqual(await send(accountId, randomBytes(100), long), { kind: 'too-large', mostBytes: 1_000 })
    const announced = { accountId, bytes: 10, sha256: '0'.repeat(64) }
    assert.deepEqual(await artifacts.bundles.receive(announced, Readable.from([randomBytes(10)])), {
      kind: 'wrong-hash',
    })
    assert.deepEqual(await filesIn(dataDir), before)
  })
})
