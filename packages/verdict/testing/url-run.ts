import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { UrlDocument, UrlRunConfig } from '@sonde/schema/check-types/url/result.ts'

/** A check with the defaults of the contract. */
export function urlConfig({
  request,
  ...fields
}: Partial<Omit<UrlRunConfig, 'request'>> & {
  request?: Partial<UrlRunConfig['request']>
} = {}): UrlRunConfig {
  return {
    shouldFail: false,
    degradedResponseTime: 3_000,
    maxResponseTime: 5_000,
    ...fields,
    request: {
      url: 'https://shop.example.com/',
      followRedirects: true,
      skipSSL: false,
      ipFamily: 'IPv4',
      assertions: [],
      ...request,
    },
  }
}

/** An answer with this status that was complete after so many milliseconds. */
export function urlDocument(status: number, totalMs = 100, fields: Partial<UrlDocument> = {}): UrlDocument {
  return {
    status,
    statusText: '',
    headers: { 'content-type': 'text/plain' },
    resolvedIp: '203.0.113.9',
    redirects: [],
    tls: null,
    certificate: null,
    timings: { socket: 0, lookup: 1, connect: 2, response: 3, end: totalMs },
    timingPhases: {
      wait: 0,
      dns: 1,
      tcp: 1,
      firstByte: 1,
      download: Math.max(0, totalMs - 3),
      total: totalMs,
    },
    readBody: () => 'what the server said',
    ...fields,
  }
}

export function onStatus(comparison: Assertion['comparison'], target: string): Assertion {
  return { source: 'STATUS_CODE', property: '', comparison, target, regex: '' }
}
