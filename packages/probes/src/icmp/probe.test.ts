import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configOf } from '../../testing/icmp-measurement.ts'
import { IcmpEngineError, IcmpSocketError, type IcmpEngine, type PingRun } from '../icmp-engine/ping-run.ts'
import { probeIcmp } from './probe.ts'
import { createNameResolver } from '../resolve-name.ts'

const config = configOf('2001:db8::7', 2, 'IPv6')

/** Engines that end in ways which this machine cannot be made to show. */
const probeWith = (ping: () => Promise<PingRun>) => {
  const icmp: IcmpEngine = {
    capability: { ipv4: 'none', ipv6: 'none', kernelTimestamps: false, missing: [] },
    ping,
    close: async () => {},
  }
  return probeIcmp(config, { icmp, resolveName: createNameResolver(), signal: new AbortController().signal })
}

test('IPv6 on a system without IPv6 is an unreachable network, with no fallback', async () => {
  const { outcome } = await probeWith(async () => {
    throw new IcmpSocketError('EAFNOSUPPORT', 'this system has no IPv6')
  })
  assert.deepEqual(outcome, {
    kind: 'unreachable',
    error: { code: 'ENETUNREACH', message: '2001:db8::7 is unreachable (network)', address: '2001:db8::7' },
    document: null,
  })
})

test('an engine that breaks down is our own trouble', async () => {
  const { outcome } = await probeWith(async () => {
    throw new IcmpEngineError('the ICMP engine failed: out of memory')
  })
  assert.deepEqual(outcome, {
    kind: 'not-run',
    cause: 'internal',
    error: { code: 'ERR_INTERNAL', message: 'the ICMP engine failed: out of memory' },
  })
})

test('a refusal that is not about routes keeps its errno, and has no document', async () => {
  const { outcome } = await probeWith(async () => ({
    pings: [0, 1].map((sequence) => ({ sequence, kind: 'refused', errno: 1, code: 'EPERM' })),
    noiseMs: null,
    hasKernelTimes: true,
  }))
  assert.deepEqual(outcome, {
    kind: 'unreachable',
    error: {
      code: 'EPERM',
      message: 'The system refused to send to 2001:db8::7 (EPERM)',
      address: '2001:db8::7',
      errno: -1,
      syscall: 'sendmmsg',
    },
    document: null,
  })
})

test('some pings refused and the rest lost: all count as sent, and nobody replied', async () => {
  const { outcome } = await probeWith(async () => ({
    pings: [
      { sequence: 0, kind: 'refused', errno: 1, code: 'EPERM' },
      { sequence: 1, kind: 'lost' },
    ],
    noiseMs: null,
    hasKernelTimes: true,
  }))
  assert.ok(outcome.kind === 'unreachable' && outcome.document)
  assert.equal(outcome.error.code, 'ERR_NO_REPLY')
  assert.equal(outcome.document.packetsSent, 2)
})
