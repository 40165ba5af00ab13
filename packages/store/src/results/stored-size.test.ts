import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { metricValuesIn } from '@sonde/schema/check-types/check-metrics.ts'
import { apiConfig } from '@sonde/schema/testing/api-config.ts'
import { sql } from 'kysely'
import { detailSamples } from '../../testing/detail-samples.ts'
import { forEachEngine, type OpenedStore } from '../../testing/engines.ts'
import { createRandom, laterRun } from '../../testing/later-run.ts'
import { storedDetail, storePacked } from '../../testing/packed-results.ts'
import { addResults, makeResult } from '../../testing/results.ts'
import { decodeDetail, decodeReference, referenceOf } from '../result-details/detail-codec.ts'
import { createDetailPacker } from '../result-details/detail-packer.ts'
import { referencesOf } from '../result-details/reference-rows.ts'
import { attemptsAt, type ResultRow } from './results.ts'

/** What a result may take, beside its share of the pages: together they stay below 250. */
const mostBytes = 205

/** PostgreSQL has a header of 24 bytes before each row, and numbers of fixed length. */
const overheadOf = { sqlite: 0, postgres: 60 } as const

forEachEngine('what a result takes', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  async function bytesOf({ checkNo, scheduledAt }: ResultRow): Promise<number> {
    const { read, write } = opened.store
    await write((db) => db.deleteFrom('results').where('scheduled_at', '<>', scheduledAt).execute())
    await write((db) => db.deleteFrom('results').where('check_no', '<>', checkNo).execute())
    const asked =
      engine.name === 'sqlite'
        ? sql<{ bytes: number }>`select sum(payload) as bytes from dbstat where name = 'results'`
        : sql<{ bytes: number }>`select pg_column_size(results.*) as bytes from results`
    return (await asked.execute(read)).rows[0]?.bytes ?? Number.NaN
  }

  for (const [position, sample] of detailSamples.entries()) {
    const checkNo = position + 2

    test(`${sample.checkType}: ${sample.name}, after the first runs`, async () => {
      const packer = createDetailPacker(opened)
      const random = createRandom(checkNo)
      const stored: { row: ResultRow; detail: unknown }[] = []
      for (let minute = 0; minute < 12; minute += 1) {
        const detail = sample.checkType === 'ICMP' ? sample.detail : laterRun(storedDetail(sample), random)
        const fields = { checkNo, scheduledAt: 1_775_044_800_000 + minute * 60_000 }
        stored.push(await storePacked(opened.store, packer, { sample: { ...sample, detail }, fields }))
      }
      for (const { row, detail } of stored) {
        const [read] = await attemptsAt(opened.store.read, row)
        assert.ok(read)
        const references = await referencesOf(opened.store.read, [read])
        assert.deepEqual(decodeDetail(read.detail, read, sample.config, references), detail)
      }
      const last = stored.at(-1)
      assert.ok(last)
      const bytes = await bytesOf(last.row)
      assert.ok(
        bytes <= mostBytes + overheadOf[engine.name],
        `${bytes} bytes, ${last.row.detail.length} of them its detail`,
      )
    })

    test(`${sample.checkType}: ${sample.name}, as it was stored since 0.7.0`, () => {
      const { checkType, config, stored } = sample
      const detail = storedDetail(sample)
      const alone = {
        checkType,
        responseTime: sample.responseTime,
        metrics: metricValuesIn(checkType, detail),
      }
      assert.deepEqual(decodeDetail(Buffer.from(stored.alone, 'base64'), alone, config), detail)
      if (stored.patched === null) return
      const later = laterRun(detail, createRandom(stored.patched.seed))
      const columns = { ...alone, metrics: metricValuesIn(checkType, later) }
      const patched = Buffer.from(stored.patched.bytes, 'base64')
      const references = new Map([[7, decodeReference(Buffer.from(stored.patched.reference, 'base64'))]])
      assert.equal(referenceOf(patched), 7)
      assert.deepEqual(decodeDetail(patched, columns, config, references), later)
    })

    test(`${sample.checkType}: ${sample.name}, as 0.6.0 stored it`, async () => {
      const { checkType, responseTime, detail, config } = sample
      const stored = Buffer.from(sample.storedBy060, 'base64')
      const metrics = metricValuesIn(checkType, detail)
      const row = makeResult({ checkType, responseTime, metrics, detail: stored, scheduledAt: 1_000 })
      await addResults(opened.store, [{ ...row, checkNo }])
      const [read] = await attemptsAt(opened.store.read, { ...row, checkNo })
      assert.ok(read)
      assert.deepEqual(decodeDetail(read.detail, read, config), detail)
    })
  }

  for (const { what, hasContent, mostStored } of [
    { what: 'without headers and body', hasContent: false, mostStored: 1_500 },
    { what: 'with headers and a body of 4,096 characters', hasContent: true, mostStored: 8_000 },
  ]) {
    test(`an API check that passed, ${what}: under ${mostStored} bytes`, async () => {
      const packer = createDetailPacker(opened)
      const checkNo = hasContent ? 901 : 902
      let last: ResultRow | null = null
      for (let minute = 0; minute < 5; minute += 1) {
        const sample = {
          checkType: 'API' as const,
          verdict: 'passed' as const,
          responseTime: 12.345,
          config: apiConfig(),
          detail: apiDetail(hasContent),
        }
        const fields = { checkNo, scheduledAt: 1_775_044_800_000 + minute * 60_000 }
        const { row, detail } = await storePacked(opened.store, packer, { sample, fields })
        const [read] = await attemptsAt(opened.store.read, row)
        assert.ok(read)
        const references = await referencesOf(opened.store.read, [read])
        assert.deepEqual(decodeDetail(read.detail, read, sample.config, references), detail)
        last = row
      }
      assert.ok(last)
      const bytes = await bytesOf(last)
      assert.ok(bytes < mostStored, `${bytes} bytes, ${last.detail.length} of them its detail`)
    })
  }
})

/** As the verdict of a scheduled run leaves it. Nothing of its body is as it was in the run before. */
function apiDetail(hasContent: boolean) {
  const content = hasContent
    ? {
        body: randomBytes(3_072).toString('base64'),
        bodySize: 200_000,
        bodyTruncated: true,
        headers: Object.fromEntries(
          Array.from({ length: 20 }, (_, nth) => [`x-header-${nth}`, randomBytes(20).toString('hex')]),
        ),
      }
    : { body: '', headers: {} }
  return {
    assertions: [
      {
        order: 0,
        source: 'STATUS_CODE',
        property: '',
        comparison: 'EQUALS',
        target: '200',
        regex: null,
        actual: 200,
        error: null,
      },
    ],
    request: {
      method: 'POST',
      url: 'https://api.example.com/v1/orders',
      data: '{"item":7}',
      headers: {},
      params: {},
    },
    response: {
      status: 200,
      statusText: 'OK',
      ...content,
      resolvedIp: '203.0.113.9',
      redirects: [],
      timings: { socket: 0.1, lookup: 1.2, connect: 2.3, response: 10.1, end: 12.345 },
      timingPhases: { wait: 0.1, dns: 1.1, tcp: 1.1, firstByte: 7.8, download: 2.245, total: 12.345 },
    },
    requestError: null,
    jobLog: { setup: [], request: [], teardown: [] },
    jobAssets: null,
    pcapDataUrl: null,
  }
}
