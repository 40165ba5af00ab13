import { Nullable, OneOf } from '@sonde/schema/validation/building-blocks.ts'
import { StoreUnavailable } from '@sonde/store/engine/failures.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'

const Health = Type.Object({
  status: OneOf(['ok', 'unavailable'] as const),
  database: OneOf(['ok', 'unavailable'] as const),
  reason: Nullable(Type.String({ description: 'Why the server is not healthy; null if it is.' })),
})

/** For load balancers and supervisors: without a limit, since they ask often and from one address. */
export function health(app: App, deps: ApiDeps): void {
  app.get(
    '/health',
    {
      schema: {
        summary: 'Show whether the server is healthy',
        tags: ['Operations'],
        response: { 200: Health, 503: Health },
      },
      config: { access: publicAccess, limit: null },
    },
    async (_request, reply) => {
      try {
        await deps.store.ping()
        const trouble = deps.store.writeTrouble()
        // What cannot be written is not run, and nobody is alerted.
        if (trouble !== null)
          return reply.code(503).send(unavailable(`The database cannot be written: ${trouble.reason}`))
        return { status: 'ok', database: 'ok', reason: null } as const
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        deps.log.warn({ err: error }, 'health: the database did not answer')
        return reply.code(503).send(unavailable('The database does not respond'))
      }
    },
  )
}

function unavailable(reason: string) {
  return { status: 'unavailable', database: 'unavailable', reason } as const
}
