import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { createTestAgent, passed, testKey } from '../testing/agent-under-test.ts'
import { makeRun, startFakeService } from '../testing/fake-service.ts'
import { heldRuns } from '../testing/held-runs.ts'

for (const { name, skewMs } of [
  { name: 'two hours fast', skewMs: 7_200_000 },
  { name: 'two hours slow', skewMs: -7_200_000 },
]) {
  test(`case 49: a clock that is ${name} is told once, and results are dated by the service`, async (t) => {
    const service = await startFakeService()
    t.after(service.stop)
    const { agent, log } = createTestAgent(t, service, { clock: { now: () => Date.now() + skewMs } })
    await agent.start()
    service.give(makeRun())
    await service.until(() => service.results.length === 1)
    service.give(makeRun())
    await service.until(() => service.results.length === 2)
    for (const { startedAt } of service.results) assert.ok(Math.abs(startedAt - Date.now()) < minuteMs)
    assert.ok(Math.abs((service.posts()[0]?.sentAt ?? 0) - Date.now() - skewMs) < minuteMs)
    assert.equal(log.at('warn').length, 1)
  })
}

test('case 49: a clock that jumps during a run changes neither its dates nor its duration', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const held = heldRuns()
  let skewMs = 0
  const { agent } = createTestAgent(t, service, {
    execute: held.execute,
    clock: { now: () => Date.now() + skewMs },
  })
  await agent.start()
  service.give(makeRun())
  await service.until(() => held.open.length === 1)
  skewMs = 7_200_000
  held.open[0]?.end()
  await service.until(() => service.results.length === 1)
  const [result] = service.results
  assert.ok(Math.abs((result?.startedAt ?? 0) - Date.now()) < minuteMs)
  assert.ok((result?.durationMs ?? Infinity) < minuteMs)
})

test('case 50: an error of the agent is told without addresses, headers and keys', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const execute = async () => {
    throw new Error(
      `request to https://shop.example.com/cart failed for 203.0.113.9 with authorization: Bearer ${testKey}`,
    )
  }
  const { agent } = createTestAgent(t, service, { execute })
  await agent.start()
  service.give(makeRun(), makeRun())
  await service.until(() => service.events().length === 1 && service.results.length === 2)
  const sent = JSON.stringify(service.events())
  for (const secret of [testKey, testKey.slice(3), 'shop.example.com', '203.0.113.9', 'cart']) {
    assert.equal(sent.includes(secret), false, secret)
  }
  assert.equal(service.events()[0]?.events[0]?.count, 2)
  assert.equal(JSON.stringify(service.results).includes(testKey), false)
})

test('case 50: switched off, nothing at all is sent about errors', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const execute = async () => {
    throw new Error('boom')
  }
  const { agent } = createTestAgent(t, service, { execute, reportsErrors: false })
  await agent.start()
  service.give(makeRun())
  await service.until(() => service.results.length === 1)
  await agent.drain({ timeoutMs: 5_000 })
  assert.equal(service.count('/events'), 0)
})

test('a secret in a result is masked before it leaves', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const execute = async () => ({
    ...passed,
    detail: { requestError: `sent ${testKey} and ${Buffer.from(testKey).toString('base64')}` },
  })
  const { agent } = createTestAgent(t, service, { execute })
  await agent.start()
  service.give(makeRun())
  await service.until(() => service.results.length === 1)
  const sent = JSON.stringify(service.results)
  assert.equal(sent.includes(testKey), false)
  assert.equal(sent.includes(Buffer.from(testKey).toString('base64').slice(0, 40)), false)
  assert.match(sent, /\*{9}/)
})
