import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import { sql } from 'kysely'
import { Client } from 'pg'
import { forEachEngine } from '../../testing/engines.ts'
import { partitionNames, rowsByPartition } from '../../testing/partitions.ts'
import { openUnsplit } from '../../testing/unsplit-database.ts'
import type { Db } from '../engine/database.ts'
import type { Store } from '../engine/store.ts'
import { packedHours } from '../rollups/recent-hours.ts'
import { countDueRuns, reopenHours } from '../runs/due-runs.ts'
import { writeHourlyRuns } from '../rollups/hourly-runs.ts'
import {
  countMisplacedRows,
  dropMonthBefore,
  makeMonths,
  type MonthlyTable,
  monthlyTableNames,
  monthOf,
  unsortedParts,
} from './monthly-partitions.ts'
import { splitByMonth, takeBackNearEnd } from './split-by-month.ts'

const location = 'eu-west-1'
const january = Date.UTC(2031, 0, 1)
const february = Date.UTC(2031, 1, 1)

const dueOf = (checkNo: number, hour: number) => ({ checkNo, hour, location, count: 1 })

const make = (store: Store, table: MonthlyTable, from: number, to = from) =>
  store.write((db) => makeMonths(db, table, { from, to }))

forEachEngine('partitions of months', (engine) => {
  const open = async (t: TestContext) => {
    const opened = await engine.open()
    t.after(opened.close)
    return opened.store
  }

  if (engine.name === 'sqlite') {
    test('are no concern of SQLite', async (t) => {
      const store = await open(t)
      await make(store, 'hourly_rollups', january)
      assert.equal(await store.write((db) => dropMonthBefore(db, 'hourly_rollups', february)), false)
      assert.deepEqual(await unsortedParts(store.read, 'hourly_rollups'), ['hourly_rollups'])
    })
    return
  }

  test('case 62: a new database has them from the start; rows go where they belong, and are upserted there', async (t) => {
    const store = await open(t)
    for (const table of monthlyTableNames) {
      await Promise.all(Array.from({ length: 8 }, (_, index) => make(store, table, january + index)))
      // Who met another one has made nothing.
      await make(store, table, january, february)
      assert.deepEqual(await partitionNames(store, table), [
        `${table}_203101`,
        `${table}_203102`,
        `${table}_other`,
      ])
    }
    const far = Date.UTC(2040, 0, 1)
    for (let round = 0; round < 2; round += 1) {
      await store.write(async (db) => {
        await countDueRuns(
          db,
          [january, february, far].map((hour) => dueOf(1, hour)),
        )
        await reopenHours(db, [{ checkNo: 1, hour: february, location }])
        await writeHourlyRuns(db, { checkNo: 1, hour: january, location, packed: new Uint8Array([round]) })
      })
    }
    assert.deepEqual(await rowsByPartition(store, 'hourly_rollups'), {
      hourly_rollups_203101: 1,
      hourly_rollups_203102: 1,
      hourly_rollups_other: 1,
    })
    const due = await store.read.selectFrom('hourly_rollups').select('due').execute()
    assert.deepEqual(due, [{ due: 2 }, { due: 2 }, { due: 2 }])
    const packed = await packedHours(store.read, { checkNos: [1], from: january, to: february })
    assert.deepEqual(
      packed.map((row) => [...row.packed]),
      [[1]],
    )
    assert.deepEqual(
      [
        await countMisplacedRows(store.read, 'hourly_rollups'),
        await countMisplacedRows(store.read, 'hourly_runs'),
      ],
      [1, 0],
    )
    const options = await sql<{ options: string[] }>`
      select reloptions as options from pg_class where relname = 'hourly_rollups_203101'`.execute(store.read)
    assert.ok(options.rows[0]?.options.includes('fillfactor=70'))

    assert.equal(await store.write((db) => dropMonthBefore(db, 'hourly_rollups', february - 1)), false)
    assert.equal(await store.write((db) => dropMonthBefore(db, 'hourly_rollups', february)), true)
    assert.deepEqual(await partitionNames(store, 'hourly_rollups'), [
      'hourly_rollups_203102',
      'hourly_rollups_other',
    ])
  })

  test('questions about a time look at its months alone, prepared ones too', async (t) => {
    const store = await open(t)
    await make(store, 'hourly_rollups', january, Date.UTC(2031, 5, 1))
    const plan = await store.write(async (db) => {
      await sql`set local plan_cache_mode = force_generic_plan`.execute(db)
      await sql`
        prepare hours(bigint, bigint, bigint) as
        select due from hourly_rollups where check_no = $1 and hour >= $2 and hour < $3`.execute(db)
      const { rows } = await sql<Record<string, string>>`
        explain (costs off) execute hours(1, ${sql.lit(january + hourMs)}, ${sql.lit(january + dayMs)})`.execute(
        db,
      )
      await sql`deallocate hours`.execute(db)
      return rows.map((row) => Object.values(row)[0]).join('\n')
    })
    assert.match(plan, /Subplans Removed: [56]/)
    assert.match(plan, /hourly_rollups_203101/)
    assert.doesNotMatch(plan, /hourly_rollups_20310[2-6]/)
  })

  const openOld = async (t: TestContext, fill: (db: Db) => Promise<unknown>) => {
    const { dataDir, databaseUrl, remove } = await engine.createDatabase()
    const older = new Client({ connectionString: databaseUrl ?? '' })
    t.after(async () => {
      await older.end()
      await remove()
    })
    assert.ok(databaseUrl !== null)
    const store = await openUnsplit({ dataDir, databaseUrl }, fill)
    t.after(() => store.close())
    await older.connect()
    return { store, older }
  }
  const now = Date.now()
  const thisHour = now - (now % hourMs)

  test('case 62: an older table becomes the first of them, while a server of the release before goes on', async (t) => {
    const { store, older } = await openOld(t, async (db) => {
      await countDueRuns(db, [dueOf(1, january - 40 * 365 * dayMs), dueOf(1, thisHour)])
      await sql`insert into hourly_runs values (1, ${thisHour}, ${location}, '\\x00')`.execute(db)
      await sql`
        insert into result_error_groups
        values (1, ${thisHour}, ${location}, 1, '00000000-0000-4000-8000-000000000000')`.execute(db)
    })
    for (const table of monthlyTableNames) {
      assert.deepEqual(await partitionNames(store, table), [])
      await make(store, table, now)
      assert.deepEqual(await partitionNames(store, table), [])
      assert.deepEqual(await unsortedParts(store.read, table), [table])
    }
    const count = (hour: number) =>
      older.query({
        name: 'due',
        text: `insert into hourly_rollups (check_no, hour, location, due) values ($1, $2, 'eu-west-1', 1)
          on conflict (check_no, hour, location) do update set due = hourly_rollups.due + 1 returning due`,
        values: [1, hour],
      })
    await count(thisHour)
    for (const table of monthlyTableNames) assert.equal(await splitByMonth(store, table, { now }), 'is-split')
    assert.equal((await count(thisHour)).rows[0]?.due, 3)

    const end = monthOf(now + 7 * dayMs).to
    for (const table of monthlyTableNames) await make(store, table, now, end)
    assert.equal((await count(end)).rows[0]?.due, 1)
    assert.equal((await count(end)).rows[0]?.due, 2)
    const month = new Date(end).toISOString().slice(0, 7).replace('-', '')
    assert.deepEqual(await rowsByPartition(store, 'hourly_rollups'), {
      hourly_rollups_before: 2,
      [`hourly_rollups_${month}`]: 1,
    })
    assert.deepEqual(await unsortedParts(store.read, 'hourly_rollups'), [
      'hourly_rollups_before',
      'hourly_rollups_other',
    ])
    assert.deepEqual(await rowsByPartition(store, 'hourly_runs'), { hourly_runs_before: 1 })
    assert.deepEqual(await rowsByPartition(store, 'result_error_groups'), { result_error_groups_before: 1 })
    const { rows: promises } = await sql`
      select 1 from pg_constraint where conname like '%before_months'`.execute(store.read)
    assert.deepEqual(promises, [])
    assert.equal(await store.write((db) => dropMonthBefore(db, 'hourly_rollups', end - 1)), false)
    assert.equal(await store.write((db) => dropMonthBefore(db, 'hourly_rollups', end)), true)
    assert.deepEqual(await rowsByPartition(store, 'hourly_rollups'), { [`hourly_rollups_${month}`]: 1 })
  })

  test('a table with rows far ahead is left as it is, and takes further ones', async (t) => {
    const ahead = thisHour + 100 * dayMs
    const { store } = await openOld(t, (db) => countDueRuns(db, [dueOf(1, ahead)]))
    assert.equal(await splitByMonth(store, 'hourly_rollups', { now }), 'has-rows-ahead')
    await store.write((db) => countDueRuns(db, [dueOf(2, ahead)]))
    assert.deepEqual(await rowsByPartition(store, 'hourly_rollups'), { hourly_rollups: 2 })
  })

  test('what was interrupted is taken back when the end is near, and continued otherwise', async (t) => {
    const { store } = await openOld(t, (db) => countDueRuns(db, [dueOf(1, thisHour)]))
    const promise = (until: number) =>
      store.write((db) =>
        sql`
          alter table hourly_rollups add constraint hourly_rollups_before_months
          check (hour < ${sql.lit(until)}) not valid`.execute(db),
      )
    const later = thisHour + 5 * dayMs
    const write = () => store.write((db) => countDueRuns(db, [dueOf(1, later)]))
    await promise(thisHour + 2 * dayMs)
    await assert.rejects(write(), /before_months/)
    await store.write((db) => takeBackNearEnd(db, 'hourly_rollups', now))
    await write()
    const end = monthOf(now + 60 * dayMs).to
    await promise(end)
    await store.write((db) => takeBackNearEnd(db, 'hourly_rollups', now))
    assert.equal(await splitByMonth(store, 'hourly_rollups', { now }), 'is-split')
    await make(store, 'hourly_rollups', now, end)
    const month = new Date(end).toISOString().slice(0, 7).replace('-', '')
    assert.deepEqual(await partitionNames(store, 'hourly_rollups'), [
      `hourly_rollups_${month}`,
      'hourly_rollups_before',
      'hourly_rollups_other',
    ])
  })
})
