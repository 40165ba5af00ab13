import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { documentOf } from '../../testing/icmp-measurement.ts'
import { buildEchoReply } from '../../testing/icmp-packets.ts'
import { icmpProbeUnderTest, windowMs } from '../../testing/icmp-probe-under-test.ts'
import { lacksNamespaces } from '../../testing/network-namespace.ts'

// Each of these waits for replies that do not come. Beside those of `probe.quiet.test.ts`, not after them.
const inTimeMs = 800
const tooLateMs = 1200

const target = '10.9.0.7'
const skip = lacksNamespaces()

for (const pingGroups of some('sockets of the ICMP probe', [true, false])) {
  describe(`lost pings over ${pingGroups ? 'datagram' : 'raw'} sockets`, { skip }, () => {
    const under = icmpProbeUnderTest({ pingGroups })

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
        under.responder.answer = (request, send) => {
          if (!lost.includes(seen)) send(buildEchoReply(request))
          seen += 1
        }
        const document = documentOf(await under.probe(target, count), 'answered')
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
        under.responder.answer = () => {}
        const measured = await under.probe(target, count)
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
      under.responder.answer = (request, send) => {
        const delayMs = [tooLateMs, inTimeMs][seen] ?? 0
        seen += 1
        // The last one stays silent: it keeps the run open until the late reply has come.
        if (seen < 50) setTimeout(() => send(buildEchoReply(request)), delayMs)
      }
      const document = documentOf(await under.probe(target, 50), 'answered')
      assert.deepEqual(document.pingResults[0], { sequence: 0, success: false })
      const slow = document.pingResults[1]?.rtt ?? 0
      // A timer may be early by a fraction of a millisecond.
      assert.ok(slow > inTimeMs - 2 && slow < windowMs, `${slow} ms`)
      assert.equal(document.packetsReceived, 48)
    })

    test('I11: two monitors that ping one host at once get only their own replies', async () => {
      let seen = 0
      under.responder.answer = (request, send) => {
        // Each second request stays unanswered: whoever sent it must not be helped by the other's reply.
        if (seen % 2 === 0) send(buildEchoReply(request))
        seen += 1
      }
      const [first, second] = await Promise.all([under.probe(target, 20), under.probe(target, 20)])
      assert.equal(seen, 40)
      assert.equal(documentOf(first, 'answered').packetsReceived, 20)
      assert.equal(documentOf(second, 'unreachable').packetsReceived, 0)
    })
  })
}
