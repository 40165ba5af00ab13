import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { endSessionOf } from '@sonde/store/accounts/web-sessions.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { userIdOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'

export function endOwnSession(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/users/me/sessions/:id',
    {
      schema: {
        summary: 'End one of your sessions',
        tags: ['Users'],
        params: Type.Object({ id: Uuid() }),
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'user' } },
    },
    async (request, reply) => {
      const session = { userId: userIdOf(request), id: request.params.id }
      if (!(await deps.store.write((db) => endSessionOf(db, session)))) throw notFound('session')
      return reply.code(204).send()
    },
  )
}
