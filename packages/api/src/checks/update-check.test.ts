import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { acceptedCases, refusedCases, someOfEachField, updates } from '../../testing/monitors/field-case.ts'
import { icmpNestedCases } from '../../testing/monitors/icmp-nested-cases.ts'
import { icmpTopLevelCases } from '../../testing/monitors/icmp-top-level-cases.ts'
import { makeMonitor, showMonitor, smallestPut, writeMonitor } from '../../testing/monitors/write-icmp.ts'

const wholeTable = [...icmpTopLevelCases, ...icmpNestedCases]

forOneEngine('PUT and PATCH /v1/checks/icmp/{id}', (engine) => {
  const api = apiUnderTest(engine)
  let untouchedId = ''
  let untouched: unknown = null
  before(async () => {
    untouchedId = await makeMonitor(api)
    untouched = (await showMonitor(api, untouchedId)).body
  })

  // What a field may be is one schema for all operations: of that, `create-check.test.ts` has every case in every run.
  for (const operation of updates) {
    // The lenient PUT shares schema and merge with PATCH: only where the operations part can it differ.
    const table = operation === 'merging put' ? wholeTable.filter(({ on }) => on !== undefined) : wholeTable
    for (const { title, field, body, shown } of someOfEachField(table, operation, acceptedCases)) {
      test(`${operation}: ${title}`, async () => {
        const id = await makeMonitor(api)
        const answer = await writeMonitor(api, operation, id, body)
        assert.equal(answer.status, 200, answer.text)
        assert.deepEqual(answer.at(field), shown)
        assert.deepEqual((await showMonitor(api, id)).body, answer.body)
      })
    }

    for (const { title, body, keys, says } of someOfEachField(table, operation, refusedCases)) {
      test(`${operation}: ${title}, and nothing changes`, async () => {
        const answer = await writeMonitor(api, operation, untouchedId, body)
        expectInvalid(answer, 'payload', keys)
        assert.match(answer.textAt('message'), says)
        assert.deepEqual((await showMonitor(api, untouchedId)).body, untouched)
      })
    }

    test(`${operation}: fields that nobody may write are ignored`, async () => {
      const id = await makeMonitor(api)
      const stored = await showMonitor(api, id)
      const fields = {
        id: 'x',
        created_at: 7,
        updated_at: 7,
        project: {},
        logicalId: 'l',
        unknown: 1,
        sslCheck: true,
      }
      const answer = await writeMonitor(api, operation, id, fields)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual({ ...answer.record(), updated_at: null }, stored.body)
    })

    test(`${operation}: a body that is no object is refused`, async () => {
      const method = operation === 'patch' ? 'PATCH' : 'PUT'
      const headers: Record<string, string> = operation === 'merging put' ? { 'x-checkly-source': 'CLI' } : {}
      for (const payload of ['[]', 'null', '7', '"text"', '']) {
        const answer = await api.call(method, `/v1/checks/icmp/${untouchedId}`, { payload, headers })
        expectInvalid(answer, 'payload', ['body'])
      }
    })
  }

  for (const missing of ['heartbeat', 'script'] as const) {
    test(`case 8: strict put without ${missing} is refused`, async () => {
      const { [missing]: _left, ...body } = smallestPut
      const answer = await api.call('PUT', `/v1/checks/icmp/${untouchedId}`, { body })
      expectInvalid(answer, 'payload', [missing])
    })
  }

  test('case 8: strict put with heartbeat and script alone is accepted', async () => {
    const answer = await api.call('PUT', `/v1/checks/icmp/${await makeMonitor(api)}`, { body: smallestPut })
    assert.equal(answer.status, 200)
  })

  test('case 8: an empty strict put names both fields', async () => {
    const answer = await api.call('PUT', `/v1/checks/icmp/${untouchedId}`, { body: {} })
    expectInvalid(answer, 'payload', ['heartbeat', 'script'])
  })

  test('case 8: an empty put is accepted with X-Checkly-Account, or from a service key that names its source', async () => {
    const id = await makeMonitor(api)
    const byAccount = await api.call('PUT', `/v1/checks/icmp/${id}`, {
      body: {},
      account: null,
      headers: { 'x-checkly-account': api.accountId },
    })
    assert.equal(byAccount.status, 200, byAccount.text)
    const bySource = await api.call('PUT', `/v1/checks/icmp/${id}`, {
      body: {},
      account: null,
      key: await api.makeServiceKey(api.accountId, 'READ_WRITE'),
      headers: { 'x-checkly-source': 'go-sdk' },
    })
    assert.equal(bySource.status, 200, bySource.text)
  })

  test('case 10: a failing threshold below the stored degraded one is refused, although only one was sent', async () => {
    const id = await makeMonitor(api, { degradedPacketLossThreshold: 50, maxPacketLossThreshold: 60 })
    for (const operation of ['merging put', 'patch'] as const) {
      const answer = await writeMonitor(api, operation, id, { maxPacketLossThreshold: 40 })
      expectInvalid(answer, 'payload', ['maxPacketLossThreshold'])
    }
    // By the letter the omitted degraded threshold is 10 again, and 40 is above that.
    const byTheLetter = await writeMonitor(api, 'strict put', id, { maxPacketLossThreshold: 40 })
    assert.equal(byTheLetter.status, 200)
    assert.equal(byTheLetter.at('degradedPacketLossThreshold'), 10)
  })

  test('a PUT by the letter judges the defaults that it supplies', async () => {
    const id = await makeMonitor(api)
    const answer = await writeMonitor(api, 'strict put', id, { degradedPacketLossThreshold: 21 })
    expectInvalid(answer, 'payload', ['maxPacketLossThreshold'])
  })

  test('PATCH ignores autoAssignAlerts, and PUT refuses a wrong one', async () => {
    const path = `/v1/checks/icmp/${await makeMonitor(api)}?autoAssignAlerts=maybe`
    expectInvalid(await api.call('PUT', path, { body: smallestPut }), 'query', ['autoAssignAlerts'])
    assert.equal((await api.call('PATCH', path, { body: {} })).status, 200)
  })

  test('an update of a monitor that does not exist is not found, once its body is valid', async () => {
    const unknown = '0198c0de-0000-7000-8000-000000000000'
    for (const operation of updates) {
      expectError(await writeMonitor(api, operation, unknown, {}), 404)
      expectInvalid(await writeMonitor(api, operation, unknown, { muted: 7 }), 'payload', ['muted'])
      expectInvalid(await writeMonitor(api, operation, 'abc', {}), 'params', ['id'])
    }
  })
})
