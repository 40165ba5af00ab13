// In turns: a service and its agents as programs.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { startGrpcServer } from '@sonde/probes/testing/grpc-server.ts'
import { startAgent } from '../support/agent-process.ts'
import { startForwardProxy } from '../support/forward-proxy.ts'
import { createHandMadeAgent } from '../support/hand-made-agent.ts'
import { temporaryFolder } from '../support/server-process.ts'
import { assertPassedOnce, startService, type Result, type Service } from '../support/service-under-test.ts'

/** No name of these tests is asked of a DNS server; if one were, nobody would be there. */
const environment = { DNS_RESOLVERS: '127.0.0.1:9' }

/** Takes connections, and answers requests of HTTP. */
async function startTarget(t: TestContext, address: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'))
  })
  server.listen(0, address)
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

async function createCheck(service: Service, segment: string, body: object): Promise<string> {
  const made = await service.expect(201, 'POST', `/v1/checks/${segment}`, {
    name: segment,
    frequency: 1440,
    doubleCheck: false,
    retryStrategy: null,
    privateLocations: ['office'],
    ...body,
  })
  return (made as { id: string }).id
}

async function runAgain(service: Service, checkId: string): Promise<Result> {
  const before = await service.resultsOf(checkId)
  await service.trigger([checkId])
  const after = await service.untilResults(checkId, before.length + 1)
  const added = after.find(({ id }) => before.every((known) => known.id !== id))
  assert.ok(added)
  return added
}

function hasPassed({ hasErrors, hasFailures, isDegraded }: Result): boolean {
  return !hasErrors && !hasFailures && !isDegraded
}

function lacksMounts(): string | false {
  if (process.platform !== 'linux') return 'mount namespaces are a thing of Linux'
  return spawnSync('unshare', ['--mount', 'true']).status === 0 ? false : 'mount namespaces need root'
}

suite('the ways of agents to their targets', { concurrency: 2 }, () => {
  test('case 34: URL and TCP runs take the proxy of their location by CONNECT, pings do not; a new variable counts for the next run', async (t) => {
    const target = await startTarget(t, '127.0.0.1')
    const start = (credentials: string) => startForwardProxy(t, { credentials, targetPort: target })
    const [first, second] = [await start('ann:p%ss-word one'), await start('ben:p@ss/word:two')]
    const service = await startService(t)
    const addressOf = ({ port }: { port: number }, user: string, password: string): string =>
      `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`
    await service.expect(201, 'POST', '/v1/variables', {
      key: 'PROXY_URL',
      value: addressOf(first, 'ann', 'p%ss-word one'),
      secret: true,
    })
    const setProxy = (value: string) => service.expect(200, 'PUT', '/v1/variables/PROXY_URL', { value })
    const location = (await service.expect(201, 'POST', '/v1/private-locations', {
      name: 'office',
      slugName: 'office',
      proxyUrl: '{{PROXY_URL}}',
    })) as { keys: { rawKey: string }[] }
    const agent = startAgent(t, {
      serviceUrl: service.address,
      key: location.keys[0]?.rawKey ?? '',
      environment,
    })
    await agent.untilReady()
    // Names that only a proxy knows.
    const url = await createCheck(service, 'url', { request: { url: 'http://shop.invalid/cart' } })
    const tcp = await createCheck(service, 'tcp', { request: { hostname: 'db.invalid', port: 5432 } })
    const ping = await createCheck(service, 'icmp', { request: { hostname: '127.0.0.3', pingCount: 1 } })
    for (const id of [url, tcp, ping]) assertPassedOnce(await service.untilResults(id))
    const asked = ({ seen }: typeof first): string[] =>
      seen.map(({ method, target: name, isAllowed }) => `${method} ${name} ${isAllowed}`).toSorted()
    const both = ['CONNECT db.invalid:5432 true', 'CONNECT shop.invalid:80 true']
    assert.deepEqual([asked(first), asked(second)], [both, []])

    await setProxy(addressOf(second, 'ben', 'p@ss/word:two'))
    for (const id of [url, tcp]) assert.ok(hasPassed(await runAgain(service, id)))
    assert.deepEqual([asked(first), asked(second)], [both, both])

    // As people paste it: a percent sign that encodes nothing, and a proxy that does not want it.
    await setProxy(`http://ben:wr%ng-password@127.0.0.1:${second.port}`)
    for (const id of [url, tcp]) {
      const refused = await runAgain(service, id)
      assert.deepEqual([refused.hasFailures, refused.hasErrors], [true, false])
      assert.match(JSON.stringify(refused), /Proxy 127\.0\.0\.1:\d+: refused the connection: it answered 407/)
      assert.doesNotMatch(JSON.stringify(refused), /wr%ng|wr%25ng/)
    }
    assert.ok(hasPassed(await runAgain(service, ping)))
    const logs = agent.output() + service.server().stdout() + service.server().stderr()
    for (const password of ['p%ss-word one', 'p@ss/word:two', 'wr%ng-password']) {
      assert.ok(!logs.includes(password) && !logs.includes(encodeURIComponent(password)), password)
      assert.ok(!logs.includes(Buffer.from(password).toString('base64').slice(0, 12)), password)
    }
  })

  for (const usesOs of ['true', 'false']) {
    test(
      `case 39: a name that only the hosts file has is found, with USE_OS_DNS_RESOLVER=${usesOs}`,
      { skip: lacksMounts() },
      async (t) => {
        const port = await startTarget(t, '127.0.0.9')
        const service = await startService(t)
        const { key } = await service.createLocation('office')
        const hosts = join(temporaryFolder(t), 'hosts')
        writeFileSync(hosts, '127.0.0.1 localhost\n127.0.0.9 only-in-hosts.test\n')
        const withHosts = 'mount --bind "$0" /etc/hosts && exec "$@"'
        const agent = startAgent(t, {
          serviceUrl: service.address,
          key,
          environment: { ...environment, USE_OS_DNS_RESOLVER: usesOs },
          through: ['unshare', '--mount', 'sh', '-c', withHosts, hosts],
        })
        await agent.untilReady()
        const tcp = await createCheck(service, 'tcp', { request: { hostname: 'only-in-hosts.test', port } })
        const [result] = await service.untilResults(tcp)
        assert.ok(result && hasPassed(result), JSON.stringify(result))
        assert.match(JSON.stringify(result), /"resolvedIp":"127\.0\.0\.9"/)
      },
    )
  }

  test('case 53: gRPC runs wait for an agent that knows them, and the older one beside it gets none', async (t) => {
    const { port } = await startGrpcServer(t)
    const service = await startService(t)
    const { key } = await service.createLocation('office')
    const older = createHandMadeAgent({ serviceUrl: service.address, key, version: '8.3.0' })
    await older.register()
    const request = { url: '127.0.0.1', port, grpcConfig: { mode: 'HEALTH', tls: false } }
    const checks = [
      await createCheck(service, 'grpc', { request }),
      await createCheck(service, 'grpc', { request }),
    ]
    const ping = await createCheck(service, 'icmp', { request: { hostname: '127.0.0.1' } })
    const given = await older.lease()
    assert.deepEqual(
      given.map(({ checkId }) => checkId),
      [ping],
    )
    const newer = startAgent(t, { serviceUrl: service.address, key, environment })
    await newer.untilReady()
    for (const id of checks) assertPassedOnce(await service.untilResults(id))
    assert.deepEqual(await older.lease(), [])
  })
})
