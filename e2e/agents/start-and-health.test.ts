// In turns: a service and its agents as programs.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { startAgent } from '../support/agent-process.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { startService } from '../support/service-under-test.ts'

const unknownKey = `pl_${'0123456789abcdef'.repeat(4)}`

suite('agents start', { concurrency: 4 }, () => {
  for (const { name, key, says } of [
    { name: 'no API_KEY', key: '', says: /^sonde-agent: API_KEY: is required.*\n$/ },
    { name: 'API_KEY=abc', key: 'abc', says: /^sonde-agent: API_KEY: .*\n$/ },
  ]) {
    test(`case 1: ${name} ends the agent with exit code 1 and one line without the key`, async (t) => {
      const agent = startAgent(t, { serviceUrl: 'http://127.0.0.1:9', key })
      assert.deepEqual(await agent.exited, { code: 1, signal: null })
      assert.match(agent.output(), says)
      assert.doesNotMatch(agent.output(), /abc/)
    })
  }

  test('case 1: a key that the service does not know ends the agent with exit code 1, the key unsaid', async (t) => {
    const service = await startService(t)
    const agent = startAgent(t, {
      serviceUrl: service.address,
      key: unknownKey,
      environment: { LOG_LEVEL: 'ERROR' },
    })
    assert.deepEqual(await agent.exited, { code: 1, signal: null })
    const [line = '', ...more] = agent.output().trimEnd().split('\n')
    assert.deepEqual(more, [])
    assert.match((JSON.parse(line) as { msg: string }).msg, /^API_KEY: the service does not accept this key/)
    assert.ok(!agent.output().includes(unknownKey))
  })

  test('cases 2 and 8: while the service is down the agent is alive and not ready; it registers when the service is there', async (t) => {
    const service = await startService(t)
    const location = await service.createLocation('office')
    await service.stop('SIGTERM')
    const agent = startAgent(t, { serviceUrl: service.address, key: location.key })
    await agent.says('the service is not available')
    for (const [path, method, status] of [
      ['/-/readiness', 'GET', 503],
      ['/-/readiness', 'HEAD', 503],
      ['/-/liveness', 'GET', 200],
      ['/health', 'GET', 200],
      ['/health', 'POST', 405],
      ['/x', 'GET', 404],
    ] as const) {
      assert.equal(await agent.health(path, method), status, `${method} ${path}`)
    }
    const others: (number | null)[] = []
    const watching = eventually('the agent is ready', async () => {
      others.push(await agent.health('/-/liveness'), await agent.health('/health'))
      return (await agent.health('/-/readiness')) === 200
    })
    await service.start()
    await watching
    assert.deepEqual(new Set(others), new Set([200]))
    const monitor = await service.createMonitor({ privateLocations: ['office'] })
    await service.untilResults(monitor)
  })

  test('case 3: AGENT_HEALTH_PORT moves the endpoints, and one that is taken ends the agent with exit code 1', async (t) => {
    const port = await freePort()
    const agent = startAgent(t, {
      serviceUrl: 'http://127.0.0.1:9',
      key: unknownKey,
      environment: { AGENT_HEALTH_PORT: String(port) },
    })
    await eventually('the port answers', async () => (await agent.health('/health')) === 200)
    const taken = createServer().listen(0)
    await once(taken, 'listening')
    t.after(() => taken.close())
    const takenPort = (taken.address() as AddressInfo).port
    const second = startAgent(t, {
      serviceUrl: 'http://127.0.0.1:9',
      key: unknownKey,
      environment: { AGENT_HEALTH_PORT: String(takenPort) },
    })
    assert.deepEqual(await second.exited, { code: 1, signal: null })
    assert.match(second.output(), new RegExp(`^sonde-agent: AGENT_HEALTH_PORT: .*${takenPort}.*\n$`, 'm'))
  })
})
