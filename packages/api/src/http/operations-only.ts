import type { App } from './app-type.ts'
import { HttpRefusal } from './refusal.ts'

const paths = new Set(['/health', '/ready', '/metrics'])

/** For a server that answers operators alone. Before anything is read of a request. */
export function answerOperationsOnly(app: App): void {
  app.addHook('onRequest', async ({ url }) => {
    if (!paths.has(url.split('?', 1)[0] ?? '')) {
      throw new HttpRefusal(404, 'This server does not have the role api: send requests to one that has')
    }
  })
}
