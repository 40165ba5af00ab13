import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { groupSealContext, insertGroup } from '@sonde/store/checks/check-groups.ts'
import { type OpenedStore, forOneEngine } from '@sonde/store/testing/engines.ts'
import { addGroup } from '@sonde/store/testing/groups.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { insertVariable, variableSealContext } from '@sonde/store/variables/variables.ts'
import { createVariables } from './variables.ts'

forOneEngine('variables of alert templates', (engine) => {
  let opened: OpenedStore
  let accountId: string
  before(async () => {
    opened = await engine.open()
    accountId = (await addAccount(opened.store)).id
  })
  after(() => opened.close())

  const variablesFor = async (groupId: number | null, account = accountId) =>
    Object.fromEntries(
      await createVariables({ store: opened.store }).variablesFor({ accountId: account, groupId }),
    )

  test('are those of the group, and nobody else has them', async () => {
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
    assert.deepEqual(await variablesFor(group.id), { TOKEN: 's3cret', TEAM: 'b' })
    assert.deepEqual(await variablesFor(group.id, (await addAccount(store)).id), {})
    for (const groupId of [plain.id, group.id + 1_000, null]) {
      assert.deepEqual(await variablesFor(groupId), {})
    }
  })

  test('are those of the account, where the group has none of that name', async () => {
    const { store } = opened
    const account = (await addAccount(store)).id
    const variable = (key: string, value: string) => ({
      accountId: account,
      key,
      valueSealed: store.sealer.seal(value, variableSealContext({ accountId: account, key })),
      locked: true,
      secret: true,
      createdAt: 1,
      updatedAt: null,
    })
    await store.write(async (db) => {
      await insertVariable(db, variable('TOKEN', 'of the account'))
      await insertVariable(db, variable('TEAM', 'all'))
    })
    const { config, ...fields } = await addGroup(store, account)
    const environmentVariables = [{ key: 'TOKEN', value: 'of the group' }]
    const group = await store.write((db) =>
      insertGroup(db, { ...fields, config }, (id) =>
        store.sealer.seal(JSON.stringify({ environmentVariables }), groupSealContext(id)),
      ),
    )
    assert.deepEqual(await variablesFor(null, account), { TOKEN: 'of the account', TEAM: 'all' })
    assert.deepEqual(await variablesFor(group.id, account), { TOKEN: 'of the group', TEAM: 'all' })
    assert.deepEqual(await variablesFor(null), {})
  })
})
