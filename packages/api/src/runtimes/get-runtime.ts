import { Runtime } from '@sonde/schema/checks/runtime.ts'
import { Type } from 'typebox'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { runtimes } from './known-runtimes.ts'

export function getRuntime(app: App): void {
  app.get(
    '/v1/runtimes/:id',
    {
      schema: {
        summary: 'Show one runtime',
        tags: ['Runtimes'],
        params: Type.Object({ id: Type.String({ minLength: 1 }) }),
        response: publicAnswers({ 200: Runtime }, 404),
      },
      config: { access: publicAccess },
    },
    async (request) => {
      const runtime = runtimes.find(({ name }) => name === request.params.id)
      if (!runtime) throw notFound('runtime')
      return runtime
    },
  )
}
