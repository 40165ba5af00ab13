import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { TcpDocument, TcpRunConfig } from '@sonde/schema/check-types/tcp/result.ts'

/** A check with the defaults of the contract. */
export function tcpConfig({
  request,
  ...fields
}: Partial<Omit<TcpRunConfig, 'request'>> & {
  request?: Partial<TcpRunConfig['request']>
} = {}): TcpRunConfig {
  return {
    shouldFail: false,
    degradedResponseTime: 3_000,
    maxResponseTime: 5_000,
    ...fields,
    request: {
      hostname: 'db.example.net',
      port: 5432,
      data: null,
      ipFamily: 'IPv4',
      assertions: [],
      ...request,
    },
  }
}

/** An answer that was complete after so many milliseconds. */
export function tcpDocument(data: string, total = 12): TcpDocument {
  return {
    resolvedIp: '198.51.100.7',
    data,
    timingPhases: { dns: 2, connection: 3, data: Math.max(0, total - 5), total },
  }
}

export function onTime(comparison: Assertion['comparison'], target: string): Assertion {
  return { source: 'RESPONSE_TIME', property: '', comparison, target, regex: '' }
}

export function onData(comparison: Assertion['comparison'], target = '', property = ''): Assertion {
  return { source: 'RESPONSE_DATA', property, comparison, target, regex: null }
}
