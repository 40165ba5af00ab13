import {
  counterFamily,
  expositionType,
  gaugeFamily,
  labelText,
  type MetricFamily,
  sampleLine,
  writeFamilies,
} from '@sonde/analytics/prometheus/exposition.ts'
import {
  addToHistogram,
  createHistogram,
  histogramLines,
  type Timing,
  timingFamily,
} from '@sonde/analytics/prometheus/histogram.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import {
  type WaitingNotifications,
  waitingNotifications,
} from '@sonde/store/notifications/notification-stats.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { artifactFamilies } from './artifact-metrics.ts'
import { databaseFamilies } from './database-metrics.ts'
import { createLoopMetrics } from './loop-metrics.ts'
import { requireMetricsReader } from './metrics-access.ts'
import { createProcessMetrics } from './process-metrics.ts'
import { runFamilies } from './run-metrics.ts'
import { serverFamilies } from './server-metrics.ts'

export type MetricsDeps = Pick<
  ApiDeps,
  | 'runStats'
  | 'deliveryStats'
  | 'store'
  | 'clock'
  | 'log'
  | 'metricsAccess'
  | 'isOwnConnection'
  | 'clockOffsetMs'
  | 'readiness'
  | 'server'
  | 'keyOwners'
> & {
  /** How long reading changes for open pages takes. */
  liveReads: Timing
}

/** Nobody scrapes more often, and a large server takes 40 ms to write a megabyte of text. */
const keptMs = 5_000

/** For people and programs that manage this server, in the text format of Prometheus. */
export function metrics(app: App, deps: MetricsDeps): void {
  const { isOwnConnection = () => false } = deps
  const ofProcess = createProcessMetrics()
  const ofLoop = createLoopMetrics()
  app.addHook('onClose', async () => ofProcess.close())
  const durations = measureRequests(app)
  const readText = keepFor(keptMs, deps.clock, writeMetrics)

  app.get(
    '/metrics',
    {
      schema: {
        summary: 'Metrics of this server for Prometheus',
        description:
          'For programs on the same machine, and for others with `Authorization: Bearer` and the token set by the ' +
          'operator (METRICS_TOKEN, METRICS_ACCESS). Refreshed every 5 seconds.',
        tags: ['Operations'],
        produces: ['text/plain'],
        response: publicAnswers({ 200: Type.String() }, 401, 403),
      },
      config: { access: publicAccess, limit: null },
    },
    async (request, reply) => {
      requireMetricsReader(request, deps.metricsAccess, isOwnConnection)
      return reply.type(expositionType).send(await readText())
    },
  )

  async function writeMetrics(): Promise<string> {
    const families = [
      ...(await ofProcess.read()),
      ofLoop(),
      ...serverFamilies(deps.server, await deps.readiness()),
      ...runFamilies(await deps.runStats()),
      ...clockFamilies(deps.clockOffsetMs()),
      ...askFamilies(deps.keyOwners),
      timingFamily('sonde_live_read_seconds', 'Time to read changes for open pages', deps.liveReads),
      ...deliveryFamilies(deps.deliveryStats()),
      ...waitingFamilies(await readWaiting(deps), deps.clock.now()),
      ...(await artifactFamilies(deps)),
      ...(await databaseFamilies(deps)),
      durations(),
    ]
    // A blank line between two families, for people.
    const texts = families.map((family) => [...writeFamilies([family])].join(''))
    return texts.filter((text) => text !== '').join('\n')
  }
}

/** What is made at most once in so long, for all who ask meanwhile; a failure is kept for nobody. */
function keepFor<Value>(ms: number, clock: Clock, make: () => Promise<Value>): () => Promise<Value> {
  let kept: { madeAt: number; value: Promise<Value> } | null = null
  return async () => {
    const now = clock.now()
    // Also when the clock was set back.
    if (kept === null || Math.abs(now - kept.madeAt) >= ms) {
      const own = { madeAt: now, value: make() }
      kept = own
      own.value.catch(() => {
        if (kept === own) kept = null
      })
    }
    return await kept.value
  }
}

/** Counts every answer by route template, never by path: ids must not become labels. */
function measureRequests(app: App): () => MetricFamily {
  const name = 'sonde_http_request_duration_seconds'
  const bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]
  const byLabels = new Map<string, ReturnType<typeof createHistogram>>()

  app.addHook('onResponse', (request, reply, done) => {
    const labels = labelText([
      ['method', request.method],
      ['route', request.routeOptions.url ?? 'unknown'],
      ['status', String(reply.statusCode)],
    ])
    const histogram = byLabels.get(labels) ?? createHistogram(bounds)
    byLabels.set(labels, histogram)
    addToHistogram(histogram, [reply.elapsedTime], { bounds, factor: 1 / 1000 })
    done()
  })

  return () => ({
    name,
    help: 'Time from the request to the end of the response',
    type: 'histogram',
    lines: [...byLabels].flatMap(([labels, histogram]) => [
      ...histogramLines(name, histogram, {
        bounds,
        labelsOf: (bound) => (bound === null ? labels : `${labelText([['le', bound]])},${labels}`),
      }),
    ]),
  })
}

/** Without PostgreSQL there is one clock only. */
function clockFamilies(offsetMs: number | null): MetricFamily[] {
  if (offsetMs === null) return []
  return [
    gaugeFamily(
      'sonde_clock_offset_seconds',
      'How far the clock of this machine is behind that of PostgreSQL',
      offsetMs / 1000,
    ),
  ]
}

/** Only where several servers count together. */
function askFamilies(keyOwners: ApiDeps['keyOwners']): MetricFamily[] {
  if (keyOwners === null) return []
  const name = 'sonde_limit_asks_total'
  return [
    {
      name,
      help: 'Requests whose limit another server counts, since the start, by who has counted them in the end',
      type: 'counter',
      lines: Object.entries(keyOwners.figures()).map(([answer, count]) =>
        sampleLine(name, labelText([['answer', answer]]), count),
      ),
    },
  ]
}

/** Totals of all accounts. */
function deliveryFamilies(stats: ReturnType<ApiDeps['deliveryStats']>): MetricFamily[] {
  return [
    counterFamily(
      'sonde_notifications_delivered_total',
      'Alert notifications that were delivered, since the start',
      stats.delivered,
    ),
    counterFamily(
      'sonde_notification_retries_total',
      'Delivery attempts that failed and are retried, since the start',
      stats.retried,
    ),
    counterFamily(
      'sonde_notifications_given_up_total',
      'Alert notifications that could not be delivered, since the start',
      stats.givenUp,
    ),
  ]
}

/** What a database that is away cannot tell is left out. */
function waitingFamilies(waiting: WaitingNotifications | null, now: number): MetricFamily[] {
  if (waiting === null) return []
  const { count, oldestAt } = waiting
  return [
    gaugeFamily(
      'sonde_notifications_waiting',
      'Alert notifications waiting to be sent, by any server',
      count,
    ),
    gaugeFamily(
      'sonde_notifications_oldest_waiting_seconds',
      'Age of the oldest alert notification waiting to be sent; 0 if there is none',
      oldestAt === null ? 0 : Math.max(0, now - oldestAt) / 1000,
    ),
  ]
}

/** Null: the database is away. */
async function readWaiting({ store, log }: MetricsDeps): Promise<WaitingNotifications | null> {
  try {
    return await waitingNotifications(store.read)
  } catch (error) {
    log.warn({ err: error }, 'could not count the waiting alert notifications')
    return null
  }
}
