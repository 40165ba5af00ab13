import type { App } from './app-type.ts'

const contentPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Headers that every answer carries. */
export function setResponseHeaders(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('x-frame-options', 'DENY')
    reply.header('content-security-policy', contentPolicy)
    reply.header('cross-origin-resource-policy', 'same-origin')
    reply.header('cache-control', 'no-store')
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000')
    }
    if (request.routeOptions.schema?.deprecated === true) reply.header('deprecation', 'true')
    done()
  })
}
