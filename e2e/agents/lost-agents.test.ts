// In turns: a service and its agents as programs.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { holderOf, startAgents } from '../support/agent-process.ts'
import { eventually } from '../support/eventually.ts'
import { createHandMadeAgent } from '../support/hand-made-agent.ts'
import { assertPassedOnce, startService } from '../support/service-under-test.ts'
import { droppedRuns } from '../support/stored-rows.ts'

const leaseMs = 3_000
const queueMs = 12_000
const settings = { SONDE_LEASE_SECONDS: '3', SONDE_RENEW_SECONDS: '1', SONDE_QUEUE_SECONDS: '12' }

suite('lost agents', { concurrency: 3 }, () => {
  forOneEngine('lost agents', (engine) => {
    test('case 11: SIGKILL in the middle of a run: another agent makes it again when the lease is over, with one FINAL result', async (t) => {
      const place = await engine.createMigratedDatabase()
      t.after(() => place.remove())
      const service = await startService(t, { place, settings })
      const { key } = await service.createLocation('office')
      const agents = await startAgents(t, { serviceUrl: service.address, key }, 2)
      const monitor = await service.createMonitor({ pingCount: 10, privateLocations: ['office'] })
      const victim = await holderOf(agents)
      const killedMs = performance.now()
      const killedAt = Date.now()
      victim.kill('SIGKILL')
      await holderOf(agents.filter((agent) => agent !== victim))
      const waitedMs = performance.now() - killedMs
      t.diagnostic(
        `the run began again ${Math.round(waitedMs)} ms after the kill, with a lease of ${leaseMs} ms`,
      )
      // The last renewal was up to a second before the kill; expired leases are looked for every second.
      assert.ok(waitedMs > leaseMs - 1_500 && waitedMs < leaseMs + 4_000, `${waitedMs} ms`)
      const { startedAt } = assertPassedOnce(await service.untilResults(monitor))
      assert.ok(Date.parse(startedAt) > killedAt + leaseMs - 1_500)
    })
  })

  test('runs of agents that are lost', { concurrency: 6 }, async (t) => {
    const service = await startService(t, { settings })

    void t.test(
      'case 12: without a second agent the run waits, and the next one that appears makes it',
      async (sub) => {
        const { key } = await service.createLocation('alone')
        const [first] = await startAgents(sub, { serviceUrl: service.address, key }, 1)
        const monitor = await service.createMonitor({ pingCount: 5, privateLocations: ['alone'] })
        await first?.untilHolds(1)
        first?.kill('SIGKILL')
        await first?.exited
        await startAgents(sub, { serviceUrl: service.address, key }, 1)
        assertPassedOnce(await service.untilResults(monitor))
      },
    )

    void t.test(
      'case 13: the late result of an agent that was frozen for longer than its lease does not count',
      async (sub) => {
        const { key } = await service.createLocation('frozen')
        const agents = await startAgents(sub, { serviceUrl: service.address, key }, 2)
        const monitor = await service.createMonitor({ pingCount: 6, privateLocations: ['frozen'] })
        const frozen = await holderOf(agents)
        frozen.kill('SIGSTOP')
        await holderOf(agents.filter((agent) => agent !== frozen))
        const result = assertPassedOnce(await service.untilResults(monitor))
        frozen.kill('SIGCONT')
        await eventually('the frozen agent learns that its run is gone', () =>
          /runs were reassigned to another agent|another agent has this run/.test(frozen.output()),
        )
        assert.deepEqual(await service.resultsOf(monitor), [result])
      },
    )

    void t.test('case 13: a result of an old lease is lost once another agent has the run', async () => {
      const { key } = await service.createLocation('late')
      const [slow, quick] = [key, key].map((same) =>
        createHandMadeAgent({ serviceUrl: service.address, key: same }),
      )
      assert.ok(slow && quick)
      await slow.register()
      await quick.register()
      const monitor = await service.createMonitor({ privateLocations: ['late'] })
      const [old] = await slow.lease()
      assert.ok(old)
      const again = await eventually('the run is given out again', async () => (await quick.lease())[0])
      assert.deepEqual([again.runId, again.attempt], [old.runId, old.attempt])
      assert.equal(await slow.sendError(old, 'too late'), 'lost')
      assert.equal(await quick.sendError(again, 'in time'), 'stored')
      assert.equal(await quick.sendError(again, 'in time, sent twice'), 'stored')
      assert.equal(await slow.sendError(old, 'much too late'), 'lost')
      const [result, ...more] = await service.resultsOf(monitor)
      assert.deepEqual([result?.icmpCheckResult?.requestError, more.length], ['in time', 0])
    })

    void t.test(
      'case 13: a result of an old lease counts while nobody else has the run, which is then over',
      async () => {
        const { key } = await service.createLocation('withdrawn')
        const slow = createHandMadeAgent({ serviceUrl: service.address, key })
        await slow.register()
        const monitor = await service.createMonitor({ privateLocations: ['withdrawn'] })
        const [old] = await slow.lease()
        assert.ok(old)
        await eventually('the lease is over', async () => {
          const answer = await slow.post('heartbeat', {})
          return (answer.body as { serverTime: number }).serverTime > old.leaseEndsAt + 1_500
        })
        assert.equal(await slow.sendError(old, 'late'), 'stored')
        const other = createHandMadeAgent({ serviceUrl: service.address, key })
        await other.register()
        assert.deepEqual(await other.lease(), [])
        assert.equal((await service.resultsOf(monitor)).length, 1)
      },
    )

    void t.test(
      'case 15: a run that ends three agents has an error "agent lost" and is not given to a fourth',
      async (sub) => {
        const { key } = await service.createLocation('deadly')
        let agents = await startAgents(sub, { serviceUrl: service.address, key }, 4)
        const monitor = await service.createMonitor({ pingCount: 30, privateLocations: ['deadly'] })
        for (let killed = 0; killed < 3; killed += 1) {
          const victim = await holderOf(agents)
          victim.kill('SIGKILL')
          agents = agents.filter((agent) => agent !== victim)
        }
        const [fourth] = agents
        assert.ok(fourth)
        let wasGiven = false
        const results = await eventually('the result', async () => {
          wasGiven ||= (await fourth.openRuns()) > 0
          const found = await service.resultsOf(monitor)
          return found.length > 0 && found
        })
        assert.equal(wasGiven, false)
        assert.equal(await fourth.openRuns(), 0)
        const [result] = results
        assert.deepEqual(
          [results.length, result?.resultType, result?.hasErrors, result?.hasFailures],
          [1, 'FINAL', true, false],
        )
        assert.match(result?.icmpCheckResult?.requestError ?? '', /^Agent lost/)
        // Without a verdict there is no status, and none that fails.
        await service.expect(404, 'GET', `/v1/check-statuses/${monitor}`)
      },
    )

    await t.test(
      'case 16: runs that no agent takes in time are dropped: no result, counted, told to a session',
      async (sub) => {
        const { key } = await service.createLocation('empty')
        const monitor = await service.createMonitor({ privateLocations: ['empty'] })
        const [session] = await service.trigger([monitor])
        assert.ok(session)
        const ended = await service.untilSessionEnds(session.checkSessionId)
        assert.equal(ended.status, 'TIMED_OUT')
        assert.deepEqual(
          ended.results.map(({ resultType, hasErrors }) => [resultType, hasErrors]),
          [[null, true]],
        )
        assert.match(ended.results[0]?.scheduleError ?? '', /No agent/)
        await eventually('both runs are counted as dropped', () => droppedRuns(service.dataDir) >= 2)
        const [agent] = await startAgents(sub, { serviceUrl: service.address, key }, 1)
        // A run after them shows that the agent works and that nothing came before it.
        const [second] = await service.trigger([monitor])
        await service.untilSessionEnds(second?.checkSessionId ?? '')
        assertPassedOnce(await service.resultsOf(monitor))
        assert.equal(await agent?.openRuns(), 0)
        sub.diagnostic(`runs waited ${queueMs} ms before they were dropped`)
      },
    )
  })
})
