import type { Logger } from '@sonde/ground/logger.ts'
import type { App } from './app-type.ts'

/** One line per request for those who ask for it. The template and not the path: a path can hold a secret. */
export function logRequests(app: App, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    log.debug(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        durationMs: reply.elapsedTime,
        keyId: request.caller?.via.kind === 'key' ? request.caller.via.id : null,
        sessionId: request.caller?.via.kind === 'session' ? request.caller.via.id : null,
        source: request.headers['x-checkly-source'] ?? null,
      },
      'request',
    )
    done()
  })
}
