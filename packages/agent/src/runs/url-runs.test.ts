import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { suite, test, type TestContext } from 'node:test'
import { startIcmp } from '@sonde/probes/icmp/start.ts'
import { urlKind } from '@sonde/schema/check-types/url/kind.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { plainConditions, toolsWith } from '../../testing/probe-tools.ts'
import { createExecutors } from './executors.ts'

async function executorOf(t: TestContext) {
  const icmp = await startIcmp()
  t.after(() => icmp.close())
  const { URL: execute } = createExecutors(toolsWith(icmp))
  assert.ok(execute)
  return execute
}

/** As it is stored, with every default filled in. */
const config = (url: string) => ({
  request: { method: 'GET', url, followRedirects: true, skipSSL: false, ipFamily: 'IPv4', assertions: [] },
  shouldFail: false,
  degradedResponseTime: 3_000,
  maxResponseTime: 5_000,
})

suite('URL runs of an agent', () => {
  test('a run is measured and evaluated, and its detail is one that the service takes', async (t) => {
    const server = createServer((_request, response) => response.writeHead(503).end('down for now'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const address = server.address()
    assert.ok(address !== null && typeof address === 'object')
    const execute = await executorOf(t)
    const result = await execute(config(`http://127.0.0.1:${address.port}/`), plainConditions())
    assert.deepEqual(
      [result.notRunCause, result.verdict.kind, result.verdict.isNetworkError, result.isLoopback],
      [null, 'failed', false, true],
    )
    assert.ok(urlKind.run)
    const validate = createValidator().compile(urlKind.run.detail, { complete: true })
    assert.deepEqual(validate(JSON.parse(JSON.stringify(result.detail))), [])
  })

  test('a configuration that is none of a URL monitor is unreadable', async (t) => {
    const execute = await executorOf(t)
    const good = config('http://127.0.0.1/')
    for (const bad of [
      null,
      {},
      { ...good, shouldFail: 'no' },
      { ...good, maxResponseTime: 45_001 },
      config('ftp://127.0.0.1/'),
      config('http://127.0.0.1:port/'),
      { ...good, request: { ...good.request, ipFamily: 'IPv5' } },
    ]) {
      await assert.rejects(execute(bad, plainConditions()), { name: 'UnreadableJob' })
    }
  })
})
