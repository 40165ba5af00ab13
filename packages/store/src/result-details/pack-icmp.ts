import { isIPv6 } from 'node:net'
import type { IcmpCheckResult, IcmpDocument, PingResult } from '@sonde/schema/check-types/icmp/result.ts'
import { type ByteReader, type ByteWriter, createByteReader, createByteWriter } from './byte-writer.ts'
import type { DetailColumns } from './detail-columns.ts'
import { addressBytes, addressText } from './ip-address-bytes.ts'

/** What the snapshot of a check says of its pings. */
type PingSettings = { hostname: string; ipFamily: string | null; pingCount: number | null }

/** Bits of the first byte. */
const flag = { isVersion6: 1, hasNoise: 2, hasLookup: 4, hasTtl: 8, isHostname: 16 } as const

/**
 * A measured ICMP result in about 30 bytes instead of 1,000: round trips as nanoseconds above the fastest, one TTL
 * when all are the same, and nothing that the row's columns or the check's snapshot already say. Null when the detail
 * is of another form (an error, an assertion, an odd reply): such details are kept as they are.
 */
export function packIcmp(detail: IcmpCheckResult, request: PingSettings): Uint8Array | null {
  const { response } = detail
  if (!isMeasured(response) || detail.requestError !== null || detail.assertions.length > 0) return null
  if (!isRegular(detail, response, request)) return null
  const address = addressBytes(response.resolvedIp)
  if (address === null) return null
  const ttls = new Set(response.pingResults.flatMap(({ ttl }) => (ttl === undefined ? [] : [ttl])))
  const [ttl = 0] = ttls
  const noise = toNanoseconds(detail.noiseMs ?? 0)
  const fastest = toNanoseconds(response.latency.min ?? 0)
  if (ttls.size > 1 || noise === null || fastest === null) return null
  const hasReplyWithoutTtl = response.pingResults.some(
    (ping) => ping.success && ping.ttl === undefined && ttls.size > 0,
  )
  if (hasReplyWithoutTtl) return null

  const isHostname = response.resolvedIp === request.hostname
  const flags =
    (address.length === 16 ? flag.isVersion6 : 0) |
    (detail.noiseMs === null ? 0 : flag.hasNoise) |
    (ttls.size === 1 ? flag.hasTtl : 0) |
    (isHostname ? flag.isHostname : 0)
  writer.byte(flags)
  if (!isHostname) writer.bytes(address)
  if (detail.noiseMs !== null) writer.varint(noise)
  if (ttls.size === 1) writer.byte(ttl)
  for (const ping of response.pingResults) {
    const rtt = ping.success ? toNanoseconds(ping.rtt ?? 0) : fastest
    if (rtt === null || rtt < fastest) {
      writer.take()
      return null
    }
    // 0 is a lost ping.
    writer.varint(ping.success ? rtt - fastest + 1 : 0)
  }
  return writer.take()
}

const writer: ByteWriter = createByteWriter()

export function unpackIcmp(
  packed: Uint8Array,
  columns: DetailColumns,
  { hostname, pingCount }: PingSettings,
): IcmpCheckResult {
  const reader = createByteReader(packed)
  const flags = reader.byte()
  const isVersion6 = (flags & flag.isVersion6) !== 0
  return toDetail(reader, columns, {
    hostname,
    isVersion6,
    pingCount: pingCount ?? usualPingCount,
    resolvedIp: (flags & flag.isHostname) === 0 ? readAddress(reader, isVersion6) : hostname,
    noiseMs: (flags & flag.hasNoise) === 0 ? null : reader.varint() / 1e6,
    dnsResolutionTime: columns.metrics.dns ?? 0,
    ttl: (flags & flag.hasTtl) === 0 ? null : reader.byte(),
    fastest: Math.round((columns.metrics.latencyMin ?? 0) * 1e6),
  })
}

/** As results were packed up to version 0.6.0: with the number of pings, every address and whole round trips. */
export function unpackOldIcmp(
  packed: Uint8Array,
  columns: DetailColumns,
  { hostname }: PingSettings,
): IcmpCheckResult {
  const reader = createByteReader(packed)
  const flags = reader.byte()
  const isVersion6 = (flags & flag.isVersion6) !== 0
  return toDetail(reader, columns, {
    hostname,
    isVersion6,
    pingCount: reader.byte(),
    resolvedIp: readAddress(reader, isVersion6),
    noiseMs: (flags & flag.hasNoise) === 0 ? null : reader.varint() / 1e6,
    dnsResolutionTime: (flags & flag.hasLookup) === 0 ? 0 : reader.double(),
    ttl: (flags & flag.hasTtl) === 0 ? null : reader.byte(),
    fastest: 0,
  })
}

function readAddress(reader: ByteReader, isVersion6: boolean): string {
  return addressText(reader.bytes(isVersion6 ? 16 : 4))
}

type Unpacked = {
  hostname: string
  isVersion6: boolean
  pingCount: number
  resolvedIp: string
  noiseMs: number | null
  dnsResolutionTime: number
  ttl: number | null
  /** Nanoseconds that are added to every round trip that follows. */
  fastest: number
}

/** Reads the pings, which are the rest. */
function toDetail(reader: ByteReader, columns: DetailColumns, unpacked: Unpacked): IcmpCheckResult {
  const { hostname, isVersion6, pingCount, resolvedIp, noiseMs, dnsResolutionTime, ttl, fastest } = unpacked
  const pingResults = Array.from({ length: pingCount }, (_, sequence) =>
    readPing(reader, { sequence, ttl, fastest, type: isVersion6 ? 129 : 0 }),
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
/** What null stands for. Results are stored without their number of pings: it stays so. */
const usualPingCount = 10

function readPing(
  reader: ByteReader,
  { sequence, ttl, fastest, type }: { sequence: number; ttl: number | null; fastest: number; type: number },
): PingResult {
  const value = reader.varint()
  if (value === 0) return { sequence, success: false }
  const rtt = (value - 1 + fastest) / 1e6
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

function isRegular({ request }: IcmpCheckResult, response: IcmpDocument, configured: PingSettings): boolean {
  const family = isIPv6(response.resolvedIp) ? 'IPv6' : 'IPv4'
  const count = configured.pingCount ?? usualPingCount
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
