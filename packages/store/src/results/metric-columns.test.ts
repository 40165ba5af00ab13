import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import type { MetricName } from '@sonde/schema/check-types/check-metrics.ts'
import { sql } from 'kysely'
import { backUp, restoreInto } from '../../testing/backups.ts'
import { forEachEngine, type TestDatabase } from '../../testing/engines.ts'
import { folderOf, open, placeOf } from '../../testing/filled-store.ts'
import { addResults, makeResult } from '../../testing/results.ts'
import { knownMigrations } from '../backup/known-tables.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { migrateToLatest } from '../engine/migrate.ts'
import { createPostgresEngine } from '../engine/postgres/postgres-engine.ts'
import { openSqliteEngine } from '../engine/sqlite/sqlite-engine.ts'
import type { Store } from '../engine/store.ts'
import { encryptionKeyFile } from '../installation/encryption-key.ts'
import { migrations } from '../migrations/registry.ts'
import {
  columnOf,
  fromMetricColumns,
  metricColumns,
  metricNumberOf,
  numberedMetricsOf,
  statusCodeNumber,
  toMetricColumns,
} from './metric-columns.ts'
import { makePartition } from './result-partitions.ts'
import { attemptsAt } from './results.ts'

suite('columns of metrics', () => {
  for (const { checkType, run } of checkKinds) {
    // The guarantee behind the cast: these are the names of the metrics of a kind.
    const names = Object.keys(run?.metrics ?? {}) as MetricName[]

    test(`every metric of ${checkType} has a column and a number that no other has`, () => {
      const columns = names.map((name) => columnOf(checkType, name))
      assert.ok(columns.every((column) => column !== null))
      assert.equal(new Set(columns).size, names.length)
      const numbers = numberedMetricsOf(checkType).map(({ number }) => number)
      assert.equal(new Set([...numbers, statusCodeNumber]).size, numbers.length + 1)
    })

    test(`values of ${checkType} come back by the names they had`, () => {
      const inDetail = names.filter((name) => run?.metrics[name]?.source === 'detail')
      const values = Object.fromEntries(
        inDetail.map((name, index) => [name, index === 1 ? null : index + 0.5]),
      )
      assert.deepEqual(fromMetricColumns(checkType, toMetricColumns(checkType, values)), values)
    })
  }

  test('there is room for twelve with the response time, and those a type does not have are null', () => {
    assert.equal(metricColumns.length + 1, 12)
    const columns = toMetricColumns('DNS', { packetLoss: 50 })
    assert.deepEqual(
      Object.values(columns),
      Array.from(metricColumns, () => null),
    )
  })

  test('a metric of another type has neither column nor number', () => {
    assert.equal(columnOf('TCP', 'packetLoss'), null)
    assert.equal(metricNumberOf('TCP', 'packetLoss'), null)
  })

  // What rollups of earlier versions hold is read by these numbers: they never change.
  const numbers: [Parameters<typeof metricNumberOf>[0], MetricName, number][] = [
    ['ICMP', 'latencyAvg', 0],
    ['TCP', 'responseTime', 0],
    ['ICMP', 'packetLoss', 1],
    ['ICMP', 'latencyStdDev', 4],
    ['URL', 'download', 5],
    ['SSL', 'ocspStapled', 5],
    ['TRACEROUTE', 'totalHops', 2],
  ]
  for (const [checkType, name, number] of numbers) {
    test(`${name} of ${checkType} is stored as number ${number}`, () => {
      assert.equal(metricNumberOf(checkType, name), number)
    })
  }
})

const dayMs = 24 * 60 * 60 * 1000
const slot = Date.UTC(2026, 7, 10, 12)

/** A database of 0.6.0, with a result of a URL monitor and one of an ICMP monitor. */
async function makeOldDatabase({ dataDir, databaseUrl }: TestDatabase, fingerprint: string): Promise<void> {
  const engine = databaseUrl === null ? await openSqliteEngine(dataDir) : createPostgresEngine(databaseUrl)
  const names = Object.keys(migrations).filter((name) => name < '0020')
  await engine.startExclusively(async (db) => {
    await migrateToLatest(db, knownMigrations(names).known)
    await sql`insert into installation (key, value) values ('encryption_key_fingerprint', ${fingerprint})`.execute(
      db,
    )
    await makePartition(db, slot)
    const yes = isSqlite(db) ? 1 : true
    for (const [checkNo, ...values] of [
      [1, 91.5, 0.2, 3.8, 15.5, 47.6, 2.9, 503],
      [2, 15.125, 0, 10.5, 20, null, null, null],
    ] as const) {
      await sql`insert into results (check_no, scheduled_at, origin, attempt, is_final, verdict, source, snapshot,
          started_at, duration_ms, created_at, check_run_id,
          response_time, metric_1, metric_2, metric_3, metric_4, metric_5, metric_6, detail)
        values (${checkNo}, ${slot}, 'eu-west-1', 1, ${yes}, 0, 0, 1, ${slot}, 1.5, ${slot}, ${checkNo},
          ${sql.join(values)}, ${new Uint8Array([0, 123, 125])})`.execute(db)
    }
  })
  await engine.close()
}

async function expectOldResults(store: Store): Promise<void> {
  const at = { scheduledAt: slot }
  const [url] = await attemptsAt(store.read, { ...at, checkNo: 1, checkType: 'URL' })
  assert.deepEqual(
    [url?.responseTime, url?.statusCode, url?.metrics],
    [91.5, 503, { wait: 0.2, dns: 3.8, tcp: 15.5, firstByte: 47.6, download: 2.9 }],
  )
  const [icmp] = await attemptsAt(store.read, { ...at, checkNo: 2, checkType: 'ICMP' })
  assert.deepEqual(
    [icmp?.responseTime, icmp?.statusCode, icmp?.metrics],
    [15.125, null, { packetLoss: 0, latencyMin: 10.5, latencyMax: 20, latencyStdDev: null, dns: null }],
  )
}

forEachEngine('results of 0.6.0', (engine) => {
  test('keep their values under the names of their metrics, and others are stored beside them', async (t) => {
    const [keyed, old, fresh] = [await placeOf(t, engine), await placeOf(t, engine), await placeOf(t, engine)]
    const file = join(folderOf(t), 'backup.zst')
    const { sealer, close } = await open(keyed)
    await close()
    for (const { dataDir } of [old, fresh]) {
      copyFileSync(encryptionKeyFile(keyed.dataDir), encryptionKeyFile(dataDir))
    }
    await makeOldDatabase(old, sealer.keyFingerprint)
    await backUp(old, file, { withKey: false })
    await restoreInto(fresh, file)
    for (const place of [old, fresh]) {
      const store = await open(place)
      await expectOldResults(store)
      const row = makeResult({ checkNo: 2, scheduledAt: slot + dayMs })
      await store.write((db) => makePartition(db, row.scheduledAt))
      assert.deepEqual(await addResults(store, [row]), [true])
      const [found] = await attemptsAt(store.read, row)
      assert.deepEqual(found?.metrics, row.metrics)
      await store.close()
    }
  })
})
