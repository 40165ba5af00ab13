import type { App } from './app-type.ts'
import { invalid } from './refusal.ts'
import { storingMistake } from './storable-text.ts'

/** What no database could hold names nothing: asked for, it would be an error of the database. */
export function refuseUnstorablePaths(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.routeOptions.schema?.params !== undefined) {
      for (const [path, value] of Object.entries(request.params as Record<string, string>)) {
        const message = storingMistake(value)
        if (message !== null) throw invalid('params', [{ path, message }])
      }
    }
    done()
  })
}
