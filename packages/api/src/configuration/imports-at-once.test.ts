import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '@sonde/actions/actor.ts'
import { planImport } from '@sonde/actions/configuration/plan-import.ts'
import { writeImport } from '@sonde/actions/configuration/write-import.ts'
import { Refusal } from '@sonde/actions/refusal.ts'
import type { Configuration } from '@sonde/schema/accounts/configuration.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, type ApiUnderTest } from '../../testing/api-under-test.ts'
import {
  configurationPath,
  countsOf,
  documentHead,
  importCalls,
  urlCheck,
} from '../../testing/import-calls.ts'
import { goodConfigs } from '../../testing/make-channel.ts'
import type { ApiDeps } from '../api-deps.ts'

const nobodyLeaves = new AbortController().signal

const window = { startsAt: '2031-03-01T10:00:00Z', endsAt: '2031-03-01T12:00:00Z', tags: ['a'] }

forOneEngine('imports beside other writes', (engine) => {
  const api = apiUnderTest(engine)
  const { send, newAccount, importInto, exportOf } = importCalls(api)

  function ownerOf(accountId: string): Actor {
    return {
      accountId,
      at: api.clock.now(),
      type: 'USER',
      userId: api.ownerId,
      keyId: null,
      keyName: null,
      address: null,
      requestId: null,
    }
  }

  const sixThings = {
    alertChannels: [{ id: 'a:1', type: 'SLACK', config: goodConfigs.SLACK }],
    checkGroups: [{ id: 'g:1', name: 'g' }],
    maintenanceWindows: [{ id: 'm:1', name: 'm', ...window }],
    checks: ['c:1', 'c:2', 'c:3'].map((id) => ({ id, ...urlCheck(id), groupId: 'g:1' })),
  }
  const lists = Object.keys(sixThings)

  test('several imports at once make everything once', async () => {
    const account = await newAccount()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        api.call('POST', configurationPath, { account, body: { ...documentHead, ...sixThings } }),
      ),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    assert.equal(statuses[0], 200)
    assert.ok(
      statuses.every((status) => status === 200 || status === 409),
      String(statuses),
    )
    const made = await exportOf(account)
    assert.equal(lists.flatMap((list) => made[list]).length, 6)
    assert.deepEqual(countsOf(await importInto(account, sixThings)), [0, 0, 6, 0])
  })

  test('an import that was planned before another one made the same things is refused', async () => {
    const account = await newAccount()
    const deps = depsOfServer(api)
    const actor = ownerOf(account)
    const checkId = (await send(account, 'POST', '/v1/checks/url', urlCheck('A'))).textAt('id')
    const deploymentTriggers = [{ id: 1, checkId, repoId: 1, repoName: 'a/b' }]
    for (const some of [sixThings, { deploymentTriggers }]) {
      const document: Configuration = { ...documentHead, ...some }
      const plans = [
        await planImport(api.store.read, { deps, actor, document, signal: nobodyLeaves }),
        await planImport(api.store.read, { deps, actor, document, signal: nobodyLeaves }),
      ]
      const written = await Promise.allSettled(
        plans.map((plan) => writeImport(plan, { deps, actor, signal: nobodyLeaves })),
      )
      const reasons = written.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
      assert.equal(reasons.length, 1)
      assert.ok(reasons[0] instanceof Refusal && reasons[0].reason === 'conflict', String(reasons[0]))
    }
    const made = await exportOf(account)
    assert.equal(lists.flatMap((list) => made[list]).length, 7)
    assert.equal(made['deploymentTriggers']?.length, 1)
  })

  test('a number that somebody else takes between plan and writing is not written over', async () => {
    const account = await newAccount()
    const deps = depsOfServer(api)
    const actor = ownerOf(account)
    const next = Number((await send(account, 'POST', '/v2/check-groups', { name: 'A' })).at('id')) + 1
    const document = { ...documentHead, checkGroups: [{ id: next, name: 'Theirs' }] }
    const plan = await planImport(api.store.read, { deps, actor, document, signal: nobodyLeaves })
    assert.equal((await send(account, 'POST', '/v2/check-groups', { name: 'Mine' })).at('id'), next)
    await assert.rejects(writeImport(plan, { deps, actor, signal: nobodyLeaves }), {
      reason: 'conflict',
    })
    assert.equal((await send(account, 'GET', `/v1/check-groups/${next}`)).at('name'), 'Mine')
  })

  test('what others add between plan and writing takes its place: no account has more than it may', async () => {
    const account = await newAccount()
    const deps = depsOfServer(api, { mostChecks: 3 })
    const actor = ownerOf(account)
    const document: Configuration = { ...documentHead, checks: sixThings.checks.map(withoutGroup) }
    const plan = await planImport(api.store.read, { deps, actor, document, signal: nobodyLeaves })
    assert.deepEqual(plan.mistakes, [])
    await send(account, 'POST', '/v1/checks/url', urlCheck('Mine'))
    await assert.rejects(writeImport(plan, { deps, actor, signal: nobodyLeaves }), {
      reason: 'invalid-input',
      message: /checks would make 4 in this account; at most 3 are allowed/,
    })
    assert.equal((await exportOf(account))['checks']?.length, 1)
  })

  test('an import tells of its checks in batches, stops when its client has gone, and the next one completes it', async (t) => {
    const account = await newAccount()
    const { checksWritten } = api.runs
    const batches: number[] = []
    const leaving = new AbortController()
    api.runs.checksWritten = async (ids) => {
      batches.push(ids.length)
      leaving.abort()
    }
    t.after(() => Object.assign(api.runs, { checksWritten }))
    const checks = Array.from({ length: 450 }, (_, index) => ({
      id: `c${index}`,
      ...urlCheck(`Check ${index}`),
    }))
    const deps = depsOfServer(api)
    const actor = ownerOf(account)
    const document: Configuration = { ...documentHead, checks }
    const plan = await planImport(api.store.read, { deps, actor, document, signal: nobodyLeaves })
    await assert.rejects(writeImport(plan, { deps, actor, signal: leaving.signal }), { reason: 'conflict' })
    assert.deepEqual(batches, [200])
    // Nor is it planned to the end, as a dry run would be.
    await assert.rejects(planImport(api.store.read, { deps, actor, document, signal: leaving.signal }), {
      reason: 'conflict',
    })
    assert.equal((await exportOf(account))['checks']?.length, 200)
    assert.deepEqual(countsOf(await importInto(account, { checks })), [250, 0, 200, 0])
    assert.deepEqual(batches.slice(1).toSorted(), [0, 200, 50].toSorted())
  })
})

function withoutGroup({ groupId: _none, ...check }: { groupId: string }) {
  return check
}

/** The guarantee behind this cast: planning and writing these documents uses no more of a server than this. */
function depsOfServer({ store, clock, runs }: ApiUnderTest, { mostChecks = 1_000 } = {}) {
  return {
    store,
    clock,
    runs,
    alerting: { mostChannels: 100 },
    accountLimits: { checks: mostChecks, snippetMegabytes: 20 },
  } as unknown as ApiDeps
}
