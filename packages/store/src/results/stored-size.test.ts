import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { metricValuesIn, statusCodeIn } from '@sonde/schema/check-types/check-metrics.ts'
import { sql } from 'kysely'
import { type DetailSample, detailSamples } from '../../testing/detail-samples.ts'
import { forEachEngine, type OpenedStore } from '../../testing/engines.ts'
import { addResults, makeResult } from '../../testing/results.ts'
import { decodeDetail, encodeDetail } from '../result-details/detail-codec.ts'
import { toWholeMicroseconds, withWholeMicroseconds } from '../result-details/whole-microseconds.ts'
import { attemptsAt, type ResultRow } from './results.ts'

/** Results that hold more that differs from run to run, or from check to check, than fits into 250 bytes. */
const mostBytes: Readonly<Record<string, number>> = {
  // Headers of a whole web server and a fingerprint.
  'URL: https, 200 of nginx': 320,
  // Three fingerprints and the names in two certificates.
  'SSL: trusted': 380,
  // Names, addresses and five times for each hop.
  'TRACEROUTE: eight hops': 420,
}

/** PostgreSQL has a header of 24 bytes before each row, and numbers of fixed length. */
const overheadOf = { sqlite: 0, postgres: 60 } as const

/** As the intake of results stores it. */
function rowOf({ checkType, config, verdict, responseTime, detail }: DetailSample): {
  row: ResultRow
  detail: unknown
} {
  const cut = checkType === 'ICMP' ? detail : withWholeMicroseconds(detail)
  const metrics = metricValuesIn(checkType, cut)
  const row = makeResult({
    checkType,
    verdict,
    origin: 'eu-central-1',
    location: 'eu-central-1',
    responseTime:
      responseTime === null || checkType === 'ICMP' ? responseTime : toWholeMicroseconds(responseTime),
    statusCode: statusCodeIn(checkType, cut),
    metrics,
    detail: encodeDetail(checkType, cut, config, metrics),
  })
  return { row, detail: cut }
}

forEachEngine('what a result takes', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  async function bytesOf(row: ResultRow): Promise<number> {
    const { read, write } = opened.store
    await write((db) => db.deleteFrom('results').execute())
    await addResults(opened.store, [row])
    const asked =
      engine.name === 'sqlite'
        ? sql<{ bytes: number }>`select sum(payload) as bytes from dbstat where name = 'results'`
        : sql<{ bytes: number }>`select pg_column_size(results.*) as bytes from results`
    return (await asked.execute(read)).rows[0]?.bytes ?? Number.NaN
  }

  for (const sample of detailSamples) {
    test(`${sample.checkType}: ${sample.name}`, async () => {
      const { row, detail } = rowOf(sample)
      const bytes = await bytesOf(row)
      const [stored] = await attemptsAt(opened.store.read, row)
      assert.ok(stored)
      assert.deepEqual(decodeDetail(stored.detail, stored, sample.config), detail)
      const most = mostBytes[`${sample.checkType}: ${sample.name}`] ?? 250
      assert.ok(
        bytes <= most + overheadOf[engine.name],
        `${bytes} bytes, ${row.detail.length} of them its detail`,
      )
    })

    test(`${sample.checkType}: ${sample.name}, as 0.6.0 stored it`, async () => {
      const { checkType, responseTime, detail, config } = sample
      const stored = Buffer.from(sample.storedBy060, 'base64')
      const metrics = metricValuesIn(checkType, detail)
      const row = makeResult({ checkType, responseTime, metrics, detail: stored, scheduledAt: 1_000 })
      await addResults(opened.store, [{ ...row, checkNo: detailSamples.indexOf(sample) + 2 }])
      const [read] = await attemptsAt(opened.store.read, {
        ...row,
        checkNo: detailSamples.indexOf(sample) + 2,
      })
      assert.ok(read)
      assert.deepEqual(decodeDetail(read.detail, read, config), detail)
    })
  }
})
