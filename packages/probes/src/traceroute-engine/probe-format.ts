import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import type { TraceProtocol } from '@sonde/schema/check-types/traceroute/traceroute-path.ts'
import { ECHO_REPLY, ECHO_REQUEST } from '../icmp-engine/linux-abi.ts'
import { crc32c, internetChecksum, sumHalfWords } from './checksums.ts'

/** What the probes of one trace have in common. Ports and identifier never change, so that they keep one path. */
export type Flow = {
  family: IpFamily
  /** The address bytes of both ends. */
  source: Uint8Array
  target: Uint8Array
  sourcePort: number
  port: number
  /** Of raw ICMP sockets; on datagram sockets the kernel writes its own. */
  identifier: number
  /** Random: nobody who has not seen a probe can answer it. */
  token: number
}

/** The number of the probe that a packet is about. `unmarked`: one of ours, nobody knows which. */
export type Marked = number | 'unmarked' | null

/** The packets of one protocol. Each probe bears its number where an answer to it will show it. */
export type ProbeFormat = {
  /** Of what is handed to the kernel. */
  readonly bytes: number
  /** Whether that begins with the IP header, which then also has the TTL. */
  readonly hasIpHeader: boolean
  write(view: DataView, number: number, ttl: number): void
  /** Of our own packet, which comes back with its transmit stamp and ends at `end`. */
  readSent(view: DataView, end: number): Marked
  /** Of our own packet, as an ICMP error quotes it, perhaps cut after eight bytes. */
  readQuoted(view: DataView, at: number, length: number): Marked
  /** Of an answer of the target itself that proves the arrival. */
  readAnswer(view: DataView, at: number, length: number): Marked
}

export function createProbeFormat(protocol: TraceProtocol, flow: Flow): ProbeFormat {
  switch (protocol) {
    case 'UDP':
      return createUdpFormat(flow)
    case 'ICMP':
      return createEchoFormat(flow)
    case 'TCP':
      return createRawFormat(flow, createSynFormat(flow))
    case 'SCTP':
      return createRawFormat(flow, createInitFormat(flow))
    default:
      return protocol satisfies never
  }
}

/** The payload bears the mark: a router that quotes no more than the header tells us nothing. */
function createUdpFormat({ token }: Flow): ProbeFormat {
  const bytes = 16
  const read = (view: DataView, at: number, length: number): Marked => {
    if (length < 6) return 'unmarked'
    return view.getUint32(at) === token ? view.getUint16(at + 4) : null
  }
  return {
    bytes,
    hasIpHeader: false,
    write(view, number) {
      view.setUint32(0, token)
      view.setUint16(4, number)
    },
    readSent: (view, end) => read(view, end - bytes, bytes),
    readQuoted: read,
    // Whatever a service says to such a payload, it is none of the answers that count.
    readAnswer: () => null,
  }
}

/** The sequence bears the mark, and the payload makes up for it: routers that spread by checksum see one flow. */
function createEchoFormat({ family, identifier, token }: Flow): ProbeFormat {
  const bytes = 64
  const firstSequence = token & 0xffff
  const numberOf = (sequence: number): number => (sequence - firstSequence) & 0xffff
  return {
    bytes,
    hasIpHeader: false,
    write(view, number) {
      const sequence = (firstSequence + number) & 0xffff
      view.setUint16(0, ECHO_REQUEST[family] << 8)
      view.setUint16(2, 0)
      view.setUint16(4, identifier)
      view.setUint16(6, sequence)
      view.setUint32(8, token)
      view.setUint16(12, ~sequence & 0xffff)
      // Of ICMPv6 the kernel computes it, as it knows the addresses.
      if (family === 'IPv4') view.setUint16(2, internetChecksum(sumHalfWords(view, 0, bytes)))
    },
    readSent: (view, end) => numberOf(view.getUint16(end - bytes + 6)),
    readQuoted(view, at, length) {
      if (length < 8 || view.getUint8(at) !== ECHO_REQUEST[family]) return null
      // Routers need not send back more than the header; where they do, the token must be right.
      if (length >= 12 && view.getUint32(at + 8) !== token) return null
      return numberOf(view.getUint16(at + 6))
    },
    readAnswer(view, at, length) {
      const header = family === 'IPv4' && length > bytes ? ipHeaderBytes(view, at) : 0
      if (length - header < 12 || view.getUint8(at + header) !== ECHO_REPLY[family]) return null
      if (view.getUint32(at + header + 8) !== token) return null
      return numberOf(view.getUint16(at + header + 6))
    },
  }
}

/** What follows the IP header. `sumOffset` is where its checksum goes. */
type Segment = {
  bytes: number
  protocol: number
  write(view: DataView, at: number, number: number): void
  readSent(view: DataView, at: number): Marked
  readQuoted(view: DataView, at: number, length: number): Marked
  readAnswer(view: DataView, at: number, length: number): Marked
}

