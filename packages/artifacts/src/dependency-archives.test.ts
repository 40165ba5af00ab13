import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { artifactsForTests } from '../testing/artifacts-for-tests.ts'
import { filesIn } from '../testing/result-with-files.ts'

forEachEngine('packages of suites that the service keeps', (engine) => {
  test('browser-checks 14: each account has its own, a new archive replaces the old one, and what is not used for 30 days goes', async (t) => {
    const clock = { time: 1_775_100_000_000, now: () => clock.time }
    const { store, dataDir, close } = await engine.open({ clock })
    t.after(close)
    const artifacts = artifactsForTests({ store, clock, dataDir, limits: {} })
    const { dependencies } = artifacts
    const [{ id: accountId }, { id: other }] = [await addAccount(store), await addAccount(store)]
    const key = 'a'.repeat(64)
    const take = (owner: string, content: Buffer, sha256 = hash('sha256', content)) =>
      dependencies.take(
        { accountId: owner, key },
        { sha256, bytes: content.length },
        Readable.from([content]),
      )
    const contentOf = async (owner: string) => {
      const found = await dependencies.open({ accountId: owner, key })
      return found === null ? null : await buffer(found.body)
    }
    const [first, second] = [randomBytes(1_000), randomBytes(2_000)]
    assert.equal((await take(accountId, first, 'f'.repeat(64))).kind, 'refused')
    assert.equal((await take(accountId, first)).kind, 'stored')
    assert.deepEqual(await contentOf(accountId), first)
    assert.equal(await contentOf(other), null)
    // The same bytes of two accounts are one object, and each keeps it.
    assert.equal((await take(other, first)).kind, 'stored')
    assert.equal((await take(accountId, second)).kind, 'stored')
    const cleanUp = () => artifacts.cleanUp(silentLogger).runOnce()
    await cleanUp()
    assert.deepEqual([await contentOf(accountId), await contentOf(other)], [second, first])
    clock.time += 20 * dayMs
    assert.deepEqual(await contentOf(other), first)
    clock.time += 11 * dayMs
    await cleanUp()
    assert.deepEqual([await contentOf(accountId), await contentOf(other)], [null, first])
    await dependencies.drop({ accountId: other, key })
    await cleanUp()
    assert.deepEqual(await filesIn(dataDir), { stored: [], incoming: 0 })
  })
})
