import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, publicUrl } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeHeartbeat, sendPing, smallestHeartbeat } from '../../testing/monitors/write-heartbeat.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

forOneEngine('heartbeat monitors', (engine) => {
  const api = apiUnderTest(engine)
  const path = '/v1/checks/heartbeat'

  test('a create with nothing but name and times answers with defaults, a token and its address', async () => {
    const made = await api.call('POST', path, { body: smallestHeartbeat })
    assert.equal(made.status, 201, made.text)
    const token = made.textAt('heartbeat.pingToken')
    assert.match(token, uuid)
    const { id, created_at: createdAt, ...rest } = made.record()
    assert.ok(id && createdAt)
    assert.deepEqual(rest, {
      name: 'Nightly backup',
      checkType: 'HEARTBEAT',
      activated: true,
      muted: false,
      useGlobalAlertSettings: true,
      groupId: null,
      groupOrder: null,
      runParallel: false,
      description: null,
      locations: [],
      privateLocations: [],
      tags: [],
      alertSettings: made.at('alertSettings'),
      alertChannelSubscriptions: [],
      alertChannels: made.at('alertChannels'),
      triggerIncident: null,
      updated_at: null,
      aiAutoRepairEnabled: null,
      intent: null,
      projectBindings: { owner: null, references: [] },
      project: null,
      logicalId: null,
      member: null,
      pending: null,
      heartbeat: {
        period: 10,
        periodUnit: 'minutes',
        grace: 5,
        graceUnit: 'minutes',
        pingToken: token,
        pingUrl: `${publicUrl}/ping/${token}`,
      },
    })
  })

  test('every field comes back as it was sent, and what nothing runs with is accepted and forgotten', async () => {
    const pingToken = randomUUID()
    const kept = {
      name: 'Backup',
      activated: false,
      muted: true,
      tags: ['ops', 'nightly'],
      locations: ['eu-west-1'],
      useGlobalAlertSettings: false,
      groupOrder: 3,
      runParallel: true,
      description: 'Dumps the database',
      intent: { goal: 'g', requiredOutcomes: ['r'], mustPreserve: [] },
      aiAutoRepairEnabled: true,
    }
    const heartbeat = { period: 1.5, periodUnit: 'hours', grace: 0, graceUnit: 'days', pingToken }
    const ignored = {
      frequency: 5,
      frequencyOffset: 900,
      doubleCheck: false,
      shouldFail: true,
      request: { anything: true },
      script: 's',
      scriptPath: 'p',
      sslCheckDomain: 'example.net',
      environmentVariables: [{ key: 'K', value: 'v' }],
      setupSnippetId: null,
      localSetupScript: 's',
      degradedResponseTime: 1,
      maxResponseTime: null,
      retryStrategy: { type: 'FIXED' },
      nonsense: { unknown: 'fields' },
    }
    const made = await api.call('POST', path, { body: { ...kept, ...ignored, heartbeat } })
    assert.equal(made.status, 201, made.text)
    const shown = await api.call('GET', `/v1/checks/${made.textAt('id')}`)
    for (const [field, value] of Object.entries(kept)) assert.deepEqual(shown.at(field), value, field)
    assert.deepEqual(shown.at('heartbeat'), { ...heartbeat, pingUrl: `${publicUrl}/ping/${pingToken}` })
    for (const field of Object.keys(ignored)) assert.equal(shown.at(field), undefined, field)
    for (const version of ['v2', 'v3']) {
      const other = await api.call('GET', `/${version}/checks/${made.textAt('id')}`)
      assert.equal(other.at('heartbeat.pingToken'), pingToken)
    }
  })

  const refused: [what: string, body: object, field: string][] = [
    ['no heartbeat', { heartbeat: undefined }, 'heartbeat'],
    ['H6: a period of 29 s', times(29, 'seconds', 0, 'seconds'), 'heartbeat.period'],
    ['a period of half a second less than 30', times(29.5, 'seconds', 0, 'seconds'), 'heartbeat.period'],
    ['a period of 366 days', times(366, 'days', 0, 'seconds'), 'heartbeat.period'],
    ['a negative grace', times(1, 'hours', -1, 'seconds'), 'heartbeat.grace'],
    ['a grace of 366 days', times(1, 'hours', 366, 'days'), 'heartbeat.grace'],
    ['an unknown unit', times(1, 'weeks', 1, 'hours'), 'heartbeat.periodUnit'],
    ['a period that is a text', times('1', 'hours', 1, 'hours'), 'heartbeat.period'],
    ['no grace', { heartbeat: { period: 1, periodUnit: 'hours', graceUnit: 'hours' } }, 'heartbeat.grace'],
    [
      'a token that is no UUID',
      { heartbeat: { ...smallestHeartbeat.heartbeat, pingToken: 'x' } },
      'heartbeat.pingToken',
    ],
    ['a frequency that is none', { frequency: 7 }, 'frequency'],
    ['a snippet that is not there', { setupSnippetId: 7 }, 'setupSnippetId'],
    ['an empty name', { name: '' }, 'name'],
  ]
  for (const [what, body, field] of refused) {
    test(`a create with ${what} is refused and names ${field}`, async () => {
      expectInvalid(await api.call('POST', path, { body: { ...smallestHeartbeat, ...body } }), 'payload', [
        field,
      ])
    })
  }

  test('a wrong unit does not hide that its number fits no unit', async () => {
    const wrong = times(-1, 'weeks', 366 * 86_400, 'years')
    expectInvalid(await api.call('POST', path, { body: { ...smallestHeartbeat, ...wrong } }), 'payload', [
      'heartbeat.periodUnit',
      'heartbeat.graceUnit',
      'heartbeat.period',
      'heartbeat.grace',
    ])
    const { id } = await makeHeartbeat(api)
    const body = { heartbeat: { grace: -1, graceUnit: 'weeks' } }
    expectInvalid(await api.call('PATCH', `${path}/${id}`, { body }), 'payload', [
      'heartbeat.graceUnit',
      'heartbeat.grace',
    ])
  })

  test('H6: 30 seconds and 365 days are accepted', async () => {
    await makeHeartbeat(api, times(30, 'seconds', 0, 'seconds'))
    await makeHeartbeat(api, times(0.5, 'minutes', 0, 'seconds'))
    await makeHeartbeat(api, times(365, 'days', 365, 'days'))
  })

  test('a token that another monitor has is refused, whoever owns that one, also on update', async () => {
    const { pingToken } = await makeHeartbeat(api)
    const account = await api.makeAccount(api.ownerId)
    const taken = { ...smallestHeartbeat.heartbeat, pingToken: pingToken.toUpperCase() }
    const again = await api.call('POST', path, { body: { name: 'x', heartbeat: taken }, account })
    expectError(again, 409)
    assert.match(again.textAt('message'), /heartbeat\.pingToken/)
    const other = await makeHeartbeat(api)
    expectError(await api.call('PATCH', `${path}/${other.id}`, { body: { heartbeat: { pingToken } } }), 409)
    assert.equal((await sendPing(api, other.pingToken)).status, 200)
    assert.equal((await api.call('GET', `/v1/checks/${other.id}`)).at('heartbeat.pingToken'), other.pingToken)
    expectError(
      await api.call('POST', '/v1/checks', {
        body: { ...smallestHeartbeat, checkType: 'HEARTBEAT', heartbeat: taken },
      }),
      409,
    )
  })

  test('of many creates with one token at once, one is made', async () => {
    const heartbeat = { ...smallestHeartbeat.heartbeat, pingToken: randomUUID() }
    const made = await Promise.all(
      Array.from({ length: 6 }, () => api.call('POST', path, { body: { name: 'x', heartbeat } })),
    )
    assert.deepEqual(made.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409])
  })

  test('the token stays unless another is sent; the old one is unknown then', async () => {
    const { id, pingToken } = await makeHeartbeat(api)
    const other = randomUUID()
    for (const [method, heartbeat] of [
      ['PUT', { ...smallestHeartbeat.heartbeat, period: 20 }],
      ['PUT', { ...smallestHeartbeat.heartbeat, pingToken: null }],
      ['PATCH', { pingToken: null }],
      ['PATCH', { grace: 7 }],
    ] as const) {
      const answer = await api.call(method, `${path}/${id}`, { body: { heartbeat } })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.at('heartbeat.pingToken'), pingToken)
    }
    const changed = await api.call('PATCH', `${path}/${id}`, {
      body: { heartbeat: { pingToken: other.toUpperCase() } },
    })
    assert.equal(changed.at('heartbeat.pingToken'), other)
    assert.equal(changed.at('heartbeat.pingUrl'), `${publicUrl}/ping/${other}`)
    assert.equal(changed.at('heartbeat.grace'), 7)
    assert.equal((await sendPing(api, other)).status, 200)
    expectError(await sendPing(api, pingToken), 404)
  })

  test('a PUT by the letter gives defaults to what it leaves out, and keeps the times', async () => {
    const { id } = await makeHeartbeat(api, { muted: true, tags: ['a'], description: 'd' })
    const answer = await api.call('PUT', `${path}/${id}`, { body: { name: 'Renamed' } })
    assert.equal(answer.status, 200, answer.text)
    const shown = ['name', 'muted', 'description', 'tags.0', 'heartbeat.period'].map((field) =>
      answer.at(field),
    )
    assert.deepEqual(shown, ['Renamed', false, null, 'a', 10])
    expectInvalid(
      await api.call('PUT', `${path}/${id}`, { body: { heartbeat: { period: 20 } } }),
      'payload',
      ['heartbeat.periodUnit', 'heartbeat.grace', 'heartbeat.graceUnit'],
    )
  })

  test('a PUT that is read leniently, and a PATCH, change what is sent and nothing else', async () => {
    const { id } = await makeHeartbeat(api, { muted: true, description: 'd' })
    const lenient = await api.call('PUT', `${path}/${id}`, {
      body: { heartbeat: { period: 20 } },
      headers: { 'x-checkly-source': 'go-sdk' },
    })
    assert.equal(lenient.status, 200, lenient.text)
    const patched = await api.call('PATCH', `${path}/${id}`, { body: { heartbeat: { periodUnit: 'hours' } } })
    const shown = ['muted', 'description', 'heartbeat.period', 'heartbeat.periodUnit', 'heartbeat.grace']
    assert.deepEqual(
      shown.map((field) => patched.at(field)),
      [true, 'd', 20, 'hours', 5],
    )
    // Judged as a whole: 20 seconds are too few, though neither field was wrong by itself.
    expectInvalid(
      await api.call('PATCH', `${path}/${id}`, { body: { heartbeat: { periodUnit: 'seconds' } } }),
      'payload',
      ['heartbeat.period'],
    )
  })

  test('a heartbeat monitor is no other monitor, and its token is for those who may change it', async () => {
    const { id, pingToken } = await makeHeartbeat(api)
    expectError(await api.call('PATCH', `/v1/checks/icmp/${id}`, { body: { muted: true } }), 404)
    const key = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    const shown = await api.call('GET', `/v1/checks/${id}`, { key, account: null })
    assert.deepEqual([shown.status, shown.at('heartbeat.pingToken')], [200, undefined])
    const list = await api.call('GET', '/v1/checks?limit=1&search=Nightly')
    assert.equal(list.at('0.heartbeat.pingUrl'), `${publicUrl}/ping/${pingToken}`)
  })

  test('nothing of it is ever run: no results, no sessions, no trigger', async () => {
    const { id } = await makeHeartbeat(api)
    for (const version of ['v1', 'v2']) {
      const results = await api.call('GET', `/${version}/check-results/${id}`)
      assert.equal(results.status, 200, results.text)
      assert.deepEqual(version === 'v1' ? results.body : results.at('entries'), [])
    }
    const body = { target: { checkId: [id] } }
    expectError(await api.call('POST', '/v1/check-sessions/trigger', { body }), 404)
    expectInvalid(await api.call('POST', `/v1/triggers/checks/${id}`), 'params', ['checkId'])
  })
})

function times(
  period: unknown,
  periodUnit: string,
  grace: number,
  graceUnit: string,
): Record<string, unknown> {
  return { heartbeat: { period, periodUnit, grace, graceUnit } }
}
