import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { acceptedCases, refusedCases } from '../../testing/monitors/field-case.ts'
import { icmpNestedCases } from '../../testing/monitors/icmp-nested-cases.ts'
import { icmpTopLevelCases } from '../../testing/monitors/icmp-top-level-cases.ts'
import {
  countMonitors,
  showMonitor,
  smallestCreate,
  writeMonitor,
} from '../../testing/monitors/write-icmp.ts'

const table = [...icmpTopLevelCases, ...icmpNestedCases]

forOneEngine('POST /v1/checks/icmp', (engine) => {
  const api = apiUnderTest(engine)

  // First, while there is no monitor; counted on, so that one mistake fails one test.
  let count = 0
  for (const { title, body, keys, says } of refusedCases(table, 'create')) {
    test(`create: ${title}, and nothing is made`, async () => {
      const answer = await writeMonitor(api, 'create', '', body)
      const before = count
      count = await countMonitors(api)
      expectInvalid(answer, 'payload', keys)
      assert.match(answer.textAt('message'), says)
      assert.equal(count, before)
    })
  }

  for (const { title, field, body, shown } of acceptedCases(table, 'create')) {
    test(`create: ${title}`, async () => {
      const answer = await writeMonitor(api, 'create', '', body)
      assert.equal(answer.status, 201, answer.text)
      assert.deepEqual(answer.at(field), shown)
      assert.deepEqual((await showMonitor(api, answer.textAt('id'))).body, answer.body)
    })
  }

  for (const field of ['name', 'request']) {
    test(`create: ${field} left out is refused`, async () => {
      const whole: Record<string, unknown> = { ...smallestCreate }
      const { [field]: _left, ...body } = whole
      expectInvalid(await api.call('POST', '/v1/checks/icmp', { body }), 'payload', [field])
    })
  }

  test('create: every mistake of a body is named at once, the first one first', async () => {
    const body = {
      name: '',
      frequency: 3,
      request: { pingCount: 51, assertions: [{ source: 'LATENCY', property: 'mean', comparison: 'EQUALS' }] },
      retryStrategy: { type: 'SINGLE_RETRY', maxRetries: 2 },
    }
    const keys = ['name', 'frequency', 'request.hostname', 'request.pingCount', 'retryStrategy.maxRetries']
    const inAssertion = ['request.assertions.0.property', 'request.assertions.0.target']
    const answer = await api.call('POST', '/v1/checks/icmp', { body })
    expectInvalid(answer, 'payload', [...keys, ...inAssertion])
  })

  test('create: thousands of mistakes make no endless answer', async () => {
    const answer = await writeMonitor(api, 'create', '', { tags: Array.from({ length: 20_000 }, () => 7) })
    assert.equal(answer.status, 400)
    assert.ok(answer.text.length < 10_000)
  })

  test('create: every omitted field gets its default', async () => {
    const answer = await writeMonitor(api, 'create', '', {})
    assert.equal(answer.status, 201)
    const now = new Date(api.clock.now()).toISOString()
    const offset = answer.at('frequencyOffset')
    assert.ok(typeof offset === 'number' && offset >= 1 && offset <= 100)
    assert.deepEqual(answer.body, {
      id: answer.at('id'),
      name: 'Edge router',
      activated: true,
      muted: false,
      doubleCheck: true,
      shouldFail: false,
      useGlobalAlertSettings: true,
      groupId: null,
      groupOrder: null,
      runParallel: false,
      description: null,
      locations: [],
      tags: [],
      alertSettings: {
        escalationType: 'RUN_BASED',
        reminders: { amount: 0, interval: 5 },
        runBasedEscalation: { failedRunThreshold: 1 },
        parallelRunFailureThreshold: { enabled: false, percentage: 10 },
      },
      runtimeId: null,
      alertChannelSubscriptions: [],
      retryStrategy: null,
      triggerIncident: null,
      created_at: now,
      updated_at: null,
      alertChannels: { email: [], webhook: [], slack: [], sms: [] },
      privateLocations: [],
      aiAutoRepairEnabled: null,
      projectBindings: { owner: null, references: [] },
      intent: null,
      project: null,
      logicalId: null,
      member: null,
      pending: null,
      frequency: 10,
      frequencyOffset: offset,
      degradedResponseTime: 10_000,
      maxResponseTime: 20_000,
      degradedPacketLossThreshold: 10,
      maxPacketLossThreshold: 20,
      request: { hostname: 'edge1.example.net', ipFamily: 'IPv4', pingCount: 10, assertions: [] },
      checkType: 'ICMP',
    })
  })

  test('create: autoAssignAlerts takes true, false, 1 and 0, and nothing else', async () => {
    for (const value of ['true', 'false', '1', '0']) {
      const answer = await api.call('POST', `/v1/checks/icmp?autoAssignAlerts=${value}`, {
        body: smallestCreate,
      })
      assert.equal(answer.status, 201, value)
    }
    for (const value of ['yes', '', '2']) {
      const answer = await api.call('POST', `/v1/checks/icmp?autoAssignAlerts=${value}`, {
        body: smallestCreate,
      })
      expectInvalid(answer, 'query', ['autoAssignAlerts'])
    }
  })

  test('case 18: a body with unknown and read-only fields is accepted, and they have no effect', async () => {
    const answer = await writeMonitor(api, 'create', '', {
      id: '',
      createdAt: '0001-01-01T00:00:00Z',
      created_at: '0001-01-01T00:00:00Z',
      updated_at: '0001-01-01T00:00:00Z',
      sslCheck: true,
      alertChannels: { email: [{ address: 'a@example.net' }] },
      project: { id: 'p' },
      projectBindings: { owner: { project: 'p' } },
      status: 'passing',
      unknown: { deep: [1] },
    })
    assert.equal(answer.status, 201)
    assert.match(answer.textAt('id'), /^[0-9a-f-]{36}$/)
    assert.equal(answer.textAt('created_at'), new Date(api.clock.now()).toISOString())
    assert.equal(answer.at('updated_at'), null)
    assert.deepEqual(answer.at('alertChannels'), { email: [], webhook: [], slack: [], sms: [] })
    for (const field of ['unknown', 'sslCheck', 'createdAt', 'status'])
      assert.equal(answer.at(field), undefined)
    for (const field of ['project', 'projectBindings.owner']) assert.equal(answer.at(field), null)
  })
})
