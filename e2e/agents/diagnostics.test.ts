// In turns: a service and its agents as programs.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { suite, test } from 'node:test'
import { hasNetRaw } from '@sonde/probes/net-raw.ts'
import { createNamespace, lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { startAgent } from '../support/agent-process.ts'
import { someCredentials } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { inside, openDoorIn } from '../support/namespace-doors.ts'
import { startService, type Result, type Service } from '../support/service-under-test.ts'

const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs']

type Asset = { name: string; type: string; url: string; contentType: string }

function lacksOrdinaryUser(): string | false {
  const lacking = lacksNamespaces()
  if (lacking !== false) return lacking
  return spawnSync('setpriv', ['--version']).error
    ? 'the program setpriv is missing (Debian package util-linux)'
    : false
}

/** Runs when it is made, and then not within hours. */
async function createUrlMonitor(
  service: Service,
  url: string,
  where: Readonly<Record<string, readonly string[]>>,
): Promise<string> {
  const made = await service.expect(201, 'POST', '/v1/checks/url', {
    name: 'Shop',
    request: { url },
    frequency: 1440,
    frequencyOffset: ((new Date().getUTCHours() + 12) % 24) + 1,
    doubleCheck: false,
    retryStrategy: null,
    ...where,
  })
  return (made as { id: string }).id
}

function untilFiles(service: Service, checkId: string, { id }: Result): Promise<Asset[]> {
  return eventually('files of the result', async () => {
    const path = `/v1/check-results/${checkId}/${id}/assets`
    const { assets } = (await service.expect(200, 'GET', path)) as { assets: Asset[] }
    return assets.length > 0 && assets
  })
}

async function fetchFile(service: Service, { url }: Asset): Promise<Buffer> {
  const { pathname } = new URL(url)
  const answer = await fetch(service.address + pathname, {
    headers: {
      authorization: `Bearer ${someCredentials.key}`,
      'x-service-account': someCredentials.accountId,
    },
  })
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

suite('diagnostics of URL monitors', { concurrency: 4 }, () => {
  test('a target that cannot be reached: the result is there first, its files follow and change nothing', async (t) => {
    const service = await startService(t, { settings: { SONDE_EMBEDDED_AGENT: 'on' } })
    const port = await freePort()
    const monitor = await createUrlMonitor(service, `http://127.0.0.1:${port}/`, { locations: ['eu-west-1'] })
    const [before, ...more] = await service.untilResults(monitor)
    assert.ok(before)
    assert.deepEqual([more.length, before.hasFailures, before.hasErrors], [0, true, false])
    const assets = await untilFiles(service, monitor, before)
    const names = assets.map(({ name }) => name)
    const mayCapture = hasNetRaw()
    assert.deepEqual(names, mayCapture ? ['capture.pcap', 'traceroute.json'] : ['traceroute.json'])

    const report = assets.at(-1)
    assert.ok(report)
    const told: unknown = JSON.parse((await fetchFile(service, report)).toString())
    const {
      address,
      port: toldPort,
      connection,
      traceroute,
    } = told as {
      address: string
      port: number
      connection: { isOpen: boolean }
      traceroute: { hops: { address: string | null }[] }
    }
    assert.deepEqual([address, toldPort, connection.isOpen], ['127.0.0.1', port, false])
    assert.equal(traceroute.hops.at(-1)?.address, '127.0.0.1')
    const [capture] = assets
    if (mayCapture && capture !== undefined) {
      assert.equal((await fetchFile(service, capture)).readUInt32LE(0), 0xa1b2c3d4)
    }

    const [after] = await service.resultsOf(monitor)
    assert.deepEqual(after, before)
    const path = `/v1/check-results/${monitor}/${before.id}`
    const { apiCheckResult } = (await service.expect(200, 'GET', path)) as {
      apiCheckResult: { jobAssets: Asset[]; pcapDataUrl: string | null }
    }
    assert.deepEqual(
      apiCheckResult.jobAssets.map(({ url }) => url),
      assets.map(({ url }) => url),
    )
    assert.equal(apiCheckResult.pcapDataUrl, mayCapture ? capture?.url : null)
  })

  test(
    'case 38: without NET_RAW there is no capture, one warning says so, and the route is found with datagrams',
    { skip: lacksOrdinaryUser() },
    async (t) => {
      const namespace = createNamespace({ pingGroups: true })
      t.after(() => namespace.delete())
      const service = await startService(t)
      const { key } = await service.createLocation('office')
      const port = await openDoorIn(t, namespace, Number(new URL(service.address).port))
      const agent = startAgent(t, {
        serviceUrl: `http://127.0.0.1:${port}`,
        key,
        through: [...inside(namespace), ...asNobody],
        isOrdinaryUser: true,
      })
      await agent.says('"msg":"registered"')
      const monitor = await createUrlMonitor(service, 'http://127.0.0.1:9/', { privateLocations: ['office'] })
      const [result, ...more] = await service.untilResults(monitor)
      assert.ok(result)
      assert.deepEqual([more.length, result.hasFailures, result.hasErrors], [0, true, false])
      const [report, ...others] = await untilFiles(service, monitor, result)
      assert.ok(report)
      assert.deepEqual([report.name, others.length], ['traceroute.json', 0])
      const told: unknown = JSON.parse((await fetchFile(service, report)).toString())
      assert.equal((told as { traceroute: { protocol: string } }).traceroute.protocol, 'UDP')
      assert.equal(agent.output().match(/"level":40.*packet capture/g)?.length, 1)
    },
  )
})
