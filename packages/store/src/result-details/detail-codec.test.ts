import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { metricValuesIn } from '@sonde/schema/check-types/check-metrics.ts'
import {
  icmpDetailOfError,
  type IcmpCheckResult,
  type IcmpRunConfig,
  type PingResult,
} from '@sonde/schema/check-types/icmp/result.ts'
import { decodeDetail, encodeDetail } from './detail-codec.ts'

type Response = NonNullable<IcmpCheckResult['response']>

function configOf(request: Partial<IcmpRunConfig['request']> = {}): IcmpRunConfig {
  return {
    request: { hostname: 'edge1.example.net', ipFamily: 'IPv4', pingCount: 4, assertions: [], ...request },
    shouldFail: false,
    degradedResponseTime: null,
    maxResponseTime: null,
    degradedPacketLossThreshold: null,
    maxPacketLossThreshold: null,
  }
}

/** One ping for each entry: its round trip in milliseconds, or null for a lost one. */
function detailOf(rtts: readonly (number | null)[], fields: Partial<Response> = {}): IcmpCheckResult {
  const family = fields.ipFamily ?? 'IPv4'
  const resolvedIp = fields.resolvedIp ?? (family === 'IPv4' ? '192.0.2.7' : '2001:db8::7')
  const answered = rtts.filter((rtt) => rtt !== null)
  const hasAny = answered.length > 0
  return {
    requestError: null,
    request: {
      hostname: 'edge1.example.net',
      targetIp: resolvedIp,
      ipFamily: family,
      pingCount: rtts.length,
    },
    response: {
      hostname: 'edge1.example.net',
      resolvedIp,
      ipFamily: family,
      pingCount: rtts.length,
      packetsSent: rtts.length,
      packetsReceived: answered.length,
      packetSize: 64,
      packetLoss: (100 * (rtts.length - answered.length)) / rtts.length,
      dnsResolutionTime: 1.5,
      latency: hasAny
        ? { avg: 15.5, min: Math.min(...answered), max: Math.max(...answered), stdDev: 0.25 }
        : { avg: null, min: null, max: null, stdDev: null },
      pingResults: rtts.map((rtt, sequence): PingResult =>
        rtt === null
          ? { sequence, success: false }
          : { sequence, type: family === 'IPv4' ? 0 : 129, code: 0, success: true, rtt, ttl: 57 },
      ),
      ...fields,
    },
    assertions: [],
    noiseMs: 0.020_5,
  }
}

function roundTrip(detail: IcmpCheckResult, config = configOf()): { stored: Uint8Array; decoded: unknown } {
  const stored = encodeDetail('ICMP', detail, config)
  const columns = {
    checkType: 'ICMP' as const,
    responseTime: detail.response?.latency?.avg ?? null,
    metrics: metricValuesIn('ICMP', detail),
  }
  return { stored, decoded: decodeDetail(stored, columns, config) }
}

