import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieText, readCookie } from '../http/cookie.ts'
import { schemeOf } from '../http/visitor-scheme.ts'
import { sessionSeconds } from './visitor-session.ts'

const name = 'sonde_visitor'

export function readVisitorCookie(request: Pick<FastifyRequest, 'headers'>): string | null {
  return readCookie(request, name)
}

/**
 * `path`: of the page on this host, `/` on a host of its own. The cookie goes nowhere else. `publicUrl`: the address of
 * the service.
 */
export function setVisitorCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, path, publicUrl }: { token: string; path: string; publicUrl: string },
): void {
  const scheme = schemeOf(request, publicUrl)
  reply.header('set-cookie', cookie({ value: token, path, maxAgeSeconds: sessionSeconds, scheme }))
}

export function clearVisitorCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, publicUrl }: { path: string; publicUrl: string },
): void {
  const scheme = schemeOf(request, publicUrl)
  reply.header('set-cookie', cookie({ value: '', path, maxAgeSeconds: 0, scheme }))
}

function cookie(parts: {
  value: string
  path: string
  maxAgeSeconds: number
  scheme: 'http' | 'https'
}): string {
  return cookieText({ name, sameSite: 'Lax', ...parts })
}
