import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addGroup } from '../../testing/groups.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import { findGroupForUpdate, updateGroup } from '../checks/check-groups.ts'
import { deleteCheck, findCheckForUpdate } from '../checks/checks.ts'
import { updateCheck } from '../checks/update-checks.ts'
import { findCode, forgetOldCode, hashCode, snippetBytesOf, snippetFilesOf } from './code-files.ts'
import { deleteSnippet, findSnippetForUpdate, insertSnippet, updateSnippet } from './snippets.ts'

const now = 1_000_000_000_000

forEachEngine('code by its hash', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  async function makeAccount() {
    const { id: accountId } = await addAccount(opened.store)
    const addSnippet = async (name: string, script: string) =>
      await opened.store.write((db) =>
        insertSnippet(db, { accountId, name, script, createdAt: now, updatedAt: null }),
      )
    const read = async (code: string, owners: Parameters<typeof findCode>[1]['owners'] = []) =>
      await findCode(opened.store.read, { accountId, owners }, hashCode(code))
    return { accountId, addSnippet, read }
  }

  test('snippets are listed by name with hash and size, also those of the same content', async () => {
    const { accountId, addSnippet } = await makeAccount()
    const [b, a] = [await addSnippet('b', 'grün'), await addSnippet('a', 'grün')]
    const sha256 = hashCode('grün')
    assert.deepEqual(await snippetFilesOf(opened.store.read, accountId), [
      { id: a.id, name: 'a', sha256, bytes: 5 },
      { id: b.id, name: 'b', sha256, bytes: 5 },
    ])
    const bytes = async (exceptId: number | null) =>
      await snippetBytesOf(opened.store.read, { accountId, exceptId })
    assert.deepEqual([await bytes(null), await bytes(a.id)], [10, 5])
    await opened.store.write((db) => deleteSnippet(db, { accountId, id: b.id }, now))
    assert.equal(await bytes(null), 5)
  })

  test('case 74: what was replaced or deleted can be had for a day, and by its account only', async () => {
    const { accountId, addSnippet, read } = await makeAccount()
    const { read: readElsewhere } = await makeAccount()
    const { id } = await addSnippet('login', 'old')
    await opened.store.write(async (db) => {
      const row = await findSnippetForUpdate(db, { accountId, id })
      assert.ok(row !== null)
      await updateSnippet(db, { ...row, script: 'new', updatedAt: now })
    })
    assert.deepEqual([await read('old'), await read('new'), await readElsewhere('new')], ['old', 'new', null])
    const forget = async (at: number) =>
      await opened.store.write((db) => forgetOldCode(db, { now: at, before: at - dayMs }))
    await forget(now + dayMs)
    assert.deepEqual([await read('old'), await read('new')], ['old', 'new'])
    await forget(now + dayMs + 1)
    assert.deepEqual([await read('old'), await read('new')], [null, 'new'])
    await opened.store.write((db) => deleteSnippet(db, { accountId, id }, now + dayMs))
    assert.equal(await read('new'), 'new')
    await forget(now + 2 * dayMs + 1)
    assert.equal(await read('new'), null)
  })

  test('the code of checks and groups follows what they say, and is read for them alone', async () => {
    const { accountId, read } = await makeAccount()
    const group = await addGroup(opened.store, accountId, { config: { localSetupScript: 'of group' } })
    const check = await addCheck(opened.store, accountId, {
      config: { localSetupScript: 'set up', localTearDownScript: ' \n' },
    })
    const ofCheck = [{ kind: 'check' as const, id: check.id }]
    const ofGroup = [{ kind: 'group' as const, id: group.id }]
    assert.deepEqual([await read('set up', ofCheck), await read('of group', ofGroup)], ['set up', 'of group'])
    assert.deepEqual([await read('set up', ofGroup), await read('set up')], [null, null])
    assert.equal(await read(' \n', ofCheck), null)
    await opened.store.write(async (db) => {
      const stored = await findCheckForUpdate(db, check)
      assert.ok(stored !== null)
      await updateCheck(db, stored, { ...stored, config: { localTearDownScript: 'b' }, updatedAt: now })
      const storedGroup = await findGroupForUpdate(db, group)
      assert.ok(storedGroup !== null)
      const config = { ...storedGroup.config, localSetupScript: null }
      await updateGroup(db, storedGroup, { ...storedGroup, config, updatedAt: now })
    })
    assert.deepEqual([await read('set up', ofCheck), await read('b', ofCheck)], ['set up', 'b'])
    await opened.store.write((db) => deleteCheck(db, check))
    const later = now + dayMs + 1
    await opened.store.write((db) => forgetOldCode(db, { now: later, before: later - dayMs }))
    // A deleted check is noticed then, and its code has a day from there.
    assert.deepEqual([await read('set up', ofCheck), await read('b', ofCheck)], [null, 'b'])
    assert.equal(await read('of group', ofGroup), null)
    const dayAfter = later + dayMs + 1
    await opened.store.write((db) => forgetOldCode(db, { now: dayAfter, before: dayAfter - dayMs }))
    assert.equal(await read('b', ofCheck), null)
  })
})
