import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { probeIcmp } from '../src/icmp/probe.ts'
import { startIcmpEngine } from '../src/icmp-engine/engine.ts'
import type { IcmpEngine } from '../src/icmp-engine/ping-run.ts'
import { createNameResolver } from '../src/resolve-name.ts'
import { configOf } from './icmp-measurement.ts'
import { createNamespace } from './network-namespace.ts'
import { openResponder, type Responder } from './tun-responder.ts'

// The times of the specification, shortened: the window from 5 s to 1 s, so 5.2 s becomes 1.04 s and more.
export const intervalMs = 20
export const windowMs = 1000

type Running = { responder: Responder; engine: IcmpEngine; end(): Promise<void> }

/** An engine in a network of its own whose hosts the test plays, between `before` and `after` of the suite. */
export function icmpProbeUnderTest({ pingGroups }: { pingGroups: boolean }) {
  let running: Running | null = null

  before(async () => {
    const namespace = createNamespace({ pingGroups })
    const responder = openResponder(namespace)
    const engine = await namespace.enter(() => startIcmpEngine({ intervalMs, windowMs, restAfterMs: hourMs }))
    running = {
      responder,
      engine,
      async end() {
        await engine.close()
        responder.close()
        namespace.delete()
      },
    }
    assert.equal(engine.capability.ipv4, pingGroups ? 'datagram' : 'raw')
    assert.equal(engine.capability.ipv6, pingGroups ? 'datagram' : 'raw')
    assert.equal(engine.capability.kernelTimestamps, true)
  })

  after(async () => await running?.end())

  const current = (): Running => {
    if (running === null) throw new Error('the engine runs only inside the tests of its suite')
    return running
  }
  return {
    get responder() {
      return current().responder
    },
    get engine() {
      return current().engine
    },
    probe: (hostname: string, pingCount: number | null, ipFamily: IpFamily | null = 'IPv4') =>
      probeIcmp(configOf(hostname, pingCount, ipFamily), {
        icmp: current().engine,
        resolveName: createNameResolver(),
        signal: new AbortController().signal,
      }),
  }
}
