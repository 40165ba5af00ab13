// In turns: a service and its agents as programs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startAgent, startAgents } from '../support/agent-process.ts'
import { someCredentials } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { createHandMadeAgent } from '../support/hand-made-agent.ts'
import { assertPassedOnce, startService } from '../support/service-under-test.ts'
import { storedRuns } from '../support/stored-rows.ts'

const settings = { SONDE_LEASE_SECONDS: '4', SONDE_RENEW_SECONDS: '1' }

type ShownLocation = {
  agentCount: number
  minAgentVersion: string | null
  runningAgents: { version: string; isOutdated: boolean; count: number }[]
}

test('keys and queues', { concurrency: 8 }, async (t) => {
  const service = await startService(t, { settings })
  const serviceUrl = service.address

  void t.test('case 17: 50 waiting runs, 4 at a time, oldest first', async (sub) => {
    const { key } = await service.createLocation('narrow')
    const monitors = await service.createMonitors(50, { privateLocations: ['narrow'] })
    const agent = startAgent(sub, { serviceUrl, key, environment: { UPTIME_CONCURRENCY: '4' } })
    let most = 0
    const runs = await eventually('all results', async () => {
      most = Math.max(most, await agent.openRuns())
      const stored = storedRuns(service.dataDir).filter(({ origin }) => origin === 'narrow')
      return stored.length >= 50 && stored
    })
    assert.equal(most, 4)
    assert.deepEqual(
      runs.map(({ checkId }) => checkId),
      monitors,
    )
    // Runs that came with the same answer begin in the same millisecond or two.
    for (const [index, run] of runs.entries()) {
      const later = runs.slice(index + 4)
      assert.ok(later.every(({ startedAt }) => startedAt >= run.startedAt))
      const atOnce = runs.filter(
        ({ startedAt, durationMs }) =>
          startedAt <= run.startedAt && startedAt + durationMs > run.startedAt + 5,
      )
      assert.ok(atOnce.length <= 4, `${atOnce.length} at once`)
    }
    assert.ok(runs.every(({ verdict, isFinal }) => verdict === 'passed' && isFinal))
  })

  void t.test('case 26: two keys work at the same time, a third is refused', async (sub) => {
    const { key, id } = await service.createLocation('rotating')
    const path = `/v1/private-locations/${id}/keys`
    const second = (await service.expect(201, 'POST', path)) as { rawKey: string }
    await service.expect(409, 'POST', path)
    const environment = { UPTIME_CONCURRENCY: '2' }
    const agents = [key, second.rawKey].map((each) => startAgent(sub, { serviceUrl, key: each, environment }))
    await Promise.all(agents.map((agent) => agent.untilReady()))
    const monitors = await service.createMonitors(4, { privateLocations: ['rotating'], pingCount: 8 })
    await Promise.all(agents.map((agent) => agent.untilHolds(2)))
    for (const monitor of monitors) assertPassedOnce(await service.untilResults(monitor))
  })

  void t.test(
    'case 27: a deleted key ends its agents with exit code 1; their runs go to agents of the other key',
    async (sub) => {
      const { key, keyId, id } = await service.createLocation('revoked')
      const path = `/v1/private-locations/${id}/keys`
      const second = (await service.expect(201, 'POST', path)) as { rawKey: string }
      const environment = { UPTIME_CONCURRENCY: '1' }
      const revoked = startAgent(sub, { serviceUrl, key, environment })
      const other = startAgent(sub, { serviceUrl, key: second.rawKey, environment })
      await Promise.all([revoked.untilReady(), other.untilReady()])
      const monitors = await service.createMonitors(2, { privateLocations: ['revoked'], pingCount: 16 })
      await Promise.all([revoked.untilHolds(1), other.untilHolds(1)])
      const deletedAt = Date.now()
      await service.expect(204, 'DELETE', `${path}/${keyId}`)
      assert.deepEqual(await revoked.exited, { code: 1, signal: null })
      assert.match(revoked.output(), /API_KEY: the service does not accept this key/)
      assert.ok(!revoked.output().includes(key))
      const results = await Promise.all(monitors.map((monitor) => service.untilResults(monitor)))
      const started = results.map((each) => Date.parse(assertPassedOnce(each).startedAt)).toSorted()
      // The one of the other agent went on; the one of the ended agent began anew.
      assert.ok((started[0] ?? 0) < deletedAt && (started[1] ?? 0) > deletedAt)
      assert.equal(await other.health('/-/readiness'), 200)
    },
  )

  void t.test('case 28: the key of a location opens nothing but its own runs', async () => {
    const [own, foreign] = [await service.createLocation('own'), await service.createLocation('foreign')]
    for (const path of ['/v1/checks', '/v1/accounts/me', `/v1/private-locations/${own.id}`]) {
      const answer = await fetch(serviceUrl + path, {
        headers: { authorization: `Bearer ${own.key}`, 'x-service-account': someCredentials.accountId },
      })
      assert.equal(answer.status, 401, path)
    }
    const ownAgent = createHandMadeAgent({ serviceUrl, key: own.key })
    const foreignAgent = createHandMadeAgent({ serviceUrl, key: foreign.key })
    await ownAgent.register()
    await foreignAgent.register()
    const monitor = await service.createMonitor({ privateLocations: ['own'] })
    assert.deepEqual(await foreignAgent.lease(), [])
    const [run] = await ownAgent.lease()
    assert.ok(run)
    // Even with everything that an agent knows of the run.
    assert.equal(await foreignAgent.sendError(run, 'stolen'), 'refused')
    const { leaseId, ticket } = run
    const renewed = await foreignAgent.post('renew', { runs: [{ leaseId, ticket }] })
    assert.deepEqual((renewed.body as { lost: string[] }).lost, [leaseId])
    assert.equal((await foreignAgent.post('release', { runs: [{ leaseId, ticket }] })).status, 204)
    assert.equal(await ownAgent.sendError(run, 'own'), 'stored')
    assert.equal((await service.resultsOf(monitor))[0]?.icmpCheckResult?.requestError, 'own')
  })

  void t.test(
    'case 30: a location that a check uses cannot be deleted; one that is not ends its agents',
    async (sub) => {
      const { id, key } = await service.createLocation('leaving')
      const path = `/v1/private-locations/${id}`
      const [agent] = await startAgents(sub, { serviceUrl, key }, 1)
      const monitor = await service.createMonitor({ privateLocations: ['leaving'] })
      await service.untilResults(monitor)
      await service.expect(409, 'DELETE', path)
      assert.equal(await agent?.health('/-/readiness'), 200)
      await service.expect(204, 'DELETE', `/v1/checks/${monitor}`)
      await service.expect(204, 'DELETE', path)
      assert.deepEqual(await agent?.exited, { code: 1, signal: null })
    },
  )

  void t.test(
    'case 51: with 7 runs waiting and 3 running, the location says 7 and the agent 3',
    async (sub) => {
      const { id, key } = await service.createLocation('crowded')
      const [agent] = await startAgents(sub, { serviceUrl, key, environment: { UPTIME_CONCURRENCY: '3' } }, 1)
      const slow = { privateLocations: ['crowded'], pingCount: 50 }
      const running = await service.createMonitors(3, slow)
      // A minute shows the most that waited in it: nobody may wait before all of these are taken.
      await agent?.untilHolds(3)
      const waiting = await service.createMonitors(7, slow)
      const to = () => Math.ceil(Date.now() / 1000)
      const sizes = await eventually(
        '7 waiting runs',
        async () => {
          const query = `from=${to() - 600}&to=${to()}`
          const answer = await service.expect(200, 'GET', `/v1/private-locations/${id}/metrics?${query}`)
          const { queueSize } = answer as { queueSize: number[] }
          return queueSize.includes(7) && queueSize
        },
        { everyMs: 500 },
      )
      assert.equal(sizes.at(-1), 7)
      assert.equal(await agent?.openRuns(), 3)
      // They would run on for half a minute, and nobody waits for them.
      for (const monitor of [...running, ...waiting])
        await service.expect(204, 'DELETE', `/v1/checks/${monitor}`)
      await agent?.untilHolds(0)
    },
  )

  await t.test(
    'case 53: agents of two versions: the lower one is told, and marked as outdated',
    async (sub) => {
      const { id, key } = await service.createLocation('mixed')
      await startAgents(sub, { serviceUrl, key }, 2)
      await createHandMadeAgent({ serviceUrl, key, version: '8.3.0' }).register()
      const shown = (await service.expect(200, 'GET', `/v1/private-locations/${id}`)) as ShownLocation
      assert.deepEqual([shown.agentCount, shown.minAgentVersion], [3, '8.3.0'])
      assert.deepEqual(
        shown.runningAgents.map(({ version, isOutdated, count }) => [version, isOutdated, count]),
        [
          ['8.4.0', false, 2],
          ['8.3.0', true, 1],
        ],
      )
      const tooOld = createHandMadeAgent({ serviceUrl, key, version: '7.0.0' })
      assert.equal((await tooOld.post('register', {})).status, 400)
      await assert.rejects(tooOld.register(), /too old/)
    },
  )
})
