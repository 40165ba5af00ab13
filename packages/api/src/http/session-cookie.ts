import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionMs } from '@sonde/store/accounts/web-sessions.ts'
import { cookieText, readCookie } from './cookie.ts'
import { schemeOf } from './visitor-scheme.ts'

const name = 'sonde_session'

/** What has not the form of a token is none: nobody has to look for it. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/

export function readSessionCookie(request: Pick<FastifyRequest, 'headers'>): string | null {
  const token = readCookie(request, name)
  return token !== null && tokenForm.test(token) ? token : null
}

/** Strict: a link on somebody else's page opens ours as if nobody were signed in, until it asks itself. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, publicUrl }: { token: string; publicUrl: string },
): void {
  reply.header('set-cookie', cookie(request, { value: token, maxAgeSeconds: sessionMs / 1000, publicUrl }))
}

export function clearSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl }: { publicUrl: string },
): void {
  reply.header('set-cookie', cookie(request, { value: '', maxAgeSeconds: 0, publicUrl }))
}

function cookie(
  request: FastifyRequest,
  { value, maxAgeSeconds, publicUrl }: { value: string; maxAgeSeconds: number; publicUrl: string },
): string {
  const scheme = schemeOf(request, publicUrl)
  return cookieText({ name, value, path: '/', maxAgeSeconds, sameSite: 'Strict', scheme })
}
