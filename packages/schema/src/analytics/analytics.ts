import { Type, type Static } from 'typebox'
import { acceptingLoneValue, withRules, type Rule } from '../validation/annotations.ts'
import { servedBy } from '../agents/served-by.ts'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import type { AnalyticsGroup, CheckKind, TextMetric } from '../check-types/check-kind.ts'
import { type CheckMetric, metricsOf, textMetricsOf } from '../check-types/check-metrics.ts'
import { type CheckType, type CheckTypeName, checkTypeNames, isCheckType } from '../check-types/check-type.ts'
import { type Aggregation, aggregations, type MetricUnit } from '../check-types/metric.ts'
import { DateFilter } from '../validation/date-filter.ts'
import { PageQuery } from '../validation/page.ts'

export const quickRanges = [
  'last24Hours',
  'last7Days',
  'last30Days',
  'thisWeek',
  'thisMonth',
  'lastWeek',
  'lastMonth',
] as const
export type QuickRange = (typeof quickRanges)[number]

/** What reporting calls the same range. */
export const quickRangeAlias = 'last24Hrs'

export function readQuickRange(name: QuickRange | typeof quickRangeAlias): QuickRange {
  return name === quickRangeAlias ? 'last24Hours' : name
}

/** One figure that can be asked for by name. */
export type AnalyticsMetric =
  | { kind: 'value'; name: string; metric: CheckMetric }
  | { kind: 'statistic'; name: string; metric: CheckMetric; aggregation: Aggregation }
  | { kind: 'text'; name: string; metric: TextMetric }
  /** The name is known to clients, and what it stands for is no number. */
  | { kind: 'text-statistic'; name: string; metric: TextMetric; aggregation: Aggregation }
  | { kind: 'availability' | 'retries'; name: string }

/** Whether it is told for each run, and not for many of them together. */
export function isSingleValue({ kind }: AnalyticsMetric): boolean {
  return kind === 'value' || kind === 'text'
}

/** Every figure of a check type, by name. One without checks has what all of them have. */
export function analyticsMetricsOf(checkType: CheckTypeName): ReadonlyMap<string, AnalyticsMetric> {
  const metrics: AnalyticsMetric[] = [
    ...(isCheckType(checkType) ? metricsOf(checkType) : []).flatMap((metric): AnalyticsMetric[] => [
      { kind: 'value', name: metric.name, metric },
      ...aggregations.map((aggregation) => ({
        kind: 'statistic' as const,
        name: `${metric.name}_${aggregation}`,
        metric,
        aggregation,
      })),
    ]),
    ...(isCheckType(checkType) ? textMetricsOf(checkType) : []).flatMap((metric): AnalyticsMetric[] => [
      { kind: 'text', name: metric.name, metric },
      ...aggregations.map((aggregation) => ({
        kind: 'text-statistic' as const,
        name: `${metric.name}_${aggregation}`,
        metric,
        aggregation,
      })),
    ]),
    { kind: 'availability', name: 'availability' },
    { kind: 'retries', name: 'retries' },
  ]
  return new Map(metrics.map((metric) => [metric.name, metric]))
}

/** Unit and label of a figure. */
export function describeMetric(metric: AnalyticsMetric): { unit: MetricUnit; label: string } {
  switch (metric.kind) {
    case 'availability':
      return { unit: 'percentage', label: 'Availability' }
    case 'retries':
      return { unit: 'count', label: 'Retries' }
    case 'value':
      return { unit: metric.metric.unit, label: metric.metric.label }
    case 'statistic':
      return { unit: metric.metric.unit, label: `${metric.metric.label} (${metric.aggregation})` }
    // Every metric has one of the four units, and of these a score comes nearest to a word.
    case 'text':
      return { unit: 'score', label: metric.metric.label }
    case 'text-statistic':
      return { unit: 'score', label: `${metric.metric.label} (${metric.aggregation})` }
    default:
      return metric satisfies never
  }
}

/** The names in a list, each perhaps several with commas between them, every one once. */
export function metricNames(parameter: unknown): string[] {
  if (!Array.isArray(parameter)) return []
  const names = parameter
    .flatMap((text) => (typeof text === 'string' ? text.split(',') : []))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return [...new Set(names)]
}

