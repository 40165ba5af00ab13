import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { traceProtocols, type TraceProtocol } from '@sonde/schema/check-types/traceroute/traceroute-path.ts'
import type { TracerouteRunConfig } from '@sonde/schema/check-types/traceroute/result.ts'
import { lacksNamespaces } from '../../testing/network-namespace.ts'
import { tracerouteContext } from '../../testing/traceroute-context.ts'
import { createRouterChain, type RouterChain } from '../../testing/router-chain.ts'
import { tracedDocument, tracerouteConfig } from '../../testing/traceroute-config.ts'
import { tracerouteInside } from '../../testing/traceroute-inside.ts'
import { visiblePath } from '../../testing/visible-checkout.ts'
import type { TracerouteEngine } from '../traceroute-engine/trace.ts'
import { createTracerouteProbe } from './probe.ts'

const skip = lacksNamespaces()
const distance = 5
// The second that a probe may wait, shortened: nothing here is further away than a millisecond.
const waitMs = 300
const testing = join(import.meta.dirname, '../../testing')

for (const pingGroups of some('sockets of traceroute', [true, false])) {
  const kind = pingGroups ? 'datagram' : 'raw'
  describe(`over real routers, with ${kind} sockets for ICMP`, { skip }, () => {
    let chain: RouterChain
    let engine: TracerouteEngine

    before(async () => {
      chain = createRouterChain(distance, { pingGroups })
      const [home] = chain.spaces
      assert.ok(home)
      engine = tracerouteInside(home, { waitMs })
      // Until neighbours know each other, the first packets wait or are lost.
      for (const ipFamily of ['IPv4', 'IPv6'] as const) await trace({ ipFamily })
    })

    after(async () => {
      await engine.close()
      chain.delete()
    })

    const addressOf = (hop: number, family: 'IPv4' | 'IPv6') =>
      family === 'IPv4' ? chain.ipv4Of(hop) : chain.ipv6Of(hop)

    const trace = (request: Partial<TracerouteRunConfig['request']>, traceMs = 10_000) => {
      const url = addressOf(distance, request.ipFamily ?? 'IPv4')
      const probe = createTracerouteProbe({
        traceMs: () => traceMs,
        latestEndMs: () => 30_000,
        ptrLookupMs: 2000,
      })
      return probe(tracerouteConfig({ url, ...request }), tracerouteContext({ traceroute: engine }))
    }

    /** Firewall rules at one hop, for the time of `work`. */
    async function withRules(
      hop: number,
      rules: readonly string[],
      work: () => Promise<void>,
    ): Promise<void> {
      const router = chain.spaces[hop]
      assert.ok(router)
      const call = (action: string, rule: string) => {
        const [program = '', ...args] = rule.split(' ')
        router.run(program, '-w', action, ...args)
      }
      for (const rule of rules) call('-A', rule)
      await work().finally(() => {
        for (const rule of rules) call('-D', rule)
      })
    }

    const silence = [
      'iptables OUTPUT -p icmp --icmp-type time-exceeded -j DROP',
      'ip6tables OUTPUT -p icmpv6 --icmpv6-type time-exceeded -j DROP',
    ]

    for (const family of ['IPv4', 'IPv6'] as const) {
      for (const protocol of traceProtocols) {
        test(`R1: reached in 5 hops by ${protocol} over ${family}, with a silent hop on the way`, async () => {
          await withRules(3, silence, async () => {
            const measured = await trace({ protocol, ipFamily: family })
            const response = tracedDocument(measured, 'answered')
            assert.deepEqual(
              [response.destinationReached, response.truncationReason, response.totalHops],
              [true, 'destinationReached', distance],
            )
            assert.deepEqual(
              response.hops.map(({ hop_number: number, main_ip: address, received }) => ({
                number,
                address,
                received,
              })),
              [1, 2, 3, 4, 5].map((number) => ({
                number,
                address: number === 3 ? undefined : addressOf(number, family),
                received: number === 3 ? 0 : 3,
              })),
            )
            assert.equal('rtt' in (response.hops[2] ?? {}), false)
            assert.equal(response.hops[2]?.loss_percentage, 100)
            assert.equal(measured.hasKernelTimes, true)
            // A cable of the same machine: anything longer would be a delay of ours.
            assert.ok((response.finalHopLatency?.avg ?? Infinity) < 100, JSON.stringify(response))
            assert.equal(response.port, protocol === 'ICMP' ? undefined : protocol === 'TCP' ? 443 : 33_434)
          })
        })
      }
    }

    test('R2: silent hops in a row end the trace', async () => {
      await withRules(2, ['iptables FORWARD -j DROP'], async () => {
        const measured = await trace({ maxHops: 30 })
        const response = tracedDocument(measured, 'unreachable')
        assert.deepEqual(
          [response.truncationReason, response.totalHops, response.hops.length],
          ['maxUnknownHops', 2, 2],
        )
        assert.equal(response.finalHopLatency, undefined)
        assert.deepEqual(measured.outcome.kind === 'unreachable' && measured.outcome.error, {
          code: 'ERR_NOT_REACHED',
          message: '10.7.4.2 not reached after 17 hops (15 hops in a row did not answer)',
          hostname: '10.7.4.2',
          address: '10.7.4.2',
        })
      })
    })

    test('R2: maxHops before the target ends the trace', async () => {
      for (const protocol of traceProtocols) {
        const response = tracedDocument(await trace({ protocol, maxHops: 3 }), 'unreachable')
        assert.deepEqual([response.truncationReason, response.totalHops], ['maxHops', 3])
      }
    })

    test('R2: the time is up: the hops so far are kept', async () => {
      await withRules(2, ['iptables FORWARD -j DROP'], async () => {
        const response = tracedDocument(await trace({}, 200), 'unreachable')
        assert.deepEqual([response.truncationReason, response.totalHops], ['timeout', 2])
      })
    })

    test('R3: a closed and an open TCP port are arrivals, an open UDP port is none', async () => {
      const target = chain.spaces[distance]
      const port = 7_654
      const args = [join(testing, 'port-holder.ts'), String(port)]
      const holder = target?.spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      assert.ok(holder?.stdout)
      await once(holder.stdout, 'data')
      try {
        const open = tracedDocument(await trace({ protocol: 'TCP', port }), 'answered')
        assert.deepEqual([open.totalHops, open.hops.at(-1)?.received], [distance, 3])
        const closed = tracedDocument(await trace({ protocol: 'TCP', port: port + 1 }), 'answered')
        assert.deepEqual([closed.totalHops, closed.hops.at(-1)?.received], [distance, 3])
        const datagram = tracedDocument(
          await trace({ protocol: 'UDP', port, maxUnknownHops: 3 }),
          'unreachable',
        )
        assert.deepEqual([datagram.truncationReason, datagram.totalHops], ['maxUnknownHops', 4])
      } finally {
        const ended = once(holder, 'exit')
        holder.kill()
        await ended
      }
    })

    for (const [how, code] of [
      ['icmp-host-unreachable', 'host'],
      ['icmp-net-unreachable', 'network'],
      ['icmp-admin-prohibited', 'prohibited'],
    ] as const) {
      test(`R4: a router that says ${code} unreachable ends the trace`, async () => {
        await withRules(2, [`iptables FORWARD -j REJECT --reject-with ${how}`], async () => {
          for (const protocol of traceProtocols) {
            const response = tracedDocument(await trace({ protocol }), 'unreachable')
            // Its own hop it answers as any router; the way on is forbidden.
            assert.deepEqual([response.truncationReason, response.totalHops], ['unreachable', 3])
            assert.equal(response.hops[2]?.main_ip, chain.ipv4Of(2))
          }
        })
      })
    }

    test('R6: a target that answers one probe of three is reached, with its loss', async () => {
      const rules = [
        // Of the probes that were sent to its own hop, the third; none of those that would go on.
        'iptables INPUT -p tcp -m ttl --ttl-gt 1 -j DROP',
        'iptables INPUT -p tcp -m statistic --mode nth --every 3 --packet 2 -j ACCEPT',
        'iptables INPUT -p tcp -j DROP',
      ]
      await withRules(distance, rules, async () => {
        const response = tracedDocument(await trace({ protocol: 'TCP' }), 'answered')
        const last = response.hops.at(-1)
        assert.deepEqual([last?.sent, last?.received, last?.loss_percentage], [3, 1, 66.67])
        assert.equal(response.finalHopLatency?.stdDev, 0)
      })
    })

    test('a host without a way to the target says so', async () => {
      const measured = await trace({ url: '10.99.0.1' })
      assert.deepEqual(measured.outcome, {
        kind: 'unreachable',
        error: {
          code: 'ENETUNREACH',
          message: '10.99.0.1 is unreachable (network)',
          address: '10.99.0.1',
          errno: -101,
        },
        document: null,
      })
    })

    test('a neighbour that is not there is silence, and our own kernel no hop', async () => {
      const impatient = 'for f in /proc/sys/net/ipv4/neigh/so*/retrans_time_ms; do echo 20 > $f; done'
      chain.spaces[0]?.run('sh', '-c', impatient)
      const response = tracedDocument(await trace({ url: '10.7.0.99', maxUnknownHops: 4 }), 'unreachable')
      assert.deepEqual([response.truncationReason, response.hops], ['maxUnknownHops', []])
    })

    test('a firewall of our own that lets nothing out is told as such', async () => {
      await withRules(0, ['iptables OUTPUT -p udp -j DROP'], async () => {
        const { outcome } = await trace({ protocol: 'UDP' })
        assert.equal(outcome.kind === 'unreachable' && outcome.error.code, 'EPERM')
        assert.equal(outcome.kind === 'unreachable' && outcome.document, null)
      })
    })

    test('a hundred traces at once all arrive, and leave no socket behind', async () => {
      const countSockets = () =>
        readdirSync('/proc/self/fd').filter((fd) => isSocket(join('/proc/self/fd', fd))).length
      const opened = countSockets()
      const protocols = (index: number): TraceProtocol => traceProtocols[index % 4] ?? 'UDP'
      const measured = await Promise.all(
        Array.from({ length: 100 }, (_, index) => trace({ protocol: protocols(index), port: 1000 + index })),
      )
      for (const one of measured) assert.equal(tracedDocument(one, 'answered').totalHops, distance)
      assert.equal(countSockets(), opened)
    })
  })
}

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:')
  } catch (error) {
    // The descriptor by which the folder itself was read.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

test('case 38: without NET_RAW UDP and ICMP are traced, TCP and SCTP end as EPERM', { skip }, async () => {
  const chain = createRouterChain(3)
  try {
    const [home] = chain.spaces
    const program = visiblePath(join(testing, 'unprivileged-trace.ts'))
    const addresses = [chain.ipv4Of(3), chain.ipv6Of(3)]
    assert.ok(home)
    home.run('ping', '-c', '1', '-W', '5', chain.ipv6Of(3))
    const found = JSON.parse(home.run(visiblePath(process.execPath), program, ...addresses))
    assert.equal(found.uid, 65_534)
    assert.equal(found.capability.hasRawSockets, false)
    assert.match(found.capability.missing[0], /^TCP and SCTP traceroute, packet capture: need NET_RAW/)
    for (const [family, address] of [
      ['IPv4', addresses[0]],
      ['IPv6', addresses[1]],
    ]) {
      for (const protocol of ['UDP', 'ICMP']) {
        const { kind, document } = found[`${protocol} ${family}`]
        assert.equal(kind, 'answered')
        assert.deepEqual([document.response.totalHops, document.response.hops[2].main_ip], [3, address])
      }
      for (const protocol of ['TCP', 'SCTP']) {
        assert.deepEqual(found[`${protocol} ${family}`], {
          kind: 'not-run',
          cause: 'no-permission',
          error: {
            code: 'EPERM',
            message: 'This agent may not open raw sockets (needs NET_RAW)',
            syscall: 'socket',
          },
        })
      }
    }
  } finally {
    chain.delete()
  }
})
