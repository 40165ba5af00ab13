/** The form that packet analysers read: IP packets without a link layer, the oldest first. */
export type CaptureFile = {
  /** False when the packet has no place any more, or is none that can be kept. */
  add(packet: Uint8Array, at: number): boolean
  readonly packets: number
  bytes(): Uint8Array
}

const fileHeaderBytes = 24
const recordHeaderBytes = 16
const magic = 0xa1b2c3d4
/** LINKTYPE_RAW. */
const linkType = 101

const protocols = { icmp: 1, tcp: 6, udp: 17, icmpv6: 58 } as const

/** Of an ICMP error: its own header, and the headers that it quotes. */
const icmpBytes = 8 + 60 + 8

export function createCaptureFile(mostBytes: number): CaptureFile {
  const pieces: Uint8Array[] = [fileHeader()]
  let size = fileHeaderBytes
  let packets = 0
  return {
    add(packet, at) {
      const kept = headersOf(packet)
      if (kept === null || size + recordHeaderBytes + kept.length > mostBytes) return false
      pieces.push(recordHeader(kept.length, packet.length, at), kept)
      size += recordHeaderBytes + kept.length
      packets += 1
      return true
    },
    get packets() {
      return packets
    },
    bytes: () => Buffer.concat(pieces, size),
  }
}

/**
 * The headers of a packet, without what it carries: another check may speak with the same host at the same time,
 * and what it says is nobody's business.
 */
export function headersOf(packet: Uint8Array): Uint8Array | null {
  const version = (packet[0] ?? 0) >> 4
  const ip = version === 4 ? readIpv4(packet) : version === 6 ? readIpv6(packet) : null
  if (ip === null) return null
  const end = ip.headerBytes + carriedBytes(ip.protocol, packet.subarray(ip.headerBytes))
  return packet.slice(0, Math.min(end, packet.length))
}

function readIpv4(packet: Uint8Array): { headerBytes: number; protocol: number } | null {
  const headerBytes = ((packet[0] ?? 0) & 0x0f) * 4
  return headerBytes < 20 || packet.length < headerBytes ? null : { headerBytes, protocol: packet[9] ?? 0 }
}

/** Extension headers are rare, and kept as unknown: only the fixed part is shown then. */
function readIpv6(packet: Uint8Array): { headerBytes: number; protocol: number } | null {
  return packet.length < 40 ? null : { headerBytes: 40, protocol: packet[6] ?? 0 }
}

function carriedBytes(protocol: number, rest: Uint8Array): number {
  switch (protocol) {
    case protocols.tcp:
      return Math.max(20, ((rest[12] ?? 0) >> 4) * 4)
    case protocols.udp:
      return 8
    case protocols.icmp:
    case protocols.icmpv6:
      return isIcmpError(protocol, rest[0] ?? 0) ? icmpBytes : 8
    default:
      return 0
  }
}

function isIcmpError(protocol: number, type: number): boolean {
  return protocol === protocols.icmpv6 ? type < 128 : [3, 4, 5, 11, 12].includes(type)
}

function fileHeader(): Uint8Array {
  const view = new DataView(new ArrayBuffer(fileHeaderBytes))
  view.setUint32(0, magic, true)
  view.setUint16(4, 2, true)
  view.setUint16(6, 4, true)
  view.setUint32(16, 65_535, true)
  view.setUint32(20, linkType, true)
  return new Uint8Array(view.buffer)
}

function recordHeader(kept: number, original: number, at: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(recordHeaderBytes))
  view.setUint32(0, Math.floor(at / 1000), true)
  view.setUint32(4, Math.round((at % 1000) * 1000), true)
  view.setUint32(8, kept, true)
  view.setUint32(12, original, true)
  return new Uint8Array(view.buffer)
}
