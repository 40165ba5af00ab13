import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'

/** An echo request as it left the tested program, IP header included. */
export type EchoRequest = {
  family: IpFamily
  /** The address bytes of both ends, as in the packet. */
  source: Buffer
  destination: Buffer
  identifier: number
  sequence: number
  payload: Buffer
  packet: Buffer
}

const ipHeaderBytes = { IPv4: 20, IPv6: 40 } as const
const protocolNumbers = { IPv4: 1, IPv6: 58 } as const

/** Null for anything else that a network interface has to say. */
export function parseEchoRequest(packet: Buffer): EchoRequest | null {
  const family = (packet[0] ?? 0) >> 4 === 4 ? 'IPv4' : 'IPv6'
  const isIpv4 = family === 'IPv4'
  if (packet.length < ipHeaderBytes[family] + 8) return null
  if (packet[isIpv4 ? 9 : 6] !== protocolNumbers[family]) return null
  const icmp = packet.subarray(ipHeaderBytes[family])
  if (icmp[0] !== (isIpv4 ? 8 : 128)) return null
  return {
    family,
    source: isIpv4 ? packet.subarray(12, 16) : packet.subarray(8, 24),
    destination: isIpv4 ? packet.subarray(16, 20) : packet.subarray(24, 40),
    identifier: icmp.readUInt16BE(4),
    sequence: icmp.readUInt16BE(6),
    payload: icmp.subarray(8),
    packet,
  }
}

export type ReplyChanges = {
  /** Address bytes of another sender. */
  from?: Buffer
  identifier?: number
  sequence?: number
  payload?: Buffer
  ttl?: number
}

export function buildEchoReply(request: EchoRequest, changes: ReplyChanges = {}): Buffer {
  const { identifier, sequence, payload, from, ttl = 57 } = { ...request, ...changes }
  const icmp = Buffer.alloc(8 + payload.length)
  icmp[0] = request.family === 'IPv4' ? 0 : 129
  icmp.writeUInt16BE(identifier, 4)
  icmp.writeUInt16BE(sequence, 6)
  payload.copy(icmp, 8)
  return wrap(request.family, from ?? request.destination, request.source, icmp, ttl)
}

/** An ICMP error about the request, with the first `quotedBytes` of what came after its IP header. */
export function buildIcmpError(
  request: EchoRequest,
  error: { type: number; code: number; from: Buffer; quotedBytes?: number },
): Buffer {
  const quoted = request.packet.subarray(0, ipHeaderBytes[request.family] + (error.quotedBytes ?? 64))
  const icmp = Buffer.alloc(8 + quoted.length)
  icmp[0] = error.type
  icmp[1] = error.code
  quoted.copy(icmp, 8)
  return wrap(request.family, error.from, request.source, icmp, 64)
}

function wrap(family: IpFamily, source: Buffer, destination: Buffer, icmp: Buffer, ttl: number): Buffer {
  const header = Buffer.alloc(ipHeaderBytes[family])
  if (family === 'IPv4') {
    header[0] = 0x45
    header.writeUInt16BE(20 + icmp.length, 2)
    header[8] = ttl
    header[9] = protocolNumbers.IPv4
    source.copy(header, 12)
    destination.copy(header, 16)
    header.writeUInt16BE(checksum(header), 10)
    icmp.writeUInt16BE(checksum(icmp), 2)
  } else {
    header[0] = 0x60
    header.writeUInt16BE(icmp.length, 4)
    header[6] = protocolNumbers.IPv6
    header[7] = ttl
    source.copy(header, 8)
    destination.copy(header, 24)
    const pseudoHeader = Buffer.concat([source, destination, Buffer.alloc(8)])
    pseudoHeader.writeUInt32BE(icmp.length, 32)
    pseudoHeader[39] = protocolNumbers.IPv6
    icmp.writeUInt16BE(checksum(Buffer.concat([pseudoHeader, icmp])), 2)
  }
  return Buffer.concat([header, icmp])
}

function checksum(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 2) sum += ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0)
  while (sum > 0xffff) sum = (sum >>> 16) + (sum & 0xffff)
  return ~sum & 0xffff
}
