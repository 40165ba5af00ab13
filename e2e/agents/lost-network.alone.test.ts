// In turns: a service and its agents as programs.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import {
  connectNamespaces,
  createNamespace,
  lacksNamespaces,
  type NetworkNamespace,
} from '@sonde/probes/testing/network-namespace.ts'
import { startAgent } from '../support/agent-process.ts'
import { eventually } from '../support/eventually.ts'
import { inside, openDoorIn, openDoorTo } from '../support/namespace-doors.ts'
import { startService, type Service } from '../support/service-under-test.ts'
import { storedRuns } from '../support/stored-rows.ts'

const monitorCount = 100
const cutMs = 8_000

/** A site, the service and the targets, each in a network of its own behind one router. */
function buildNetworks(t: TestContext) {
  const [router, site, office, world] = [1, 2, 3, 4].map(() => createNamespace({ pingGroups: true }))
  assert.ok(router && site && office && world)
  const networks: NetworkNamespace[] = [router, site, office, world]
  t.after(() => {
    for (const network of networks) network.delete()
  })
  router.setSysctl('net.ipv4.ip_forward', '1')
  const uplink = connectNamespaces([router, ['10.71.1.1/24']], [site, ['10.71.1.2/24']])
  connectNamespaces([router, ['10.71.2.1/24']], [office, ['10.71.2.2/24']])
  connectNamespaces([router, ['10.71.3.1/24']], [world, ['10.71.3.2/24']])
  site.ip('route add default via 10.71.1.1')
  office.ip('route add default via 10.71.2.1')
  world.ip('route add default via 10.71.3.1')
  // Every address of this range is one of its own, and answers.
  world.ip('route add local 10.71.100.0/24 dev lo')
  router.ip('route add 10.71.100.0/24 via 10.71.3.2')
  return {
    site,
    office,
    /** The cable is pulled at the far end: the site keeps its interface and its routes. */
    farEnd: {
      cut: () => router.ip(`link set ${uplink.leftDevice} down`),
      mend: () => router.ip(`link set ${uplink.leftDevice} up`),
    },
    /** The site's own interface goes down, and its routes with it: the system refuses to send at all. */
    ownEnd: {
      cut: () => site.ip(`link set ${uplink.rightDevice} down`),
      mend() {
        site.ip(`link set ${uplink.rightDevice} up`)
        site.ip('route add default via 10.71.1.1')
      },
    },
  }
}

async function createMonitors(
  service: Service,
  where: { locations?: string[]; privateLocations?: string[] },
): Promise<void> {
  for (let nth = 1; nth <= monitorCount; nth += 1) {
    const hostname = `10.71.100.${nth}`
    await service.createMonitor({ ...where, hostname, everySeconds: 10, pingCount: 12 })
  }
}

/** The network of whoever pings is gone for a while: no target is called down, and nobody's status changes. */
async function endureCut(
  t: TestContext,
  service: Service,
  { cut, mend }: { cut(): void; mend(): void },
): Promise<void> {
  const runs = () => storedRuns(service.dataDir)
  const checksOf = (stored: ReturnType<typeof runs>) => new Set(stored.map(({ checkId }) => checkId)).size
  // Slots lie on whole seconds, and are spread: from now on, half of the monitors run at any time.
  await eventually('every monitor has passed at a slot of its own', () => {
    return checksOf(runs().filter(({ scheduledAt }) => scheduledAt % 1_000 === 0)) === monitorCount
  })
  const cutAt = Date.now()
  cut()
  await eventually('the cut has lasted', () => Date.now() > cutAt + cutMs)
  const mendedAt = Date.now()
  mend()
  const after = await eventually(
    'every monitor has passed again',
    () => {
      const stored = runs()
      const again = stored.filter(({ startedAt, verdict }) => startedAt > mendedAt && verdict === 'passed')
      return checksOf(again) === monitorCount && stored
    },
    { everyMs: 250 },
  )
  const touched = after.filter(
    ({ startedAt, durationMs }) => startedAt + durationMs > cutAt + 1_000 && startedAt < mendedAt,
  )
  const errors = after.filter(({ verdict }) => verdict === 'error')
  t.diagnostic(`${touched.length} runs during the cut, ${errors.length} of them without a verdict`)
  const wronged = after.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'error')
  assert.deepEqual(
    wronged.map(({ verdict, startedAt, durationMs }) => [
      verdict,
      `${startedAt - cutAt} ms after the cut, for ${durationMs} ms`,
    ]),
    [],
  )
  assert.ok(errors.length >= 20, `${errors.length} runs without a verdict`)
  const [withoutVerdict] = errors
  const results = await service.resultsOf(withoutVerdict?.checkId ?? '')
  const offline = results.find(({ hasErrors }) => hasErrors)
  assert.equal(offline?.icmpCheckResult?.response?.error?.code, 'ERR_AGENT_OFFLINE')
  const statuses = (await service.expect(200, 'GET', '/v1/check-statuses')) as {
    hasFailures: boolean
    isDegraded: boolean
    hasErrors: boolean
  }[]
  assert.equal(statuses.length, monitorCount)
  assert.ok(statuses.every((status) => !status.hasFailures && !status.isDegraded && !status.hasErrors))
}

suite('whoever pings loses the network', { skip: lacksNamespaces(), concurrency: 4 }, () => {
  for (const end of some('ends of an uplink', ['farEnd', 'ownEnd'] as const)) {
    const where = end === 'farEnd' ? 'at its far end' : 'at its own interface'
    test(`the uplink of an agent is cut ${where} under ${monitorCount} monitors: no verdict about any target, and its results arrive later`, async (t) => {
      const network = buildNetworks(t)
      const service = await startService(t)
      const { key } = await service.createLocation('site')
      const port = await openDoorIn(t, network.office, Number(new URL(service.address).port))
      const agent = startAgent(t, {
        serviceUrl: `http://10.71.2.2:${port}`,
        key,
        through: inside(network.site),
      })
      await agent.says('"msg":"registered"')
      await createMonitors(service, { privateLocations: ['site'] })
      await endureCut(t, service, network[end])
      assert.match(agent.output(), /this agent has lost its network connection/)
      assert.match(agent.output(), /the network connection of this agent is back/)
    })

    test(`the uplink of a server with its embedded agent is cut ${where} under ${monitorCount} monitors: no verdict about any target`, async (t) => {
      const network = buildNetworks(t)
      const service = await startService(t, {
        settings: { SONDE_EMBEDDED_AGENT: 'on' },
        through: inside(network.site),
        reachedAt: async (port) => `http://127.0.0.1:${await openDoorTo(t, network.site, port)}`,
      })
      await createMonitors(service, { locations: ['eu-west-1'] })
      await endureCut(t, service, network[end])
      assert.match(service.server().stderr(), /this agent has lost its network connection/)
    })
  }
})
