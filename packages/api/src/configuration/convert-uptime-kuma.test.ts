import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'

const path = '/v1/accounts/me/configuration/uptime-kuma'
const tables = {
  monitor: [
    { id: 1, name: 'Shop', type: 'http', url: 'https://shop.example.com/', interval: 60, active: 1 },
    { id: 2, name: 'Container', type: 'docker', interval: 60 },
  ],
  notification: [],
  monitor_notification: [],
}

forOneEngine('the tables of Uptime Kuma', (engine) => {
  const api = apiUnderTest(engine, {
    servedLocations: ['eu-west-1', 'us-east-1', 'us-west-2'],
    standInLocations: ['us-east-1', 'us-west-2'],
  })
  const convert = (body: object) => api.call('POST', path, { body })

  test('become a configuration that runs on this server, and nothing is stored', async () => {
    const answer = await convert({ tables })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.at('configuration.checks.0.locations'), ['us-east-1'])
    assert.deepEqual(answer.at('report.carried'), ['monitor "Shop"'])
    assert.match(answer.textAt('report.left.0.what'), /Container/)
    assert.deepEqual((await api.call('GET', '/v1/checks')).body, [])
  })

  test('become checks of the locations that were chosen', async () => {
    const answer = await convert({ tables, locations: ['eu-west-1'], privateLocations: ['office'] })
    assert.deepEqual(answer.at('configuration.checks.0.locations'), ['eu-west-1'])
    assert.deepEqual(answer.at('configuration.checks.0.privateLocations'), ['office'])
  })

  test('are imported by the configuration that they become, once', async () => {
    const { configuration } = (await convert({ tables })).body as { configuration: object }
    const counts = async () => {
      const report = await api.call('POST', '/v1/accounts/me/configuration', { body: configuration })
      return [report.status, report.at('created'), report.at('unchanged')]
    }
    assert.deepEqual(await counts(), [200, 1, 0])
    assert.deepEqual(await counts(), [200, 0, 1])
  })

  test('of another database are refused, and so are locations that nobody knows', async () => {
    const other = await convert({ tables: { monitor: [] } })
    expectError(other, 400)
    assert.match(other.textAt('message'), /no table notification/)
    expectError(await convert({ tables, locations: ['the-moon'] }), 400)
    expectError(await convert({ tables: { ...tables, heartbeat: [] } }), 400)
  })
})
