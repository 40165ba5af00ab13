import type { FastifyRequest } from 'fastify'

/** Whether a form was sent by a page of this very host: a browser says so, and other programs need not. */
export function isFromOwnPage({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const { origin } = headers
  if (origin === undefined)
    return headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'same-origin'
  return URL.canParse(origin) && new URL(origin).host === host
}
