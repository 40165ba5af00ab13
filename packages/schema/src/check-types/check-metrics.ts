import type { CheckKind, TextMetric } from './check-kind.ts'
import { checkKinds, type CheckKindOf, kindOf, type RunCheckType } from './check-kinds.ts'
import type { CheckType } from './check-type.ts'
import type { BatchStatistics, MetricUnit } from './metric.ts'

type MetricsOf<Type extends RunCheckType> = CheckKindOf<Type>['run']['metrics']

/** Of what results of this type keep beside their response time. */
export type DetailMetricName<Type extends RunCheckType> = {
  [Name in keyof MetricsOf<Type>]: MetricsOf<Type>[Name] extends { source: 'detail' } ? Name : never
}[keyof MetricsOf<Type>]

/** What the response time of every type is called where types are not told apart. */
export const responseTime = 'responseTime'

/** A number of a result, by the name that its type gives it, or `responseTime` whatever the type calls that. */
export type MetricName = typeof responseTime | { [Type in RunCheckType]: keyof MetricsOf<Type> }[RunCheckType]

/** Those that a type does not have are missing; null: not measured. */
export type MetricValues = Readonly<Partial<Record<MetricName, number | null>>>

/** One number of a result that is aggregated over time. */
export type CheckMetric = {
  name: MetricName
  unit: MetricUnit
  label: string
  isResponseTime: boolean
  batch: BatchStatistics | null
}

type TypeMetrics = {
  aggregated: readonly CheckMetric[]
  inDetail: readonly { name: MetricName; read(detail: unknown): number | null }[]
}

const byType = new Map(checkKinds.map((kind) => [kind.checkType, collect(kind)]))

function collect({ run }: CheckKind): TypeMetrics {
  // The guarantee behind this cast: `MetricName` is made of the keys of the metrics of all kinds.
  const metrics = Object.entries(run?.metrics ?? {}).map(([name, metric]) => ({
    name: name as MetricName,
    ...metric,
  }))
  return {
    aggregated: metrics
      .filter(({ aggregation }) => aggregation === 'statistics')
      .map(({ name, unit, label, source, batch = null }) => ({
        name,
        unit,
        label,
        isResponseTime: source === 'verdict',
        batch,
      })),
    inDetail: metrics.filter((metric) => metric.source === 'detail'),
  }
}

/** The numbers of a type that are aggregated. */
export function metricsOf(checkType: CheckType): readonly CheckMetric[] {
  return byType.get(checkType)?.aggregated ?? []
}

/** Those that are no numbers. */
export function textMetricsOf(checkType: CheckType): readonly TextMetric[] {
  return kindOf(checkType).run?.textMetrics ?? []
}

/** The numbers in a detail that the schema of its type has accepted. */
export function metricValuesIn(checkType: CheckType, detail: unknown): MetricValues {
  const values: Partial<Record<MetricName, number | null>> = {}
  for (const metric of byType.get(checkType)?.inDetail ?? []) values[metric.name] = metric.read(detail)
  return values
}

/** The status code in it; null without a response, and of types that have none. */
export function statusCodeIn(checkType: CheckType, detail: unknown): number | null {
  return kindOf(checkType).run?.statusCodeOf?.(detail) ?? null
}