suite('measured ICMP results are packed and come back whole', () => {
  const regular: [string, IcmpCheckResult, IcmpRunConfig][] = [
    ['four replies', detailOf([10, 20.5, 0.123_456, 9_999.999_999]), configOf()],
    ['some lost', detailOf([10, null, 20, null]), configOf()],
    ['all lost', detailOf([null, null, null, null]), configOf()],
    ['a reply in no time', detailOf([0, 0, 0, 0]), configOf()],
    ['no noise known', { ...detailOf([1, 2, 3, 4]), noiseMs: null }, configOf()],
    ['no name to look up', detailOf([1, 2, 3, 4], { dnsResolutionTime: 0 }), configOf()],
    ['IPv6', detailOf([1, 2, 3, 4], { ipFamily: 'IPv6' }), configOf({ ipFamily: 'IPv6' })],
    [
      'an address instead of a name',
      {
        ...detailOf([1, 2, 3, 4], { hostname: '192.0.2.7', dnsResolutionTime: 0 }),
        request: { hostname: '192.0.2.7', targetIp: '192.0.2.7', ipFamily: 'IPv4', pingCount: 4 },
      },
      configOf({ hostname: '192.0.2.7' }),
    ],
    [
      'the usual ten pings',
      detailOf(Array.from({ length: 10 }, () => 5)),
      configOf({ pingCount: null, ipFamily: null }),
    ],
    [
      'fifty pings',
      detailOf(Array.from({ length: 50 }, (_, index) => index / 7 - ((index / 7) % 1e-6))),
      configOf({ pingCount: 50 }),
    ],
    [
      'no TTL known',
      detailOf([1, 2, 3, 4], {
        pingResults: [1, 2, 3, 4].map((rtt, sequence) => ({
          sequence,
          type: 0,
          code: 0,
          success: true,
          rtt,
        })),
      }),
      configOf(),
    ],
  ]
  for (const [name, detail, config] of regular) {
    test(name, () => {
      const { stored, decoded } = roundTrip(detail, config)
      assert.deepEqual(decoded, detail)
      assert.ok(name === 'fifty pings' || stored[0] === 3, 'it was not packed')
    })
  }
  // Written by version 0.6.0.
  const old: [string, string, IcmpCheckResult, IcmpRunConfig][] = [
    [
      'a name, a TTL and noise',
      '020e04c000020794a001000000000000f83f3981ade20400a19ce309c1f1e904',
      detailOf([10, null, 20.5, 10.123_456]),
      configOf(),
    ],
    [
      'IPv6 without any of them',
      '02010420010db800000000000000000000000781ade20400a19ce309c1f1e904',
      {
        ...detailOf([10, null, 20.5, 10.123_456], {
          ipFamily: 'IPv6',
          dnsResolutionTime: 0,
          pingResults: [10, null, 20.5, 10.123_456].map((rtt, sequence) =>
            rtt === null
              ? { sequence, success: false }
              : { sequence, type: 129, code: 0, success: true, rtt },
          ),
        }),
        noiseMs: null,
      },
      configOf({ ipFamily: 'IPv6' }),
    ],
  ]
  for (const [name, hex, detail, config] of old) {
    test(`as 0.6.0 stored it: ${name}`, () => {
      const columns = {
        checkType: 'ICMP' as const,
        responseTime: detail.response?.latency?.avg ?? null,
        metrics: metricValuesIn('ICMP', detail),
      }
      assert.deepEqual(decodeDetail(Buffer.from(hex, 'hex'), columns, config), detail)
    })
  }

  test('ten pings take less than a twentieth of their JSON', () => {
    const detail = detailOf([10.123_456, 11.2, 12.3, 13.4, 14.5, 15.6, 16.7, 17.8, 18.9, 19.1])
    const { stored } = roundTrip(detail, configOf({ pingCount: 10 }))
    assert.ok(stored.length * 20 < JSON.stringify(detail).length, `${stored.length} bytes`)
  })
})

const icmpAssertions = [
  {
    order: 0,
    source: 'LATENCY',
    property: 'avg',
    comparison: 'LESS_THAN',
    target: '20',
    regex: null,
    actual: 15.5,
    error: null,
  },
] as const

