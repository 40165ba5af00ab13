/** How the encoder of the Go client, which the Terraform provider uses too, writes a time that is not set. */
export const zeroTime = '0001-01-01T00:00:00Z'

/** As the Go client encodes a monitor of any type; `request` as its own struct encodes it. */
export function referenceMonitor(name: string, request: object, more: object = {}) {
  return {
    name,
    frequency: 10,
    activated: true,
    muted: false,
    shouldFail: false,
    runParallel: false,
    locations: ['eu-west-1'],
    degradedResponseTime: 4_000,
    maxResponseTime: 5_000,
    alertSettings: {
      escalationType: 'RUN_BASED',
      runBasedEscalation: { failedRunThreshold: 1 },
      timeBasedEscalation: {},
      reminders: {},
      parallelRunFailureThreshold: {},
      sslCertificates: {},
    },
    useGlobalAlertSettings: false,
    request,
    privateLocations: null,
    runtimeId: null,
    created_at: zeroTime,
    updated_at: zeroTime,
    ...more,
  }
}

/** For each type: all that it may say, the least, and what becomes of that which the least leaves out. */
export const referenceMonitors = [
  {
    segment: 'tcp',
    full: {
      hostname: 'db.example.net',
      port: 5432,
      data: 'ping',
      assertions: [
        { source: 'RESPONSE_DATA', property: '', comparison: 'CONTAINS', target: 'pong', order: 0 },
      ],
      ipFamily: 'IPv6',
    },
    bare: { hostname: 'db.example.net', port: 5432 },
    emptied: { data: undefined, assertions: [], ipFamily: 'IPv4' },
  },
  {
    segment: 'dns',
    full: {
      query: 'shop.example.net',
      recordType: 'A',
      nameServer: 'ns1.example.net',
      port: 5353,
      protocol: 'TCP',
      assertions: [{ source: 'RESPONSE_TIME', property: '', comparison: 'LESS_THAN', target: '100' }],
    },
    bare: { query: 'shop.example.net', recordType: 'A' },
    emptied: { nameServer: undefined, port: undefined, protocol: 'UDP', assertions: [] },
  },
  {
    segment: 'url',
    full: {
      url: 'https://shop.example.net/',
      followRedirects: false,
      skipSSL: true,
      assertions: [{ source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '200' }],
      ipFamily: 'IPv6',
    },
    bare: { url: 'https://shop.example.net/', followRedirects: false, skipSSL: false },
    emptied: { skipSSL: false, assertions: [], ipFamily: 'IPv4' },
  },
  {
    segment: 'grpc',
    full: {
      url: 'grpc.example.net',
      port: 443,
      grpcConfig: { mode: 'HEALTH', service: 'shop.Cart' },
    },
    bare: { url: 'grpc.example.net', port: 443, grpcConfig: { mode: 'HEALTH' } },
    emptied: { 'grpcConfig.service': undefined },
  },
  {
    segment: 'ssl',
    full: {
      sslConfig: {
        hostname: 'shop.example.net',
        port: 8443,
        serverName: 'www.example.net',
        ipFamily: 'IPv6',
        skipChainValidation: true,
        alertDaysBeforeExpiry: 30,
      },
      assertions: [
        { source: 'CERTIFICATE', property: 'daysUntilExpiry', comparison: 'GREATER_THAN', target: '7' },
      ],
    },
    bare: { sslConfig: { hostname: 'shop.example.net' } },
    emptied: {
      'sslConfig.port': 443,
      'sslConfig.serverName': undefined,
      'sslConfig.ipFamily': 'IPv4',
      'sslConfig.skipChainValidation': false,
      'sslConfig.alertDaysBeforeExpiry': 20,
      assertions: [],
    },
  },
  {
    segment: 'icmp',
    full: {
      hostname: 'edge.example.net',
      ipFamily: 'IPv6',
      pingCount: 5,
      assertions: [{ source: 'LATENCY', property: 'avg', comparison: 'LESS_THAN', target: '100' }],
    },
    bare: { hostname: 'edge.example.net' },
    emptied: { ipFamily: 'IPv4', pingCount: 10, assertions: [] },
  },
  {
    segment: 'traceroute',
    full: {
      url: 'edge.example.net',
      protocol: 'UDP',
      ipFamily: 'IPv6',
      maxHops: 20,
      assertions: [{ source: 'HOP_COUNT', property: '', comparison: 'LESS_THAN', target: '15' }],
    },
    bare: { url: 'edge.example.net' },
    emptied: { protocol: 'TCP', ipFamily: 'IPv4', maxHops: 30, assertions: [] },
  },
]
