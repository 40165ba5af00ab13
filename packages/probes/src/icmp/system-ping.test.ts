import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { createNamespace, lacksNamespaces } from '../../testing/network-namespace.ts'
import { IcmpEngineError } from '../icmp-engine/ping-run.ts'
import { startSystemPing } from './system-ping.ts'

const isMissing = spawnSync('ping', ['-V']).error !== undefined
const skip = isMissing ? 'the program ping is missing (Debian package iputils-ping)' : false

describe('the system ping', { skip }, () => {
  test('measures loopback by both families', async () => {
    const icmp = await startSystemPing({ intervalMs: 250 })
    assert.deepEqual(icmp.capability, {
      ipv4: 'system-ping',
      ipv6: 'system-ping',
      kernelTimestamps: false,
      missing: [],
    })
    const runs = await Promise.all([
      icmp.ping({ address: '127.0.0.1', family: 'IPv4', count: 3 }),
      icmp.ping({ address: '::1', family: 'IPv6', count: 1 }),
    ])
    for (const { pings, noiseMs, hasKernelTimes } of runs) {
      assert.ok(pings.every((ping) => ping.kind === 'reply' && ping.ttl === 64 && ping.rttMs < 1000))
      assert.equal(noiseMs, null)
      assert.equal(hasKernelTimes, false)
    }
    assert.deepEqual(
      runs.map(({ pings }) => pings.length),
      [3, 1],
    )
    await icmp.close()
  })

  test('a network without a way is a refusal', { skip: lacksNamespaces() }, async () => {
    const namespace = createNamespace()
    const icmp = await startSystemPing()
    const { pings } = await namespace.enter(() =>
      icmp.ping({ address: '192.0.2.1', family: 'IPv4', count: 2 }),
    )
    await icmp.close()
    namespace.delete()
    assert.deepEqual(
      pings,
      [0, 1].map((sequence) => ({ sequence, kind: 'refused', errno: 101, code: 'ENETUNREACH' })),
    )
  })

  test('an aborted run ends with its reason', async () => {
    const icmp = await startSystemPing()
    const abortion = new AbortController()
    const running = icmp.ping({ address: '127.0.0.1', family: 'IPv4', count: 50, signal: abortion.signal })
    setImmediate(() => abortion.abort(new Error('enough')))
    await assert.rejects(running, /enough/)
    await icmp.close()
  })

  test('close ends what is running', async () => {
    const icmp = await startSystemPing()
    const running = icmp.ping({ address: '127.0.0.1', family: 'IPv4', count: 50 })
    const rejected = assert.rejects(running, IcmpEngineError)
    await icmp.close()
    await rejected
    await assert.rejects(icmp.ping({ address: '127.0.0.1', family: 'IPv4', count: 1 }), /closed/)
  })
})
