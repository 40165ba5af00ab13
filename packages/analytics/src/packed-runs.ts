import { minuteMs } from '@sonde/ground/durations.ts'
import type { MetricName, MetricValues } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import {
  type Grouping,
  type RunStatus,
  type RunTally,
  bucketAt,
} from '@sonde/store/results/measured-values.ts'
import { metricNumberOf, numberedMetricsOf, statusCodeNumber } from '@sonde/store/results/metric-columns.ts'
import { createByteWriter } from '@sonde/store/result-details/byte-writer.ts'
import { sumsOf } from './run-group-stats.ts'

/** One run that counts, as much of it as stats are made of. */
export type CountedRun = {
  startedAt: number
  isFailed: boolean
  retries: number
  statusCode: number | null
  /** All of them, `responseTime` too. */
  metrics: MetricValues
}

const formVersion = 1
/** A column of which all values are the same takes one of them. */
const columnForms = { same: 0, each: 1 } as const

/** Finer than a minute nobody asks for them: every interval begins and ends with one. */
export function isByMinutes({ buckets }: Grouping): boolean {
  if (buckets === null) return true
  const times = 'edges' in buckets ? buckets.edges.slice(1, -1) : [buckets.originAt, buckets.widthMs]
  return times.every((time) => time % minuteMs === 0)
}

/** The runs of an hour, of which there is one at least, with all their values, exact to the last bit. */
export function packRuns(checkType: CheckType, runs: readonly CountedRun[]): Uint8Array {
  const columns = columnsOf(checkType, runs)
  const writer = createByteWriter()
  writer.byte(formVersion)
  writer.varint(runs.length)
  for (const { startedAt } of runs) writer.byte(Math.floor(startedAt / minuteMs) % 60)
  for (const { isFailed, retries } of runs) writer.varint(retries * 2 + Number(isFailed))
  writer.byte(columns.length)
  for (const { number, values } of columns) {
    const isSame = values.every((value) => value === values[0])
    writer.byte(number)
    writer.byte(isSame ? columnForms.same : columnForms.each)
    for (const value of isSame ? values.slice(0, 1) : values) writer.double(value ?? Number.NaN)
  }
  return writer.take()
}

/** The values of each number that is stored, without those of which no run has any. */
function columnsOf(
  checkType: CheckType,
  runs: readonly CountedRun[],
): { number: number; values: (number | null)[] }[] {
  return [
    ...numberedMetricsOf(checkType).map(({ name, number }) => ({
      number,
      values: runs.map(({ metrics }) => metrics[name] ?? null),
    })),
    { number: statusCodeNumber, values: runs.map(({ statusCode }) => statusCode) },
  ]
    .filter(({ values }) => values.some((value) => value !== null))
    .toSorted((left, right) => left.number - right.number)
}

type UnpackedRuns = {
  length: number
  /** Of the hour. */
  minuteOf(run: number): number
  isFailed(run: number): boolean
  retriesOf(run: number): number
  /** The value of a run by the number of its column; null where nothing was measured. */
  reader(number: number): (run: number) => number | null
}

function unpackRuns(packed: Uint8Array): UnpackedRuns {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  let position = 0
  const readByte = () => view.getUint8(position++)
  const readVarint = () => {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = readByte()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 0x80
    }
  }
  const version = readByte()
  if (version !== formVersion) throw new Error(`packed runs have the unknown form ${version}`)
  const length = readVarint()
  const minutesAt = position
  position += length
  const outcomes = new Uint32Array(length)
  for (let run = 0; run < length; run += 1) outcomes[run] = readVarint()
  const places = new Map<number, { at: number; step: number }>()
  for (let left = readByte(); left > 0; left -= 1) {
    const number = readByte()
    const isSame = readByte() === columnForms.same
    places.set(number, { at: position, step: isSame ? 0 : 8 })
    position += isSame ? 8 : 8 * length
  }
  const outcomeOf = (run: number) => outcomes[run] ?? 0
  return {
    length,
    minuteOf: (run) => view.getUint8(minutesAt + run),
    isFailed: (run) => outcomeOf(run) % 2 === 1,
    retriesOf: (run) => Math.floor(outcomeOf(run) / 2),
    reader(number) {
      const column = places.get(number)
      if (column === undefined) return () => null
      return (run) => {
        const value = view.getFloat64(column.at + run * column.step, true)
        return Number.isNaN(value) ? null : value
      }
    },
  }
}

export type TallyRequest = {
  /** By minutes. */
  grouping: Grouping
  status: RunStatus | null
  metrics: ReadonlySet<MetricName>
  percentiles: ReadonlySet<MetricName>
}

type Gathered = { tally: RunTally; values: number[][] }

/** What `tallyRuns` says of the runs themselves. */
export function tallyPacked(
  hour: {
    checkNo: number
    hour: number
    location: string
    packed: Uint8Array
    /** Of all of them; null where it is not known or nobody asks. */
    isStandIn?: boolean | null
  },
  checkType: CheckType,
  { grouping, status, metrics, percentiles }: TallyRequest,
): RunTally[] {
  const runs = unpackRuns(hour.packed)
  const { by, buckets } = grouping
  const measured = [...metrics].flatMap((name) => {
    const number = metricNumberOf(checkType, name)
    return number === null ? [] : [{ name, valueOf: runs.reader(number) }]
  })
  const statusCodeOf = by === 'statusCode' ? runs.reader(statusCodeNumber) : () => null
  const groups = new Map<string, Gathered>()
  const groupOf = (bucket: number, statusCode: number | null): Gathered => {
    const key = `${bucket}/${statusCode}`
    const group = groups.get(key) ?? {
      tally: emptyTally(hour, { byLocation: by === 'location', bucket, statusCode }),
      values: measured.map(() => []),
    }
    groups.set(key, group)
    return group
  }
  let group: Gathered | null = null
  for (let run = 0; run < runs.length; run += 1) {
    const isFailed = runs.isFailed(run)
    if (status !== null && isFailed !== (status === 'failure')) continue
    const at = hour.hour + runs.minuteOf(run) * minuteMs
    const bucket = buckets === null ? 0 : bucketAt(buckets, at)
    const statusCode = statusCodeOf(run)
    // Mostly the group of the run before.
    if (group === null || group.tally.bucket !== bucket || group.tally.statusCode !== statusCode) {
      group = groupOf(bucket, statusCode)
    }
    const { tally, values }: Gathered = group
    tally.runs += 1
    tally.failed += Number(isFailed)
    tally.retries += runs.retriesOf(run)
    for (let index = 0; index < measured.length; index += 1) {
      const value = measured[index]?.valueOf(run) ?? null
      if (value !== null) values[index]?.push(value)
    }
  }
  for (const { tally, values } of groups.values()) {
    for (const [index, { name }] of measured.entries()) {
      const ofMetric = values[index] ?? []
      if (percentiles.has(name)) tally.values.set(name, ofMetric)
      else if (ofMetric.length > 0) tally.sums.set(name, sumsOf(ofMetric))
    }
  }
  return [...groups.values()].map(({ tally }) => tally)
}

function emptyTally(
  { checkNo, location, isStandIn = null }: { checkNo: number; location: string; isStandIn?: boolean | null },
  group: { byLocation: boolean; bucket: number; statusCode: number | null },
): RunTally {
  return {
    checkNo,
    location: group.byLocation ? location : null,
    isStandIn: group.byLocation ? isStandIn : null,
    statusCode: group.statusCode,
    bucket: group.bucket,
    runs: 0,
    failed: 0,
    retries: 0,
    sums: new Map(),
    values: new Map(),
  }
}
