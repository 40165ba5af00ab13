import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { claimUnnamedBlobs, reserveBlob } from '@sonde/store/artifacts/artifact-blobs.ts'
import { usageOf } from '@sonde/store/artifacts/artifact-usage.ts'
import { insertArtifact } from '@sonde/store/artifacts/artifacts.ts'
import { insertSnapshots } from '@sonde/store/checks/check-snapshots.ts'
import { deleteCheck } from '@sonde/store/checks/checks.ts'
import { setCounter } from '@sonde/store/engine/counters.ts'
import {
  deleteUnusedReferences,
  insertReference,
  type NewReference,
  referencesOfChecks,
} from '@sonde/store/result-details/reference-rows.ts'
import { insertResults } from '@sonde/store/results/results.ts'
import { type OpenedStore, forEachEngine } from '@sonde/store/testing/engines.ts'
import { rowsByPartition } from '@sonde/store/testing/partitions.ts'
import {
  addNumberedCheck,
  createKeptLog,
  createMovableClock,
  makeRun,
  storeDueRuns,
} from '../testing/stored-runs.ts'
import { createRetentionJob } from './retention-job.ts'
import { createRollupJob } from './rollup-job.ts'

const noon = Date.UTC(2026, 7, 19, 12)

function referenceTo(checkNo: number, usableUntil: number): NewReference {
  return { checkNo, checkType: 'TCP', location: 'eu-west-1', usableUntil, detail: { a: 1 } }
}

