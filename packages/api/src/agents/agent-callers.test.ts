import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { agentBodies } from '../../testing/agent-bodies.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'

forOneEngine('who may speak as an agent', (engine) => {
  const api = apiUnderTest(engine)

  for (const [route, body] of Object.entries(agentBodies)) {
    test(`/${route} is closed to everybody without the key of a location`, async () => {
      const headers = { 'x-agent-id': randomUUID() }
      const path = `/agent/v1/${route}`
      expectError(await api.call('POST', path, { body, headers }), 401)
      expectError(await api.call('POST', path, { body, headers, key: null }), 401)
      expectError(await api.call('POST', path, { body, headers, key: `dc_${'0'.repeat(64)}` }), 401)
      const serviceKey = await api.makeServiceKey(api.accountId, 'ADMIN')
      expectError(await api.call('POST', path, { body, headers, key: serviceKey }), 401)
      const member = await api.makeUser()
      expectError(await api.call('POST', path, { body, headers, key: member.key }), 401)
    })
  }

  test('case 28: the key of a location opens nothing in the public API', async () => {
    const made = await api.call('POST', '/v1/locations/eu-west-1/keys')
    const key = made.textAt('rawKey')
    for (const [method, path] of [
      ['GET', '/v1/checks'],
      ['GET', '/v1/private-locations'],
      ['POST', '/v1/checks/icmp'],
      ['GET', '/v1/accounts/me'],
      ['GET', `/v1/check-results/${randomUUID()}`],
    ] as const) {
      expectError(await api.call(method, path, { key }), 401)
      expectError(await api.call(method, path, { key, account: null }), 401)
    }
  })
})
