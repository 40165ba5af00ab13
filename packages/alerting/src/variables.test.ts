import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { groupSealContext, insertGroup } from '@sonde/store/check-groups.ts'
import { type OpenedStore, forEachEngine } from '@sonde/store/testing/engines.ts'
import { addGroup } from '@sonde/store/testing/groups.ts'
import { addAccount, addCheck } from '@sonde/store/testing/rows.ts'
import { createVariables } from './variables.ts'

forEachEngine('variables of alert templates', (engine) => {
  let opened: OpenedStore
  let accountId: string
  before(async () => {
    opened = await engine.open()
    accountId = (await addAccount(opened.store)).id
  })
  after(() => opened.close())

  const variablesFor = async (checkId: string | null, account = accountId) =>
    Object.fromEntries(
      await createVariables({ store: opened.store }).variablesFor({ accountId: account, checkId }),
    )

  test('are those of the group of the check, and nobody else has them', async () => {
    const { store } = opened
    const plain = await addGroup(store, accountId)
    const { config, ...fields } = plain
    const environmentVariables = [
      { key: 'TOKEN', value: 's3cret', secret: true },
      { key: 'TEAM', value: 'a' },
      { key: 'TEAM', value: 'b' },
    ]
    const group = await store.write((db) =>
      insertGroup(db, { ...fields, config }, (id) =>
        store.sealer.seal(JSON.stringify({ environmentVariables }), groupSealContext(id)),
      ),
    )
    const inGroup = await addCheck(store, accountId, { groupId: group.id })
    assert.deepEqual(await variablesFor(inGroup.id), { TOKEN: 's3cret', TEAM: 'b' })
    assert.deepEqual(await variablesFor(inGroup.id, (await addAccount(store)).id), {})
    const inPlain = await addCheck(store, accountId, { groupId: plain.id })
    const alone = await addCheck(store, accountId)
    for (const checkId of [inPlain.id, alone.id, accountId, null]) {
      // oxlint-disable-next-line no-await-in-loop
      assert.deepEqual(await variablesFor(checkId), {})
    }
  })
})
