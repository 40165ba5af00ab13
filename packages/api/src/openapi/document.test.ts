import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, type CallOptions } from '../../testing/api-under-test.ts'
import { readApiDocument, type ApiDocument, type Operation } from '../../testing/contract/api-document.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { type Sample, unknownId } from '../../testing/samples/operation-sample.ts'
import { someProvider } from '../../testing/some-provider.ts'
import { operationSamples } from '../../testing/samples/operation-samples.ts'

forOneEngine('the API document', (engine) => {
  const api = apiUnderTest(engine, {
    servedLocations: ['eu-west-1'],
    oidc: () => someProvider,
    staticIps: { 'eu-west-1': { ipv4: ['192.0.2.1'], ipv6: ['2001:db8::/64'] } },
  })
  let document: ApiDocument
  before(async () => {
    document = readApiDocument((await api.call('GET', '/openapi.json', { key: null, account: null })).body)
  })

  const samples = operationSamples(api)
  const sendAs = async (
    operation: Operation,
    { values = {}, query = '', body, headers = {} }: Sample,
    options: CallOptions = {},
  ) => {
    const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? api.accountId)
    const given = { headers, ...(body ? { body } : {}) }
    const answer = await api.call(operation.method, filled + query, { ...given, ...options })
    document.validate(operation, answer)
    return answer
  }
  /** Of the operations that share the limit of their key. */
  const limited: { operation: Operation; sample: Sample }[] = []

  test('describes every route, and each has a sample here', () => {
    const described = document.operations.map(({ operationId }) => operationId)
    assert.deepEqual(described.toSorted(), Object.keys(samples).toSorted())
  })

  for (const [operationId, makeSample] of Object.entries(samples)) {
    test(`case 23: the answers of ${operationId} are as described`, async () => {
      const operation = document.operations.find((known) => known.operationId === operationId)
      assert.ok(operation)
      const { path, isPublic, isEndless } = operation
      const send = (sent: Sample, options?: CallOptions) => sendAs(operation, sent, options)
      const sample = await makeSample()
      // What a stream tells is shown where the route is tested.
      if (!isEndless) {
        const ok = await send(sample)
        assert.ok(ok.status < 300, ok.text)
      }
      if (isPublic) return

      expectError(await send(sample, { key: null }), 401)
      if (sample.hasOwnLimit !== true) limited.push({ operation, sample })
      if (/\{(id|userId|accountId|checkId|checkSessionId|statusPageId|serviceId|incidentId)\}/.test(path)) {
        const values = { ...everyId(unknownId), ...sample.unknown }
        expectError(await send({ ...sample, values }), 404)
        const malformed = everyId('abc')
        expectError(await send({ ...sample, values: malformed }), 400)
      } else {
        expectError(await send(sample, { account: unknownId }), 403)
      }
      if (sample.body) expectError(await send({ ...sample, body: [] }), 400)
    })
  }

  test('case 23: the refusal of too many requests is as described, at every operation', async () => {
    const key = await api.makeServiceKey(api.accountId, 'ADMIN')
    const options = { key, account: null, afterMs: 0 }
    await Promise.all(Array.from({ length: 600 }, () => api.call('GET', '/next/users/me', options)))
    assert.ok(limited.length > 200, String(limited.length))
    for (const { operation, sample } of limited) expectError(await sendAs(operation, sample, options), 429)
  })

  test('names the two schemas as the specification does, and operations by method and path', async () => {
    const answer = await api.call('GET', '/openapi.json', { key: null, account: null })
    assert.equal(answer.status, 200)
    assert.match(answer.textAt('openapi'), /^3\.0\.\d$/)
    assert.ok(answer.at('components.schemas.MonitorICMP'))
    assert.deepEqual(answer.at('components.schemas.IcmpMonitorUpdate.required'), ['heartbeat', 'script'])
    const put = 'paths./v1/checks/icmp/{id}.put'
    assert.equal(answer.at(`${put}.operationId`), 'putV1ChecksIcmpId')
    assert.deepEqual(answer.at(`${put}.tags`), ['Monitors'])
    const names = [0, 1, 2, 3].map((index) => answer.at(`${put}.parameters.${index}.name`))
    assert.deepEqual(names.toSorted(), ['X-Service-Account', 'autoAssignAlerts', 'id', undefined])
  })

  test('has a predecessor that is marked as such', async () => {
    const answer = await api.call('GET', '/swagger.json', { key: null, account: null })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.deprecation, 'true')
    assert.match(String(answer.headers.link), /openapi\.json/)
    // What it said at the freeze, whatever has become of the API since.
    assert.equal(answer.at('info.x-deprecated'), true)
    assert.equal(Object.keys(answer.record()['paths'] as object).length, 35)
  })
})

const statusPageIds = ['statusPageId', 'serviceId', 'incidentId', 'incidentUpdateId', 'subscriptionId']

function everyId(id: string): Record<string, string> {
  const names = ['id', 'userId', 'accountId', 'checkId', 'checkResultId', 'checkSessionId', ...statusPageIds]
  return Object.fromEntries(names.map((name) => [name, id]))
}
