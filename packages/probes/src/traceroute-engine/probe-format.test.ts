import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32c, internetChecksum, sumHalfWords } from './checksums.ts'
import { createProbeFormat, type Flow } from './probe-format.ts'

const flows: Record<'IPv4' | 'IPv6', Flow> = {
  IPv4: {
    family: 'IPv4',
    source: Uint8Array.of(192, 0, 2, 1),
    target: Uint8Array.of(203, 0, 113, 80),
    sourcePort: 40_000,
    port: 443,
    identifier: 0x1234,
    token: 0xffff_fff0,
  },
  IPv6: {
    family: 'IPv6',
    source: new Uint8Array(16).fill(0x20),
    target: new Uint8Array(16).fill(0x30),
    sourcePort: 40_000,
    port: 443,
    identifier: 0x1234,
    token: 0xffff_fff0,
  },
}

const zeroes = () => new DataView(new ArrayBuffer(256))

for (const family of ['IPv4', 'IPv6'] as const) {
  for (const protocol of ['UDP', 'ICMP', 'TCP', 'SCTP'] as const) {
    describe(`${protocol} over ${family}`, () => {
      const format = createProbeFormat(protocol, flows[family])

      test('each probe is known again by what is quoted of it and by its transmit stamp', () => {
        for (const number of [0, 1, 40, 191]) {
          const view = zeroes()
          format.write(view, number, 7)
          assert.equal(format.readQuoted(view, 0, format.bytes), number)
          assert.equal(format.readSent(view, format.bytes), number)
        }
      })

      test('a quote of eight bytes is enough, or known not to be', () => {
        const view = zeroes()
        format.write(view, 5, 7)
        // Of datagrams the kernel shows what follows their header; of raw packets over IPv4 the IP header too.
        const shown = protocol === 'UDP' ? 0 : format.hasIpHeader ? 28 : 8
        const isLost = protocol === 'UDP' || (protocol === 'SCTP' && family === 'IPv6')
        assert.equal(format.readQuoted(view, 0, shown), isLost ? 'unmarked' : 5)
      })

      test('other people’s packets, and pieces, are nobody’s', () => {
        const view = zeroes()
        for (const length of [0, 3, 7, 20, 64, 250]) {
          for (const read of [format.readAnswer, format.readQuoted]) {
            assert.ok([null, 'unmarked'].includes(read(view, 0, length) as null))
          }
        }
        const random = new Uint8Array(view.buffer)
        for (let round = 0; round < 200; round += 1) {
          crypto.getRandomValues(random)
          assert.equal(format.readAnswer(view, 0, round), null)
        }
      })

      test('nothing that load balancers look at changes from probe to probe', () => {
        const [first, second] = [zeroes(), zeroes()]
        format.write(first, 3, 1)
        format.write(second, 9, 1)
        const at = format.hasIpHeader ? 20 : 0
        // Ports; of ICMP type, code, checksum and identifier.
        const bytes = protocol === 'ICMP' ? 6 : protocol === 'UDP' ? 0 : 4
        for (let offset = 0; offset < bytes; offset += 1) {
          assert.equal(first.getUint8(at + offset), second.getUint8(at + offset))
        }
        if (format.hasIpHeader) {
          for (const offset of [0, 1, 2, 3, 6, 7, 9, 12, 16]) {
            assert.equal(first.getUint8(offset), second.getUint8(offset))
          }
        }
      })
    })
  }
}

/** An IPv4 packet to us, or what an IPv6 socket shows of one. */
function answerTo(family: 'IPv4' | 'IPv6', segment: readonly number[]): [DataView, number] {
  const header = family === 'IPv4' ? [0x46, ...Array.from({ length: 23 }, () => 0)] : []
  const bytes = Uint8Array.from([...header, ...segment, ...Array.from({ length: 64 }, () => 0)])
  return [new DataView(bytes.buffer), header.length + segment.length]
}

const word = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

for (const family of ['IPv4', 'IPv6'] as const) {
  test(`TCP over ${family}: SYN-ACK and RST are arrivals, known by what they acknowledge; an ACK is none`, () => {
    const { readAnswer } = createProbeFormat('TCP', flows[family])
    const ports = [...word((443 << 16) | 40_000)]
    const acknowledged = (flow: Flow, number: number) => word((flow.token + number + 1) >>> 0)
    for (const [flags, expected] of [
      [0x12, 20],
      [0x14, 20],
      [0x10, null],
      [0x04, null],
    ] as const) {
      const tail = [0x50, flags, 0, 0, 0, 0, 0, 0]
      const segment = [...ports, ...word(77), ...acknowledged(flows[family], 20), ...tail]
      const [view, length] = answerTo(family, segment)
      assert.equal(readAnswer(view, 0, length), expected)
    }
    const [elsewhere, length] = answerTo(family, [
      ...word((80 << 16) | 40_000),
      ...word(77),
      ...acknowledged(flows[family], 20),
      0x50,
      0x12,
      ...word(0),
      0,
      0,
    ])
    assert.equal(readAnswer(elsewhere, 0, length), null)
  })

  test(`SCTP over ${family}: INIT-ACK and ABORT are arrivals, known by our tag`, () => {
    const { readAnswer } = createProbeFormat('SCTP', flows[family])
    for (const [chunk, expected] of [
      [2, 3],
      [6, 3],
      [3, null],
    ] as const) {
      const tag = word((flows[family].token + 3) >>> 0)
      const segment = [...word((443 << 16) | 40_000), ...tag, ...word(0), chunk, 0, 0, 4]
      const [view, length] = answerTo(family, segment)
      assert.equal(readAnswer(view, 0, length), expected)
    }
  })
}

test('checksums are those of the RFCs', () => {
  const digits = new DataView(new TextEncoder().encode('123456789').buffer)
  assert.equal(crc32c(digits, 0, 9), 0xe306_9283)
  // The example of RFC 1071.
  const example = new DataView(Uint8Array.of(0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7).buffer)
  assert.equal(sumHalfWords(example, 0, 8), 0xddf2)
  assert.equal(internetChecksum(sumHalfWords(example, 0, 8)), 0x220d)
})
