import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import {
  countMisplacedResults,
  deleteOldFromOtherPartition,
  dropPartitionBefore,
  makePartition,
  type PartitionHours,
} from './result-partitions.ts'
import { insertResults } from './results.ts'

const start = Date.UTC(2031, 0, 1, 12)

forEachEngine('partitions of results', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  const make = (at: number) => opened.store.write((db) => makePartition(db, at))
  const insert = (checkNo: number, ...slots: number[]) =>
    opened.store.write((db) =>
      insertResults(
        db,
        slots.map((at) => ({
          checkNo,
          checkType: 'ICMP',
          scheduledAt: at,
          origin: 'eu-west-1',
          attempt: 1,
          isFinal: true,
          verdict: 'passed',
          overMax: null,
          source: 'SCHEDULER',
          snapshot: 1,
          location: 'eu-west-1',
          startedAt: at,
          durationMs: 1,
          createdAt: at,
          checkRunId: 1,
          responseTime: 1,
          statusCode: null,
          metrics: {},
          detail: new Uint8Array([0]),
          reason: null,
          isStandIn: false,
        })),
      ),
    )

  if (engine.name === 'sqlite') {
    test('are no concern of SQLite', async () => {
      await make(start)
      assert.equal(await opened.store.write((db) => dropPartitionBefore(db, start)), false)
      assert.equal(await opened.store.write((db) => deleteOldFromOtherPartition(db, start)), false)
    })
    return
  }

  const partitions = async () => {
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'results'::regclass
      order by 1`.execute(opened.store.read)
    return rows.map(({ name }) => name)
  }
  const placesOf = async (checkNo: number) => {
    const { rows } = await sql<{ name: string }>`
      select distinct tableoid::regclass::text as name from results where check_no = ${checkNo}
      order by 1`.execute(opened.store.read)
    return rows.map(({ name }) => name)
  }
  const drop = (at: number) => opened.store.write((db) => dropPartitionBefore(db, at))

  test('a day gets its partition once, whoever asks and however often', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => make(start + (index % 2) * dayMs + index)))
    await make(start)
    await make(start + dayMs)
    assert.deepEqual(await partitions(), ['results_20310101', 'results_20310102', 'results_other'])
    await insert(1, start, start + dayMs)
    assert.deepEqual(await placesOf(1), ['results_20310101', 'results_20310102'])
  })

  test('a result that comes twice is stored once in a partition too', async () => {
    assert.deepEqual(await insert(1, start), [false])
  })

  test('a day is dropped whole, and only when all of it is too old', async () => {
    assert.equal(await drop(Date.UTC(2031, 0, 2) - 1), false)
    assert.equal(await drop(Date.UTC(2031, 0, 2)), true)
    assert.equal(await drop(Date.UTC(2031, 0, 2)), false)
    assert.deepEqual(await partitions(), ['results_20310102', 'results_other'])
    assert.deepEqual(await placesOf(1), ['results_20310102'])
  })

  test('a day whose rows already lie among the others is left there, and deleted row by row', async () => {
    const late = start + 100 * dayMs
    await insert(2, late, late + dayMs)
    await make(late)
    assert.equal((await partitions()).length, 2)
    assert.deepEqual(await placesOf(2), ['results_other'])
    const more = await opened.store.write((db) => deleteOldFromOtherPartition(db, late + 1))
    assert.equal(more, false)
    const { rows } = await sql<{ at: number }>`
      select scheduled_at as at from results where check_no = 2`.execute(opened.store.read)
    assert.deepEqual(rows, [{ at: late + dayMs }])
    await make(late)
    assert.deepEqual(await partitions(), ['results_20310102', 'results_20310411', 'results_other'])
  })

  test('case 62: partitions of hours begin where those of days end, and days where those of hours end', async () => {
    const day = Date.UTC(2032, 0, 1)
    const makeAll = async (from: number, to: number, hours: PartitionHours) => {
      for (let at = from; at < to;) at = await opened.store.write((db) => makePartition(db, at, hours))
    }
    await makeAll(day, day + dayMs, 24)
    await makeAll(day + 5 * hourMs, day + dayMs + 3 * hourMs, 1)
    await makeAll(day, day + 3 * dayMs, 6)
    await makeAll(day, day + 4 * dayMs, 24)
    const made = (await partitions()).filter((name) => name.startsWith('results_2032'))
    assert.deepEqual(made, [
      'results_20320101',
      ...['00_1', '01_1', '02_1', '03_1', '04_1', '05_1', '06_6', '12_6', '18_6'].map(
        (rest) => `results_20320102_${rest}`,
      ),
      ...['00_6', '06_6', '12_6', '18_6'].map((rest) => `results_20320103_${rest}`),
      'results_20320104',
    ])
    await insert(3, day + dayMs + 2 * hourMs, day + dayMs + 7 * hourMs, day + 3 * dayMs)
    assert.deepEqual(await placesOf(3), [
      'results_20320102_02_1',
      'results_20320102_06_6',
      'results_20320104',
    ])
    while (await drop(day + dayMs + 12 * hourMs));
    assert.deepEqual(await placesOf(3), ['results_20320104'])
    assert.deepEqual(
      (await partitions()).find((name) => name.startsWith('results_2032')),
      'results_20320102_12_6',
    )
  })

  test('case 62: who reads for long holds up a drop, and nobody who writes for more than two seconds', async () => {
    const day = Date.UTC(2033, 0, 1)
    while (await drop(day));
    await make(day)
    await make(day + dayMs)
    const [reads, isReading] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const reader = opened.store.write(async (db) => {
      await sql`select count(*) from results_20330101`.execute(db)
      isReading.resolve()
      await reads.promise
    })
    await isReading.promise
    const dropped = drop(day + dayMs).then(
      () => 'dropped',
      (error: unknown) => String(error),
    )
    const beganAt = performance.now()
    await insert(4, day + dayMs)
    const waitedMs = performance.now() - beganAt
    const outcome = await dropped
    reads.resolve()
    await reader
    assert.match(outcome, /lock timeout/)
    assert.ok(waitedMs < 4_000, `a write has waited for ${waitedMs} ms`)
    while (await drop(day + dayMs));
    assert.ok(!(await partitions()).includes('results_20330101'))
  })

  test('case 62: results without a partition of their own are counted', async () => {
    const late = start + 500 * dayMs
    await insert(5, late, late + dayMs)
    const count = (from: number) => countMisplacedResults(opened.store.read, from)
    assert.deepEqual([await count(late), await count(late + dayMs), await count(late + 2 * dayMs)], [2, 1, 0])
  })
})
