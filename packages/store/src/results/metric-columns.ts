import {
  type DetailMetricName,
  metricsOf,
  type MetricName,
  type MetricValues,
} from '@sonde/schema/check-types/check-metrics.ts'
import { checkKinds, type RunCheckType } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'

/**
 * The columns that types share for their metrics, and the number by which rollups and packed runs know each. 0 is the
 * response time, 6 the status code: both have columns of their own. Numbers are stored: append only.
 */
const columnNumbers = {
  metric_1: 1,
  metric_2: 2,
  metric_3: 3,
  metric_4: 4,
  metric_5: 5,
  metric_7: 7,
  metric_8: 8,
  metric_9: 9,
  metric_10: 10,
  metric_11: 11,
  metric_12: 12,
} as const
export const responseTimeNumber = 0
export const statusCodeNumber = 6

export type MetricColumn = keyof typeof columnNumbers

/** Safe because an object that is written like this has no other keys. */
export const metricColumns = Object.keys(columnNumbers) as readonly MetricColumn[]

/** What the shared columns of a row hold. */
export type MetricColumns = Record<MetricColumn, number | null>

/** Types with numbers beside the response time. */
type MetricType = {
  [Type in RunCheckType]: [DetailMetricName<Type>] extends [never] ? never : Type
}[RunCheckType]

/** Where each type keeps what: the only place that knows. A column that results were stored with stays what it is. */
const layouts = {
  ICMP: {
    packetLoss: 'metric_1',
    latencyMin: 'metric_2',
    latencyMax: 'metric_3',
    latencyStdDev: 'metric_4',
    dns: 'metric_5',
  },
  API: {
    wait: 'metric_1',
    dns: 'metric_2',
    tcp: 'metric_3',
    firstByte: 'metric_4',
    download: 'metric_5',
  },
  URL: {
    wait: 'metric_1',
    dns: 'metric_2',
    tcp: 'metric_3',
    firstByte: 'metric_4',
    download: 'metric_5',
  },
  BROWSER: {
    TTFB: 'metric_1',
    FCP: 'metric_2',
    LCP: 'metric_3',
    CLS: 'metric_4',
    TBT: 'metric_5',
    consoleErrors: 'metric_7',
    networkErrors: 'metric_8',
    userScriptErrors: 'metric_9',
    documentErrors: 'metric_10',
  },
  TCP: { dns: 'metric_1', connection: 'metric_2', data: 'metric_3' },
  SSL: {
    daysUntilExpiry: 'metric_1',
    keySizeBits: 'metric_2',
    hostnameVerified: 'metric_3',
    chainTrusted: 'metric_4',
    ocspStapled: 'metric_5',
  },
  TRACEROUTE: { finalHopPacketLoss: 'metric_1', totalHops: 'metric_2' },
  GRPC: { dns: 'metric_1', connect: 'metric_2' },
} as const satisfies { [Type in MetricType]: Readonly<Record<DetailMetricName<Type>, MetricColumn>> }

type Layout = readonly (readonly [MetricName, MetricColumn])[]

/** The guarantee behind the cast: `layouts` is a record by the names of metrics. */
const layoutByType: ReadonlyMap<CheckType, Layout> = new Map(
  Object.entries(layouts).map(([type, layout]) => [type as MetricType, Object.entries(layout) as Layout]),
)

/** Any column with a number that was measured. */
export type MeasuredColumn = MetricColumn | 'response_time'

const columnByName: ReadonlyMap<CheckType, ReadonlyMap<MetricName, MeasuredColumn>> = new Map(
  checkKinds.map(({ checkType }) => [
    checkType,
    new Map<MetricName, MeasuredColumn>([
      ...metricsOf(checkType).flatMap(({ name, isResponseTime }): [MetricName, MeasuredColumn][] =>
        isResponseTime ? [[name, 'response_time']] : [],
      ),
      ...(layoutByType.get(checkType) ?? []),
    ]),
  ]),
)

/** Where results of a type keep a metric; null when the type has none of that name. */
export function columnOf(checkType: CheckType, name: MetricName): MeasuredColumn | null {
  const column = columnByName.get(checkType)?.get(name) ?? null
  return column === null && name === 'responseTime' ? 'response_time' : column
}

/** Where results of these types keep these metrics, each column once. */
export function columnsOf(
  checks: readonly { checkType: CheckType }[],
  names: readonly MetricName[],
): MeasuredColumn[] {
  const types = new Set(checks.map(({ checkType }) => checkType))
  const columns = [...types].flatMap((type) => names.flatMap((name) => columnOf(type, name) ?? []))
  return [...new Set(columns)]
}

/** A metric and the column that results of one type keep it in. */
export type NamedColumn = { name: MetricName; column: MeasuredColumn }

/** Those of the metrics that the type has. */
export function namedColumns(checkType: CheckType, names: readonly MetricName[]): NamedColumn[] {
  return names.flatMap((name) => {
    const column = columnOf(checkType, name)
    return column === null ? [] : [{ name, column }]
  })
}

/** By which number rollups and packed runs of a type know a metric; null when the type has none of that name. */
export function metricNumberOf(checkType: CheckType, name: MetricName): number | null {
  const column = columnOf(checkType, name)
  if (column === null) return null
  return column === 'response_time' ? responseTimeNumber : columnNumbers[column]
}

/** What packed runs of a type hold of each run, by name; the response time is always there. */
export function numberedMetricsOf(checkType: CheckType): { name: MetricName; number: number }[] {
  return [
    { name: 'responseTime', number: responseTimeNumber },
    ...(layoutByType.get(checkType) ?? []).map(([name, column]) => ({ name, number: columnNumbers[column] })),
  ]
}

/** The values of a row by the numbers of their metrics; those that were not measured are missing. */
export function numberedColumnValues(
  checkType: CheckType,
  metrics: MetricValues,
): ReadonlyMap<number, number> {
  const values = new Map<number, number>()
  for (const [name, column] of layoutByType.get(checkType) ?? []) {
    const value = metrics[name] ?? null
    if (value !== null) values.set(columnNumbers[column], value)
  }
  return values
}

const nothing = Object.fromEntries(metricColumns.map((column) => [column, null])) as MetricColumns

export function toMetricColumns(checkType: CheckType, metrics: MetricValues): MetricColumns {
  const columns = { ...nothing }
  for (const [name, column] of layoutByType.get(checkType) ?? []) columns[column] = metrics[name] ?? null
  return columns
}

export function fromMetricColumns(checkType: CheckType, columns: MetricColumns): MetricValues {
  const metrics: Partial<Record<MetricName, number | null>> = {}
  for (const [name, column] of layoutByType.get(checkType) ?? []) metrics[name] = columns[column]
  return metrics
}

/** For statements that name every column. */
export function eachMetricColumn<Value>(
  valueOf: (column: MetricColumn) => Value,
): Record<MetricColumn, Value> {
  // Safe because every column gets one.
  return Object.fromEntries(metricColumns.map((column) => [column, valueOf(column)])) as Record<
    MetricColumn,
    Value
  >
}
