// In turns: a service and its agents as programs.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { suite, test } from 'node:test'
import { dayMs, minuteMs } from '@sonde/ground/durations.ts'
import { createNamespace, lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { startAgent } from '../support/agent-process.ts'
import { inside, openDoorIn } from '../support/namespace-doors.ts'
import { assertPassedOnce, serviceForTests, startService } from '../support/service-under-test.ts'

const shiftedClock = `--import=${new URL('../support/children/shifted-clock.ts', import.meta.url).href}`
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs']

function lacksOrdinaryUser(): string | false {
  const lacking = lacksNamespaces()
  if (lacking !== false) return lacking
  return spawnSync('setpriv', ['--version']).error
    ? 'the program setpriv is missing (Debian package util-linux)'
    : false
}

suite('rights and clocks', { concurrency: 4 }, () => {
  const theService = serviceForTests()

  test('case 38: an ordinary user pings through ping sockets', { skip: lacksOrdinaryUser() }, async (t) => {
    const namespace = createNamespace({ pingGroups: true })
    t.after(() => namespace.delete())
    const service = theService()
    const { key } = await service.createLocation('pings')
    const port = await openDoorIn(t, namespace, Number(new URL(service.address).port))
    const agent = startAgent(t, {
      serviceUrl: `http://127.0.0.1:${port}`,
      key,
      through: [...inside(namespace), ...asNobody],
      isOrdinaryUser: true,
    })
    await agent.says('"msg":"registered"')
    assert.match(agent.output(), /"icmp":"datagram"/)
    const monitor = await service.createMonitor({ privateLocations: ['pings'] })
    assertPassedOnce(await service.untilResults(monitor))
  })

  test(
    'case 38: without any right to ping, runs are errors of the agent and never failures',
    { skip: lacksOrdinaryUser() },
    async (t) => {
      const namespace = createNamespace()
      t.after(() => namespace.delete())
      const service = theService()
      const { key, id } = await service.createLocation('may-not-ping')
      const port = await openDoorIn(t, namespace, Number(new URL(service.address).port))
      const agent = startAgent(t, {
        serviceUrl: `http://127.0.0.1:${port}`,
        key,
        through: [...inside(namespace), ...asNobody],
        isOrdinaryUser: true,
      })
      await agent.says('"msg":"registered"')
      const told = agent.output().match(/"level":40.*ping_group_range/g)
      assert.equal(told?.length, 1)
      const monitor = await service.createMonitor({ privateLocations: ['may-not-ping'] })
      const [result, ...more] = await service.untilResults(monitor)
      assert.deepEqual(
        [more.length, result?.hasErrors, result?.hasFailures, result?.isDegraded],
        [0, true, false, false],
      )
      assert.equal(result?.icmpCheckResult?.response?.error?.code, 'EPERM')
      assert.match(result.icmpCheckResult.requestError ?? '', /NET_RAW/)
      const shown = (await service.expect(200, 'GET', `/v1/private-locations/${id}`)) as { notices: string[] }
      assert.match(shown.notices.join(), /NET_RAW/)
    },
  )

  for (const { name, slug, shiftMs, when } of [
    { name: 'two hours fast', slug: 'fast', shiftMs: 7_200_000, when: 'from-start' },
    { name: 'two hours slow', slug: 'slow', shiftMs: -7_200_000, when: 'from-start' },
    { name: 'set two hours ahead during the run', slug: 'ahead', shiftMs: 7_200_000, when: 'on-signal' },
    { name: 'set two hours back during the run', slug: 'back', shiftMs: -7_200_000, when: 'on-signal' },
  ]) {
    test(`case 49: the agent's clock is ${name}: times and duration are right`, async (t) => {
      const service = theService()
      const { key } = await service.createLocation(slug)
      const agent = startAgent(t, {
        serviceUrl: service.address,
        key,
        environment: { NODE_OPTIONS: shiftedClock, CLOCK_SHIFT_MS: String(shiftMs), CLOCK_SHIFT: when },
      })
      await agent.untilReady()
      const createdAt = Date.now()
      const monitor = await service.createMonitor({ privateLocations: [slug], pingCount: 7 })
      await agent.untilHolds(1)
      if (when === 'on-signal') agent.kill('SIGUSR2')
      const { startedAt, stoppedAt, created_at } = assertPassedOnce(await service.untilResults(monitor))
      const offMs = Math.abs(Date.parse(startedAt) - createdAt)
      // The clock is off by two hours, and a busy machine by seconds.
      assert.ok(offMs < minuteMs, `started ${startedAt}, ${offMs} ms off`)
      const durationMs = Date.parse(stoppedAt) - Date.parse(startedAt)
      assert.ok(durationMs >= 3_000 && durationMs < minuteMs, `${durationMs} ms`)
      assert.ok(Math.abs(Date.parse(created_at) - Date.parse(stoppedAt)) < minuteMs)
      const warnings = agent.output().match(/"level":40.*clock/g) ?? []
      assert.equal(warnings.length, when === 'from-start' ? 1 : warnings.length)
    })
  }

  for (const [name, shiftMs] of [
    ['a day forward', dayMs],
    ['half an hour back', -30 * minuteMs],
  ] as const) {
    test(`the clock of the server is set ${name} during a run: its agent stays known, the result counts, the schedule goes on`, async (t) => {
      const service = await startService(t, {
        settings: {
          NODE_OPTIONS: shiftedClock,
          CLOCK_SHIFT_MS: String(shiftMs),
          CLOCK_SHIFT: 'on-signal',
          // The shortest times in which an agent, a lease or a location could be given up.
          SONDE_LEASE_SECONDS: '5',
          SONDE_RENEW_SECONDS: '1',
          SONDE_SILENCE_SECONDS: '10',
        },
      })
      const { id, key } = await service.createLocation('office')
      const agent = startAgent(t, { serviceUrl: service.address, key })
      await agent.untilReady()
      const often = await service.createMonitor({ privateLocations: ['office'], everySeconds: 10 })
      await service.untilResults(often)
      const slow = await service.createMonitor({ privateLocations: ['office'], pingCount: 12 })
      await agent.untilHolds(1)
      const before = (await service.resultsOf(often)).length
      service.server().kill('SIGUSR2')
      assertPassedOnce(await service.untilResults(slow))
      const results = await service.untilResults(often, before + 2)
      for (const result of results) assertPassedOnce([result])
      assert.equal(agent.output().match(/"msg":"registered"/g)?.length, 1)
      const shown = await service.expect(200, 'GET', `/v1/private-locations/${id}`)
      assert.doesNotMatch(JSON.stringify(shown), /no agent|unavailable":true/i)
    })
  }
})
