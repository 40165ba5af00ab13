import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addAccount, addMember } from '../../testing/rows.ts'
import { isUniqueViolation } from '../engine/failures.ts'
import { findLiveSetupToken, insertSetupToken, useSetupToken } from './setup-tokens.ts'

forEachEngine('setup tokens', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  async function addToken({ expiresAt = 2_000, accountId = '' } = {}) {
    const account = accountId || (await addAccount(opened.store)).id
    const user = await addMember(opened.store, account)
    const token = { hash: randomUUID(), accountId: account, userId: user.id, expiresAt, createdAt: 1_000 }
    await opened.store.write((db) => insertSetupToken(db, token))
    return token
  }
  const use = (hash: string, now: number) => opened.store.write((db) => useSetupToken(db, { hash, now }))

  test('a token lives until the moment it expires', async () => {
    const token = await addToken({ expiresAt: 2_000 })
    const find = (now: number) => findLiveSetupToken(opened.store.read, { hash: token.hash, now })
    assert.deepEqual(await find(1_999), token)
    assert.equal(await find(2_000), null)
    assert.equal(await use(token.hash, 2_000), false)
  })

  test('a token is used exactly once, even when many try at once', async () => {
    const token = await addToken()
    const tries = await Promise.all(Array.from({ length: 20 }, () => use(token.hash, 1_500)))
    assert.equal(tries.filter((used) => used).length, 1)
    assert.equal(await findLiveSetupToken(opened.store.read, { hash: token.hash, now: 1_500 }), null)
  })

  test('an unknown token cannot be used, and a hash is stored once', async () => {
    assert.equal(await use('unknown', 1), false)
    const token = await addToken()
    await assert.rejects(
      opened.store.write((db) => insertSetupToken(db, token)),
      isUniqueViolation,
    )
  })
})
