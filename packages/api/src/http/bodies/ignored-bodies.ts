import type { App } from '../app-type.ts'

/**
 * In this scope any body is taken and none is read: whoever calls an address that is a secret sends along what they
 * have, such as logs, forms, broken JSON, or megabytes of it.
 */
export function ignoreBodies(scope: App): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, ignoresBody: true }
  })
  // A type that is none would be refused before any parser is asked.
  scope.addHook('onRequest', (request, _reply, done) => {
    delete request.raw.headers['content-type']
    done()
  })
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })
}
