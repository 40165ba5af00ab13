import type { FastifyRequest } from 'fastify'
import { forbidden } from '@sonde/actions/refusal.ts'
import { requireOwnPage } from './pages/own-page.ts'
import { isCsrfTokenOf } from './session-token.ts'

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A browser adds the cookie to requests of any page: what changes something must show that it comes from ours. */
export function requireOwnRequest(
  request: FastifyRequest,
  { token, publicUrl }: { token: string; publicUrl: string },
): void {
  if (safeMethods.has(request.method)) return
  requireOwnPage(request, publicUrl)
  const header = request.headers['x-csrf-token']
  if (header === undefined) {
    throw forbidden('The header X-CSRF-Token is missing: GET /v1/session returns its value')
  }
  if (!isCsrfTokenOf(token, String(header))) {
    throw forbidden('The header X-CSRF-Token does not belong to this session: read GET /v1/session again')
  }
}
