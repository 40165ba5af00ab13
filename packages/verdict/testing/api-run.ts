import type { ApiDocument } from '@sonde/schema/check-types/api/result.ts'

/** An answer with this status that was complete after so many milliseconds. */
export function apiDocument(status: number, totalMs = 100, fields: Partial<ApiDocument> = {}): ApiDocument {
  const allHeaders = fields.allHeaders ?? { 'content-type': 'application/json' }
  return {
    status,
    statusText: '',
    headers: allHeaders,
    allHeaders,
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
    body: Buffer.from('{}'),
    isBodyCut: false,
    log: [],
    ...fields,
  }
}
