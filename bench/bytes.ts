import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemClock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { metricValuesIn, statusCodeIn } from '@sonde/schema/check-types/check-metrics.ts'
import { openStore, type Store } from '@sonde/store/engine/store.ts'
import { decodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import {
  createDetailPacker,
  readableDetails,
  writeReferences,
} from '@sonde/store/result-details/detail-packer.ts'
import { referencesOf } from '@sonde/store/result-details/reference-rows.ts'
import { attemptsAt, insertResults } from '@sonde/store/results/results.ts'
import { type DetailSample, detailSamples } from '@sonde/store/testing/detail-samples.ts'
import { createRandom, laterRun } from '@sonde/store/testing/later-run.ts'
import { storedDetail } from '@sonde/store/testing/packed-results.ts'
import { makeResult } from '@sonde/store/testing/results.ts'
import type { Report, Row } from './report.ts'

const checks = 50
const runs = 300
const beganAt = Date.UTC(2026, 10, 16)

/** What results of every uptime type take in SQLite, and what it takes to pack and to read them. */
export async function benchBytes(): Promise<Report> {
  const rows: Row[] = []
  for (const sample of detailSamples) rows.push(...(await measure(sample)))
  return {
    name: 'bytes',
    machine: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    rows,
  }
}

async function measure(sample: DetailSample): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sonde-bench-'))
  const store = await openStore({ dataDir, databaseUrl: null, encryptionKey: null, clock: systemClock })
  try {
    const packing = await storeRuns(store, sample)
    const results = sizeOf(dataDir, ['results'])
    const references = sizeOf(dataDir, ['detail_references', 'detail_references_check'])
    const name = `${sample.checkType}, ${sample.name}`
    const perRun = checks * runs
    return [
      { what: `${name}: row`, value: results.payload / perRun, unit: 'bytes', goal: '' },
      { what: `${name}: with its pages`, value: results.pages / perRun, unit: 'bytes', goal: '<= 250' },
      { what: `${name}: references`, value: references.pages / checks, unit: 'bytes a check', goal: '' },
      { what: `${name}: packed in`, value: packing, unit: 'us', goal: '' },
      { what: `${name}: read in`, value: await readRuns(store, sample), unit: 'us', goal: '' },
    ]
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true })
  }
}

/** Every minute one result of each check; tells the microseconds of packing one. */
async function storeRuns(store: Store, sample: DetailSample): Promise<number> {
  const { checkType, verdict, config, responseTime } = sample
  const packer = createDetailPacker({ store })
  const random = createRandom(1)
  let cpu = 0
  for (let run = 0; run < runs; run += 1) {
    const measured = Array.from({ length: checks }, (_, index) => {
      const detail = checkType === 'ICMP' ? sample.detail : laterRun(storedDetail(sample), random)
      const metrics = metricValuesIn(checkType, detail)
      const row = makeResult({
        checkNo: index + 1,
        checkType,
        verdict,
        origin: 'eu-central-1',
        scheduledAt: beganAt + run * minuteMs + index * 1_200,
        responseTime,
        statusCode: statusCodeIn(checkType, detail),
        metrics,
      })
      return { row, detail, metrics }
    })
    await packer.prepare(measured.map(({ row }) => row))
    const before = process.cpuUsage()
    const packed = measured.map(({ row, detail, metrics }) => packer.pack(row, { detail, config, metrics }))
    const { user, system } = process.cpuUsage(before)
    cpu += user + system
    const written = await store.write(async (db) => {
      const details = await readableDetails(db, packed)
      await insertResults(
        db,
        measured.map(({ row }, index) => ({ ...row, detail: details[index] ?? row.detail })),
      )
      return await writeReferences(db, packed)
    })
    packer.settle(packed, written)
  }
  return cpu / (checks * runs)
}

async function readRuns(store: Store, { checkType, config }: DetailSample): Promise<number> {
  const rows = []
  for (let run = 0; run < runs; run += 1) {
    const key = { checkNo: 1, checkType, scheduledAt: beganAt + run * minuteMs }
    rows.push(...(await attemptsAt(store.read, key)))
  }
  const rounds = 10
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) {
    const references = await referencesOf(store.read, rows)
    for (const row of rows) decodeDetail(row.detail, row, config, references)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (rounds * rows.length)
}

function sizeOf(dataDir: string, names: readonly string[]): { payload: number; pages: number } {
  const database = new DatabaseSync(join(dataDir, 'sonde.db'), { readOnly: true })
  try {
    const places = names.map(() => '?').join(', ')
    const query = `select sum(payload) as payload, sum(pgsize) as pages from dbstat where name in (${places})`
    const row = database.prepare(query).get(...names)
    return { payload: Number(row?.['payload']), pages: Number(row?.['pages']) }
  } finally {
    database.close()
  }
}
