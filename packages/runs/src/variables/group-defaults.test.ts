import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { groupSealContext } from '@sonde/store/checks/check-groups.ts'
import { checkSealContext } from '@sonde/store/checks/checks.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { addGroup } from '@sonde/store/testing/groups.ts'
import { apiConfig, assertion } from '@sonde/schema/testing/api-config.ts'
import { runsUnderTest } from '../../testing/runs-under-test.ts'
import { apiDefaultsIn, withGroupDefaults } from './group-defaults.ts'

const status = assertion('STATUS_CODE', 'EQUALS', '200')
const time = assertion('RESPONSE_TIME', 'LESS_THAN', '900')
const apiCheckDefaults = {
  url: 'https://{{HOST}}/v1',
  headers: [
    { key: 'X-Token', value: 'tok-of-group', locked: true },
    { key: 'X-Both', value: 'group' },
  ],
  queryParameters: [
    { key: 'lang', value: 'de' },
    { key: 'Both', value: 'group' },
  ],
  basicAuth: { username: 'ann', password: 'pass-of-group' },
  assertions: [status],
}

function requestIn(config: unknown): Readonly<Record<string, unknown>> {
  const request = isRecord(config) ? config['request'] : null
  assert.ok(isRecord(request))
  return request
}

suite('what a group adds to the requests of its API checks', () => {
  const defaults = apiDefaultsIn(JSON.stringify({ apiCheckDefaults }))
  assert.ok(defaults)

  test('case 5: a header that both have is one, as the check has it, in any case of letters', () => {
    const headers = [{ key: 'x-BOTH', value: 'check' }]
    const queryParameters = [
      { key: 'Both', value: 'check' },
      { key: 'both', value: 'another' },
    ]
    const config = apiConfig({ request: { headers, queryParameters, assertions: [time] } })
    const request = requestIn(withGroupDefaults(config, defaults))
    assert.deepEqual(request['headers'], [apiCheckDefaults.headers[0], ...headers])
    assert.deepEqual(request['queryParameters'], [apiCheckDefaults.queryParameters[0], ...queryParameters])
    assert.deepEqual(request['assertions'], [status, time])
    assert.deepEqual(request['basicAuth'], apiCheckDefaults.basicAuth)
  })

  test('a login of the check counts, and an empty one of the group is none', () => {
    const basicAuth = { username: 'bob', password: 'own' }
    const own = requestIn(withGroupDefaults(apiConfig({ request: { basicAuth } }), defaults))
    assert.deepEqual(own['basicAuth'], basicAuth)
    const empty = { apiCheckDefaults: { basicAuth: { username: '', password: '' } } }
    assert.equal(apiDefaultsIn(JSON.stringify(empty))?.basicAuth, null)
  })

  test('a group without such has none', () => {
    assert.equal(apiDefaultsIn(JSON.stringify({ environmentVariables: [] })), null)
  })
})

forOneEngine('a leased run of an API check in a group', (engine) => {
  test('has what the group adds, its base address with variables filled in, and its secrets named', async (t) => {
    const under = await runsUnderTest(t, engine)
    const { store, accountId } = under
    const group = await addGroup(store, accountId, {})
    const environmentVariables = [{ key: 'HOST', value: 'api.example.net' }]
    const sealed = store.sealer.seal(
      JSON.stringify({ environmentVariables, apiCheckDefaults }),
      groupSealContext(group.id),
    )
    await store.write(async (db) => {
      await db.updateTable('check_groups').set({ sealed_config: sealed }).where('id', '=', group.id).execute()
    })
    const agent = await under.agentAt('eu-west-1', { checkTypes: ['API'] })
    const body = '{"at":"{{moment "YYYY"}}","url":"{{REQUEST_URL}}","tpl":"{{#if x}}"}'
    const config = apiConfig({ request: { url: '{{GROUP_BASE_URL}}/orders', method: 'POST', body } })
    await under.addCheck({ ...config }, { checkType: 'API', groupId: group.id })
    const run = await agent.leaseOne()
    const request = requestIn(run.config)
    assert.equal(request['url'], 'https://api.example.net/v1/orders')
    const year = new Date(under.clock.now()).getUTCFullYear()
    assert.equal(
      request['body'],
      `{"at":"${year}","url":"https://api.example.net/v1/orders","tpl":"{{#if x}}"}`,
    )
    assert.deepEqual(request['headers'], apiCheckDefaults.headers)
    for (const secret of ['tok-of-group', 'pass-of-group', 'ann:pass-of-group']) {
      assert.ok(run.context?.secrets.includes(secret), secret)
    }
  })

  test('without a group that is stored has the base address that a variable of that name tells', async (t) => {
    const under = await runsUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1', { checkTypes: ['API'] })
    const id = randomUUID()
    const environmentVariables = [
      { key: 'HOST', value: 'api.example.net' },
      { key: 'GROUP_BASE_URL', value: apiCheckDefaults.url },
    ]
    const sealedConfig = under.store.sealer.seal(
      JSON.stringify({ environmentVariables }),
      checkSealContext(id),
    )
    const config = apiConfig({ request: { url: '{{GROUP_BASE_URL}}/orders' } })
    await under.addCheck({ ...config }, { id, checkType: 'API', sealedConfig })
    assert.equal(requestIn((await agent.leaseOne()).config)['url'], 'https://api.example.net/v1/orders')
  })

  test('is given to no agent that does not announce API checks, as those of 0.6.0', async (t) => {
    const under = await runsUnderTest(t, engine)
    const old = await under.agentAt('eu-west-1', {
      checkTypes: ['ICMP', 'TCP', 'DNS', 'SSL', 'URL', 'TRACEROUTE', 'GRPC'],
    })
    const config = apiConfig({ request: { url: 'https://api.example.net/' } })
    const { id } = await under.addCheck({ ...config }, { checkType: 'API' })
    assert.deepEqual(await old.lease(), [])
    const able = await under.agentAt('eu-west-1', { checkTypes: ['API'] })
    assert.equal((await able.leaseOne()).checkId, id)
  })
})
