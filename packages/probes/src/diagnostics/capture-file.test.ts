import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createCaptureFile, headersOf } from './capture-file.ts'

function ipv4(protocol: number, rest: Uint8Array, { options = 0 } = {}): Uint8Array {
  const header = Buffer.alloc(20 + options)
  header[0] = 0x40 | (header.length / 4)
  header[9] = protocol
  return Buffer.concat([header, rest])
}

function tcp(payload: string, { options = 0 } = {}): Uint8Array {
  const header = Buffer.alloc(20 + options)
  header[12] = (header.length / 4) << 4
  return Buffer.concat([header, Buffer.from(payload)])
}

suite('of a packet only the headers are kept', () => {
  const secret = 'Authorization: Bearer 3f9a'
  const cases: [string, Uint8Array, number][] = [
    ['TCP', ipv4(6, tcp(secret)), 40],
    ['TCP with options', ipv4(6, tcp(secret, { options: 12 }), { options: 4 }), 56],
    ['UDP', ipv4(17, Buffer.concat([Buffer.alloc(8), Buffer.from(secret)])), 28],
    ['an echo request', ipv4(1, Buffer.concat([Buffer.from([8]), Buffer.alloc(7), Buffer.from(secret)])), 28],
    ['an ICMP error with what it quotes', ipv4(1, Buffer.concat([Buffer.from([11]), Buffer.alloc(200)])), 96],
    ['an unknown protocol', ipv4(99, Buffer.from(secret)), 20],
  ]
  for (const [name, packet, length] of cases) {
    test(name, () => {
      const kept = headersOf(packet)
      assert.equal(kept?.length, length)
      assert.ok(!Buffer.from(kept ?? []).includes('3f9a'))
    })
  }

  test('IPv6', () => {
    const header = Buffer.alloc(40)
    header[0] = 0x60
    header[6] = 6
    assert.equal(headersOf(Buffer.concat([header, tcp(secret)]))?.length, 60)
  })

  test('what is no IP packet, or cut off, is not kept', () => {
    for (const bytes of [[], [0x45], [0x42, ...Array.from({ length: 30 }, () => 0)], [0x10, 1, 2]]) {
      assert.equal(headersOf(Uint8Array.from(bytes)), null)
    }
  })
})

test('a file takes packets until it is full, and says how long they were', () => {
  const packet = ipv4(6, tcp('x'.repeat(1_000)))
  const file = createCaptureFile(24 + 2 * (16 + 40))
  assert.deepEqual(
    [file.add(packet, 1_500.25), file.add(packet, 2_000), file.add(packet, 3_000)],
    [true, true, false],
  )
  assert.equal(file.packets, 2)
  const bytes = Buffer.from(file.bytes())
  assert.equal(bytes.readUInt32LE(0), 0xa1b2c3d4)
  assert.deepEqual(
    [0, 4, 8, 12].map((offset) => bytes.readUInt32LE(24 + offset)),
    [1, 500_250, 40, 1_040],
  )
})
