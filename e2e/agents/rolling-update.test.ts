// In turns: a service and its agents as programs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startAgent, startAgents } from '../support/agent-process.ts'
import { eventually } from '../support/eventually.ts'
import { startService } from '../support/service-under-test.ts'
import { storedRuns } from '../support/stored-rows.ts'

const slotMs = 10_000

test('case 52: 3 agents are replaced one by one under 50 monitors: no slot without a result, none with two', async (t) => {
  const service = await startService(t, {
    settings: { SONDE_LEASE_SECONDS: '6', SONDE_RENEW_SECONDS: '2' },
  })
  const { key } = await service.createLocation('office')
  const options = { serviceUrl: service.address, key }
  const old = await startAgents(t, options, 3)
  const monitors = await service.createMonitors(50, {
    privateLocations: ['office'],
    everySeconds: 10,
    pingCount: 5,
  })
  const slotRuns = () => storedRuns(service.dataDir).filter(({ scheduledAt }) => scheduledAt % 1_000 === 0)
  const startedAt = Date.now()
  await eventually('a result of a slot of every monitor', () => {
    return new Set(slotRuns().map(({ checkId }) => checkId)).size === 50
  })
  for (const agent of old) {
    const next = startAgent(t, options)
    await next.untilReady()
    agent.kill('SIGTERM')
    assert.deepEqual(await agent.exited, { code: 0, signal: null })
  }
  const replacedAt = Date.now()
  await eventually('a slot of every monitor after the last exchange', () => {
    const since = slotRuns().filter(({ scheduledAt }) => scheduledAt > replacedAt)
    return new Set(since.map(({ checkId }) => checkId)).size === 50
  })
  t.diagnostic(`replaced within ${replacedAt - startedAt} ms`)
  const all = storedRuns(service.dataDir)
  assert.ok(all.every(({ verdict, isFinal }) => verdict === 'passed' && isFinal))
  for (const monitor of monitors) {
    const slots = all
      .filter(({ checkId, scheduledAt }) => checkId === monitor && scheduledAt % 1_000 === 0)
      .map(({ scheduledAt }) => scheduledAt)
    const first = slots[0] ?? 0
    assert.ok(slots.length >= 2)
    assert.deepEqual(
      slots,
      slots.map((_, index) => first + index * slotMs),
    )
  }
})
