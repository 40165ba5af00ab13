import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { connectPacket, subscribePacket, textPacket } from '../../testing/live-client.ts'
import { createPacketReader, MalformedPacket, publish } from './mqtt-packets.ts'

const mostBytes = 64 * 1024
const login = { username: 'account', password: 'key' }

suite('packets of the live channel', () => {
  test('are read whole, in pieces of any size, and several at once', () => {
    const bytes = Buffer.concat([
      connectPacket(login),
      subscribePacket(7, ['a/+/b', 'c']),
      Buffer.from([0xc0, 0, 0xe0, 0]),
    ])
    const expected = [
      { type: 'connect', level: 4, clientId: 'mqttjs_test', ...login },
      { type: 'subscribe', id: 7, filters: ['a/+/b', 'c'] },
      { type: 'ping' },
      { type: 'disconnect' },
    ]
    for (const size of [1, 2, 3, 7, bytes.length]) {
      const reader = createPacketReader({ mostBytes, mostPackets: 1_000 })
      const packets = []
      for (let at = 0; at < bytes.length; at += size)
        packets.push(...reader.push(bytes.subarray(at, at + size)))
      assert.deepEqual(packets, expected, `in pieces of ${size}`)
    }
  })

  const wrong: [string, Buffer][] = [
    ['a packet of a client that publishes', publish('a/b', '{}')],
    ['a length of five bytes', Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 1])],
    ['a packet of more than 64 kB', Buffer.from([0x10, 0x81, 0x80, 0x04])],
    ['a protocol of another name', textPacket(0x10, 'HTTP')],
    ['a connection that ends within its password', shortened(connectPacket(login))],
    ['a subscription without filters', Buffer.from([0x82, 2, 0, 1])],
    ['a subscription with reserved flags', Buffer.from([0x80, 6, 0, 1, 0, 1, 97, 0])],
    ['a QoS that does not exist', Buffer.from([0x82, 6, 0, 1, 0, 1, 97, 3])],
    ['a ping with a body', Buffer.from([0xc0, 1, 0])],
    ['a type that does not exist', Buffer.from([0xf0, 0])],
    ['a type that servers send', Buffer.from([0x20, 2, 0, 0])],
  ]
  for (const [name, bytes] of wrong) {
    test(`${name} is refused`, () => {
      assert.throws(() => createPacketReader({ mostBytes, mostPackets: 1_000 }).push(bytes), MalformedPacket)
    })
  }

  test('whatever bytes come are read or refused, and never more is held than one packet', () => {
    const start = fc.constantFrom(
      Buffer.alloc(0),
      connectPacket(login),
      subscribePacket(1, ['a']),
      Buffer.from([0x82, 0xff, 0xff, 0x03]),
    )
    fc.assert(
      fc.property(start, fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), (head, pieces) => {
        const reader = createPacketReader({ mostBytes, mostPackets: 1_000 })
        try {
          reader.push(head)
          for (const piece of pieces) reader.push(piece)
        } catch (error) {
          assert.ok(error instanceof MalformedPacket, String(error))
        }
      }),
      { numRuns: 3_000 },
    )
  })
})

/** One byte less, and its length says so. */
function shortened(packet: Buffer): Buffer {
  const bytes = Buffer.from(packet.subarray(0, -1))
  bytes[1] = bytes.length - 2
  return bytes
}
