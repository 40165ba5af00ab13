import { Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { Type } from 'typebox'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'

/** Counts every answer by route template, never by path: ids must not become labels. */
export function metrics(app: App): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'sonde_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  })

  // Looking a series up by its labels costs more than counting in it.
  const seriesByName = new Map<string, ReturnType<typeof durations.labels>>()

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const name = `${request.method} ${route} ${reply.statusCode}`
    let series = seriesByName.get(name)
    if (!series) {
      series = durations.labels({ method: request.method, route, status: reply.statusCode })
      seriesByName.set(name, series)
    }
    series.observe(reply.elapsedTime / 1000)
    done()
  })

  app.get(
    '/metrics',
    {
      schema: {
        summary: 'Metrics of this server for Prometheus',
        tags: ['Operations'],
        produces: ['text/plain'],
        response: { 200: Type.String() },
      },
      config: { access: publicAccess, limit: null },
    },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  )
}
