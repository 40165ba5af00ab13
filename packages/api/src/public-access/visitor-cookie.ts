import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionSeconds } from './visitor-session.ts'

const name = 'sonde_visitor'

export function readVisitorCookie({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=')
    if (key === name) return value.join('=')
  }
  return null
}

/** `path`: of the page on this host, `/` on a host of its own. The cookie goes nowhere else. */
export function setVisitorCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, path }: { token: string; path: string },
): void {
  reply.header('set-cookie', cookie(request, { value: token, path, maxAge: sessionSeconds }))
}

export function clearVisitorCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { path }: { path: string },
): void {
  reply.header('set-cookie', cookie(request, { value: '', path, maxAge: 0 }))
}

function cookie(
  { protocol }: FastifyRequest,
  { value, path, maxAge }: { value: string; path: string; maxAge: number },
): string {
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Lax']
  return [...parts, ...(protocol === 'https' ? ['Secure'] : [])].join('; ')
}
