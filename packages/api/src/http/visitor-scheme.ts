import type { FastifyRequest } from 'fastify'

/**
 * How visitors reach us. Where the service itself is reached by https, something in front of it ends TLS, and the
 * request says so only when that is trusted.
 */
export function schemeOf(
  { protocol }: Pick<FastifyRequest, 'protocol'>,
  publicUrl: string,
): 'http' | 'https' {
  return protocol === 'https' || URL.parse(publicUrl)?.protocol === 'https:' ? 'https' : 'http'
}
