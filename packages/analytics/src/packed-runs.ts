import { minuteMs } from '@sonde/ground/durations.ts'
import { type MetricColumn, statusCodeColumn } from '@sonde/schema/check-types/check-metrics.ts'
import {
  type Grouping,
  type RunStatus,
  type RunTally,
  bucketAt,
} from '@sonde/store/results/measured-values.ts'
import { createByteWriter } from '@sonde/store/result-details/byte-writer.ts'
import { storedColumns } from './measures.ts'
import { sumsOf } from './run-figures.ts'

/** One run that counts, as much of it as figures are made of. */
export type CountedRun = Readonly<Record<MetricColumn, number | null>> & {
  startedAt: number
  isFailed: boolean
  retries: number
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
export function packRuns(runs: readonly CountedRun[]): Uint8Array {
  const columns = storedColumns.filter((column) => runs.some((run) => run[column] !== null))
  const writer = createByteWriter()
  writer.byte(formVersion)
  writer.varint(runs.length)
  for (const { startedAt } of runs) writer.byte(Math.floor(startedAt / minuteMs) % 60)
  for (const { isFailed, retries } of runs) writer.varint(retries * 2 + Number(isFailed))
  writer.byte(columns.length)
  for (const column of columns) {
    const [first] = runs
    const isSame = runs.every((run) => run[column] === first?.[column])
    writer.byte(storedColumns.indexOf(column))
    writer.byte(isSame ? columnForms.same : columnForms.each)
    for (const run of isSame ? runs.slice(0, 1) : runs) writer.double(run[column] ?? Number.NaN)
  }
  return writer.take()
}

type UnpackedRuns = {
  length: number
  /** Of the hour. */
  minuteOf(run: number): number
  isFailed(run: number): boolean
  retriesOf(run: number): number
  /** The value of a run; null where nothing was measured. */
  reader(column: MetricColumn): (run: number) => number | null
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
  const places = new Map<MetricColumn, { at: number; step: number }>()
  for (let left = readByte(); left > 0; left -= 1) {
    const column = storedColumns[readByte()]
    const isSame = readByte() === columnForms.same
    if (column !== undefined) places.set(column, { at: position, step: isSame ? 0 : 8 })
    position += isSame ? 8 : 8 * length
  }
  const outcomeOf = (run: number) => outcomes[run] ?? 0
  return {
    length,
    minuteOf: (run) => view.getUint8(minutesAt + run),
    isFailed: (run) => outcomeOf(run) % 2 === 1,
    retriesOf: (run) => Math.floor(outcomeOf(run) / 2),
    reader(column) {
      const place = places.get(column)
      if (place === undefined) return () => null
      return (run) => {
        const value = view.getFloat64(place.at + run * place.step, true)
        return Number.isNaN(value) ? null : value
      }
    },
  }
}

export type TallyRequest = {
  /** By minutes. */
  grouping: Grouping
  status: RunStatus | null
  columns: ReadonlySet<MetricColumn>
  percentileColumns: ReadonlySet<MetricColumn>
}

type Gathered = { tally: RunTally; values: number[][] }

/** What `tallyRuns` says of the runs themselves. */
export function tallyPacked(
  hour: { checkNo: number; hour: number; location: string; packed: Uint8Array },
  { grouping, status, columns, percentileColumns }: TallyRequest,
): RunTally[] {
  const runs = unpackRuns(hour.packed)
  const { by, buckets } = grouping
  const readers = [...columns].map((column) => runs.reader(column))
  const statusCodeOf = by === 'statusCode' ? runs.reader(statusCodeColumn) : () => null
  const groups = new Map<string, Gathered>()
  const groupOf = (bucket: number, statusCode: number | null): Gathered => {
    const key = `${bucket}/${statusCode}`
    const made = groups.get(key) ?? {
      tally: emptyTally(hour, { byLocation: by === 'location', bucket, statusCode }),
      values: readers.map(() => []),
    }
    groups.set(key, made)
    return made
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
    for (let column = 0; column < readers.length; column += 1) {
      const value = readers[column]?.(run) ?? null
      if (value !== null) values[column]?.push(value)
    }
  }
  for (const { tally, values } of groups.values()) {
    for (const [index, column] of [...columns].entries()) {
      const ofColumn = values[index] ?? []
      if (percentileColumns.has(column)) tally.values.set(column, ofColumn)
      else if (ofColumn.length > 0) tally.sums.set(column, sumsOf(ofColumn))
    }
  }
  return [...groups.values()].map(({ tally }) => tally)
}

function emptyTally(
  { checkNo, location }: { checkNo: number; location: string },
  group: { byLocation: boolean; bucket: number; statusCode: number | null },
): RunTally {
  return {
    checkNo,
    location: group.byLocation ? location : null,
    statusCode: group.statusCode,
    bucket: group.bucket,
    runs: 0,
    failed: 0,
    retries: 0,
    sums: new Map(),
    values: new Map(),
  }
}
