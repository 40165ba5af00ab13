import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { readApiDocument, type ApiDocument } from '../../testing/contract/api-document.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { someProvider } from '../../testing/some-provider.ts'
import { operationSamples } from '../../testing/samples/operation-samples.ts'
import { smallestGrpc } from '../../testing/monitors/write-grpc.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

/** Writes that change no configuration, each with what it is instead. */
const notChanges: ReadonlyMap<string, string> = new Map([
  ['postV1AnalyticsChecks', 'a question'],
  ['postV1ChecksIdAlertbacktest', 'a question'],
  ['postV1ChecksessionsTrigger', 'a run'],
  ['postV2ChecksessionsTrigger', 'a run'],
  ['postV1ChecksessionsChecksessionidCancel', 'the end of a run'],
  ['postV1TestsessionsTestsessionidCancel', 'the end of a run'],
  ['deleteV1UsersMeSessions', 'the end of sessions, which are of the user and of no account'],
  ['deleteV1UsersMeSessionsId', 'the end of a session, which is of the user and of no account'],
  ['postV1UsersMeIdentities', 'the beginning of a way that may lead nowhere'],
  ['postV1UsersMeSecondfactor', 'a secret that waits to be confirmed'],
  ['postV1AlertchannelsIdTest', 'a message, kept in the log of notifications'],
  ['postV1AlertchannelsTest', 'a message'],
  ['postV1AccountsMeConfigurationUptimekuma', 'a question'],
  ['postV1ProjectsDeploy', 'the beginning of a deployment, which leaves its entries when it ends'],
  ['deleteV1ProjectsLogicalid', 'the beginning of a deployment, too'],
  [
    'postV1ProjectsLogicalidDeploymentsDeploymentidCancel',
    'a wish: the deployment leaves an entry when it ends',
  ],
])

