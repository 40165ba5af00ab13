import type { App } from './app-type.ts'

const exposed =
  'Content-Range, Deprecation, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id'
const accepted =
  'Authorization, Content-Type, X-Service-Account, X-Checkly-Account, X-Checkly-Source, X-Request-Id'

/** Lets pages of the listed origins call the API. Keys travel in a header, so no cookie is ever allowed. */
export function allowCrossOrigin(app: App, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', exposed)
    reply.header('cross-origin-resource-policy', 'cross-origin')
    if (request.method === 'OPTIONS') {
      reply.header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
      reply.header('access-control-allow-headers', accepted)
      reply.header('access-control-max-age', '600')
    }
  })
}