forEachEngine('the retention job', (engine) => {
  const clock = createMovableClock(noon)
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open({ clock })
  })
  after(() => opened.close())

  const log = createKeptLog()
  const job = () =>
    createRetentionJob({
      store: opened.store,
      clock,
      log,
      rawRetentionDays: 30,
      rollupRetentionDays: 760,
    })

  const slots = async (checkNo: number) => {
    const rows = await opened.store.read
      .selectFrom('results')
      .select('scheduled_at')
      .where('check_no', '=', checkNo)
      .orderBy('scheduled_at')
      .execute()
    return rows.map(({ scheduled_at: at }) => at)
  }
  type CountedTable =
    | 'hourly_runs'
    | 'hourly_rollups'
    | 'daily_rollups'
    | 'check_snapshots'
    | 'detail_references'
  const count = async (table: CountedTable, checkNo: number) => {
    const { found } = await opened.store.read
      .selectFrom(table)
      .select((builder) => builder.fn.countAll<number>().as('found'))
      .where('check_no', '=', checkNo)
      .executeTakeFirstOrThrow()
    return Number(found)
  }

  /** As if the job had run all the time. */
  const passTimeTo = async (at: number) => {
    clock.set(at)
    await opened.store.write((db) => setCounter(db, 'deleted_as_of', at))
  }

  test('results older than the limit go, however many, and the others stay', async () => {
    clock.set(noon)
    const { checkNo } = await addNumberedCheck(opened.store)
    const old = Array.from({ length: 1_300 }, (_, index) =>
      makeRun(checkNo, noon - 32 * dayMs + index * minuteMs),
    )
    const kept = [makeRun(checkNo, noon - 30 * dayMs), makeRun(checkNo, noon - dayMs)]
    await opened.store.write((db) => insertResults(db, [...old, ...kept]))
    await job().runOnce()
    assert.deepEqual(
      await slots(checkNo),
      kept.map(({ scheduledAt }) => scheduledAt),
    )
    await job().runOnce()
    assert.equal((await slots(checkNo)).length, 2)
  })

  test('results of many checks are swept in one round', async () => {
    clock.set(noon)
    const numbers: number[] = []
    for (let index = 0; index < 30; index += 1) {
      const { checkNo } = await addNumberedCheck(opened.store)
      numbers.push(checkNo)
      await opened.store.write((db) =>
        insertResults(db, [makeRun(checkNo, noon - 40 * dayMs), makeRun(checkNo, noon - hourMs)]),
      )
    }
    await job().runOnce()
    for (const checkNo of numbers) assert.deepEqual(await slots(checkNo), [noon - hourMs])
  })

  test('files go with their results, with their check, with their trial run, and by their type', async () => {
    clock.set(noon)
    const { store } = opened
    const { checkNo } = await addNumberedCheck(store)
    const gone = await addNumberedCheck(store)
    const [oldAt, newAt] = [noon - 32 * dayMs, noon - 2 * dayMs]
    const attempts = [
      { checkNo, at: oldAt, type: 'pcap' },
      { checkNo, at: newAt, type: 'pcap' },
      { checkNo, at: newAt, type: 'video' },
      { checkNo: gone.checkNo, at: newAt, type: 'pcap' },
      { checkNo: 0, at: noon - 2 * hourMs, type: 'pcap' },
      { checkNo: 0, at: noon - minuteMs, type: 'pcap' },
    ]
    await store.write(async (db) => {
      for (const [index, { checkNo: number, at, type }] of attempts.entries()) {
        const sha256 = String(index).repeat(64)
        await reserveBlob(db, { sha256, bytes: 10, until: noon })
        const { accountId } = gone
        const owner = { accountId, checkNo: number, scheduledAt: at, origin: 'a', attempt: 1 }
        const file = { name: `${index}`, number: 1, type, contentType: 'a/b', bytes: 10, sha256 }
        assert.ok(await insertArtifact(db, owner, { ...file, missing: null }, at))
      }
    })
    await store.write((db) => deleteCheck(db, { accountId: gone.accountId, id: gone.checkId }))
    await createRetentionJob({
      store,
      clock,
      log,
      rawRetentionDays: 30,
      rollupRetentionDays: 760,
      fileKeptMs: new Map([['video', dayMs]]),
    }).runOnce()
    const rows = await store.read
      .selectFrom('artifacts')
      .select(['name', 'missing'])
      .orderBy('name')
      .execute()
    assert.deepEqual(
      rows.map(({ name, missing }) => [name, missing]),
      [
        ['1', null],
        ['2', 'retention'],
        ['5', null],
      ],
    )
    const usage = await usageOf(store.read, gone.accountId)
    assert.deepEqual([usage.get('pcap')?.bytes, usage.get('video')?.bytes], [20, 0])
    const claim = await store.write((db) => claimUnnamedBlobs(db, { now: noon, limit: 10 }))
    assert.equal(claim.hashes.length, 4)
  })

  test('a deleted check takes its results, rollups, snapshots, references and pending runs along', async () => {
    clock.set(noon)
    const gone = await addNumberedCheck(opened.store)
    const stays = await addNumberedCheck(opened.store)
    for (const { checkNo } of [gone, stays]) {
      const runs = Array.from({ length: 600 }, (_, index) => makeRun(checkNo, noon - index * minuteMs))
      await storeDueRuns(opened.store, runs)
      await opened.store.write((db) =>
        insertSnapshots(db, [
          { checkNo, snapshot: 1, name: 'n', config: '{}', sealedSecrets: null, createdAt: noon },
        ]),
      )
      await opened.store.write((db) => insertReference(db, referenceTo(checkNo, noon + 30 * dayMs)))
    }
    await createRollupJob({ store: opened.store, clock, log, rawRetentionDays: 30 }).runOnce()
    const dueAt = noon
    await opened.store.write((db) =>
      db
        .insertInto('pending_runs')
        .values({ run_id: randomUUID(), check_no: gone.checkNo, due_at: dueAt, run: '{}' })
        .execute(),
    )
    await opened.store.write((db) => deleteCheck(db, { accountId: gone.accountId, id: gone.checkId }))
    await job().runOnce()
    assert.deepEqual(await slots(gone.checkNo), [])
    for (const table of [
      'hourly_runs',
      'hourly_rollups',
      'daily_rollups',
      'check_snapshots',
      'detail_references',
    ] as const) {
      assert.equal(await count(table, gone.checkNo), 0, table)
      assert.ok((await count(table, stays.checkNo)) > 0, table)
    }
    assert.equal((await slots(stays.checkNo)).length, 600)
    const left = await opened.store.read.selectFrom('removed_checks').selectAll().execute()
    const pending = await opened.store.read.selectFrom('pending_runs').selectAll().execute()
    assert.deepEqual([left, pending], [[], []])
  })

  test('packed runs go with the results, rollups are kept for longer and then go too', async () => {
    clock.set(noon)
    const { checkNo } = await addNumberedCheck(opened.store)
    await storeDueRuns(opened.store, [makeRun(checkNo, noon)])
    clock.set(noon + 2 * dayMs)
    await createRollupJob({ store: opened.store, clock, log, rawRetentionDays: 30 }).runOnce()
    await job().runOnce()
    assert.deepEqual([(await slots(checkNo)).length, await count('hourly_runs', checkNo)], [1, 1])
    await passTimeTo(noon + 759 * dayMs)
    await job().runOnce()
    assert.deepEqual([(await slots(checkNo)).length, await count('hourly_runs', checkNo)], [0, 0])
    assert.deepEqual([await count('hourly_rollups', checkNo), await count('daily_rollups', checkNo)], [1, 1])
    // Months of PostgreSQL go as a whole, when the last of their hours is too old.
    await passTimeTo(noon + 774 * dayMs)
    await job().runOnce()
    assert.deepEqual([await count('hourly_rollups', checkNo), await count('daily_rollups', checkNo)], [0, 0])
  })

  test('case 62: months go as a whole, and one by one what lies in none of them', async () => {
    if (engine.name === 'sqlite') return
    clock.set(noon)
    await job().runOnce()
    await opened.store.write((db) => db.deleteFrom('hourly_rollups').execute())
    const { checkNo } = await addNumberedCheck(opened.store)
    const hours = [noon - 90 * dayMs, noon - 40 * dayMs, noon - dayMs, noon + 20 * dayMs]
    await storeDueRuns(
      opened.store,
      hours.map((at) => makeRun(checkNo, at)),
    )
    const parts = () => rowsByPartition(opened.store, 'hourly_rollups')
    const months = { hourly_rollups_202608: 1, hourly_rollups_202609: 1 }
    assert.deepEqual(await parts(), { ...months, hourly_rollups_other: 2 })
    const shortJob = () =>
      createRetentionJob({ store: opened.store, clock, log, rawRetentionDays: 30, rollupRetentionDays: 30 })
    await shortJob().runOnce()
    assert.deepEqual(await parts(), months)
    await passTimeTo(noon + 30 * dayMs)
    await shortJob().runOnce()
    assert.deepEqual(await parts(), months, 'a part of August is not too old')
    await passTimeTo(noon + 43 * dayMs)
    await shortJob().runOnce()
    assert.deepEqual(await parts(), { hourly_rollups_202609: 1 })
    await opened.store.write((db) => db.deleteFrom('counters').execute())
  })

  test('a clock that is set years ahead deletes nothing, whether or not slots follow it', async () => {
    clock.set(noon)
    const { checkNo } = await addNumberedCheck(opened.store)
    await storeDueRuns(opened.store, [makeRun(checkNo, noon)])
    await opened.store.write((db) => setCounter(db, 'dispatched_until', noon))
    await job().runOnce()
    const left = async () => [(await slots(checkNo)).length, await count('hourly_rollups', checkNo)]
    clock.set(noon + 3_000 * dayMs)
    await job().runOnce()
    assert.deepEqual(await left(), [1, 1])
    await opened.store.write((db) => setCounter(db, 'dispatched_until', noon + 3_000 * dayMs))
    for (let round = 0; round < 24; round += 1) await job().runOnce()
    assert.deepEqual(await left(), [1, 1])
    clock.set(noon + hourMs)
    await job().runOnce()
    assert.deepEqual(await left(), [1, 1])
    await opened.store.write((db) => db.deleteFrom('counters').execute())
  })

  test('the last slot that was run is the proof of time when the job has none of its own', async () => {
    clock.set(noon)
    const { checkNo } = await addNumberedCheck(opened.store)
    await storeDueRuns(opened.store, [makeRun(checkNo, noon)])
    await opened.store.write(async (db) => {
      await db.deleteFrom('counters').execute()
      await setCounter(db, 'dispatched_until', noon)
    })
    clock.set(noon + 3_000 * dayMs)
    await job().runOnce()
    assert.equal((await slots(checkNo)).length, 1)
    await opened.store.write((db) => db.deleteFrom('counters').execute())
  })

  test('after a long rest the job catches up round by round', async () => {
    clock.set(noon)
    const { checkNo } = await addNumberedCheck(opened.store)
    await storeDueRuns(opened.store, [makeRun(checkNo, noon)])
    await job().runOnce()
    clock.set(noon + 33 * dayMs)
    for (let round = 0; round < 29; round += 1) await job().runOnce()
    assert.equal((await slots(checkNo)).length, 1)
    // Days of PostgreSQL go as a whole, when the last of their results is too old.
    for (let round = 0; round < 4; round += 1) await job().runOnce()
    assert.deepEqual(await slots(checkNo), [])
  })

  test('snapshots go when every result made with them has gone, and the current one never', async () => {
    clock.set(noon)
    const { checkNo } = await addNumberedCheck(opened.store)
    const made = (snapshot: number, daysAgo: number) => ({
      checkNo,
      snapshot,
      name: 'n',
      config: '{}',
      sealedSecrets: null,
      createdAt: noon - daysAgo * dayMs,
    })
    await opened.store.write((db) =>
      insertSnapshots(db, [made(1, 100), made(2, 50), made(3, 33), made(4, 10), made(5, 1)]),
    )
    await job().runOnce()
    const rows = await opened.store.read
      .selectFrom('check_snapshots')
      .select('snapshot')
      .where('check_no', '=', checkNo)
      .orderBy('snapshot')
      .execute()
    assert.deepEqual(
      rows.map(({ snapshot }) => snapshot),
      [3, 4, 5],
    )
    await passTimeTo(noon + 365 * dayMs)
    await job().runOnce()
    assert.equal(await count('check_snapshots', checkNo), 1)
  })

  test('what details are read with goes after every result that may need it', async () => {
    clock.set(noon)
    const { checkNo } = await addNumberedCheck(opened.store)
    const limits = [33, 31, 10].map((daysAgo) => noon - daysAgo * dayMs)
    for (const usableUntil of limits) {
      await opened.store.write((db) => insertReference(db, referenceTo(checkNo, usableUntil)))
    }
    // As if the sweep had been stopped before it came to this one.
    const left = makeRun(checkNo, noon - 34 * dayMs)
    await opened.store.write((db) => insertResults(db, [left, makeRun(checkNo, noon - dayMs)]))
    const range = { after: checkNo - 1, upTo: checkNo, before: noon - 32 * dayMs }
    await opened.store.write((db) => deleteUnusedReferences(db, range))
    assert.equal(await count('detail_references', checkNo), 3)
    await job().runOnce()
    assert.deepEqual(await slots(checkNo), [noon - dayMs])
    const rows = await referencesOfChecks(opened.store.read, [checkNo])
    assert.deepEqual(
      rows.map(({ usableUntil }) => usableUntil),
      limits.slice(1).toReversed(),
    )
  })

  test('a stopped job ends in the middle of its work', async () => {
    clock.set(noon)
    const { checkNo } = await addNumberedCheck(opened.store)
    const runs = Array.from({ length: 2_000 }, (_, index) =>
      makeRun(checkNo, noon - 50 * dayMs + index * minuteMs),
    )
    await opened.store.write((db) => insertResults(db, runs))
    const started = job()
    started.start()
    await started.stop()
    await job().runOnce()
    assert.deepEqual(await slots(checkNo), [])
    // The tests before have written results of yesterday without a partition, and are told so.
    assert.deepEqual(
      log.told.filter((message) => !/^(results|rows) of the last day have no partition/.test(message)),
      [],
    )
  })
})
