import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startIcmp } from '@sonde/probes/icmp/start.ts'
import { apiConfig, assertion } from '@sonde/schema/testing/api-config.ts'
import { icmpConfig } from '../../testing/fake-service.ts'
import { plainConditions, toolsWith } from '../../testing/probe-tools.ts'
import { pingThrough } from './engine-ping.ts'
import { createExecutors, executorsFor } from './executors.ts'

test('an ICMP run is measured and evaluated', async (t) => {
  const icmp = await startIcmp()
  t.after(() => icmp.close())
  if (icmp.capability.ipv4 === 'none') return t.skip('this user may not ping')
  const { ICMP: execute } = createExecutors(toolsWith(icmp))
  assert.ok(execute)
  const result = await execute(icmpConfig({ pingCount: 2 }), plainConditions())
  assert.deepEqual([result.notRunCause, result.verdict.kind, result.isLoopback], [null, 'passed', true])
  assert.ok((result.verdict.responseTime ?? -1) >= 0)
  assert.equal(await pingThrough(icmp)('127.0.0.1', 1_000), true)
  assert.equal(await pingThrough(icmp)('fe80::1%nowhere', 50), false)
})

test('an agent of the small image runs what that image can run, and no more', async (t) => {
  const icmp = await startIcmp()
  t.after(() => icmp.close())
  const all = createExecutors(toolsWith(icmp))
  assert.deepEqual(Object.keys(executorsFor(all, 'uptime')).toSorted(), ['API', 'DNS', 'ICMP', 'TCP', 'URL'])
  assert.equal(executorsFor(all, 'main'), all)
})

test('a configuration that is not of an ICMP monitor is unreadable', async (t) => {
  const icmp = await startIcmp()
  t.after(() => icmp.close())
  const { ICMP: execute } = createExecutors(toolsWith(icmp))
  assert.ok(execute)
  const good = icmpConfig()
  const onLatency = { source: 'LATENCY', property: 'avg', comparison: 'LESS_THAN', target: '20', regex: null }
  for (const config of [
    null,
    'text',
    {},
    { ...good, shouldFail: 'no' },
    { ...good, maxResponseTime: undefined },
    { ...good, request: { ...good.request, hostname: '' } },
    { ...good, request: { ...good.request, ipFamily: 'IPv5' } },
    { ...good, request: { ...good.request, pingCount: 51 } },
    { ...good, request: { ...good.request, pingCount: 1.5 } },
    { ...good, request: { ...good.request, assertions: {} } },
    { ...good, request: { ...good.request, assertions: [{ ...onLatency, comparison: 'LIKE' }] } },
  ]) {
    await assert.rejects(execute(config, plainConditions()), { name: 'UnreadableJob' })
  }
})

test('synthetic case 67: a thousand API checks start no process', async (t) => {
  const icmp = await startIcmp()
  t.after(() => icmp.close())
  const server = createServer((_request, response) => response.end('{"state":"up"}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  let processes = 0
  const count = (): void => void (processes += 1)
  subscribe('child_process', count)
  t.after(() => unsubscribe('child_process', count))
  const { API: execute } = createExecutors(toolsWith(icmp))
  assert.ok(execute)
  const config = apiConfig({
    degradedResponseTime: null,
    maxResponseTime: null,
    request: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      assertions: [assertion('JSON_BODY', 'EQUALS', 'up', { property: '$.state' })],
    },
  })
  for (let round = 0; round < 20; round += 1) {
    const runs = Array.from({ length: 50 }, () => execute(config, plainConditions()))
    for (const { verdict } of await Promise.all(runs)) assert.equal(verdict.kind, 'passed')
  }
  assert.equal(processes, 0)
  // The counter counts.
  await once(spawn(process.execPath, ['--version'], { stdio: 'ignore' }), 'exit')
  assert.equal(processes, 1)
})
