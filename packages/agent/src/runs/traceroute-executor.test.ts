import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTraceroute } from '@sonde/probes/traceroute/create-traceroute.ts'
import { tracerouteConfig } from '@sonde/probes/testing/traceroute-config.ts'
import { startIcmp } from '@sonde/probes/icmp/start.ts'
import { plainConditions, toolsWith } from '../../testing/probe-tools.ts'
import { createExecutors } from './executors.ts'

test('a traceroute run is measured and evaluated', async (t) => {
  const icmp = await startIcmp()
  const tools = toolsWith(icmp)
  t.after(async () => {
    await tools.traceroute.close()
    await icmp.close()
  })
  if (!createTraceroute().capability.isSupported) return t.skip('there is no engine for this system')
  const { TRACEROUTE: execute } = createExecutors(tools)
  assert.ok(execute)
  const result = await execute(tracerouteConfig({ url: '127.0.0.1', port: 1 }), plainConditions())
  assert.deepEqual([result.notRunCause, result.verdict.kind, result.isLoopback], [null, 'passed', true])
  await assert.rejects(execute(tracerouteConfig({ port: 70_000 }), plainConditions()), {
    name: 'UnreadableJob',
  })
})
