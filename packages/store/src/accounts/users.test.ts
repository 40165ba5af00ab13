// Order is part of what is tested here.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addUser } from '../../testing/rows.ts'
import { isUniqueViolation } from '../engine/failures.ts'
import { findUser, updateUser } from './users.ts'

forEachEngine('users', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  test('a user comes back with the e-mail address in lower case', async () => {
    const user = await addUser(opened.store, { name: null, email: 'Grace@Example.COM' })
    assert.deepEqual(await findUser(opened.store.read, user.id), { ...user, email: 'grace@example.com' })
    assert.equal(await findUser(opened.store.read, randomUUID()), null)
    assert.equal(await findUser(opened.store.read, 'nobody'), null)
  })

  test('an e-mail address belongs to one user, in whatever case', async () => {
    await addUser(opened.store, { email: 'taken@example.com' })
    const other = await addUser(opened.store)
    await assert.rejects(addUser(opened.store, { email: 'TAKEN@example.com' }), isUniqueViolation)
    await assert.rejects(
      opened.store.write((db) => updateUser(db, { id: other.id, email: 'Taken@Example.com', updatedAt: 2 })),
      isUniqueViolation,
    )
    assert.deepEqual(await findUser(opened.store.read, other.id), other)
  })

  test('an update changes what it names and leaves the rest', async () => {
    const user = await addUser(opened.store, { passwordHash: 'old' })
    const write = (update: Omit<Parameters<typeof updateUser>[1], 'id'>) =>
      opened.store.write((db) => updateUser(db, { id: user.id, ...update }))

    assert.equal(await write({ name: 'Ada L.', updatedAt: 2_000 }), true)
    assert.deepEqual(await findUser(opened.store.read, user.id), {
      ...user,
      name: 'Ada L.',
      updatedAt: 2_000,
    })

    assert.equal(await write({ name: null, email: 'New@x.org', passwordHash: 'new', updatedAt: 3_000 }), true)
    assert.deepEqual(await findUser(opened.store.read, user.id), {
      ...user,
      name: null,
      email: 'new@x.org',
      passwordHash: 'new',
      updatedAt: 3_000,
    })
  })

  test('an update of an unknown user says so', async () => {
    for (const id of [randomUUID(), 'nobody']) {
      const update = opened.store.write((db) => updateUser(db, { id, name: 'x', updatedAt: 1 }))
      assert.equal(await update, false)
    }
  })
})
