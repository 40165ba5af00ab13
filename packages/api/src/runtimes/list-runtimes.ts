import { RuntimeList } from '@sonde/schema/checks/runtime.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { runtimes } from './known-runtimes.ts'

export function listRuntimes(app: App): void {
  app.get(
    '/v1/runtimes',
    {
      schema: {
        summary: 'List the runtimes of scripted checks',
        tags: ['Runtimes'],
        response: publicAnswers({ 200: RuntimeList }),
      },
      config: { access: publicAccess },
    },
    async () => [...runtimes],
  )
}
