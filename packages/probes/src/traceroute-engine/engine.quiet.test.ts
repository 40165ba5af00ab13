import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildEchoReply, buildIcmpError, type EchoRequest } from '../../testing/icmp-packets.ts'
import { createNamespace, lacksNamespaces, type NetworkNamespace } from '../../testing/network-namespace.ts'
import { tracerouteInside } from '../../testing/traceroute-inside.ts'
import { openResponder, type Responder } from '../../testing/tun-responder.ts'
import type { TracerouteEngine, TraceRequest } from './trace.ts'

const skip = lacksNamespaces()
const address = '10.9.0.7'
const distance = 5
const request: TraceRequest = {
  address,
  family: 'IPv4',
  protocol: 'ICMP',
  port: 33_434,
  maxHops: 10,
  maxUnknownHops: 5,
  timeoutMs: 10_000,
}

let namespace: NetworkNamespace
let responder: Responder
let engine: TracerouteEngine

before(() => {
  if (skip !== false) return
  namespace = createNamespace({ pingGroups: true })
  responder = openResponder(namespace)
  engine = tracerouteInside(namespace, { waitMs: 600 })
})

after(async () => {
  if (skip !== false) return
  await engine.close()
  responder.close()
  namespace.delete()
})

/** What a path of routers, each with an address of its own, would answer. */
function answerTo(echo: EchoRequest): Buffer {
  const ttl = echo.packet[8] ?? 0
  return ttl >= distance
    ? buildEchoReply(echo)
    : buildIcmpError(echo, { type: 11, code: 0, from: routerOf(ttl) })
}

const routerOf = (hop: number) => Buffer.from([10, 9, 1, hop])

test(
  'R5: replies of hop 4 come before those of hop 2: hops are in order and times are right',
  { skip },
  async () => {
    responder.answerOther = () => {}
    responder.answer = (echo, send) => {
      const isSlow = echo.packet[8] === 2
      setTimeout(() => send(answerTo(echo)), isSlow ? 200 : 1)
    }
    const { hops, reason } = await engine.trace(request)
    assert.equal(reason, 'destinationReached')
    assert.deepEqual(
      hops.map(({ answers }) => answers[0]?.address),
      ['10.9.1.1', '10.9.1.2', '10.9.1.3', '10.9.1.4', address],
    )
    for (const [index, { answers }] of hops.entries()) {
      assert.equal(answers.length, 3)
      for (const { rttMs } of answers)
        assert.equal(rttMs >= 199, index === 1, `hop ${index + 1}: ${rttMs} ms`)
    }
  },
)

test('duplicates, forgeries and late answers change nothing', { skip }, async () => {
  responder.answer = (echo, send) => {
    const ttl = echo.packet[8] ?? 0
    const forger = Buffer.from([10, 9, 0, 66])
    // Of another host, of another sequence, and with another payload.
    send(buildEchoReply(echo, { from: forger }))
    send(buildEchoReply(echo, { payload: Buffer.alloc(56, 7) }))
    if (ttl === 3) {
      setTimeout(() => send(answerTo(echo)), 800)
      return
    }
    for (let copy = 0; copy < 3; copy += 1) send(answerTo(echo))
  }
  const { hops, reason } = await engine.trace(request)
  assert.deepEqual([reason, hops.length], ['destinationReached', distance])
  assert.deepEqual(
    hops.map(({ sent, answers }) => [sent, answers.length, answers[0]?.address]),
    [
      [3, 3, '10.9.1.1'],
      [3, 3, '10.9.1.2'],
      [3, 0, undefined],
      [3, 3, '10.9.1.4'],
      [3, 3, address],
    ],
  )
})

test('routers that quote no more than eight bytes are told apart by UDP too', { skip }, async () => {
  const sentAt: { ttl: number; port: number; source: number }[] = []
  responder.answerOther = (packet, send) => {
    if (packet[0] !== 0x45 || packet[9] !== 17) return
    const ttl = packet[8] ?? 0
    sentAt.push({ ttl, source: packet.readUInt16BE(20), port: packet.readUInt16BE(22) })
    const datagram: EchoRequest = {
      family: 'IPv4',
      source: packet.subarray(12, 16),
      destination: packet.subarray(16, 20),
      identifier: 0,
      sequence: 0,
      payload: Buffer.alloc(0),
      packet,
    }
    const error =
      ttl >= distance
        ? { type: 3, code: 3, from: datagram.destination }
        : { type: 11, code: 0, from: routerOf(ttl) }
    // The nearest last: whoever goes by the order is wrong.
    setTimeout(() => send(buildIcmpError(datagram, { ...error, quotedBytes: 8 })), 50 - 5 * Math.min(ttl, 9))
  }
  const { hops, reason } = await engine.trace({ ...request, protocol: 'UDP' })
  assert.equal(reason, 'destinationReached')
  assert.deepEqual(
    hops.map(({ answers }) => [answers.length, answers[0]?.address]),
    [
      [3, '10.9.1.1'],
      [3, '10.9.1.2'],
      [3, '10.9.1.3'],
      [3, '10.9.1.4'],
      [3, address],
    ],
  )
  // Load balancers saw one flow all the time.
  assert.equal(new Set(sentAt.map(({ port, source }) => `${source} ${port}`)).size, 1)
})
