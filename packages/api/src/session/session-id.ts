import type { FastifyRequest } from 'fastify'
import { callerOf } from '../http/access.ts'

/** Of the session that the request came with; null when it came with a key. */
export function sessionIdOf(request: FastifyRequest): string | null {
  const { via } = callerOf(request)
  return via.kind === 'session' ? via.id : null
}
