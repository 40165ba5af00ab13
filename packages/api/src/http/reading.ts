import type { FastifyRequest } from 'fastify'

/**
 * How an update of a check is read. By the letter: `heartbeat` and `script` are required and omitted fields
 * with a default get it. Lenient: nothing is required and omitted fields keep their value, which is what the
 * clients of the newer contract rely on; their headers give them away. This is the only place that decides.
 */
export type Reading = 'letter' | 'lenient'

export function readingOf({ headers }: Pick<FastifyRequest, 'headers'>): Reading {
  const fromKnownClient = 'x-checkly-account' in headers || 'x-checkly-source' in headers
  return fromKnownClient ? 'lenient' : 'letter'
}
