import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addAccount, addMember, addUser } from '../../testing/rows.ts'
import {
  type NewApiKey,
  deleteServiceKey,
  deleteUserKey,
  findCaller,
  insertApiKey,
  listServiceKeys,
  listUserKeys,
  touchKeys,
} from './api-keys.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../engine/failures.ts'

forEachEngine('api keys', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  type Owner = { userId: string } | { accountId: string; role: 'READ_RUN' }
  async function addKey(owner: Owner, createdAt = 1_000): Promise<NewApiKey> {
    const id = randomUUID()
    const hash = createHash('sha256').update(id).digest('hex')
    const key: NewApiKey = {
      id,
      name: `key ${id}`,
      hash,
      lastFour: id.slice(-4),
      createdAt,
      ...('userId' in owner ? { kind: 'user', ...owner } : { kind: 'service', ...owner }),
    }
    await opened.store.write((db) => insertApiKey(db, key))
    return key
  }

  test("a user's key has the role of the user in the account asked for", async () => {
    const { id: accountId } = await addAccount(opened.store)
    const { id: strange } = await addAccount(opened.store)
    const user = await addMember(opened.store, accountId, { role: 'READ_WRITE' })
    const key = await addKey({ userId: user.id })
    const caller = {
      keyId: key.id,
      kind: 'user',
      hash: key.hash,
      name: key.name,
      userId: user.id,
      keyAccountId: null,
      keyRole: null,
    }
    const find = (account: string | null) =>
      findCaller(opened.store.read, { hash: key.hash, accountId: account })
    assert.deepEqual(await find(accountId), { ...caller, role: 'READ_WRITE' })
    assert.deepEqual(await find(accountId.toUpperCase()), { ...caller, role: 'READ_WRITE' })
    assert.deepEqual(await find(strange), { ...caller, role: null })
    assert.deepEqual(await find(null), { ...caller, role: null })
    assert.deepEqual(await find('nonsense'), { ...caller, role: null })
  })

  test('a service key has its role in its own account and none elsewhere', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const { id: strange } = await addAccount(opened.store)
    const key = await addKey({ accountId, role: 'READ_RUN' })
    const find = async (account: string | null) =>
      (await findCaller(opened.store.read, { hash: key.hash, accountId: account }))?.role
    assert.equal(await find(accountId), 'READ_RUN')
    assert.equal(await find(null), 'READ_RUN')
    assert.equal(await find(strange), null)
    assert.equal(await find('nonsense'), null)
  })

  test('an unknown key is nobody', async () => {
    assert.equal(await findCaller(opened.store.read, { hash: 'ff'.repeat(32), accountId: null }), null)
  })

  test('a deleted key is nobody from then on, and only its owner can delete it', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const user = await addUser(opened.store)
    const [own, service] = [await addKey({ userId: user.id }), await addKey({ accountId, role: 'READ_RUN' })]
    const { write, read } = opened.store
    assert.equal(await write((db) => deleteUserKey(db, { userId: randomUUID(), id: own.id })), false)
    assert.equal(
      await write((db) => deleteServiceKey(db, { accountId: randomUUID(), id: service.id })),
      false,
    )
    assert.equal(await write((db) => deleteUserKey(db, { userId: user.id, id: service.id })), false)
    assert.equal(await write((db) => deleteServiceKey(db, { accountId, id: own.id })), false)
    assert.equal(await write((db) => deleteUserKey(db, { userId: user.id, id: 'nonsense' })), false)

    assert.equal(await write((db) => deleteUserKey(db, { userId: user.id, id: own.id })), true)
    assert.equal(await write((db) => deleteServiceKey(db, { accountId, id: service.id })), true)
    assert.equal(await findCaller(read, { hash: own.hash, accountId: null }), null)
    assert.equal(await findCaller(read, { hash: service.hash, accountId }), null)
  })

  test('keys are listed newest first, without their hashes', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const user = await addUser(opened.store)
    const older = await addKey({ userId: user.id }, 1)
    const newer = await addKey({ userId: user.id }, 2)
    const service = await addKey({ accountId, role: 'READ_RUN' })
    const listed = await listUserKeys(opened.store.read, user.id)
    assert.deepEqual(
      listed.map((key) => key.id),
      [newer.id, older.id],
    )
    assert.deepEqual(await listServiceKeys(opened.store.read, accountId), [
      {
        id: service.id,
        kind: 'service',
        userId: null,
        accountId,
        role: 'READ_RUN',
        name: service.name,
        lastFour: service.lastFour,
        createdAt: 1_000,
        lastUsedAt: null,
      },
    ])
    assert.deepEqual(await listUserKeys(opened.store.read, 'nonsense'), [])
    assert.deepEqual(await listServiceKeys(opened.store.read, 'nonsense'), [])
  })

  test('the last use of a key never goes back in time', async () => {
    const user = await addUser(opened.store)
    const [first, second] = [await addKey({ userId: user.id }, 2), await addKey({ userId: user.id }, 1)]
    const touch = (uses: [string, number][]) => opened.store.write((db) => touchKeys(db, new Map(uses)))
    await touch([
      [first.id, 500],
      [second.id, 600],
      [randomUUID(), 1],
    ])
    await touch([
      [first.id, 400],
      [second.id, 700],
    ])
    assert.deepEqual(
      (await listUserKeys(opened.store.read, user.id)).map((key) => key.lastUsedAt),
      [500, 700],
    )
  })

  test('two keys never share a hash, and a key needs an owner', async () => {
    const user = await addUser(opened.store)
    const key = await addKey({ userId: user.id })
    const insert = (again: NewApiKey) => opened.store.write((db) => insertApiKey(db, again))
    await assert.rejects(insert({ ...key, id: randomUUID() }), isUniqueViolation)
    await assert.rejects(addKey({ userId: randomUUID() }), isForeignKeyViolation)
  })

  test('the database refuses a key that is both a user’s and a service’s', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const user = await addUser(opened.store)
    const row = { id: randomUUID(), name: 'both', hash: randomUUID(), last_four: 'abcd', created_at: 1 }
    await assert.rejects(
      opened.store.write((db) =>
        db
          .insertInto('api_keys')
          .values({ ...row, kind: 'user', user_id: user.id, account_id: accountId, role: 'ADMIN' })
          .execute(),
      ),
      /api_keys_owner/,
    )
  })

  test('keys go with their user and with their account', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const user = await addUser(opened.store)
    const [own, service] = [await addKey({ userId: user.id }), await addKey({ accountId, role: 'READ_RUN' })]
    await opened.store.write(async (db) => {
      await db.deleteFrom('users').where('id', '=', user.id).execute()
      await db.deleteFrom('accounts').where('id', '=', accountId).execute()
    })
    assert.equal(await findCaller(opened.store.read, { hash: own.hash, accountId: null }), null)
    assert.equal(await findCaller(opened.store.read, { hash: service.hash, accountId: null }), null)
  })
})