const widestIntervalMinutes = 43_200

/** Metrics that this type has, all for single runs or all for many. */
export function validateMetricsOf(checkType: CheckType): Rule {
  const known = analyticsMetricsOf(checkType)
  return ({ metrics, aggregationInterval, groupBy }) => {
    if (metrics === undefined) return []
    const names = metricNames(metrics)
    if (names.length === 0) return [{ path: 'metrics', message: 'must contain at least one metric' }]
    const unknown = names.find((name) => !known.has(name))
    if (unknown !== undefined) {
      const message = `must contain metrics of ${checkType} checks, and "${unknown.slice(0, 50)}" is not one`
      return [{ path: 'metrics', message }]
    }
    const selection = names.flatMap((name) => known.get(name) ?? [])
    const hasValues = selection.some(isSingleValue)
    if (hasValues && !selection.every(isSingleValue)) {
      return [{ path: 'metrics', message: 'must be either single values or aggregated metrics, not both' }]
    }
    if (!hasValues) return []
    return Object.entries({ aggregationInterval, groupBy })
      .filter(([, parameter]) => parameter !== undefined)
      .map(([path]) => ({ path, message: 'needs aggregated metrics' }))
  }
}

/** What is asked of the figures of every check type. */
export function generalAnalyticsQuery(checkType: CheckType) {
  const names = [...analyticsMetricsOf(checkType).keys()]
  return {
    metrics: acceptingLoneValue(
      Type.Array(Type.String({ maxLength: 4000 }), {
        minItems: 1,
        maxItems: 200,
        description: `Comma-separated or repeated: ${names.join(', ')}.`,
      }),
    ),
    quickRange: Type.Optional(
      OneOf([...quickRanges, quickRangeAlias], {
        description: 'Default: last24Hours. Ignored if from or to is set.',
      }),
    ),
    from: Type.Optional(DateFilter('Started at or after')),
    to: Type.Optional(DateFilter('Started before')),
    ...PageQuery.properties,
  }
}

const groupMeanings: Readonly<Record<AnalyticsGroup, string>> = {
  runLocation: 'A series for each location.',
  statusCode:
    'A series for each status code, null for runs without a response; only for runs whose results are kept.',
}

/** How the figures of a check type that is run are asked for. */
export function AnalyticsQuery({ checkType, analytics }: Pick<CheckKind, 'checkType' | 'analytics'>) {
  return withRules(
    Type.Object({
      ...generalAnalyticsQuery(checkType),
      aggregationInterval: Type.Optional(
        Type.Integer({ minimum: 1, maximum: widestIntervalMinutes, description: 'Minutes per row.' }),
      ),
      filterByStatus: Type.Optional(
        acceptingLoneValue(
          Type.Array(OneOf(['success', 'failure']), {
            maxItems: 10,
            description: 'Only runs with this outcome. A degraded run is a success.',
          }),
        ),
      ),
      groupBy: Type.Optional(
        OneOf(analytics.groupBy, {
          description: analytics.groupBy.map((group) => `${group}: ${groupMeanings[group]}`).join(' '),
        }),
      ),
    }),
    validateMetricsOf(checkType),
  )
}
export type AnalyticsQuery = Static<ReturnType<typeof AnalyticsQuery>>

export const AnalyticsParams = Type.Object({ id: Uuid() })

const AnalyticsMetricMetadata = component(
  'AnalyticsMetricMetadata',
  Type.Object({
    unit: OneOf(['milliseconds', 'score', 'count', 'percentage']),
    label: Type.String(),
    aggregation: Type.Optional(OneOf(aggregations)),
  }),
)

/** Values by name, numbers mostly; what the names are depends on the request. */
const AnalyticsSeriesRow = component(
  'AnalyticsSeriesRow',
  Type.Object(
    {
      startedAt: Type.Optional(Timestamp({ description: 'Of a single run.' })),
      runLocation: Type.Optional(Type.String({ description: 'Of a single run.' })),
      startTime: Type.Optional(Timestamp({ description: 'Of an interval.' })),
      coverage: Type.Optional(
        Nullable(Type.Number({ minimum: 0, maximum: 1 }), {
          description:
            'With availability: the share of the due runs that were measured, in these full hours; null if none was due.',
        }),
      ),
      approximate: Type.Optional(
        Type.Boolean({ description: 'True when percentiles are within 1 % instead of exact.' }),
      ),
    },
    { additionalProperties: true },
  ),
)
export type AnalyticsSeriesRow = Record<string, string | number | boolean | null>