function createSynFormat(flow: Flow): Segment {
  const bytes = 24
  const numberOf = (sequence: number): number => (sequence - flow.token) >>> 0
  return {
    bytes,
    protocol: 6,
    write(view, at, number) {
      view.setUint16(at, flow.sourcePort)
      view.setUint16(at + 2, flow.port)
      // One by one: a target that still works on the SYN before takes this one for a mistake, and resets it.
      view.setUint32(at + 4, flow.token + number)
      view.setUint32(at + 8, 0)
      view.setUint16(at + 12, ((bytes / 4) << 12) | synFlag)
      view.setUint16(at + 14, 64_240)
      view.setUint32(at + 16, 0)
      // The one option: a maximum segment size, without which some firewalls take no SYN.
      view.setUint32(at + 20, 0x0204_05b4)
      view.setUint16(
        at + 16,
        internetChecksum(sumPseudoHeader(flow, 6, bytes), sumHalfWords(view, at, bytes)),
      )
    },
    readSent: (view, at) => numberOf(view.getUint32(at + 4)),
    readQuoted(view, at, length) {
      return length < 8 || !isOurs(flow, view, at) ? null : numberOf(view.getUint32(at + 4))
    },
    readAnswer(view, at, length) {
      if (length < 20 || !isAnswer(flow, view, at)) return null
      const flags = view.getUint8(at + 13)
      const isArrival = (flags & (synFlag | resetFlag)) !== 0 && (flags & acknowledgeFlag) !== 0
      return isArrival ? numberOf(view.getUint32(at + 8) - 1) : null
    },
  }
}

const synFlag = 0x02
const resetFlag = 0x04
const acknowledgeFlag = 0x10

function createInitFormat(flow: Flow): Segment {
  const bytes = 32
  const numberOf = (tag: number): number => (tag - flow.token) >>> 0
  return {
    bytes,
    protocol: 132,
    write(view, at, number) {
      view.setUint16(at, flow.sourcePort)
      view.setUint16(at + 2, flow.port)
      // An INIT bears no tag of the other side, only offers its own.
      view.setUint32(at + 4, 0)
      view.setUint32(at + 8, 0)
      view.setUint32(at + 12, (initChunk << 24) | (bytes - 12))
      view.setUint32(at + 16, flow.token + number)
      view.setUint32(at + 20, 0x1_0000)
      view.setUint32(at + 24, 0x0001_0001)
      view.setUint32(at + 28, flow.token)
      // The one number of the internet that is written the other way round.
      view.setUint32(at + 8, crc32c(view, at, bytes), true)
    },
    readSent: (view, at) => numberOf(view.getUint32(at + 16)),
    readQuoted(view, at, length) {
      if (length < 4 || !isOurs(flow, view, at)) return null
      return length < 20 ? 'unmarked' : numberOf(view.getUint32(at + 16))
    },
    readAnswer(view, at, length) {
      if (length < 16 || !isAnswer(flow, view, at)) return null
      const chunk = view.getUint8(at + 12)
      return chunk === initAckChunk || chunk === abortChunk ? numberOf(view.getUint32(at + 4)) : null
    },
  }
}

const initChunk = 1
const initAckChunk = 2
const abortChunk = 6

/** Over IPv4 the header is ours too: its identification is a mark that every router quotes. */
function createRawFormat(flow: Flow, segment: Segment): ProbeFormat {
  if (flow.family === 'IPv6') {
    return {
      bytes: segment.bytes,
      hasIpHeader: false,
      write: (view, number) => segment.write(view, 0, number),
      readSent: (view, end) => segment.readSent(view, end - segment.bytes),
      readQuoted: segment.readQuoted,
      readAnswer: segment.readAnswer,
    }
  }
  const header = 20
  const bytes = header + segment.bytes
  // Never zero, which would leave the choice to the kernel.
  const firstId = 1 + (flow.token % 0xf000)
  return {
    bytes,
    hasIpHeader: true,
    write(view, number, ttl) {
      view.setUint16(0, 0x4500)
      view.setUint16(2, bytes)
      view.setUint16(4, firstId + number)
      view.setUint16(6, dontFragment)
      view.setUint8(8, ttl)
      view.setUint8(9, segment.protocol)
      // The kernel computes it.
      view.setUint16(10, 0)
      for (const [index, byte] of flow.source.entries()) view.setUint8(12 + index, byte)
      for (const [index, byte] of flow.target.entries()) view.setUint8(16 + index, byte)
      segment.write(view, header, number)
    },
    readSent: (view, end) => segment.readSent(view, end - segment.bytes),
    readQuoted(view, at, length) {
      const quotedHeader = length < header ? length : ipHeaderBytes(view, at)
      if (length < quotedHeader + 4 || !isOurs(flow, view, at + quotedHeader)) return null
      const number = view.getUint16(at + 4) - firstId
      return number < 0 ? null : number
    },
    readAnswer(view, at, length) {
      const answerHeader = length < header ? length : ipHeaderBytes(view, at)
      return segment.readAnswer(view, at + answerHeader, length - answerHeader)
    },
  }
}

const dontFragment = 0x4000

function ipHeaderBytes(view: DataView, at: number): number {
  return (view.getUint8(at) & 15) * 4
}

function isOurs({ sourcePort, port }: Flow, view: DataView, at: number): boolean {
  return view.getUint16(at) === sourcePort && view.getUint16(at + 2) === port
}

function isAnswer({ sourcePort, port }: Flow, view: DataView, at: number): boolean {
  return view.getUint16(at) === port && view.getUint16(at + 2) === sourcePort
}

function sumPseudoHeader({ source, target }: Flow, protocol: number, bytes: number): number {
  const sumOf = (address: Uint8Array): number =>
    sumHalfWords(new DataView(address.buffer, address.byteOffset, address.length), 0, address.length)
  return sumOf(source) + sumOf(target) + protocol + bytes
}
