import {
  type WaitingNotifications,
  waitingNotifications,
} from '@sonde/store/notifications/notification-stats.ts'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'

type MetricsDeps = Pick<ApiDeps, 'runStats' | 'deliveryStats' | 'store' | 'clock' | 'log'>

const readAgainMs = 5_000

/** Counts every answer by route template, never by path: ids must not become labels. */
export function metrics(app: App, deps: MetricsDeps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  describeRuns(registry, deps.runStats)
  describeNotifications(registry, deps)
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
function describeRuns(registry: Registry, runStats: ApiDeps['runStats']): void {
  const gauges = [
    ['queued', 'sonde_runs_queued', 'Runs that wait for an agent'],
    ['inflight', 'sonde_runs_inflight', 'Runs that agents hold'],
    ['checks', 'sonde_checks_loaded', 'Checks whose schedule this server follows'],
  ] as const
  const counters = [
    ['stored', 'sonde_results_stored_total', 'Results stored since the start'],
    ['dropped', 'sonde_runs_dropped_total', 'Runs that no agent took in time, since the start'],
  ] as const
  for (const [field, name, help] of gauges) {
    const gauge = new Gauge({ name, help, registers: [], collect: () => update() })
    const update = async (): Promise<void> => {
      const value = (await runStats())?.[field]
      gauge.remove()
      if (value !== undefined) gauge.set(value)
    }
    registry.registerMetric(gauge)
  }
  for (const [field, name, help] of counters) {
    registerCounter(registry, { name, help }, async () => (await runStats())?.[field] ?? 0)
  }
}

/** Totals of all accounts: anybody may read them. What a database that is away cannot tell is left out. */
function describeNotifications(registry: Registry, deps: MetricsDeps): void {
  const counters = [
    [
      'delivered',
      'sonde_notifications_delivered_total',
      'Alert notifications that were taken, since the start',
    ],
    ['retried', 'sonde_notification_retries_total', 'Tries that failed and are made again, since the start'],
    [
      'givenUp',
      'sonde_notifications_given_up_total',
      'Alert notifications that were given up, since the start',
    ],
  ] as const
  for (const [field, name, help] of counters) {
    registerCounter(registry, { name, help }, () => deps.deliveryStats()[field])
  }
  const readWaiting = createWaitingReader(deps)
  const gauges = [
    {
      name: 'sonde_notifications_waiting',
      help: 'Alert notifications that are still to be sent, by whatever server',
      valueOf: ({ count }: WaitingNotifications) => count,
    },
    {
      name: 'sonde_notifications_oldest_waiting_seconds',
      help: 'Age of the oldest alert notification that is still to be sent; 0 when none is',
      valueOf: ({ oldestAt }: WaitingNotifications) =>
        oldestAt === null ? 0 : Math.max(0, deps.clock.now() - oldestAt) / 1000,
    },
  ]
  for (const { name, help, valueOf } of gauges) {
    const gauge = new Gauge({ name, help, registers: [], collect: () => update() })
    const update = async (): Promise<void> => {
      const waiting = await readWaiting()
      gauge.remove()
      if (waiting !== null) gauge.set(valueOf(waiting))
    }
    registry.registerMetric(gauge)
  }
}

/** Anybody may ask as often as they like, and the database answers once in a while. Null: it is away. */
function createWaitingReader({ store, clock, log }: MetricsDeps): () => Promise<WaitingNotifications | null> {
  let readAt = -Infinity
  let reading: Promise<WaitingNotifications | null> = Promise.resolve(null)
  return async () => {
    const now = clock.now()
    if (now - readAt >= readAgainMs || now < readAt) {
      readAt = now
      reading = waitingNotifications(store.read).catch((error: unknown) => {
        log.warn({ err: error }, 'could not count the alert notifications that wait')
        return null
      })
    }
    return await reading
  }
}

function registerCounter(
  registry: Registry,
  description: { name: string; help: string },
  read: () => number | Promise<number>,
): void {
  const counter = new Counter({ ...description, registers: [], collect: () => update() })
  const update = async (): Promise<void> => {
    const value = await read()
    counter.reset()
    counter.inc(value)
  }
  registry.registerMetric(counter)
}
