import type { FastifyReply, FastifyRequest } from 'fastify'
import { schemeOf } from './visitor-scheme.ts'
import { sessionSeconds } from './visitor-session.ts'

const name = 'sonde_visitor'

export function readVisitorCookie({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=')
    if (key === name) return value.join('=')
  }
  return null
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
  reply.header('set-cookie', cookie({ value: token, path, maxAge: sessionSeconds, scheme }))
}

export function clearVisitorCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, publicUrl }: { path: string; publicUrl: string },
): void {
  reply.header('set-cookie', cookie({ value: '', path, maxAge: 0, scheme: schemeOf(request, publicUrl) }))
}

function cookie({
  value,
  path,
  maxAge,
  scheme,
}: {
  value: string
  path: string
  maxAge: number
  scheme: 'http' | 'https'
}): string {
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Lax']
  return [...parts, ...(scheme === 'https' ? ['Secure'] : [])].join('; ')
}
