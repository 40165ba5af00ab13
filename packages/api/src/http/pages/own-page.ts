import type { FastifyRequest } from 'fastify'
import { forbidden } from '@sonde/actions/refusal.ts'
import { isFromOwnPage } from '../same-site.ts'

/**
 * Refuses what a page of somebody else has sent. A proxy may name another host than the one that people see: what our
 * public address has sent is ours as well.
 */
export function requireOwnPage(request: Pick<FastifyRequest, 'headers' | 'host'>, publicUrl: string): void {
  if (!isOfService(request, publicUrl)) {
    throw forbidden('This request comes from a page of another site. Send it from the web interface of Sonde')
  }
}

/** Whether a form or a request was sent by a page of this service. */
export function isOfService(request: Pick<FastifyRequest, 'headers' | 'host'>, publicUrl: string): boolean {
  const { origin } = request.headers
  return isFromOwnPage(request) || (origin !== undefined && origin === URL.parse(publicUrl)?.origin)
}
