import { OneOf } from '@sonde/schema/validation/building-blocks.ts'
import { StoreUnavailable } from '@sonde/store/engine/failures.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'

const Health = Type.Object({
  status: OneOf(['ok', 'unavailable'] as const),
  database: OneOf(['ok', 'unavailable'] as const),
})

/** For load balancers and supervisors: without a limit, since they ask often and from one address. */
export function health(app: App, deps: ApiDeps): void {
  app.get(
    '/health',
    {
      schema: {
        summary: 'Tell whether the server can work',
        tags: ['Operations'],
        response: { 200: Health, 503: Health },
      },
      config: { access: publicAccess, limit: null },
    },
    async (_request, reply) => {
      try {
        await deps.store.ping()
        return { status: 'ok', database: 'ok' } as const
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        deps.log.warn({ err: error }, 'health: the database did not answer')
        return reply.code(503).send({ status: 'unavailable', database: 'unavailable' })
      }
    },
  )
}
