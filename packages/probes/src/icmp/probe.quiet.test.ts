import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { configOf, documentOf } from '../../testing/icmp-measurement.ts'
import { buildEchoReply, buildIcmpError, type EchoRequest } from '../../testing/icmp-packets.ts'
import { createNamespace, lacksNamespaces, type NetworkNamespace } from '../../testing/network-namespace.ts'
import { openResponder, type Responder } from '../../testing/tun-responder.ts'
import { startIcmpEngine } from '../icmp-engine/engine.ts'
import type { IcmpEngine } from '../icmp-engine/ping-run.ts'
import { createIcmpProbe, probeIcmp } from './probe.ts'
import { createNameResolver } from '../resolve-name.ts'

// The times of the specification, shortened: the window from 5 s to 1 s, so 5.2 s becomes 1.04 s and more.
const intervalMs = 20
const windowMs = 1000
const inTimeMs = 800
const tooLateMs = 1200

const targets = { IPv4: '10.9.0.7', IPv6: 'fd09::7' } as const
const forger = { IPv4: Buffer.from([10, 9, 0, 66]), IPv6: Buffer.from(`fd09${'0'.repeat(26)}66`, 'hex') }
const skip = lacksNamespaces()

for (const pingGroups of some('sockets of the ICMP probe', [true, false])) {
  describe(`over ${pingGroups ? 'datagram' : 'raw'} sockets`, { skip }, () => {
    let namespace: NetworkNamespace
    let responder: Responder
    let engine: IcmpEngine

    before(async () => {
      namespace = createNamespace({ pingGroups })
      responder = openResponder(namespace)
      engine = await namespace.enter(() => startIcmpEngine({ intervalMs, windowMs, restAfterMs: hourMs }))
      assert.equal(engine.capability.ipv4, pingGroups ? 'datagram' : 'raw')
      assert.equal(engine.capability.ipv6, pingGroups ? 'datagram' : 'raw')
      assert.equal(engine.capability.kernelTimestamps, true)
    })

    after(async () => {
      await engine.close()
      responder.close()
      namespace.delete()
    })

    const probe = (hostname: string, pingCount: number | null, ipFamily: IpFamily | null = 'IPv4') =>
      probeIcmp(configOf(hostname, pingCount, ipFamily), {
        icmp: engine,
        resolveName: createNameResolver(),
        signal: new AbortController().signal,
      })

    for (const family of ['IPv4', 'IPv6'] as const) {
      const target = targets[family]

      test(`I1: every ping is answered (${family})`, async () => {
        responder.answer = (request, send) => send(buildEchoReply(request))
        const measured = await probe(target, null, family)
        const document = documentOf(measured, 'answered')
        assert.deepEqual(
          { ...document, latency: null, pingResults: null },
          {
            hostname: target,
            resolvedIp: target,
            ipFamily: family,
            pingCount: 10,
            packetsSent: 10,
            packetsReceived: 10,
            packetSize: 64,
            packetLoss: 0,
            dnsResolutionTime: 0,
            latency: null,
            pingResults: null,
          },
        )
        assert.deepEqual(
          document.pingResults.map(({ rtt: _rtt, ...rest }) => rest),
          Array.from({ length: 10 }, (_, sequence) => ({
            sequence,
            type: family === 'IPv4' ? 0 : 129,
            code: 0,
            success: true,
            ttl: 57,
          })),
        )
        assert.ok(measured.hasKernelTimes)
        assert.ok(measured.noiseMs !== null && measured.noiseMs >= 0)
      })

      test(`I8: every reply arrives twice, and counts once (${family})`, async () => {
        responder.answer = (request, send) => {
          send(buildEchoReply(request))
          send(buildEchoReply(request))
        }
        const document = documentOf(await probe(target, 10, family), 'answered')
        assert.equal(document.packetsReceived, 10)
        assert.equal(document.packetLoss, 0)
      })

      test(`I9: replies in reverse order are put in order, each with its own time (${family})`, async () => {
        const requests: EchoRequest[] = []
        responder.answer = (request, send) => {
          requests.push(request)
          if (requests.length < 10) return
          for (const held of requests.toReversed()) send(buildEchoReply(held))
        }
        const document = documentOf(await probe(target, 10, family), 'answered')
        assert.deepEqual(
          document.pingResults.map(({ sequence }) => sequence),
          requests.map((_, index) => index),
        )
        const rtts = document.pingResults.map(({ rtt = 0 }) => rtt)
        // Each was sent an interval before the next and answered after it, so it took that much longer.
        for (const [index, rtt] of rtts.entries()) {
          const next = rtts[index + 1] ?? -intervalMs
          assert.ok(rtt > next + intervalMs - 1, `ping ${index}: ${rtts.join(' ')}`)
        }
      })

      test(`I10: a reply from another address is ignored (${family})`, async () => {
        responder.answer = (request, send) => send(buildEchoReply(request, { from: forger[family] }))
        const document = documentOf(await probe(target, 3, family), 'unreachable')
        assert.equal(document.packetsReceived, 0)
      })

      test(`a reply with another token, sequence or identifier is ignored (${family})`, async () => {
        responder.answer = (request, send) => {
          const payload = Buffer.from(request.payload)
          payload[7] = (payload[7] ?? 0) ^ 1
          send(buildEchoReply(request, { payload }))
          send(buildEchoReply(request, { payload: payload.subarray(0, 4) }))
          send(buildEchoReply(request, { sequence: request.sequence ^ 1 }))
          send(buildEchoReply(request, { identifier: request.identifier ^ 1 }))
        }
        const document = documentOf(await probe(target, 3, family), 'unreachable')
        assert.equal(document.packetsReceived, 0)
      })
    }

    const losses = [
      { name: 'I2: 9 of 10', count: 10, lost: [4], loss: 10 },
      { name: 'I2: 8 of 10', count: 10, lost: [0, 9], loss: 20 },
      { name: 'I6: 46 of 50', count: 50, lost: [0, 1, 2, 49], loss: 8 },
      { name: 'I6: 45 of 50', count: 50, lost: [7, 17, 27, 37, 47], loss: 10 },
      { name: 'I6: 40 of 50', count: 50, lost: [1, 3, 5, 7, 9, 11, 13, 15, 17, 19], loss: 20 },
      { name: 'I5: 1 of 1', count: 1, lost: [], loss: 0 },
    ]
    for (const { name, count, lost, loss } of losses) {
      test(`${name} are answered: ${loss} % lost, and these are the ones`, async () => {
        let seen = 0
        responder.answer = (request, send) => {
          if (!lost.includes(seen)) send(buildEchoReply(request))
          seen += 1
        }
        const document = documentOf(await probe(targets.IPv4, count), 'answered')
        assert.equal(seen, count)
        assert.equal(document.packetLoss, loss)
        assert.deepEqual(
          document.pingResults.flatMap(({ sequence, success }) => (success ? [] : [sequence])),
          lost,
        )
        if (count === 1) assert.equal(document.latency.stdDev, 0)
      })
    }

    for (const [name, count] of [
      ['I3: 0 of 10, a silent host', 10],
      ['I5: 0 of 1', 1],
    ] as const) {
      test(`${name}: no reply, no number`, async () => {
        responder.answer = () => {}
        const measured = await probe(targets.IPv4, count)
        const document = documentOf(measured, 'unreachable')
        assert.deepEqual(document.latency, { avg: null, min: null, max: null, stdDev: null })
        assert.equal(document.packetLoss, 100)
        assert.equal(measured.noiseMs, null)
        assert.ok(measured.outcome.kind === 'unreachable')
        assert.deepEqual(measured.outcome.error, {
          code: 'ERR_NO_REPLY',
          message: `0 of ${count} pings answered by 10.9.0.7`,
          address: '10.9.0.7',
        })
      })
    }

    test('I7: a reply after the window is lost, one shortly before its end counts', async () => {
      let seen = 0
      responder.answer = (request, send) => {
        const delayMs = [tooLateMs, inTimeMs][seen] ?? 0
        seen += 1
        // The last one stays silent: it keeps the run open until the late reply has come.
        if (seen < 50) setTimeout(() => send(buildEchoReply(request)), delayMs)
      }
      const document = documentOf(await probe(targets.IPv4, 50), 'answered')
      assert.deepEqual(document.pingResults[0], { sequence: 0, success: false })
      const slow = document.pingResults[1]?.rtt ?? 0
      // A timer may be early by a fraction of a millisecond.
      assert.ok(slow > inTimeMs - 2 && slow < windowMs, `${slow} ms`)
      assert.equal(document.packetsReceived, 48)
    })

    test('I11: two monitors that ping one host at once get only their own replies', async () => {
      let seen = 0
      responder.answer = (request, send) => {
        // Each second request stays unanswered: whoever sent it must not be helped by the other's reply.
        if (seen % 2 === 0) send(buildEchoReply(request))
        seen += 1
      }
      const [first, second] = await Promise.all([probe(targets.IPv4, 20), probe(targets.IPv4, 20)])
      assert.equal(seen, 40)
      assert.equal(documentOf(first, 'answered').packetsReceived, 20)
      assert.equal(documentOf(second, 'unreachable').packetsReceived, 0)
    })

    const errors = [
      {
        name: 'I12: host unreachable',
        family: 'IPv4',
        type: 3,
        code: 1,
        found: 'EHOSTUNREACH',
        what: 'host',
      },
      {
        name: 'network unreachable',
        family: 'IPv4',
        type: 3,
        code: 0,
        found: 'ENETUNREACH',
        what: 'network',
      },
      { name: 'address unreachable', family: 'IPv6', type: 1, code: 3, found: 'EHOSTUNREACH', what: 'host' },
      { name: 'no route', family: 'IPv6', type: 1, code: 0, found: 'ENETUNREACH', what: 'network' },
    ] as const
    for (const { name, family, type, code, found, what } of errors) {
      for (const quotedBytes of [8, 64]) {
        test(`${name} from a router that quotes ${quotedBytes} bytes (${family})`, async () => {
          responder.answer = (request, send) =>
            send(buildIcmpError(request, { type, code, from: forger[family], quotedBytes }))
          const measured = await probe(targets[family], 5, family)
          const document = documentOf(measured, 'unreachable')
          assert.deepEqual(
            document.pingResults,
            Array.from({ length: 5 }, (_, sequence) => ({ sequence, type, code, success: false })),
          )
          assert.ok(measured.outcome.kind === 'unreachable')
          assert.equal(measured.outcome.error.code, found)
          assert.equal(measured.outcome.error.message, `${targets[family]} is unreachable (${what})`)
        })
      }
    }

    test('an ICMP error with a foreign token, and a redirect, settle nothing', async () => {
      responder.answer = (request, send) => {
        const foreign = Buffer.from(request.packet)
        foreign[30] = (foreign[30] ?? 0) ^ 1
        send(buildIcmpError({ ...request, packet: foreign }, { type: 3, code: 1, from: forger.IPv4 }))
        send(buildIcmpError(request, { type: 5, code: 1, from: forger.IPv4 }))
        send(buildEchoReply(request))
      }
      const document = documentOf(await probe(targets.IPv4, 5), 'answered')
      assert.equal(document.packetsReceived, 5)
    })

    test('one unanswered ping among ICMP errors makes it no reply, not unreachable', async () => {
      let seen = 0
      responder.answer = (request, send) => {
        seen += 1
        if (seen > 1) send(buildIcmpError(request, { type: 3, code: 1, from: forger.IPv4 }))
      }
      const { outcome } = await probe(targets.IPv4, 4)
      assert.ok(outcome.kind === 'unreachable')
      assert.equal(outcome.error.code, 'ERR_NO_REPLY')
    })

    test('no route: every ping is refused, so there is no document', async () => {
      const { outcome } = await probe('192.0.2.1', 2)
      assert.deepEqual(outcome, {
        kind: 'unreachable',
        error: {
          code: 'ENETUNREACH',
          message: '192.0.2.1 is unreachable (network)',
          address: '192.0.2.1',
          errno: -101,
          syscall: 'sendmmsg',
        },
        document: null,
      })
    })

    test('garbage of every kind does not disturb a run', async () => {
      responder.answer = (request, send) => {
        for (let length = 20; length < 120; length += 7) {
          const noise = Buffer.alloc(length, length)
          request.packet.copy(noise, 0, 0, Math.min(20, length))
          send(noise)
        }
        // A reply, cut at every length, behind a header that promises more.
        const reply = buildEchoReply(request)
        for (let length = 20; length < reply.length; length += 3) send(reply.subarray(0, length))
        send(reply)
      }
      const document = documentOf(await probe(targets.IPv4, 5), 'answered')
      assert.equal(document.packetsReceived, 5)
    })

    test('an aborted attempt is not-run, at once', async () => {
      responder.answer = () => {}
      const abortion = new AbortController()
      const context = { icmp: engine, resolveName: createNameResolver(), signal: abortion.signal }
      const measuring = probeIcmp(configOf(targets.IPv4, 50), context)
      setImmediate(() => abortion.abort(new Error('the agent stops')))
      assert.deepEqual(await measuring, {
        outcome: {
          kind: 'not-run',
          cause: 'aborted',
          error: { code: 'ERR_ABORTED', message: 'The attempt was aborted: the agent stops' },
        },
        noiseMs: null,
        hasKernelTimes: false,
      })
    })

    test('an attempt beyond its limit is given up as not-run', async () => {
      responder.answer = () => {}
      const probeBriefly = createIcmpProbe(() => 50)
      const context = {
        icmp: engine,
        resolveName: createNameResolver(),
        signal: new AbortController().signal,
      }
      const { outcome } = await probeBriefly(configOf(targets.IPv4, 50), context)
      assert.ok(outcome.kind === 'not-run')
      assert.equal(outcome.cause, 'aborted')
    })
  })
}
