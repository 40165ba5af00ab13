import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { updates } from '../../testing/monitors/field-case.ts'
import { makeMonitor, showMonitor, smallestPut, writeMonitor } from '../../testing/monitors/write-icmp.ts'

/** A monitor that differs from every default. */
const unusual = {
  name: 'Unusual',
  activated: false,
  muted: true,
  doubleCheck: false,
  shouldFail: true,
  locations: ['eu-west-1', 'us-east-1'],
  tags: ['edge', 'prod'],
  alertSettings: { escalationType: 'TIME_BASED', timeBasedEscalation: { minutesFailingThreshold: 15 } },
  useGlobalAlertSettings: false,
  groupOrder: 3,
  runtimeId: '2025.04',
  retryStrategy: { type: 'LINEAR', maxRetries: 5 },
  runParallel: true,
  description: 'Not the usual one',
  frequency: 30,
  frequencyOffset: 7,
  request: { hostname: 'a.example', ipFamily: 'IPv6', pingCount: 3, assertions: [latencyBelow('20')] },
  degradedResponseTime: 1,
  maxResponseTime: 2,
  degradedPacketLossThreshold: 3,
  maxPacketLossThreshold: 4,
  intent: { goal: 'g', requiredOutcomes: ['r'], mustPreserve: ['m'] },
  aiAutoRepairEnabled: true,
}

const defaults = {
  activated: true,
  muted: false,
  doubleCheck: true,
  shouldFail: false,
  useGlobalAlertSettings: true,
  groupId: null,
  groupOrder: null,
  runParallel: false,
  description: null,
  frequency: 10,
  degradedResponseTime: 10_000,
  maxResponseTime: 20_000,
  degradedPacketLossThreshold: 10,
  maxPacketLossThreshold: 20,
}

const kept = [
  'name',
  'locations',
  'tags',
  'alertSettings',
  'runtimeId',
  'retryStrategy',
  'triggerIncident',
].concat([
  'request',
  'privateLocations',
  'alertChannelSubscriptions',
  'intent',
  'aiAutoRepairEnabled',
  'created_at',
  'id',
])

function latencyBelow(target: string) {
  return { source: 'LATENCY', property: 'avg', comparison: 'LESS_THAN', target, regex: '' }
}

