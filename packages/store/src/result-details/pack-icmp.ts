import { isIPv6 } from 'node:net'
import type { IcmpCheckResult, IcmpDocument, PingResult } from '@sonde/schema/check-types/icmp/result.ts'
import { type ByteReader, type ByteWriter, createByteReader, createByteWriter } from './byte-writer.ts'
import type { DetailColumns } from './detail-columns.ts'
import { addressBytes, addressText } from './ip-address-bytes.ts'

/**
 * A measured ICMP result in about 60 bytes instead of 1,000: round trips as nanoseconds, one TTL when all are
 * the same, and nothing that the row's columns or the check's snapshot already say. Null when the detail is
 * of another form (an error, an assertion, an odd reply): such details are kept as they are.
 */
export function packIcmp(
  detail: IcmpCheckResult,
  request: { hostname: string; ipFamily: string | null; pingCount: number | null },
): Uint8Array | null {
  const { response } = detail
  if (!isMeasured(response) || detail.requestError !== null || detail.assertions.length > 0) return null
  if (!isRegular(detail, response, request)) return null
  const address = addressBytes(response.resolvedIp)
  if (address === null) return null
  const ttls = new Set(response.pingResults.flatMap(({ ttl }) => (ttl === undefined ? [] : [ttl])))
  const [ttl = 0] = ttls
  const noise = toNanoseconds(detail.noiseMs ?? 0)
  if (ttls.size > 1 || noise === null) return null
  const hasReplyWithoutTtl = response.pingResults.some(
    (ping) => ping.success && ping.ttl === undefined && ttls.size > 0,
  )
  if (hasReplyWithoutTtl) return null

  const flags =
    (address.length === 16 ? 1 : 0) |
    (detail.noiseMs === null ? 0 : 2) |
    (response.dnsResolutionTime === 0 ? 0 : 4) |
    (ttls.size === 1 ? 8 : 0)
  writer.byte(flags)
  writer.byte(response.pingCount)
  writer.bytes(address)
  if (detail.noiseMs !== null) writer.varint(noise)
  if (response.dnsResolutionTime !== 0) writer.double(response.dnsResolutionTime)
  if (ttls.size === 1) writer.byte(ttl)
  for (const ping of response.pingResults) {
    const rtt = ping.rtt === undefined ? 0 : toNanoseconds(ping.rtt)
    if (rtt === null) {
      writer.take()
      return null
    }
    // 0 is a lost ping.
    writer.varint(ping.success ? rtt + 1 : 0)
  }
  return writer.take()
}

const writer: ByteWriter = createByteWriter()

export function unpackIcmp(packed: Uint8Array, columns: DetailColumns, hostname: string): IcmpCheckResult {
  const reader = createByteReader(packed)
  const flags = reader.byte()
  const pingCount = reader.byte()
  const isVersion6 = (flags & 1) !== 0
  const resolvedIp = addressText(reader.bytes(isVersion6 ? 16 : 4))
  const noiseMs = (flags & 2) === 0 ? null : reader.varint() / 1e6
  const dnsResolutionTime = (flags & 4) === 0 ? 0 : reader.double()
  const ttl = (flags & 8) === 0 ? null : reader.byte()
  const pingResults = Array.from({ length: pingCount }, (_, sequence) =>
    readPing(reader, { sequence, ttl, type: isVersion6 ? 129 : 0 }),
  )
  const ipFamily = isVersion6 ? 'IPv6' : 'IPv4'
  const response: IcmpDocument = {
    hostname,
    resolvedIp,
    ipFamily,
    pingCount,
    packetsSent: pingCount,
    packetsReceived: pingResults.filter(({ success }) => success).length,
    packetSize,
    packetLoss: columns.metrics.packetLoss ?? 0,
    dnsResolutionTime,
    latency: {
      avg: columns.responseTime,
      min: columns.metrics.latencyMin ?? null,
      max: columns.metrics.latencyMax ?? null,
      stdDev: columns.metrics.latencyStdDev ?? null,
    },
    pingResults,
  }
  return {
    requestError: null,
    request: { hostname, targetIp: resolvedIp, ipFamily, pingCount },
    response,
    assertions: [],
    noiseMs,
  }
}

const packetSize = 64

function readPing(
  reader: ByteReader,
  { sequence, ttl, type }: { sequence: number; ttl: number | null; type: number },
): PingResult {
  const value = reader.varint()
  if (value === 0) return { sequence, success: false }
  const rtt = (value - 1) / 1e6
  return ttl === null
    ? { sequence, type, code: 0, success: true, rtt }
    : { sequence, type, code: 0, success: true, rtt, ttl }
}

/** Null when the number is no whole count of nanoseconds, which only happens without kernel times. */
function toNanoseconds(milliseconds: number): number | null {
  const nanoseconds = Math.round(milliseconds * 1e6)
  return nanoseconds / 1e6 === milliseconds && nanoseconds < Number.MAX_SAFE_INTEGER ? nanoseconds : null
}

type Response = NonNullable<IcmpCheckResult['response']>

function isMeasured(response: Response | null): response is IcmpDocument & Response {
  return (
    response !== null &&
    response.error === undefined &&
    response.pingResults !== undefined &&
    response.latency !== undefined &&
    response.packetLoss !== undefined &&
    response.resolvedIp !== undefined &&
    response.dnsResolutionTime !== undefined
  )
}

function isRegular(
  { request }: IcmpCheckResult,
  response: IcmpDocument,
  configured: { hostname: string; ipFamily: string | null; pingCount: number | null },
): boolean {
  const family = isIPv6(response.resolvedIp) ? 'IPv6' : 'IPv4'
  const count = configured.pingCount ?? 10
  const replyType = family === 'IPv6' ? 129 : 0
  return (
    request.hostname === configured.hostname &&
    response.hostname === configured.hostname &&
    request.targetIp === response.resolvedIp &&
    request.ipFamily === family &&
    response.ipFamily === family &&
    family === (configured.ipFamily ?? 'IPv4') &&
    request.pingCount === count &&
    response.pingCount === count &&
    response.packetsSent === count &&
    response.packetSize === packetSize &&
    response.pingResults.length === count &&
    response.packetsReceived === response.pingResults.filter(({ success }) => success).length &&
    response.pingResults.every((ping, sequence) => isRegularPing(ping, sequence, replyType))
  )
}

function isRegularPing(ping: PingResult, sequence: number, replyType: number): boolean {
  if (ping.sequence !== sequence) return false
  if (ping.success) return ping.type === replyType && ping.code === 0 && ping.rtt !== undefined
  return (
    ping.type === undefined && ping.code === undefined && ping.rtt === undefined && ping.ttl === undefined
  )
}
