import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'

/** Counts every answer by route template, never by path: ids must not become labels. */
export function metrics(app: App, { runFigures }: Pick<ApiDeps, 'runFigures'>): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  describeRuns(registry, runFigures)
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

/** Read when asked for. A server that stands by has no runs, and says so by leaving them out. */
function describeRuns(registry: Registry, runFigures: ApiDeps['runFigures']): void {
  const gauges = [
    ['queued', 'sonde_runs_queued', 'Runs that wait for an agent'],
    ['inflight', 'sonde_runs_inflight', 'Runs that agents hold'],
    ['checks', 'sonde_checks_loaded', 'Checks whose schedule this server follows'],
  ] as const
  const counters = [
    ['stored', 'sonde_results_stored_total', 'Results stored since the start'],
    ['dropped', 'sonde_runs_dropped_total', 'Runs that no agent took in time, since the start'],
  ] as const
  for (const [figure, name, help] of gauges) {
    const gauge = new Gauge({ name, help, registers: [], collect: () => update(runFigures()?.[figure]) })
    const update = (value: number | undefined): void => {
      gauge.remove()
      if (value !== undefined) gauge.set(value)
    }
    registry.registerMetric(gauge)
  }
  for (const [figure, name, help] of counters) {
    const counter = new Counter({
      name,
      help,
      registers: [],
      collect: () => update(runFigures()?.[figure] ?? 0),
    })
    const update = (value: number): void => {
      counter.reset()
      counter.inc(value)
    }
    registry.registerMetric(counter)
  }
}
