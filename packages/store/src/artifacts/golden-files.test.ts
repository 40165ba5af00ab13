import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { goldenKey } from '@sonde/schema/check-types/browser/golden-files.ts'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import { deleteCheck, findCheckForUpdate } from '../checks/checks.ts'
import { updateCheck } from '../checks/update-checks.ts'
import { claimUnnamedBlobs, reserveBlob } from './artifact-blobs.ts'
import {
  storedGoldenFiles,
  forgetGoldenFiles,
  insertGoldenFile,
  isReferred,
  keepGoldenFiles,
} from './golden-files.ts'

const now = 1_000_000_000_000

forEachEngine('golden files', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  /** As after its bytes were stored. */
  async function addGoldenFile(
    accountId: string,
    content: string,
    madeBy: string | null = null,
  ): Promise<string> {
    const sha256 = hash('sha256', content)
    const object = { accountId, sha256, bytes: content.length, madeBy, at: now }
    await opened.store.write(async (db) => {
      assert.ok(await reserveBlob(db, { sha256, bytes: content.length, until: now + dayMs }))
      assert.ok(await insertGoldenFile(db, object))
    })
    return sha256
  }

  async function isThere(accountId: string, sha256: string): Promise<boolean> {
    return (await storedGoldenFiles(opened.store.read, { accountId, hashes: [sha256] })).has(sha256)
  }

  /** Whether the bytes may be removed now. */
  async function isLetGo(sha256: string, at: number): Promise<boolean> {
    const { hashes } = await opened.store.write((db) => claimUnnamedBlobs(db, { now: at, limit: 100 }))
    return hashes.includes(sha256)
  }

  const forget = (at: number) =>
    opened.store.write((db) => forgetGoldenFiles(db, { now: at, before: at - dayMs }))

  test('the same bytes are one file of an account, with every browser that has drawn them', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const { id: otherId } = await addAccount(opened.store)
    const sha256 = await addGoldenFile(accountId, 'one picture', 'Chromium 145')
    for (const madeBy of ['Chromium 156', 'Chromium 145', null])
      await addGoldenFile(accountId, 'one picture', madeBy)
    const kept = await opened.store.write((db) => keepGoldenFiles(db, { accountId, hashes: [sha256] }))
    assert.deepEqual([...kept.values()], [{ sha256, bytes: 11, madeBy: ['Chromium 156', 'Chromium 145'] }])
    assert.equal(await isThere(otherId, sha256), false)
    const lost = { accountId, sha256: hash('sha256', 'never stored'), bytes: 1, madeBy: null, at: now }
    assert.equal(await opened.store.write((db) => insertGoldenFile(db, lost)), false)
  })

  test('MaC case 55: one of a deleted check is there for a day, one that is used again stays', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const [used, unused] = [await addGoldenFile(accountId, 'used'), await addGoldenFile(accountId, 'unused')]
    const snapshots = [{ path: 'script.js-snapshots/a.png', key: goldenKey(accountId, used) }]
    const check = await addCheck(opened.store, accountId, {
      checkType: 'BROWSER',
      config: { script: 'x', snapshots },
    })
    const owner = { accountId, kind: 'check' as const, id: check.id }
    assert.equal(await isReferred(opened.store.read, owner, used), true)
    assert.equal(await isReferred(opened.store.read, owner, unused), false)
    await forget(now + dayMs)
    assert.deepEqual([await isThere(accountId, used), await isThere(accountId, unused)], [true, true])
    await forget(now + dayMs + 1)
    assert.deepEqual([await isThere(accountId, used), await isThere(accountId, unused)], [true, false])
    assert.deepEqual(
      [await isLetGo(unused, now + dayMs + 1), await isLetGo(used, now + dayMs + 1)],
      [true, false],
    )

    const change = async (files: typeof snapshots, updatedAt: number) =>
      await opened.store.write(async (db) => {
        const row = await findCheckForUpdate(db, { accountId, id: check.id })
        assert.ok(row !== null)
        await updateCheck(db, row, { ...row, config: { ...row.config, snapshots: files }, updatedAt })
      })
    const replacedAt = now + 2 * dayMs
    await change([], replacedAt)
    assert.equal(
      await isReferred(opened.store.read, owner, used),
      true,
      'for a run that was handed out before',
    )
    await change(snapshots, replacedAt + 1)
    await forget(replacedAt + 2 * dayMs)
    assert.equal(await isThere(accountId, used), true)

    await opened.store.write((db) => deleteCheck(db, { accountId, id: check.id }))
    const deletedAt = now + 5 * dayMs
    await forget(deletedAt)
    await forget(deletedAt + dayMs)
    assert.equal(await isThere(accountId, used), true)
    await forget(deletedAt + dayMs + 1)
    assert.equal(await isThere(accountId, used), false)
    assert.equal(await isLetGo(used, deletedAt + dayMs + 1), true)
  })
})