forOneEngine('the modes of an update', (engine) => {
  const api = apiUnderTest(engine)

  test('case 9: by the letter, every omitted field with a default gets it, and the others stay', async () => {
    const id = await makeMonitor(api, unusual)
    const stored = await showMonitor(api, id)
    const answer = await writeMonitor(api, 'strict put', id, {})
    assert.equal(answer.status, 200, answer.text)
    for (const [field, value] of Object.entries(defaults)) assert.deepEqual(answer.at(field), value, field)
    for (const field of kept) assert.deepEqual(answer.at(field), stored.at(field), field)
  })

  for (const operation of ['merging put', 'patch'] as const) {
    test(`case 9: ${operation}: every omitted field stays, but lists that a known client empties so`, async () => {
      const id = await makeMonitor(api, unusual)
      const stored = await showMonitor(api, id)
      const answer = await writeMonitor(api, operation, id, {})
      const emptied = operation === 'patch' ? [] : ['tags', 'alertChannelSubscriptions']
      for (const field of [...Object.keys(defaults), ...kept, 'frequencyOffset']) {
        assert.deepEqual(answer.at(field), emptied.includes(field) ? [] : stored.at(field), field)
      }
    })
  }

  for (const operation of updates) {
    test(`case 9: ${operation}: an empty list of tags empties them`, async () => {
      const id = await makeMonitor(api, unusual)
      assert.deepEqual((await writeMonitor(api, operation, id, { tags: [] })).at('tags'), [])
      const listed = await api.call('GET', '/v1/checks?tag=edge')
      assert.ok(!listed.text.includes(id))
    })

    test(`case 9: ${operation}: a request keeps what it leaves out, unless a known client empties it so`, async () => {
      const id = await makeMonitor(api, unusual)
      const answer = await writeMonitor(api, operation, id, { request: { hostname: 'b.example' } })
      const defaultRequest = { ipFamily: 'IPv4', pingCount: 10, assertions: [] }
      const others = operation === 'merging put' ? defaultRequest : unusual.request
      assert.deepEqual(answer.at('request'), { ...others, hostname: 'b.example' })
    })

    test(`case 9: ${operation}: a request without hostname is refused`, async () => {
      const id = await makeMonitor(api, unusual)
      const answer = await writeMonitor(api, operation, id, { request: { pingCount: 3 } })
      expectInvalid(answer, 'payload', ['request.hostname'])
      assert.equal((await showMonitor(api, id)).at('updated_at'), null)
    })

    test(`${operation}: lists replace, alert settings merge at every depth`, async () => {
      const id = await makeMonitor(api, unusual)
      const answer = await writeMonitor(api, operation, id, {
        request: { hostname: 'a.example', assertions: [latencyBelow('5')] },
        locations: ['us-east-1'],
        alertSettings: { reminders: { amount: 3 } },
      })
      assert.deepEqual(answer.at('request.assertions'), [latencyBelow('5')])
      assert.deepEqual(answer.at('locations'), ['us-east-1'])
      assert.deepEqual(answer.at('alertSettings'), {
        escalationType: 'TIME_BASED',
        timeBasedEscalation: { minutesFailingThreshold: 15 },
        reminders: { amount: 3, interval: 5 },
        runBasedEscalation: { failedRunThreshold: 1 },
        parallelRunFailureThreshold: { enabled: false, percentage: 10 },
      })
    })

    test(`${operation}: a retry strategy and an intent replace as a whole`, async () => {
      const id = await makeMonitor(api, unusual)
      const answer = await writeMonitor(api, operation, id, {
        retryStrategy: { type: 'FIXED' },
        intent: { goal: 'other' },
      })
      assert.deepEqual(answer.at('retryStrategy'), {
        type: 'FIXED',
        baseBackoffSeconds: 60,
        sameRegion: true,
      })
      assert.deepEqual(answer.at('intent'), { goal: 'other', requiredOutcomes: [], mustPreserve: [] })
    })

    test(`${operation}: null clears a nullable field`, async () => {
      const id = await makeMonitor(api, unusual)
      const cleared = ['locations', 'description', 'runtimeId', 'retryStrategy', 'intent', 'maxResponseTime']
      const answer = await writeMonitor(
        api,
        operation,
        id,
        Object.fromEntries(cleared.map((field) => [field, null])),
      )
      for (const field of cleared) assert.equal(answer.at(field), null, field)
    })

    test(`${operation}: updated_at grows with every accepted write, also when the clock stands still`, async () => {
      const id = await makeMonitor(api)
      const seen = [(await showMonitor(api, id)).textAt('created_at')]
      for (const _ of [1, 2, 3]) {
        const answer = await writeMonitor(api, operation, id, {}, { afterMs: 0 })
        const previous = seen.at(-1) ?? ''
        assert.ok(answer.textAt('updated_at') > previous, answer.textAt('updated_at'))
        seen.push(answer.textAt('updated_at'))
      }
      assert.equal((await showMonitor(api, id)).at('created_at'), seen[0])
    })

    test(`${operation}: updated_at grows when the clock steps back`, async () => {
      const id = await makeMonitor(api)
      const first = await writeMonitor(api, operation, id, {})
      const second = await writeMonitor(api, operation, id, {}, { afterMs: -10_000 })
      assert.ok(second.textAt('updated_at') > first.textAt('updated_at'))
    })
  }

  const headerCases = [
    { headers: {}, mode: 'strict' },
    { headers: { 'x-checkly-source': 'CLI' }, mode: 'merge' },
    { headers: { 'X-Checkly-Account': '' }, mode: 'merge' },
    { headers: { 'user-agent': 'checkly-go-sdk' }, mode: 'strict' },
  ] as const
  for (const { headers, mode } of headerCases) {
    test(`a PUT with the headers ${JSON.stringify(headers)} is ${mode}, a PATCH merges`, async () => {
      const sent = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value === '' ? api.accountId : value]),
      )
      const id = await makeMonitor(api, { activated: false })
      const patched = await api.call('PATCH', `/v1/checks/icmp/${id}`, { body: {}, headers: sent })
      assert.equal(patched.at('activated'), false)
      const put = await api.call('PUT', `/v1/checks/icmp/${id}`, { body: smallestPut, headers: sent })
      assert.equal(put.at('activated'), mode === 'strict')
    })
  }

  test('writers at the same moment lose nothing of each other', async () => {
    const id = await makeMonitor(api)
    const fields = ['muted', 'shouldFail', 'runParallel'].map((field) => ({ [field]: true }))
    const answers = await Promise.all(fields.map((body) => writeMonitor(api, 'patch', id, body)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    const shown = await showMonitor(api, id)
    for (const field of ['muted', 'shouldFail', 'runParallel']) assert.equal(shown.at(field), true, field)
    const times = answers.map((answer) => answer.textAt('updated_at'))
    assert.equal(new Set(times).size, 3)
  })
})
