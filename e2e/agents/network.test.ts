// In turns: a service and its agents as programs.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { makeCertificate } from '@sonde/agent/testing/certificate.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { startAgent } from '../support/agent-process.ts'
import { startForwardProxy } from '../support/forward-proxy.ts'
import { reverseProxyFor } from '../support/reverse-proxy-for.ts'
import { assertPassedOnce, serviceForTests, startService } from '../support/service-under-test.ts'
import { temporaryFolder } from '../support/server-process.ts'

const breakOnSignal = `--import=${new URL('../support/children/break-on-signal.ts', import.meta.url).href}`

suite('agents and the network', { concurrency: 6 }, () => {
  const sharedService = serviceForTests()

  forOneEngine('lost answers', (engine) => {
    test('case 19: a result whose acknowledgement got lost is sent again, and is stored once', async (t) => {
      const place = await engine.createMigratedDatabase()
      t.after(() => place.remove())
      const service = await startService(t, { place })
      const { key } = await service.createLocation('office')
      const proxy = await reverseProxyFor(t, {
        targets: [service.address],
        cuts: ({ path }, earlier) =>
          path === '/agent/v1/results' && earlier.every((call) => call.path !== path),
      })
      const agent = startAgent(t, { serviceUrl: proxy.url, key })
      await agent.untilReady()
      const monitor = await service.createMonitor({ privateLocations: ['office'] })
      await service.untilResults(monitor)
      // Farewell: by then everything has been delivered.
      agent.kill('SIGTERM')
      assert.deepEqual(await agent.exited, { code: 0, signal: null })
      const sent = proxy.calls.filter(({ path }) => path === '/agent/v1/results')
      assert.deepEqual(
        sent.map(({ status, wasCut }) => [status, wasCut]),
        [
          [200, true],
          [200, false],
        ],
      )
      assertPassedOnce(await service.resultsOf(monitor))
    })
  })

  for (const scheme of ['http', 'https'] as const) {
    test(`case 33: an ${scheme} service is reached through the proxy and its password only; pings are not`, async (t) => {
      const certificate = scheme === 'https' ? makeCertificate(t) : null
      if (scheme === 'https' && certificate === null) return t.skip('openssl is missing')
      const service = sharedService()
      const { key } = await service.createLocation(`behind-${scheme}-proxy`)
      const { key: tlsKey, cert, authorityFile } = certificate ?? { key: '', cert: '', authorityFile: '' }
      const front = certificate
        ? (await reverseProxyFor(t, { targets: [service.address], tls: { key: tlsKey, cert } })).port
        : Number(new URL(service.address).port)
      const proxy = await startForwardProxy(t, { credentials: 'agent:hunter2', targetPort: front })
      // The certificate names localhost; nobody listens there on port 9.
      const serviceUrl = scheme === 'https' ? 'https://localhost:9' : 'http://service.invalid'
      const agent = startAgent(t, {
        serviceUrl,
        key,
        environment: {
          [scheme === 'https' ? 'HTTPS_PROXY' : 'HTTP_PROXY']: `http://agent:hunter2@127.0.0.1:${proxy.port}`,
          ...(certificate && { NODE_EXTRA_CA_CERTS: authorityFile }),
        },
      })
      await agent.untilReady()
      const monitor = await service.createMonitor({
        privateLocations: [`behind-${scheme}-proxy`],
        hostname: '127.0.0.3',
      })
      assertPassedOnce(await service.untilResults(monitor))
      assert.ok(proxy.seen.length > 0 && proxy.seen.every(({ isAllowed }) => isAllowed))
      if (scheme === 'http') {
        const paths = new Set(proxy.seen.map(({ target }) => new URL(target).pathname))
        for (const call of ['register', 'lease', 'results']) assert.ok(paths.has(`/agent/v1/${call}`), call)
      } else {
        assert.deepEqual(
          [...new Set(proxy.seen.map(({ method, target }) => `${method} ${target}`))],
          ['CONNECT localhost:9'],
        )
      }
      assert.doesNotMatch(agent.output() + service.server().stderr(), /hunter2|aHVudGVyM/)
    })
  }

  test('case 35: a service with a private authority is believed with NODE_EXTRA_CA_CERTS, and not without', async (t) => {
    const certificate = makeCertificate(t)
    if (certificate === null) return t.skip('openssl is missing')
    const service = sharedService()
    const { key } = await service.createLocation('own-authority')
    const { authorityFile, ...tls } = certificate
    const proxy = await reverseProxyFor(t, { targets: [service.address], tls })
    const environment = { NODE_EXTRA_CA_CERTS: authorityFile }
    const missing = join(temporaryFolder(t), 'no-such.pem')
    const trusting = startAgent(t, { serviceUrl: proxy.url, key, environment })
    const doubting = startAgent(t, { serviceUrl: proxy.url, key })
    const failing = startAgent(t, {
      serviceUrl: proxy.url,
      key,
      environment: { NODE_EXTRA_CA_CERTS: missing },
    })
    assert.deepEqual(await failing.exited, { code: 1, signal: null })
    const told = failing
      .output()
      .split('\n')
      .filter((line) => line.startsWith('sonde-agent: '))
    assert.equal(told.length, 1)
    assert.ok(told[0]?.includes(missing) === true, told[0] ?? '')
    await doubting.says('the service is not available')
    assert.match(doubting.output(), /certificate|UNABLE_TO_VERIFY|SELF_SIGNED/i)
    assert.equal(await doubting.health('/-/readiness'), 503)
    await trusting.untilReady()
    const monitor = await service.createMonitor({ privateLocations: ['own-authority'] })
    assertPassedOnce(await service.untilResults(monitor))
    assert.equal(await doubting.health('/-/readiness'), 503)
  })

  test('case 50: an error of the agent itself is told without URL, header, key or target, or not at all', async (t) => {
    // Of its own: everything that it says is read.
    const service = await startService(t)
    const { key } = await service.createLocation('office')
    const message = `GET https://ann:pass-word@shop.example.com/cart?id=77 from 192.0.2.44 failed, sent "authorization: Bearer ${key}"`
    const environment = { NODE_OPTIONS: breakOnSignal, BREAK_MESSAGE: message }
    const proxies = await Promise.all([
      reverseProxyFor(t, { targets: [service.address] }),
      reverseProxyFor(t, { targets: [service.address] }),
    ])
    const talking = startAgent(t, { serviceUrl: proxies[0].url, key, environment })
    const silent = startAgent(t, {
      serviceUrl: proxies[1].url,
      key,
      environment: { ...environment, EXTERNAL_OBSERVABILITY: 'off' },
    })
    await Promise.all([talking.untilReady(), silent.untilReady()])
    for (const agent of [talking, silent]) {
      agent.kill('SIGUSR2')
      assert.deepEqual(await agent.exited, { code: 1, signal: null })
      assert.ok(!agent.output().includes(key))
    }
    const [told, ...more] = proxies[0].calls.filter(({ path }) => path === '/agent/v1/events')
    assert.deepEqual([told?.status, more.length], [204, 0])
    for (const text of [told?.body ?? '', service.server().stderr()]) {
      assert.match(text, /failed, sent/)
      assert.doesNotMatch(text, /shop\.example|pass-word|192\.0\.2\.44|Bearer|cart/)
      assert.ok(!text.includes(key) && !text.includes(import.meta.dirname))
    }
    assert.ok(proxies[1].calls.some(({ path }) => path === '/agent/v1/register'))
    assert.deepEqual(
      proxies[1].calls.filter(({ path }) => path === '/agent/v1/events'),
      [],
    )
  })
})
