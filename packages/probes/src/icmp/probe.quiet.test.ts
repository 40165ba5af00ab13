import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { configOf, documentOf } from '../../testing/icmp-measurement.ts'
import { buildEchoReply, buildIcmpError, type EchoRequest } from '../../testing/icmp-packets.ts'
import { icmpProbeUnderTest, intervalMs } from '../../testing/icmp-probe-under-test.ts'
import { lacksNamespaces } from '../../testing/network-namespace.ts'
import { createIcmpProbe, probeIcmp } from './probe.ts'
import { createNameResolver } from '../resolve-name.ts'

const targets = { IPv4: '10.9.0.7', IPv6: 'fd09::7' } as const
const forger = { IPv4: Buffer.from([10, 9, 0, 66]), IPv6: Buffer.from(`fd09${'0'.repeat(26)}66`, 'hex') }
const skip = lacksNamespaces()

for (const pingGroups of some('sockets of the ICMP probe', [true, false])) {
  describe(`over ${pingGroups ? 'datagram' : 'raw'} sockets`, { skip }, () => {
    const under = icmpProbeUnderTest({ pingGroups })

    for (const family of ['IPv4', 'IPv6'] as const) {
      const target = targets[family]

      test(`I1: every ping is answered (${family})`, async () => {
        under.responder.answer = (request, send) => send(buildEchoReply(request))
        const measured = await under.probe(target, null, family)
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
        under.responder.answer = (request, send) => {
          send(buildEchoReply(request))
          send(buildEchoReply(request))
        }
        const document = documentOf(await under.probe(target, 10, family), 'answered')
        assert.equal(document.packetsReceived, 10)
        assert.equal(document.packetLoss, 0)
      })

      test(`I9: replies in reverse order are put in order, each with its own time (${family})`, async () => {
        const requests: EchoRequest[] = []
        under.responder.answer = (request, send) => {
          requests.push(request)
          if (requests.length < 10) return
          for (const held of requests.toReversed()) send(buildEchoReply(held))
        }
        const document = documentOf(await under.probe(target, 10, family), 'answered')
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
        under.responder.answer = (request, send) => send(buildEchoReply(request, { from: forger[family] }))
        const document = documentOf(await under.probe(target, 3, family), 'unreachable')
        assert.equal(document.packetsReceived, 0)
      })

      test(`a reply with another token, sequence or identifier is ignored (${family})`, async () => {
        under.responder.answer = (request, send) => {
          const payload = Buffer.from(request.payload)
          payload[7] = (payload[7] ?? 0) ^ 1
          send(buildEchoReply(request, { payload }))
          send(buildEchoReply(request, { payload: payload.subarray(0, 4) }))
          send(buildEchoReply(request, { sequence: request.sequence ^ 1 }))
          send(buildEchoReply(request, { identifier: request.identifier ^ 1 }))
        }
        const document = documentOf(await under.probe(target, 3, family), 'unreachable')
        assert.equal(document.packetsReceived, 0)
      })
    }

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
          under.responder.answer = (request, send) =>
            send(buildIcmpError(request, { type, code, from: forger[family], quotedBytes }))
          const measured = await under.probe(targets[family], 5, family)
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
      under.responder.answer = (request, send) => {
        const foreign = Buffer.from(request.packet)
        foreign[30] = (foreign[30] ?? 0) ^ 1
        send(buildIcmpError({ ...request, packet: foreign }, { type: 3, code: 1, from: forger.IPv4 }))
        send(buildIcmpError(request, { type: 5, code: 1, from: forger.IPv4 }))
        send(buildEchoReply(request))
      }
      const document = documentOf(await under.probe(targets.IPv4, 5), 'answered')
      assert.equal(document.packetsReceived, 5)
    })

    test('one unanswered ping among ICMP errors makes it no reply, not unreachable', async () => {
      let seen = 0
      under.responder.answer = (request, send) => {
        seen += 1
        if (seen > 1) send(buildIcmpError(request, { type: 3, code: 1, from: forger.IPv4 }))
      }
      const { outcome } = await under.probe(targets.IPv4, 4)
      assert.ok(outcome.kind === 'unreachable')
      assert.equal(outcome.error.code, 'ERR_NO_REPLY')
    })

    test('no route: every ping is refused, so there is no document', async () => {
      const { outcome } = await under.probe('192.0.2.1', 2)
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
      under.responder.answer = (request, send) => {
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
      const document = documentOf(await under.probe(targets.IPv4, 5), 'answered')
      assert.equal(document.packetsReceived, 5)
    })

    test('an aborted attempt is not-run, at once', async () => {
      under.responder.answer = () => {}
      const abortion = new AbortController()
      const context = { icmp: under.engine, resolveName: createNameResolver(), signal: abortion.signal }
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
      under.responder.answer = () => {}
      const probeBriefly = createIcmpProbe(() => 50)
      const context = {
        icmp: under.engine,
        resolveName: createNameResolver(),
        signal: new AbortController().signal,
      }
      const { outcome } = await probeBriefly(configOf(targets.IPv4, 50), context)
      assert.ok(outcome.kind === 'not-run')
      assert.equal(outcome.cause, 'aborted')
    })
  })
}