forOneEngine('the audit log', (engine) => {
  const api = apiUnderTest(engine, { servedLocations: ['eu-west-1'], oidc: () => someProvider })
  const samples = operationSamples(api)
  let document: ApiDocument
  before(async () => {
    document = readApiDocument((await api.call('GET', '/openapi.json', { key: null, account: null })).body)
  })

  const latestId = async (): Promise<number> => {
    const row = await api.store.read
      .selectFrom('audit_log')
      .select((builder) => builder.fn.max('id').as('id'))
      .executeTakeFirst()
    return Number(row?.id ?? 0)
  }
  const entriesAfter = (id: number) =>
    api.store.read.selectFrom('audit_log').selectAll().where('id', '>', id).execute()

  for (const operationId of Object.keys(samples)) {
    if (/^get|^head/.test(operationId) || notChanges.has(operationId)) continue
    test(`${operationId} leaves an entry that says who did it`, async () => {
      const operation = document.operations.find((known) => known.operationId === operationId)
      assert.ok(operation)
      if (operation.isPublic) return
      const { values = {}, query = '', body } = (await samples[operationId]?.()) ?? {}
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? api.accountId)
      const latest = await latestId()
      const answer = await api.call(operation.method, path + query, body ? { body } : {})
      assert.ok(answer.status < 300, answer.text)
      const entries = await entriesAfter(latest)
      assert.ok(entries.length > 0, 'nothing was recorded')
      for (const entry of entries) {
        assert.equal(entry.actor_type, 'USER')
        assert.ok(entry.key_id !== null && entry.user_id !== null)
        assert.equal(entry.request_id, answer.headers['x-request-id'])
      }
    })
  }

  test('an update is told field by field, with the old and the new value', async () => {
    const id = await makeMonitor(api, { name: 'Before', tags: ['a'] })
    await api.call('PATCH', `/v1/checks/icmp/${id}`, { body: { name: 'After', tags: ['a', 'b'] } })
    const log = await api.call('GET', `/v1/audit-log?entityType=CHECK&entityId=${id}`)
    assert.equal(log.at('length'), 2)
    assert.equal(log.at('entries.0.action'), 'UPDATE')
    assert.equal(log.at('entries.0.entityName'), 'After')
    assert.deepEqual(log.at('entries.0.changes'), [
      { path: 'tags', old: ['a'], new: ['a', 'b'] },
      { path: 'name', old: 'Before', new: 'After' },
    ])
    assert.equal(log.at('entries.1.action'), 'CREATE')
  })

  test('a channel is called by its name or by where it sends, also when a check subscribes to it', async () => {
    const channel = await api.call('POST', '/v1/alert-channels', {
      body: { type: 'EMAIL', config: { address: 'ops@example.net' } },
    })
    const id = Number(channel.at('id'))
    const checkId = await makeMonitor(api)
    await api.call('PUT', `/v1/alert-channels/${id}/subscriptions`, { body: { checkId, activated: true } })
    const log = await api.call('GET', `/v1/audit-log?entityType=ALERT_CHANNEL&entityId=${id}`)
    assert.deepEqual(
      [log.at('length'), log.at('entries.0.entityName'), log.at('entries.1.entityName')],
      [2, 'ops@example.net', 'ops@example.net'],
      log.text,
    )
  })

  test('a refused change leaves no entry', async () => {
    const id = await makeMonitor(api, {})
    const latest = await latestId()
    expectError(await api.call('PATCH', `/v1/checks/icmp/${id}`, { body: { frequency: -1 } }), 400)
    assert.deepEqual(await entriesAfter(latest), [])
  })

  test('no secret is in it: neither of variables, nor of channels, nor of checks', async () => {
    const planted = 'hunter2-hunter2-hunter2'
    const other = 'hunter3-hunter3-hunter3'
    const latest = await latestId()
    for (const value of [planted, other]) {
      const method = value === planted ? 'POST' : 'PUT'
      const path = value === planted ? '/v1/variables' : '/v1/variables/PLANTED'
      await api.call(method, path, { body: { key: 'PLANTED', value, secret: true } })
    }
    const config = { name: 'Hook', url: `https://hook.example.net/${planted}`, method: 'POST' }
    const made = await api.call('POST', '/v1/alert-channels', { body: { type: 'WEBHOOK', config } })
    const moved = { ...config, url: `https://hook.example.net/${other}` }
    const changed = await api.call('PUT', `/v1/alert-channels/${String(made.at('id'))}`, {
      body: { type: 'WEBHOOK', config: moved },
    })
    assert.equal(changed.status, 200, changed.text)
    const environmentVariables = [{ key: 'A', value: planted, secret: true }]
    const id = await makeMonitor(api, { environmentVariables })
    await api.call('DELETE', `/v1/checks/${id}`)
    const grpcBody = (value: string) => ({
      ...smallestGrpc,
      request: {
        ...smallestGrpc.request,
        grpcConfig: { method: 'shop.v1.Cart/List', metadata: [{ key: 'x-tenant', value }] },
      },
    })
    const grpc = await api.call('POST', '/v1/checks/grpc', { body: grpcBody('hunter2') })
    await api.call('PUT', `/v1/checks/grpc/${grpc.textAt('id')}`, { body: grpcBody('hunter3') })
    const entries = await entriesAfter(latest)
    const written = JSON.stringify(entries)
    assert.doesNotMatch(written, /hunter[23]/)
    const changesOf = (entityType: string, action: string): string =>
      entries.find((entry) => entry.entity_type === entityType && entry.action === action)?.changes ?? ''
    assert.match(changesOf('CHECK', 'UPDATE'), /metadata.0.value","old":"\*\*\*","new":"\*\*\*"/)
    assert.match(changesOf('VARIABLE', 'UPDATE'), /"path":"value","old":"\*\*\*","new":"\*\*\*"/)
    assert.match(changesOf('ALERT_CHANNEL', 'UPDATE'), /"path":"config.url","old":"\*\*\*","new":"\*\*\*"/)
  })

  test('it is paged: every entry once, also while new ones are written', async () => {
    for (let count = 0; count < 5; count += 1) await makeMonitor(api, {})
    const all = (await api.call('GET', '/v1/audit-log?limit=100')).at('entries')
    assert.ok(Array.isArray(all))
    const wanted = all.slice(0, 5).map((entry: { id: number }) => entry.id)
    const seen: unknown[] = []
    let query = '?limit=2'
    while (seen.length < 5) {
      const page = await api.call('GET', `/v1/audit-log${query}`)
      const entries = page.at('entries')
      assert.ok(Array.isArray(entries))
      seen.push(...entries.map((entry: { id: number }) => entry.id))
      await makeMonitor(api, {})
      query = `?limit=2&nextId=${page.textAt('nextId')}`
    }
    assert.deepEqual(seen.slice(0, 5), wanted)
  })

  test('a position of another filter, and a filter that is none, are refused', async () => {
    for (let count = 0; count < 3; count += 1) await makeMonitor(api, {})
    const nextId = (await api.call('GET', '/v1/audit-log?limit=1')).textAt('nextId')
    expectError(await api.call('GET', `/v1/audit-log?limit=1&action=DELETE&nextId=${nextId}`), 400)
    expectError(await api.call('GET', '/v1/audit-log?action=LOOK'), 400)
    expectError(await api.call('GET', '/v1/audit-log?from=5&to=4'), 400)
    expectError(await api.call('GET', '/v1/audit-log?keyId=x'), 400)
  })

  test('only administrators read it, and only that of their own account', async () => {
    for (const role of ['READ_ONLY', 'READ_RUN', 'READ_WRITE'] as const) {
      const key = await api.makeServiceKey(api.accountId, role)
      expectError(await api.call('GET', '/v1/audit-log', { key }), 403)
    }
    const key = await api.makeServiceKey(api.accountId, 'ADMIN')
    assert.equal((await api.call('GET', '/v1/audit-log', { key })).status, 200)
    const made = await api.call('POST', '/v1/accounts', { body: { name: 'Another' } })
    const theirs = await api.call('GET', '/v1/audit-log', { account: made.textAt('id') })
    assert.equal(theirs.at('length'), 1)
    assert.equal(theirs.at('entries.0.entityType'), 'ACCOUNT')
  })
})
