import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createTestAgent, noWitnesses } from '../testing/agent-under-test.ts'
import { makeRun, startFakeService } from '../testing/fake-service.ts'
import { heldRuns } from '../testing/held-runs.ts'

test('case 8: a service that is down at the start is tried until it is there', async (t) => {
  const first = await startFakeService()
  await first.stop()
  const { agent, log } = createTestAgent(t, first)
  const started = agent.start()
  while (log.at('warn').length === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(agent.state(), 'starting')
  const service = await startFakeService({ port: first.port })
  t.after(service.stop)
  await started
  assert.equal(agent.state(), 'ready')
  await service.until(() => service.openPolls() === 1)
  assert.equal(log.at('warn').length, 1, 'one line for one outage')
})

test('429 with Retry-After is obeyed', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  service.setDetour(({ path }) =>
    path === '/lease' && service.leases().length === 1
      ? { status: 429, headers: { 'retry-after': '1' } }
      : null,
  )
  const { agent } = createTestAgent(t, service)
  await agent.start()
  await service.until(() => service.leases().length === 2)
  const [first, second] = service.calls.filter(({ path }) => path === '/lease')
  assert.ok((second?.atMs ?? 0) - (first?.atMs ?? 0) >= 1_000)
})

test('426: the agent says once that it is too old, leases nothing and stays alive', async (t) => {
  const service = await startFakeService({ heartbeatMs: 15 })
  t.after(service.stop)
  service.setDetour(({ path }) =>
    path === '/lease' ? { status: 426, body: { message: 'need 9.0.0' } } : null,
  )
  const { agent, log } = createTestAgent(t, service, { limits: { tooOldPauseMs: 60_000 } })
  await agent.start()
  await service.until(() => service.count('/heartbeat') >= 3)
  assert.equal(service.leases().length, 1)
  assert.equal(log.at('error').length, 1)
  assert.match(log.at('error')[0]?.message ?? '', /too old.*need 9\.0\.0/)
  assert.equal(agent.state(), 'ready')
})

test('426: an agent that is accepted later leases again', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  service.setDetour(({ path }) => (path === '/lease' && service.leases().length < 3 ? { status: 426 } : null))
  const { agent, log } = createTestAgent(t, service)
  await agent.start()
  await service.until(() => service.openPolls() === 1)
  assert.equal(log.at('error').length, 1)
})

test('a service that forgot the agent is told again who it is', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  service.setDetour(({ path }) =>
    path === '/lease' && service.leases().length === 1 ? { status: 404 } : null,
  )
  const { agent } = createTestAgent(t, service)
  await agent.start()
  await service.until(() => service.registrations().length === 2 && service.openPolls() === 1)
})

test('401 at the start: the agent does not start and says why', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  service.setDetour(() => ({ status: 401 }))
  const { agent } = createTestAgent(t, service)
  await assert.rejects(agent.start(), { kind: 'unauthorized' })
  assert.equal((await agent.failed).kind, 'unauthorized')
  assert.equal(service.calls.length, 1)
})

test('401 later: the agent is no longer ready and gives its runs up', async (t) => {
  const service = await startFakeService({ renewMs: 20 })
  t.after(service.stop)
  const held = heldRuns()
  const { agent } = createTestAgent(t, service, { execute: held.execute })
  await agent.start()
  service.give(makeRun())
  await service.until(() => held.open.length === 1)
  service.setDetour(() => ({ status: 401 }))
  assert.equal((await agent.failed).kind, 'unauthorized')
  assert.equal(agent.state(), 'draining')
  assert.equal(held.open[0]?.signal.aborted, true)
})

test('a draining agent that the service forgot introduces itself again to deliver its results', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const held = heldRuns()
  const { agent } = createTestAgent(t, service, { execute: held.execute })
  await agent.start()
  service.give(makeRun())
  await service.until(() => held.open.length === 1)
  service.setDetour(({ path }) =>
    path === '/results' && service.registrations().length === 1 ? { status: 404 } : null,
  )
  const drained = agent.drain({ timeoutMs: 60_000 })
  held.open[0]?.end()
  await drained
  assert.equal(service.results.length, 1)
  assert.equal(service.registrations().length, 2)
})

test('an agent that leases and was forgotten introduces itself at once, although its long poll is open', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const held = heldRuns()
  const { agent } = createTestAgent(t, service, {
    execute: held.execute,
    limits: { backoff: { firstMs: 600_000, mostMs: 600_000 } },
  })
  await agent.start()
  service.give(makeRun())
  await service.until(() => held.open.length === 1 && service.openPolls() === 1)
  service.setDetour(({ path }) =>
    path === '/results' && service.registrations().length === 1 ? { status: 404 } : null,
  )
  held.open[0]?.end()
  await service.until(() => service.results.length === 1)
  assert.equal(service.registrations().length, 2)
})

test('an idle agent that cannot reach the service says so to whoever watches its network, and not when it is answered', async (t) => {
  const first = await startFakeService()
  const { promise: isTold, resolve: tell } = Promise.withResolvers<string>()
  let step = 'answered'
  const { agent } = createTestAgent(t, first, {
    connectivity: { ...noWitnesses, noteUnreached: () => tell(step) },
  })
  await agent.start()
  await first.until(() => first.openPolls() === 1)
  first.setDetour(() => ({ status: 503 }))
  first.give(makeRun())
  await first.until(() => first.count('/register') > 1)
  step = 'gone'
  await first.stop()
  assert.equal(await isTold, 'gone')
})

test('the network of the agent is back: the service is tried at once, and not after the back-off', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const held = heldRuns()
  const listeners: (() => void)[] = []
  const { agent } = createTestAgent(t, service, {
    execute: held.execute,
    limits: { backoff: { firstMs: 600_000, mostMs: 600_000 } },
    connectivity: { ...noWitnesses, onBack: (listener) => void listeners.push(listener) },
  })
  await agent.start()
  service.give(makeRun())
  await service.until(() => held.open.length === 1 && service.openPolls() === 1)
  const refused = new Set<string>()
  service.setDetour(({ path }) => {
    refused.add(path)
    return { status: 503 }
  })
  held.open[0]?.end()
  // The open poll brings a second run; the poll after it is refused, as the result is.
  service.give(makeRun())
  while (!refused.has('/results') || !refused.has('/lease')) await nextTurn()
  service.setDetour(() => null)
  service.give(makeRun())
  while (service.results.length === 0 || held.open.length < 3) {
    for (const listener of listeners) listener()
    await nextTurn()
  }
})
