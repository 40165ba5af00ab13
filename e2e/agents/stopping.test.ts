// In turns: a service and its agents as programs.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sameRequestMs } from '@sonde/ground/stop-requests.mjs'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { holderOf, startAgent, startAgents } from '../support/agent-process.ts'
import { eventually } from '../support/eventually.ts'
import { assertPassedOnce, startService } from '../support/service-under-test.ts'

/** Shorter than the runs: a stopping agent that forgot to renew would lose them. */
const shortLeases = { SONDE_LEASE_SECONDS: '4', SONDE_RENEW_SECONDS: '1' }

/** Asking without a pause would take both processors from the agents for ten seconds. */
const lookMs = 100

/** Of a service with its defaults. */
const leaseMs = 60_000

suite('agents stop', { concurrency: 4 }, () => {
  forOneEngine('agents stop', (engine) => {
    test('case 4: SIGTERM during a run: not ready while it goes on, alive to the end, the result stored once, exit code 0', async (t) => {
      const place = await engine.createMigratedDatabase()
      t.after(() => place.remove())
      const service = await startService(t, { place, settings: shortLeases })
      const { key } = await service.createLocation('office')
      const agents = await startAgents(t, { serviceUrl: service.address, key }, 2)
      const monitor = await service.createMonitor({ pingCount: 20, privateLocations: ['office'] })
      const agent = await holderOf(agents)
      const other = agents.find((candidate) => candidate !== agent)
      assert.ok(other)

      agent.kill('SIGTERM')
      await eventually('not ready', async () => (await agent.health('/-/readiness')) === 503, { everyMs: 10 })
      assert.equal(await agent.openRuns(), 1)
      const seen = new Set<number | null>()
      const ended = new AbortController()
      void agent.exited.then(() => ended.abort())
      while (!ended.signal.aborted) {
        const status = await agent.health('/-/liveness')
        // The last question may come after the end.
        if (status !== null) seen.add(status)
        assert.equal(await other.openRuns(), 0)
        await wait(lookMs)
      }
      assert.deepEqual([...seen], [200])
      assert.deepEqual(await agent.exited, { code: 0, signal: null })
      const { startedAt, stoppedAt } = assertPassedOnce(await service.resultsOf(monitor))
      assert.ok(Date.parse(stoppedAt) - Date.parse(startedAt) >= 9_400)
    })
  })

  test('case 6: a second SIGTERM after 2 s ends the agent at once with 143, and another one starts its run anew', async (t) => {
    // The leases are long: only a run that was given back starts again this soon.
    const service = await startService(t)
    const { key } = await service.createLocation('office')
    const agents = await startAgents(t, { serviceUrl: service.address, key }, 2)
    const monitor = await service.createMonitor({ pingCount: 20, privateLocations: ['office'] })
    const agent = await holderOf(agents)
    const other = agents.find((candidate) => candidate !== agent)
    assert.ok(other)
    agent.kill('SIGTERM')
    await agent.says('stopping after the open runs have finished')
    // Before that it would be a copy of the first; the run takes five times as long.
    await wait(sameRequestMs)
    const secondAt = Date.now()
    agent.kill('SIGTERM')
    assert.deepEqual(await agent.exited, { code: 143, signal: null })
    await other.untilHolds(1)
    assert.ok(Date.now() - secondAt < leaseMs, 'it waited for the end of the lease')
    const { startedAt } = assertPassedOnce(await service.untilResults(monitor))
    assert.ok(Date.parse(startedAt) >= secondAt)
  })

  test('a service manager signals npm, the start script and the agent: the open run is finished and stored', async (t) => {
    const service = await startService(t)
    const { key } = await service.createLocation('office')
    const agent = startAgent(t, { serviceUrl: service.address, key, isService: true })
    await agent.untilReady()
    const monitor = await service.createMonitor({ pingCount: 6, privateLocations: ['office'] })
    await agent.untilHolds(1)
    agent.kill('SIGTERM')
    await agent.says('stopping after the open runs have finished')
    await wait(300)
    agent.kill('SIGTERM')
    await agent.exited
    assert.doesNotMatch(agent.output(), /given back/)
    assertPassedOnce(await service.resultsOf(monitor))
  })

  test('case 7: SIGTERM in an idle long poll ends the agent with exit code 0, before that poll is over', async (t) => {
    const service = await startService(t, { settings: { SONDE_POLL_SECONDS: '60' } })
    const { key } = await service.createLocation('office')
    const agent = startAgent(t, { serviceUrl: service.address, key })
    await agent.untilReady()
    const termedMs = performance.now()
    agent.kill('SIGTERM')
    assert.deepEqual(await agent.exited, { code: 0, signal: null })
    assert.ok(performance.now() - termedMs < 50_000, 'it waited for the end of its long poll')
  })
})
