import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'

/** For load balancers, which ask often: a server that stops, or has lost its database, is to be left alone. */
export function ready(app: App, deps: Pick<ApiDeps, 'readiness'>): void {
  app.get(
    '/ready',
    {
      schema: {
        summary: 'Show whether the server should be sent requests',
        description:
          'For load balancers. 503 while the server stops or its database does not answer; a line for each role.',
        tags: ['Operations'],
        produces: ['text/plain'],
        response: { 200: Type.String(), 503: Type.String() },
      },
      config: { access: publicAccess, limit: null },
    },
    async (_request, reply) => {
      const { isReady, lines } = await deps.readiness()
      return reply
        .code(isReady ? 200 : 503)
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(lines.map((line) => `${line}\n`).join(''))
    },
  )
}
