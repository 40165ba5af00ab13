import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { findScheduled } from '@sonde/store/scheduled-checks.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, type CallOptions } from '../../testing/api-under-test.ts'
import { readApiDocument, type ApiDocument } from '../../testing/api-document.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeMonitor, smallestCreate, smallestPut } from '../../testing/write-icmp.ts'

const unknownId = '0198c0de-0000-7000-8000-000000000000'

type Sample = {
  values?: Record<string, string>
  query?: string
  body?: object
  /** Not touched by the general limit; what happens at its own is shown where the route is tested. */
  hasOwnLimit?: boolean
  /** Where nothing can succeed yet: what a good request is answered with. */
  refusal?: number
}

forEachEngine('the API document', (engine) => {
  const api = apiUnderTest(engine, {
    servedLocations: ['eu-west-1'],
    staticIps: { 'eu-west-1': { ipv4: ['192.0.2.1'], ipv6: ['2001:db8::/64'] } },
  })
  let document: ApiDocument
  before(async () => {
    document = readApiDocument((await api.call('GET', '/openapi.json', { key: null, account: null })).body)
  })

  const check = async (): Promise<Sample> => ({ values: { id: await makeMonitor(api, rich) } })
  const member = async (): Promise<Sample> => {
    const { id } = await api.makeUser()
    await api.join(api.accountId, id, 'READ_ONLY')
    return { values: { userId: id } }
  }
  const userKey = async (): Promise<Sample> => {
    const made = await api.call('POST', '/v1/users/me/api-keys', { body: { name: 'k' } })
    return { values: { id: made.textAt('id') } }
  }
  const serviceKey = async (): Promise<Sample> => {
    const made = await api.call('POST', '/v1/accounts/me/api-keys', {
      body: { name: 'k', role: 'READ_ONLY' },
    })
    return { values: { id: made.textAt('id') } }
  }
  const privateLocation = async (): Promise<Sample> => {
    const body = { name: 'Office', slugName: `s-${randomBytes(6).toString('hex')}`, proxyUrl: '{{PROXY}}' }
    const made = await api.call('POST', '/v1/private-locations', { body })
    return { values: { id: made.textAt('id'), keyId: made.textAt('keys.0.id') } }
  }
  const dataCenter = async (): Promise<Sample> => {
    const keys = '/v1/locations/eu-west-1/keys'
    const made = await api.call('POST', keys)
    return { values: { code: 'eu-west-1', keyId: made.textAt('id') } }
  }
  const result = async (): Promise<Sample> => {
    const checkId = await makeMonitor(api, rich)
    const { id: checkResultId } = await storeResult(api, checkId)
    return { values: { checkId, checkResultId } }
  }
  const results = async (): Promise<Sample> => ({ ...(await result()), hasOwnLimit: true })
  const figures = async (): Promise<Sample> => {
    const id = await makeMonitor(api, rich)
    await storeResult(api, id)
    const query = '?metrics=availability,latencyAvg_p95&groupBy=runLocation&aggregationInterval=60'
    return { values: { id }, query, hasOwnLimit: true }
  }
  const status = async (): Promise<Sample> => {
    const checkId = await makeMonitor(api, rich)
    const { no } = (await findScheduled(api.store.read, checkId)) ?? {}
    assert.ok(no !== undefined)
    await api.store.write((db) =>
      db.updateTable('check_states').set({ status: 'passing' }).where('no', '=', no).execute(),
    )
    return { values: { checkId } }
  }
  const target = async (): Promise<Sample> => {
    const checkId = await makeMonitor(api, rich)
    return { body: { target: { checkId, matchTags: [['a', '!b']] } } }
  }
  const session = async (): Promise<Sample> => {
    const { body } = await target()
    const made = await api.call('POST', '/v2/check-sessions/trigger', { body })
    const checkSessionId = made.textAt('sessions.0.checkSessionId')
    await api.runs.endRun({ sessionId: checkSessionId, origin: 'eu-west-1', state: 'passed' })
    return { values: { checkSessionId } }
  }
  const trigger = async (): Promise<Sample> => {
    const checkId = await makeMonitor(api, rich)
    const made = await api.call('POST', `/v1/triggers/checks/${checkId}`)
    return { values: { checkId, token: made.textAt('token') } }
  }
  const untriggered = async (): Promise<Sample> => ({ values: { checkId: await makeMonitor(api, rich) } })
  const detached = async (): Promise<Sample> => ({ ...(await trigger()), query: '?detach=true' })
  const group = async (): Promise<Sample> => ({ values: { groupId: '7' }, refusal: 404 })
  const own = async (): Promise<Sample> => ({ values: { id: api.accountId } })
  const plain = async (): Promise<Sample> => ({})
  const roleChange = { body: { role: 'READ_RUN' } }

  /** One good request for every operation; `accountId` in a path is always the account under test. */
  const samples: Record<string, () => Promise<Sample>> = {
    postV1ChecksIcmp: async () => ({ body: { ...smallestCreate, ...rich } }),
    putV1ChecksIcmpId: async () => ({ ...(await check()), body: smallestPut }),
    patchV1ChecksIcmpId: async () => ({ ...(await check()), body: { muted: true } }),
    getV1Checks: async () => ({ ...(await check()), query: '?tag=a&limit=5&search=r' }),
    getV2Checks: check,
    getV3Checks: check,
    getV1ChecksId: check,
    getV2ChecksId: check,
    getV3ChecksId: check,
    deleteV1ChecksId: check,
    getV1CheckresultsCheckid: results,
    getV2CheckresultsCheckid: results,
    getV1CheckresultsCheckidCheckresultid: result,
    getV1CheckresultsCheckidCheckresultidAssets: result,
    getV1Checkstatuses: status,
    getV1CheckstatusesCheckid: status,
    postV1ChecksessionsTrigger: target,
    postV2ChecksessionsTrigger: target,
    getV1ChecksessionsChecksessionid: session,
    getV2ChecksessionsChecksessionid: session,
    getV1ChecksessionsChecksessionidCompletion: session,
    getV2ChecksessionsChecksessionidCompletion: session,
    postV1ChecksessionsChecksessionidCancel: async () => ({ ...(await session()), body: {} }),
    postV1TriggersChecksCheckid: untriggered,
    getV1TriggersChecksCheckid: trigger,
    deleteV1TriggersChecksCheckid: trigger,
    postV1TriggersCheckgroupsGroupid: group,
    getV1TriggersCheckgroupsGroupid: group,
    deleteV1TriggersCheckgroupsGroupid: group,
    getChecksCheckidTriggerToken: detached,
    postChecksCheckidTriggerToken: detached,
    getV1AnalyticsIcmpId: figures,
    getV1AnalyticsMetrics: async () => ({ query: '?checkType=ICMP', hasOwnLimit: true }),
    postV1AnalyticsChecks: async () => {
      const { values } = await figures()
      return { body: { checkIds: [values?.['id']] }, hasOwnLimit: true }
    },
    getV1Accounts: plain,
    postV1Accounts: async () => ({ body: { name: 'Another' } }),
    getNextAccounts: plain,
    getV1AccountsMe: plain,
    getV1AccountsAccountid: plain,
    getNextAccountsId: own,
    getV1AccountsMeEntitlements: plain,
    getV1AccountsAccountidEntitlements: plain,
    getV1AccountsMeMembers: async () => ({ ...(await member()), query: '?limit=1' }),
    getV1AccountsAccountidMembers: plain,
    patchV1AccountsMeMembersUserid: async () => ({ ...(await member()), ...roleChange }),
    deleteV1AccountsMeMembersUserid: member,
    patchV1AccountsAccountidMembersUserid: async () => ({ ...(await member()), ...roleChange }),
    deleteV1AccountsAccountidMembersUserid: member,
    getNextUsersMe: plain,
    getV1UsersMeApikeys: plain,
    postV1UsersMeApikeys: async () => ({ body: { name: 'k' } }),
    deleteV1UsersMeApikeysId: userKey,
    getV1AccountsMeApikeys: async () => {
      await serviceKey()
      return {}
    },
    postV1AccountsMeApikeys: async () => ({ body: { name: 'k', role: 'ADMIN' } }),
    deleteV1AccountsMeApikeysId: serviceKey,
    getV1Locations: plain,
    getV1LocationsCodeKeys: dataCenter,
    postV1LocationsCodeKeys: async () => ({ values: { code: 'eu-west-2' } }),
    deleteV1LocationsCodeKeysKeyid: dataCenter,
    getV1Privatelocations: async () => {
      await privateLocation()
      return { query: '?versions=true' }
    },
    postV1Privatelocations: async () => ({ body: { name: 'Office', slugName: 'office' } }),
    getV1PrivatelocationsId: privateLocation,
    putV1PrivatelocationsId: async () => ({ ...(await privateLocation()), body: { name: 'Cellar' } }),
    deleteV1PrivatelocationsId: privateLocation,
    postV1PrivatelocationsIdKeys: privateLocation,
    deleteV1PrivatelocationsIdKeysKeyid: privateLocation,
    getV1PrivatelocationsIdMetrics: async () => {
      const now = Math.floor(api.clock.now() / 1000)
      return { ...(await privateLocation()), query: `?from=${now - 3_600}&to=${now}`, hasOwnLimit: true }
    },
    getV1Runtimes: plain,
    getV1RuntimesId: async () => ({ values: { id: '2026.04' } }),
    getV1Staticips: plain,
    getV1Staticipsbyregion: plain,
    getV1Staticipstxt: plain,
    getV1Staticipv6s: plain,
    getV1Staticipv6sbyregion: plain,
    getV1Staticipv6stxt: plain,
    getHealth: plain,
    getMetrics: plain,
  }

  test('describes every route, and each has a sample here', () => {
    const described = document.operations.map(({ operationId }) => operationId)
    assert.deepEqual(described.toSorted(), Object.keys(samples).toSorted())
  })

  for (const [operationId, makeSample] of Object.entries(samples)) {
    test(`case 23: the answers of ${operationId} are as described`, async () => {
      const operation = document.operations.find((known) => known.operationId === operationId)
      assert.ok(operation)
      const { method, path, isPublic } = operation
      const send = async ({ values = {}, query = '', body }: Sample, options: CallOptions = {}) => {
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? api.accountId)
        const answer = await api.call(method, filled + query, { ...(body ? { body } : {}), ...options })
        document.judge(operation, answer)
        return answer
      }
      const sample = await makeSample()
      const ok = await send(sample)
      if (sample.refusal === undefined) assert.ok(ok.status < 300, ok.text)
      else expectError(ok, sample.refusal)
      if (isPublic) return

      expectError(await send(sample, { key: null }), 401)
      if (sample.hasOwnLimit !== true) {
        expectError(await send(sample, { key: await exhaustedKey(), account: null, afterMs: 0 }), 429)
      }
      if (/\{(id|userId|accountId|checkId|checkSessionId)\}/.test(path)) {
        const values = everyId(unknownId)
        expectError(await send({ ...sample, values }), 404)
        const malformed = everyId('abc')
        expectError(await send({ ...sample, values: malformed }), 400)
      } else {
        expectError(await send(sample, { account: unknownId }), 403)
      }
      if (sample.body) expectError(await send({ ...sample, body: [] }), 400)
    })
  }

  let exhausted: string | null = null
  let exhaustedAt = 0
  /** A key with no request left at this moment; made anew when its window has moved on. */
  async function exhaustedKey(): Promise<string> {
    if (exhausted !== null && api.clock.now() - exhaustedAt < 50_000) return exhausted
    const key = await api.makeServiceKey(api.accountId, 'ADMIN')
    await Promise.all(
      Array.from({ length: 600 }, () =>
        api.call('GET', '/next/users/me', { key, account: null, afterMs: 0 }),
      ),
    )
    exhausted = key
    exhaustedAt = api.clock.now()
    return key
  }

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

function everyId(id: string): Record<string, string> {
  const names = ['id', 'userId', 'accountId', 'checkId', 'checkResultId', 'checkSessionId']
  return Object.fromEntries(names.map((name) => [name, id]))
}

/** As many fields as a monitor can have now. */
const rich = {
  tags: ['a'],
  locations: ['eu-west-1'],
  description: 'd',
  runtimeId: '2025.04',
  groupOrder: 1,
  alertSettings: { escalationType: 'TIME_BASED', timeBasedEscalation: { minutesFailingThreshold: 5 } },
  retryStrategy: { type: 'FIXED', maxRetries: 2, maxDurationSeconds: 60, onlyOn: 'NETWORK_ERROR' },
  intent: { goal: 'g', requiredOutcomes: ['r'], mustPreserve: ['m'] },
  aiAutoRepairEnabled: true,
  environmentVariables: [{ key: 'K', value: 'v', secret: true }],
  degradedPacketLossThreshold: null,
  request: {
    hostname: 'edge1.example.net',
    ipFamily: null,
    pingCount: null,
    assertions: [{ source: 'LATENCY', property: 'avg', comparison: 'LESS_THAN', target: '20', regex: null }],
  },
}
