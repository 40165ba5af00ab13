import { metricValuesIn, statusCodeIn } from '@sonde/schema/check-types/check-metrics.ts'
import type { Store } from '../src/engine/store.ts'
import {
  type DetailPacker,
  readableDetails,
  writeReferences,
  type WrittenReferences,
} from '../src/result-details/detail-packer.ts'
import { toWholeMicroseconds, withWholeMicroseconds } from '../src/result-details/whole-microseconds.ts'
import { insertResults, type ResultRow } from '../src/results/results.ts'
import type { DetailSample } from './detail-samples.ts'
import { makeResult } from './results.ts'

type Measured = Pick<DetailSample, 'checkType' | 'config' | 'verdict' | 'responseTime'> & { detail: unknown }

/** The times that a detail is stored with. */
export function storedDetail({ checkType, detail }: Pick<Measured, 'checkType' | 'detail'>): unknown {
  return checkType === 'ICMP' ? detail : withWholeMicroseconds(detail)
}

/** Stores one result as the intake of results does, and tells what it stored. */
export async function storePacked(
  store: Store,
  packer: DetailPacker,
  { sample, fields = {} }: { sample: Measured; fields?: Partial<ResultRow> },
): Promise<{ row: ResultRow; detail: unknown }> {
  const { checkType, verdict, config } = sample
  const detail = storedDetail(sample)
  const metrics = metricValuesIn(checkType, detail)
  const responseTime =
    sample.responseTime === null || checkType === 'ICMP'
      ? sample.responseTime
      : toWholeMicroseconds(sample.responseTime)
  const statusCode = statusCodeIn(checkType, detail)
  const place = { origin: 'eu-central-1', location: 'eu-central-1' }
  const row = makeResult({ checkType, verdict, ...place, responseTime, statusCode, metrics, ...fields })
  await packer.prepare([row])
  const packed = [packer.pack(row, { detail, config, metrics })]
  let written: WrittenReferences = new Map()
  try {
    const done = await store.write(async (db) => {
      const [bytes = row.detail] = await readableDetails(db, packed)
      const stored = { ...row, detail: bytes }
      await insertResults(db, [stored])
      return { stored, references: await writeReferences(db, packed) }
    })
    written = done.references
    return { row: done.stored, detail }
  } finally {
    packer.settle(packed, written)
  }
}