const AnalyticsSeriesEntry = component(
  'AnalyticsSeriesEntry',
  Type.Object({
    runLocation: Type.Optional(Type.String({ description: 'When grouped by it.' })),
    servedBy: Type.Optional(
      OneOf(servedBy, {
        description:
          'When grouped by location, who ran it. STAND_IN: this server, for all locations without an agent, which count as ' +
          'one. A location whose agent came or went in the window has an entry of its own beside that.',
      }),
    ),
    statusCode: Type.Optional(
      Nullable(Type.Integer(), { description: 'If grouped by it; null for runs without a response.' }),
    ),
    data: Type.Array(AnalyticsSeriesRow),
  }),
)

export function AnalyticsResponse(name: string) {
  return component(
    name,
    Type.Object({
      checkId: Uuid(),
      name: Type.String(),
      checkType: OneOf(checkTypeNames),
      activated: Type.Boolean(),
      muted: Type.Boolean(),
      frequency: Type.Number({
        description: 'Minutes between runs; for a heartbeat monitor, between pings.',
      }),
      from: Timestamp(),
      to: Timestamp(),
      tags: Type.Array(Type.String()),
      series: Type.Array(AnalyticsSeriesEntry),
      pagination: component(
        'AnalyticsPagination',
        Type.Object({ page: Type.Integer(), limit: Type.Integer() }),
      ),
      metadata: Type.Object(
        {},
        {
          additionalProperties: AnalyticsMetricMetadata,
          description: 'One for each requested metric.',
        },
      ),
    }),
  )
}

export const AnalyticsMetricsQuery = Type.Object({ checkType: OneOf(checkTypeNames) })

export const AnalyticsMetricsResponse = component(
  'AnalyticsMetricsResponse',
  Type.Array(
    component(
      'AnalyticsMetricDescriptor',
      Type.Object({
        name: Type.String(),
        unit: OneOf(['milliseconds', 'score', 'count', 'percentage']),
        label: Type.String(),
        type: OneOf(['Array', 'Int', 'Integer', 'Float', 'String']),
        aggregated: Type.Boolean(),
      }),
    ),
  ),
)

/** What lists of checks show. */
const batchQuickRanges = ['last24Hours', 'last7Days', 'thisWeek', 'lastWeek', 'lastMonth'] as const

export const AnalyticsBatchQuery = Type.Object({
  quickRange: OneOf(batchQuickRanges, { default: 'last24Hours' }),
})

export const AnalyticsBatchRequest = component(
  'AnalyticsBatchRequest',
  Type.Object({ checkIds: Type.Array(Uuid(), { minItems: 1, maxItems: 100 }) }),
)

const figure = Type.Optional(Nullable(Type.Number()))

const AnalyticsBatchResponseItem = component(
  'AnalyticsBatchResponseItem',
  Type.Object({
    checkId: Uuid(),
    checkType: OneOf(checkTypeNames),
    availability: figure,
    coverage: Type.Optional(
      Nullable(Type.Number({ minimum: 0, maximum: 1 }), {
        description:
          'The share of the due runs that were measured, in these full hours; null if none was due, and for heartbeat monitors.',
      }),
    ),
    responseTime_avg: figure,
    responseTime_p50: figure,
    responseTime_p95: figure,
    responseTime_p99: figure,
    latency_avg: figure,
    latency_p50: figure,
    latency_p95: figure,
    latency_p99: figure,
    packetLoss_avg: figure,
    packetLoss_p95: figure,
    packetLoss_p99: figure,
    hopCount_avg: figure,
    approximate: Type.Optional(
      Type.Boolean({ description: 'True when percentiles are within 1 % instead of exact.' }),
    ),
  }),
)
export type AnalyticsBatchResponseItem = Static<typeof AnalyticsBatchResponseItem>

export const AnalyticsBatchResponse = component(
  'AnalyticsBatchResponse',
  Type.Array(AnalyticsBatchResponseItem),
)