suite('whatever is not regular is kept as it is', () => {
  const good = detailOf([1, 2, 3, 4])
  const response = good.response ?? {}
  const ping = { sequence: 0, type: 0, code: 0, success: true, rtt: 1, ttl: 57 }
  const pings = (...first: PingResult[]) =>
    detailOf([1, 2, 3, 4], {
      pingResults: [...first, ...(detailOf([1, 2, 3, 4]).response?.pingResults ?? []).slice(first.length)],
    })
  const odd: [string, IcmpCheckResult][] = [
    ['an error of our own', icmpDetailOfError(configOf(), 'no socket')],
    [
      'an error of the target',
      { ...good, requestError: 'unreachable', response: { error: { code: 'ENETUNREACH', message: 'x' } } },
    ],
    ['an error beside figures', { ...good, response: { ...response, error: { code: 'E', message: 'x' } } }],
    ['a long error', icmpDetailOfError(configOf(), 'x'.repeat(5_000))],
    ['another host', { ...good, request: { ...good.request, hostname: 'other' } }],
    ['another address', { ...good, request: { ...good.request, targetIp: null } }],
    ['an odd address', detailOf([1, 2, 3, 4], { resolvedIp: 'fe80::1%eth0', ipFamily: 'IPv6' })],
    ['another count', detailOf([1, 2, 3])],
    ['another packet size', detailOf([1, 2, 3, 4], { packetSize: 1_400 })],
    ['a count that is not that of its pings', detailOf([1, 2, 3, 4], { packetsReceived: 3 })],
    ['two TTLs', pings({ ...ping, ttl: 12 })],
    ['a reply without TTL among others', pings({ sequence: 0, type: 0, code: 0, success: true, rtt: 1 })],
    ['another reply', pings({ ...ping, type: 3, code: 1, success: false })],
    ['a lost ping with a TTL', pings({ sequence: 0, success: false, ttl: 3 })],
    ['a reply without a time', pings({ sequence: 0, type: 0, code: 0, success: true, ttl: 57 })],
    ['out of order', pings({ ...ping, sequence: 3 })],
    ['finer than nanoseconds', pings({ ...ping, rtt: 1 / 3 })],
    [
      'faster than the fastest',
      detailOf([1, 2, 3, 4], { latency: { avg: 2.5, min: 1.5, max: 4, stdDev: 1 } }),
    ],
    ['too large for nanoseconds', pings({ ...ping, rtt: 1e300 })],
    ['noise finer than nanoseconds', { ...good, noiseMs: 1 / 3 }],
    ['figures missing', { ...good, response: { hostname: 'edge1.example.net' } }],
    ['no response', { ...good, response: null }],
  ]
  for (const [name, detail] of odd) {
    test(name, () => {
      const { stored, decoded } = roundTrip(detail)
      assert.deepEqual(decoded, detail)
      assert.notEqual(stored[0], 3)
      // One that could not be packed leaves nothing behind in the next one.
      assert.deepEqual(roundTrip(good).decoded, good)
    })
  }
})

test('whatever a detail of another type says comes back', () => {
  const none = { checkType: 'TCP' as const, responseTime: null, metrics: {} }
  for (const detail of [null, {}, { text: 'ü"\\\0' }, { text: 'x'.repeat(100_000) }, [1, 2, 3]]) {
    const stored = encodeDetail('TCP', detail, {})
    assert.deepEqual(decodeDetail(stored, none, {}), detail)
    assert.ok(stored.length < 1_000)
  }
})

test('assertions on pings are kept beside them', () => {
  const [assertion] = icmpAssertions
  const asserted = { ...detailOf([10, null, 20, 30]), assertions: [assertion, { ...assertion, order: 1 }] }
  const { stored, decoded } = roundTrip(asserted)
  assert.deepEqual(decoded, asserted)
  assert.deepEqual([stored[0], stored.length < 130], [5, true], `${stored.length} bytes`)
})

test('a form that only a newer version knows is an error, and no guess', () => {
  const none = { checkType: 'TCP' as const, responseTime: null, metrics: {} }
  for (const bytes of [[7, 1, 2], [4, 99, 1], []]) {
    assert.throws(() => decodeDetail(Uint8Array.from(bytes), none, {}), /newer version/)
  }
})

test('a detail whose reference was not read is an error, and no guess', () => {
  const none = { checkType: 'TCP' as const, responseTime: null, metrics: {} }
  assert.throws(() => decodeDetail(Uint8Array.from([6, 1]), none, {}), /needs reference 1/)
  assert.throws(
    () => decodeDetail(Uint8Array.from([6, 1]), none, {}, new Map([[2, {}]])),
    /needs reference 1/,
  )
  assert.deepEqual(decodeDetail(Uint8Array.from([6, 1]), none, {}, new Map([[1, { a: 1 }]])), { a: 1 })
})
