import type { App } from './app-type.ts'
import { invalid } from './refusal.ts'
import { storingMistake } from './storable-text.ts'

/**
 * What no database could hold names nothing of an account: asked for, it would be an error of the database. Addresses that are
 * secrets answer by themselves, as to any that is wrong.
 */
export function refuseUnstorablePaths(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { schema, config } = request.routeOptions
    if (schema?.params !== undefined && config.access?.kind === 'account') {
      for (const [path, value] of Object.entries(request.params as Record<string, string>)) {
        const message = storingMistake(value)
        if (message !== null) throw invalid('params', [{ path, message }])
      }
    }
    done()
  })
}
