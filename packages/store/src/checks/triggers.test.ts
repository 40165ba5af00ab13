import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import { deleteCheck } from './checks.ts'
import { isUniqueViolation } from '../engine/failures.ts'
import { checkTriggers } from './triggers.ts'

forEachEngine('check triggers', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  async function addTrigger(tokenHash: string) {
    const { id: accountId } = await addAccount(opened.store)
    const { id: checkId } = await addCheck(opened.store, accountId)
    const trigger = {
      accountId,
      subjectId: checkId,
      sealedToken: `sealed ${tokenHash}`,
      tokenHash,
      createdAt: 1_000,
      allowedHosts: ['pr.example.test'],
    }
    return await opened.store.write((db) => checkTriggers.ensure(db, trigger))
  }

  test('a check keeps the trigger that it was given first', async () => {
    const first = await addTrigger('first')
    assert.deepEqual([first.calledAt, first.updatedAt, first.createdAt], [null, null, 1_000])
    const again = { ...first, tokenHash: 'second', sealedToken: 'other', createdAt: 2_000 }
    assert.deepEqual(await opened.store.write((db) => checkTriggers.ensure(db, again)), first)
    assert.deepEqual(await checkTriggers.find(opened.store.read, first.subjectId.toUpperCase()), first)
  })

  test('each trigger has a number and a token of its own', async () => {
    const [one, two] = [await addTrigger('one'), await addTrigger('two')]
    assert.ok(Number.isInteger(one.id) && two.id > one.id)
    await assert.rejects(addTrigger('one'), isUniqueViolation)
  })

  test('the hosts of a trigger are kept, and can be replaced', async () => {
    const { id, subjectId, allowedHosts } = await addTrigger('hosts')
    assert.deepEqual(allowedHosts, ['pr.example.test'])
    const change = { id, allowedHosts: ['*.example.test', '[::1]:80'], updatedAt: 3_000 }
    await opened.store.write((db) => checkTriggers.replaceAllowedHosts(db, change))
    const stored = await checkTriggers.find(opened.store.read, subjectId)
    assert.deepEqual([stored?.allowedHosts, stored?.updatedAt], [change.allowedHosts, 3_000])
  })

  test('a call is remembered', async () => {
    const { id, subjectId } = await addTrigger('called')
    await opened.store.write((db) => checkTriggers.noteCall(db, { id, at: 5_000 }))
    assert.equal((await checkTriggers.find(opened.store.read, subjectId))?.calledAt, 5_000)
  })

  test('only its own account deletes a trigger, and it goes with its check', async () => {
    const { accountId, subjectId } = await addTrigger('deleted')
    const { id: stranger } = await addAccount(opened.store)
    const remove = (owner: string) =>
      opened.store.write((db) => checkTriggers.delete(db, { accountId: owner, subjectId }))
    assert.deepEqual(
      [await remove(stranger), await remove(accountId), await remove(accountId)],
      [false, true, false],
    )
    const other = await addTrigger('gone')
    await opened.store.write((db) => deleteCheck(db, { accountId: other.accountId, id: other.subjectId }))
    assert.equal(await checkTriggers.find(opened.store.read, other.subjectId), null)
  })
})
