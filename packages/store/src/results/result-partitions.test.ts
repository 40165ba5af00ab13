import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { dayMs } from '@sonde/ground/durations.ts'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { deleteOldFromOtherPartition, dropPartitionBefore, makePartition } from './result-partitions.ts'
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
})
