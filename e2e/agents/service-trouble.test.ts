// In turns: a service and its agents as programs.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { suite, test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { startAgent, startAgents } from '../support/agent-process.ts'
import { eventually } from '../support/eventually.ts'
import { assertPassedOnce, startService } from '../support/service-under-test.ts'
import { storedRuns } from '../support/stored-rows.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

/** How long the service is away: the minute of the requirement, in short. */
const awayMs = 10_000

suite('agents and a service in trouble', { concurrency: 5 }, () => {
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    test(`case 9: the service is ended by ${signal} in the middle of runs: their results arrive when it is back, with their times`, async (t) => {
      const service = await startService(t)
      const { key } = await service.createLocation('office')
      const [agent] = await startAgents(t, { serviceUrl: service.address, key }, 1)
      const monitors = await service.createMonitors(5, { privateLocations: ['office'], pingCount: 8 })
      await agent?.untilHolds(5)
      const downAt = Date.now()
      await service.stop(signal)
      const goneAt = Date.now()
      await agent?.untilHolds(0)
      await eventually('the time away is over', () => Date.now() > downAt + awayMs)
      const upAt = Date.now()
      await service.start()
      for (const monitor of monitors) {
        const { startedAt, stoppedAt, created_at } = assertPassedOnce(await service.untilResults(monitor))
        assert.ok(Date.parse(startedAt) <= goneAt && Date.parse(stoppedAt) < upAt)
        assert.ok(Date.parse(stoppedAt) - Date.parse(startedAt) >= 3_400)
        assert.ok(Date.parse(created_at) >= upAt)
      }
      assert.equal(await agent?.health('/-/readiness'), 200)
    })
  }

  test('the server is frozen for longer than its leases: every run has one FINAL result', async (t) => {
    const service = await startService(t, {
      settings: { SONDE_LEASE_SECONDS: '3', SONDE_RENEW_SECONDS: '1' },
    })
    const { key } = await service.createLocation('office')
    const agents = await startAgents(t, { serviceUrl: service.address, key }, 2)
    const monitors = await service.createMonitors(10, { privateLocations: ['office'], pingCount: 16 })
    await eventually('the runs are held', async () => {
      const open = await Promise.all(agents.map((agent) => agent.openRuns()))
      return open.reduce((sum, count) => sum + count, 0) === 10
    })
    service.server().kill('SIGSTOP')
    const frozenAt = Date.now()
    await eventually('the leases are over', () => Date.now() > frozenAt + 4_000)
    service.server().kill('SIGCONT')
    for (const monitor of monitors) assertPassedOnce(await service.untilResults(monitor))
    for (const agent of agents) await agent.untilHolds(0)
    for (const monitor of monitors) assertPassedOnce(await service.resultsOf(monitor))
  })

  test('the line to the service is cut for a while: the agent lives, and every run it had is stored once, dated right', async (t) => {
    const service = await startService(t)
    const { key } = await service.createLocation('office')
    const line = await startTcpProxy(t, { targetPort: Number(new URL(service.address).port) })
    const [agent] = await startAgents(t, { serviceUrl: line.url, key }, 1)
    assert.ok(agent)
    const monitors = await service.createMonitors(20, {
      privateLocations: ['office'],
      pingCount: 8,
      everySeconds: 20,
    })
    await agent.untilHolds(20)
    const cutAt = Date.now()
    await line.cut()
    await agent.untilHolds(0)
    await eventually('the time away is over', () => Date.now() > cutAt + awayMs)
    assert.equal(await agent.health('/-/liveness'), 200)
    const mendedAt = Date.now()
    await line.mend()
    const runs = await eventually('all results', () => {
      const stored = storedRuns(service.dataDir)
      const first = stored.filter(({ scheduledAt }) => scheduledAt < cutAt)
      const hasNewer = stored.some(({ startedAt }) => startedAt > mendedAt)
      return new Set(first.map(({ checkId }) => checkId)).size === 20 && hasNewer && stored
    })
    const kept = runs.filter(({ scheduledAt }) => scheduledAt < cutAt)
    assert.deepEqual(kept.map(({ checkId }) => checkId).toSorted(), monitors.toSorted())
    for (const { startedAt, durationMs, createdAt, scheduledAt } of kept) {
      assert.ok(startedAt <= cutAt && startedAt - scheduledAt < 5_000, `${startedAt - scheduledAt} ms late`)
      assert.ok(startedAt + durationMs < mendedAt && createdAt >= mendedAt)
    }
    assert.ok(runs.every(({ verdict, isFinal }) => verdict === 'passed' && isFinal))
  })

  forOneEngine('a server that dies', (engine) => {
    const kills = rounds(engine.name === 'sqlite' ? 3 : 2)
    test(`kill -9 of the server while results come in, ${kills} times: each run has exactly one FINAL result`, async (t) => {
      const place = await engine.createMigratedDatabase()
      t.after(() => place.remove())
      const service = await startService(t, { place })
      const { key } = await service.createLocation('office')
      const [agent] = await startAgents(t, { serviceUrl: service.address, key }, 1)
      const monitors = await service.createMonitors(20, { privateLocations: ['office'] })
      for (const monitor of monitors) await service.untilResults(monitor)
      for (let round = 0; round < kills; round += 1) {
        const sessions = await service.trigger(monitors)
        // Two pings take half a second: somewhere around their end.
        await delay(randomInt(300, 900))
        await service.stop('SIGKILL')
        await service.start()
        for (const { checkSessionId } of sessions) {
          const { results } = await service.untilSessionEnds(checkSessionId)
          assert.deepEqual(
            results.map(({ resultType, hasErrors }) => [resultType, hasErrors]),
            [['FINAL', false]],
          )
        }
      }
      for (const monitor of monitors) {
        const results = await service.resultsOf(monitor)
        const finals = results.filter(({ resultType }) => resultType === 'FINAL')
        assert.equal(finals.length, kills + 1)
        assert.equal(new Set(results.map(({ sequenceId }) => sequenceId)).size, kills + 1)
        assert.equal(results.length, kills + 1)
      }
      // What was stored and not acknowledged before the end is sent once more, when the agent has found the server.
      await eventually('the agent has no open run', async () => (await agent?.openRuns()) === 0)
    })
  })

  test('a slow line (5 KB/s, 300 ms): the results of 50 monitors arrive, leases are kept, nothing runs twice', async (t) => {
    // Handing out takes 14 s of each lease on this line, and the results 4 s: the rest is for a busy machine.
    const service = await startService(t, {
      settings: { SONDE_LEASE_SECONDS: '40', SONDE_RENEW_SECONDS: '6' },
    })
    const { key } = await service.createLocation('office')
    const line = await startTcpProxy(t, {
      targetPort: Number(new URL(service.address).port),
      bytesPerSecond: 5_000,
      latencyMs: 300,
    })
    const agent = startAgent(t, { serviceUrl: line.url, key })
    await agent.untilReady()
    const monitors = await service.createMonitors(50, { privateLocations: ['office'], pingCount: 10 })
    const runs = await eventually('50 results', () => {
      const stored = storedRuns(service.dataDir)
      return stored.length >= 50 && stored
    })
    const { up, down } = line.carried()
    const lastMs = Math.max(...runs.map(({ createdAt }) => createdAt)) - (runs[0]?.scheduledAt ?? 0)
    t.diagnostic(`50 results after ${lastMs} ms; ${up} bytes up, ${down} bytes down`)
    agent.kill('SIGTERM')
    assert.deepEqual(await agent.exited, { code: 0, signal: null })
    const after = storedRuns(service.dataDir)
    assert.deepEqual(after.map(({ checkId }) => checkId).toSorted(), monitors.toSorted())
    assert.ok(after.every(({ verdict, isFinal }) => verdict === 'passed' && isFinal))
    assert.doesNotMatch(agent.output(), /given to another agent|another agent has this run/)
    assert.doesNotMatch(service.server().stderr(), /dropped/)
  })
})
