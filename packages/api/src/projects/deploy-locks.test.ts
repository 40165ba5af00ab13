import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepGroups } from '@sonde/store/checks/check-groups.ts'
import { findCheckNumber, lockStates } from '@sonde/store/checks/check-states.ts'
import { findCheckForUpdate } from '@sonde/store/checks/checks.ts'
import { updateCheck } from '@sonde/store/checks/update-checks.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { untilSomebodyWaits } from '@sonde/store/testing/waiting-locks.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { member, monitor, projectsOf, ref } from '../../testing/projects-under-test.ts'

forEachEngine('a deploy beside others that write', (engine) => {
  // SQLite has one writer at a time: there is nothing to wait for.
  if (engine.name === 'sqlite') return
  const api = apiUnderTest(engine)
  const { newProject, post, follow, deploy, idOf } = projectsOf(api)
  const group = (name: string) => member('check-group', 'shop', { v: 2, name, activated: true, muted: false })

  async function numberOf(checkId: string): Promise<number> {
    const no = await findCheckNumber(api.store.read, { accountId: api.accountId, checkId })
    assert.ok(no !== null)
    return no
  }

  test('results of its checks: both take the states in one order', async () => {
    const project = newProject()
    const first = await deploy(project, [monitor('one'), monitor('two')])
    const numbers = await Promise.all(['one', 'two'].map((name) => numberOf(String(idOf(first, name)))))
    const [low, high] = numbers.toSorted((a, b) => a - b)
    assert.ok(low !== undefined && high !== undefined)
    let tries = 0
    const { answer } = await api.store.write(async (db) => {
      tries += 1
      await lockStates(db, [low])
      const names = numbers[0] === low ? ['two', 'one'] : ['one', 'two']
      const sent = post(
        project,
        names.map((name) => monitor(name, { name: 'Other' })),
      )
      await untilSomebodyWaits(api.store.read)
      await lockStates(db, [high])
      return { answer: sent }
    })
    assert.equal((await follow(await answer)).at('status'), 'SUCCEEDED')
    assert.equal(tries, 1)
  })

  test('a PUT of one of its checks, which it sees before it writes, and another deploy', async () => {
    const project = newProject()
    const first = await deploy(project, [group('Shop'), monitor('one', { groupId: ref('shop') })])
    const [groupId, id] = [Number(idOf(first, 'shop')), String(idOf(first, 'one'))]
    const other = newProject()
    const reference = {
      type: 'check-group',
      logicalId: 'shared',
      member: false,
      physicalId: groupId,
      payload: null,
    }
    const ofOther = (name: string) => [reference, monitor('two', { name, groupId: ref('shared') })]
    await deploy(other, ofOther('Two'))
    let tries = 0
    const { answers } = await api.store.write(async (db) => {
      tries += 1
      const before = await findCheckForUpdate(db, { accountId: api.accountId, id })
      assert.ok(before)
      const sent = [
        post(project, [group('Renamed'), monitor('one', { name: 'Other', groupId: ref('shop') })]),
        post(other, ofOther('Renamed')),
      ]
      await untilSomebodyWaits(api.store.read)
      await keepGroups(db, { accountId: api.accountId, ids: [groupId] })
      await updateCheck(db, before, { ...before, name: 'By hand', updatedAt: Date.now() })
      return { answers: sent }
    })
    for (const answer of answers) assert.equal((await follow(await answer)).at('status'), 'SUCCEEDED')
    assert.equal(tries, 1)
    const log = await api.call('GET', `/v1/audit-log?entityId=${id}`)
    const change = log.at('entries.0.changes.0')
    assert.deepEqual(change, { path: 'name', old: 'By hand', new: 'Other' })
  })
})
