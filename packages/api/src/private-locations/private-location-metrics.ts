import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { PrivateLocationMetrics, PrivateLocationMetricsQuery } from '@sonde/schema/agents/private-location.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { findPrivateLocation } from '@sonde/store/locations/private-locations.ts'
import { queueSamples } from '@sonde/store/runs/queue-samples.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { readMoment } from '@sonde/schema/validation/read-moment.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { invalid } from '../http/refusal.ts'

const furthestDays = 15
const longestInMinutesMs = 6 * hourMs

export function privateLocationMetrics(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/private-locations/:id/metrics',
    {
      schema: {
        summary: 'Show the history of the queue of a private location',
        description: 'A step without recorded data counts as an empty queue. At most 300 requests per day.',
        tags: ['Private locations'],
        params: Type.Object({ id: Uuid() }),
        querystring: PrivateLocationMetricsQuery,
        response: answers({ 200: PrivateLocationMetrics }),
      },
      config: {
        access: { kind: 'account', role: 'READ_ONLY' },
        limit: { max: 300, windowSeconds: dayMs / 1000 },
      },
    },
    async (request) => {
      const now = deps.clock.now()
      const window = readWindow(request.query, now)
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const location = await findPrivateLocation(deps.store.read, key)
      if (!location) throw notFound('private location')
      const stepMs = window.to - window.from <= longestInMinutesMs ? minuteMs : 10 * minuteMs
      // Whole steps only, and none of the future: there is nothing to say about it.
      const steps = { from: window.from - (window.from % stepMs), to: Math.min(window.to, now), stepMs }
      const recorded = await queueSamples(deps.store.read, { privateLocationId: location.id, ...steps })
      return toColumns(recorded, steps)
    },
  )
}

function readWindow(query: { from: string; to: string }, now: number): { from: number; to: number } {
  const [from, to] = [readMoment(query.from), readMoment(query.to)]
  const violations: Violation[] = []
  const notAMoment = 'must be Unix seconds, Unix milliseconds or an ISO 8601 timestamp'
  if (from === null) violations.push({ path: 'from', message: notAMoment })
  else if (from <= now - furthestDays * dayMs) {
    violations.push({ path: 'from', message: `must be less than ${furthestDays} days ago` })
  }
  if (to === null) violations.push({ path: 'to', message: notAMoment })
  else if (from !== null && from >= to) violations.push({ path: 'to', message: 'must be later than from' })
  if (from === null || to === null || violations.length > 0) throw invalid('query', violations)
  return { from, to }
}

function toColumns(
  recorded: Awaited<ReturnType<typeof queueSamples>>,
  { from, to, stepMs }: { from: number; to: number; stepMs: number },
): PrivateLocationMetrics {
  const byStep = new Map(recorded.map((step) => [step.stepAt, step]))
  const columns: PrivateLocationMetrics = { timestamps: [], queueSize: [], oldestScheduledCheckRun: [] }
  for (let at = from; at < to; at += stepMs) {
    const step = byStep.get(at)
    columns.timestamps.push(new Date(at).toISOString())
    columns.queueSize.push(step?.queued ?? 0)
    columns.oldestScheduledCheckRun.push(step?.oldestSeconds ?? 0)
  }
  return columns
}
