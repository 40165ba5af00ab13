import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createCertificateAuthority } from '../../testing/certificate-authority.ts'
import { denyTargets } from '../denied-targets.ts'
import { createNameResolver } from '../resolve-name.ts'
import { probeContext } from '../../testing/probe-context.ts'
import { startConnectProxy } from '../../testing/connect-proxy.ts'
import {
  closedPort,
  codeOf,
  levelOf,
  look,
  serve,
  serveRaw,
  serveSecurely,
} from '../../testing/url-probing.ts'

suite('a URL probe behind a proxy', () => {
  test('http and https both go by CONNECT, and only the proxy looks up the name', async (t) => {
    const authority = createCertificateAuthority()
    const { key, fullChain: cert } = authority.issue({ names: ['inside.example'] })
    const port = await serveSecurely(t, { key, cert }, (_request, response) => response.end())
    const plain = new URL(await serve(t, (_request, response) => response.end()))
    const { url: proxy, seen } = await startConnectProxy(t, 'user:secret')
    const context = { proxy, authorities: [authority.root] }
    const first = await look(`http://inside.example:${plain.port}/`, { context })
    const second = await look(`https://inside.example:${port}/`, { context })
    for (const { detail, verdict } of [first, second]) {
      assert.equal(verdict.reason, null)
      assert.deepEqual([detail.response.status, detail.response.resolvedIp], [200, null])
      assert.doesNotMatch(JSON.stringify(detail), /secret/)
    }
    assert.deepEqual(seen, [`CONNECT inside.example:${plain.port}`, `CONNECT inside.example:${port}`])
  })

  test('each hop of a redirect gets a tunnel of its own', async (t) => {
    const url = await serve(t, (request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/next' }).end()
      else response.end()
    })
    const { url: proxy, seen } = await startConnectProxy(t, 'user:secret')
    assert.equal(levelOf(await look(`${url}/`, { context: { proxy } })), 'passed')
    assert.equal(seen.length, 2)
  })

  test('a proxy that refuses is named, and its password is not', async (t) => {
    const { url: proxy } = await startConnectProxy(t, 'user:secret')
    proxy.password = 'wrong-one'
    const evaluation = await look('http://inside.example/', { context: { proxy } })
    assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', 'ERR_PROXY'])
    assert.match(evaluation.detail.requestError ?? '', /^Proxy 127\.0\.0\.1:\d+: .*407/)
    assert.doesNotMatch(JSON.stringify(evaluation.detail), /wrong-one/)
    const gone = new URL(`http://user:secret@127.0.0.1:${await closedPort()}`)
    assert.equal(codeOf(await look('http://inside.example/', { context: { proxy: gone } })), 'ECONNREFUSED')
  })

  test('an address that is denied here is not asked for through a proxy either, however it is spelled', async (t) => {
    const { url: proxy, seen } = await startConnectProxy(t, 'user:secret')
    const resolveName = denyTargets(
      createNameResolver({ servers: ['127.0.0.1:1'], hostsFile: '/dev/null' }),
      { ranges: ['127.0.0.9'], metadata: false },
    )
    // The proxy itself may be asked.
    for (const host of ['127.0.0.9', '2130706441', '0x7f000009', '127.9']) {
      const evaluation = await look(`http://${host}/`, { context: { proxy, resolveName } })
      assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', 'EACCES'], host)
      assert.equal(evaluation.verdict.isNetworkError, false)
    }
    assert.deepEqual(seen, [])
  })

  test('a metadata service is not asked for by its name through a proxy, where it is denied', async (t) => {
    const { url: proxy, seen } = await startConnectProxy(t, 'user:secret')
    const resolve = createNameResolver({ servers: ['127.0.0.1:1'], hostsFile: '/dev/null' })
    const [denying, allowing] = [true, false].map((metadata) =>
      denyTargets(resolve, { ranges: ['127.0.0.9'], metadata }),
    )
    assert.ok(denying !== undefined && allowing !== undefined)
    const names = ['metadata.google.internal', 'METADATA.google.internal.', 'instance-data']
    for (const host of names) {
      const context = { proxy, resolveName: denying }
      const evaluation = await look(`http://${host}/`, { context })
      assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', 'EACCES'], host)
    }
    assert.deepEqual(seen, [])
    // Where it is not, the proxy may know a name that nobody here does.
    await look('http://instance-data:1/', { context: { proxy, resolveName: allowing } })
    assert.deepEqual(seen, ['CONNECT instance-data:1'])
  })

  test('the proxy itself may be where no target is allowed', async (t) => {
    const { url: proxy, seen } = await startConnectProxy(t, 'user:secret')
    const { port } = new URL(await serve(t, (_request, response) => response.end()))
    const resolveName = denyTargets(probeContext().resolveName, { ranges: ['127.0.0.0/8'], metadata: false })
    const evaluation = await look(`http://inside.example:${port}/`, { context: { proxy, resolveName } })
    assert.equal(levelOf(evaluation), 'passed')
    assert.deepEqual(seen, [`CONNECT inside.example:${port}`])
  })

  test('a proxy in trouble is not the failure that a check waits for', async (t) => {
    const gone = new URL(`http://127.0.0.1:${await closedPort()}`)
    const silent = new URL(await serveRaw(t, () => undefined))
    for (const [proxy, reason] of [
      [gone, /^Proxy 127\.0\.0\.1:\d+: Connection to .* was refused$/],
      [silent, /\(proxy\)$/],
    ] as const) {
      const evaluation = await look('http://inside.example/', {
        config: { shouldFail: true },
        context: { proxy },
        limits: { attemptMs: 500 },
      })
      assert.equal(levelOf(evaluation), 'failed')
      assert.match(evaluation.verdict.reason ?? '', reason)
    }
  })

  test('the IP family of a check says nothing about what a proxy is asked for', async (t) => {
    const { url: proxy, seen } = await startConnectProxy(t, 'user:secret')
    const { port } = new URL(await serve(t, (_request, response) => response.end()))
    assert.equal(levelOf(await look(`http://[::1]:${port}/`, { context: { proxy } })), 'passed')
    assert.deepEqual(seen, [`CONNECT [::1]:${port}`])
  })

  test('a proxy that says nothing ends with the time of the attempt', async (t) => {
    const proxy = new URL(await serveRaw(t, () => undefined))
    const evaluation = await look('http://inside.example/', {
      context: { proxy },
      limits: { attemptMs: 500 },
    })
    assert.deepEqual([codeOf(evaluation), evaluation.detail.response.error?.phase], ['ETIMEDOUT', 'proxy'])
  })
})
