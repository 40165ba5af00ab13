import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addAccount, addMember } from '../../testing/rows.ts'
import { countAccounts, findAccount, findFirstAccount, listAccountsOfUser } from './accounts.ts'
import { isUniqueViolation } from '../engine/failures.ts'
import { insertMembership } from './members.ts'

forEachEngine('accounts', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  test('an empty database has no account', async () => {
    assert.equal(await countAccounts(opened.store.read), 0)
    assert.equal(await findFirstAccount(opened.store.read), null)
  })

  test('an account comes back as it was stored', async () => {
    const account = await addAccount(opened.store, {
      settings: { zone: 'Europe/Berlin', nested: { list: [1, null] } },
      alertSettings: { reminders: 3 },
      createdAt: 1_763_000_000_123,
      updatedAt: 1_763_000_000_456,
    })
    assert.deepEqual(await findAccount(opened.store.read, account.id), account)
    assert.deepEqual(await findAccount(opened.store.read, account.id.toUpperCase()), account)
  })

  test('what is not an id finds no account', async () => {
    assert.equal(await findAccount(opened.store.read, 'not an id'), null)
    assert.deepEqual(await listAccountsOfUser(opened.store.read, 'not an id'), [])
  })

  test('the first account is the oldest one', async () => {
    const oldest = await addAccount(opened.store, { createdAt: 1 })
    assert.deepEqual(await findFirstAccount(opened.store.read), oldest)
  })

  test('an id cannot be used twice', async () => {
    const { id } = await addAccount(opened.store)
    const accounts = await countAccounts(opened.store.read)
    await assert.rejects(addAccount(opened.store, { id }), isUniqueViolation)
    assert.equal(await countAccounts(opened.store.read), accounts)
  })

  test('a user sees their accounts only, newest first, each with their role in it', async () => {
    const older = await addAccount(opened.store, { createdAt: 10 })
    const newer = await addAccount(opened.store, { createdAt: 20 })
    const user = await addMember(opened.store, older.id, { role: 'OWNER' })
    await addMember(opened.store, (await addAccount(opened.store)).id)
    await opened.store.write((db) =>
      insertMembership(db, {
        accountId: newer.id,
        userId: user.id,
        role: 'READ_RUN',
        createdAt: 5,
        updatedAt: null,
      }),
    )
    assert.deepEqual(await listAccountsOfUser(opened.store.read, user.id), [
      { ...newer, role: 'READ_RUN' },
      { ...older, role: 'OWNER' },
    ])
  })
})
