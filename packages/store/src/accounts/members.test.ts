// Order is part of what is tested here.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addAccount, addMember } from '../../testing/rows.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../engine/failures.ts'
import { findMember, insertMembership, listMembers, removeMember, setMemberRole } from './members.ts'
import { findUser } from './users.ts'

forEachEngine('members', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  test('a member has the name of the user and the role and times of the membership', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const user = await addMember(opened.store, accountId, { role: 'ADMIN', joinedAt: 7_000 })
    assert.deepEqual(await findMember(opened.store.read, accountId, user.id), {
      userId: user.id,
      name: user.name,
      email: user.email,
      role: 'ADMIN',
      hasSecondFactor: false,
      hasIdentity: false,
      createdAt: 7_000,
      updatedAt: null,
    })
  })

  test('nobody is a member of an account they did not join', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const stranger = await addMember(opened.store, (await addAccount(opened.store)).id)
    assert.equal(await findMember(opened.store.read, accountId, stranger.id), null)
    assert.equal(await findMember(opened.store.read, 'nonsense', stranger.id), null)
    assert.deepEqual(await listMembers(opened.store.read, { accountId }), [])
    assert.deepEqual(await listMembers(opened.store.read, { accountId: 'nonsense' }), [])
  })

  test('a user joins an account once, and both must exist', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const user = await addMember(opened.store, accountId)
    const join = (membership: { accountId: string; userId: string }) =>
      opened.store.write((db) =>
        insertMembership(db, { ...membership, role: 'ADMIN', createdAt: 1, updatedAt: null }),
      )
    await assert.rejects(join({ accountId, userId: user.id }), isUniqueViolation)
    await assert.rejects(join({ accountId, userId: randomUUID() }), isForeignKeyViolation)
    await assert.rejects(join({ accountId: randomUUID(), userId: user.id }), isForeignKeyViolation)
  })

  test('pages go from the newest member to the oldest and miss nobody who joined at the same moment', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const joinedAt = [10, 20, 20, 20, 30]
    for (const moment of joinedAt) await addMember(opened.store, accountId, { joinedAt: moment })
    const all = await listMembers(opened.store.read, { accountId })
    assert.deepEqual(
      all.map((member) => member.createdAt),
      joinedAt.toReversed(),
    )
    const paged: typeof all = []
    for (;;) {
      const last = paged.at(-1)
      const page = await listMembers(opened.store.read, {
        accountId,
        limit: 2,
        ...(last === undefined ? {} : { after: last }),
      })
      if (page.length === 0) break
      paged.push(...page)
    }
    assert.deepEqual(paged, all)
  })

  test('members are found by part of the name or address in any case, and by role', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const umlaut = await addMember(opened.store, accountId, { name: 'JÖRG_Müller', email: 'jm@example.org' })
    const percent = await addMember(opened.store, accountId, {
      name: '100%',
      email: 'All@Work.net',
      role: 'ADMIN',
    })
    const nameless = await addMember(opened.store, accountId, { name: null, email: 'ghost@work.net' })
    const find = async (filter: Partial<Parameters<typeof listMembers>[1]>) =>
      new Set((await listMembers(opened.store.read, { accountId, ...filter })).map((member) => member.userId))

    assert.deepEqual(await find({ search: 'jörg_m' }), new Set([umlaut.id]))
    assert.deepEqual(await find({ search: 'WORK.' }), new Set([percent.id, nameless.id]))
    assert.deepEqual(await find({ search: '0%' }), new Set([percent.id]))
    assert.deepEqual(await find({ search: '%_' }), new Set())
    assert.deepEqual(await find({ role: 'ADMIN' }), new Set([percent.id]))
    assert.deepEqual(await find({ role: 'ADMIN', search: 'ghost' }), new Set())
    assert.deepEqual(await find({ search: '' }), new Set([umlaut.id, percent.id, nameless.id]))
  })

  test('a role is changed for one account only', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const user = await addMember(opened.store, accountId)
    const set = (account: string) =>
      opened.store.write((db) =>
        setMemberRole(db, { accountId: account, userId: user.id, role: 'READ_WRITE', updatedAt: 9 }),
      )
    assert.equal(await set((await addAccount(opened.store)).id), false)
    assert.equal(await set('nonsense'), false)
    assert.equal(await set(accountId), true)
    const member = await findMember(opened.store.read, accountId, user.id)
    assert.deepEqual([member?.role, member?.updatedAt], ['READ_WRITE', 9])
  })

  test('who leaves an account is still a user', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const user = await addMember(opened.store, accountId)
    const remove = () => opened.store.write((db) => removeMember(db, accountId, user.id))
    assert.equal(await remove(), true)
    assert.equal(await remove(), false)
    assert.equal(await findMember(opened.store.read, accountId, user.id), null)
    assert.deepEqual(await findUser(opened.store.read, user.id), user)
  })

  test('memberships go with their account and with their user', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const [first, second] = [
      await addMember(opened.store, accountId),
      await addMember(opened.store, accountId),
    ]
    await opened.store.write((db) => db.deleteFrom('users').where('id', '=', first.id).execute())
    assert.deepEqual(
      (await listMembers(opened.store.read, { accountId })).map((member) => member.userId),
      [second.id],
    )
    await opened.store.write((db) => db.deleteFrom('accounts').where('id', '=', accountId).execute())
    assert.deepEqual(await listMembers(opened.store.read, { accountId }), [])
  })
})
