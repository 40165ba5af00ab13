import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs, minuteMs } from '@sonde/ground/durations.ts'
import { detailSamples } from '../../testing/detail-samples.ts'
import { forEachEngine, type OpenedStore } from '../../testing/engines.ts'
import { createRandom, laterRun } from '../../testing/later-run.ts'
import { storedDetail, storePacked } from '../../testing/packed-results.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import { lockStates } from '../checks/check-states.ts'
import { attemptsAt, insertResults, type ResultRow } from '../results/results.ts'
import { decodeDetail, referenceOf } from './detail-codec.ts'
import { createDetailPacker, readableDetails, writeReferences } from './detail-packer.ts'
import { deleteUnusedReferences, referencesOf, referencesOfChecks } from './reference-rows.ts'

const noon = Date.UTC(2026, 7, 19, 12)

function sampleOf(name: string) {
  const sample = detailSamples.find((each) => `${each.checkType}: ${each.name}` === name)
  assert.ok(sample)
  return sample
}
const https = sampleOf('URL: https, 200 of nginx')
const refused = sampleOf('URL: refused')
const hops = sampleOf('TRACEROUTE: eight hops')

forEachEngine('details as the difference to earlier ones', (engine) => {
  let opened: OpenedStore
  let random: () => number
  before(async () => {
    opened = await engine.open()
    random = createRandom(1)
  })
  after(() => opened.close())

  async function numberOfCheck(): Promise<number> {
    const { store } = opened
    const { id } = await addCheck(store, (await addAccount(store)).id)
    const state = store.read.selectFrom('check_states').select('no').where('check_id', '=', id)
    return (await state.executeTakeFirstOrThrow()).no
  }

  type Stored = { row: ResultRow; detail: unknown }

  /** The next run of a check, a minute after the one before. */
  function createRuns(checkNo: number, packer = createDetailPacker(opened)) {
    let minute = 0
    return async (sample = https, fields: Partial<ResultRow> = {}): Promise<Stored> => {
      minute += 1
      const detail = laterRun(storedDetail(sample), random)
      const scheduledAt = noon + minute * minuteMs
      return await storePacked(opened.store, packer, {
        sample: { ...sample, detail },
        fields: { checkNo, scheduledAt, ...fields },
      })
    }
  }

  async function assertReadable(stored: readonly Stored[]): Promise<void> {
    for (const { row, detail } of stored) {
      const rows = await attemptsAt(opened.store.read, row)
      const read = rows.find(({ origin, attempt }) => origin === row.origin && attempt === row.attempt)
      assert.ok(read)
      const references = await referencesOf(opened.store.read, [read])
      assert.deepEqual(decodeDetail(read.detail, read, null, references), detail)
    }
  }

  test('the second of two equal results is kept once, and those that follow refer to it', async () => {
    const checkNo = await numberOfCheck()
    const run = createRuns(checkNo)
    const stored: Stored[] = []
    for (let count = 0; count < 8; count += 1) stored.push(await run())
    const rows = await referencesOfChecks(opened.store.read, [checkNo])
    assert.deepEqual(
      rows.map(({ location, usableUntil, detail }) => ({ location, usableUntil, detail })),
      [
        {
          location: 'eu-central-1',
          usableUntil: noon + 2 * minuteMs + 30 * dayMs,
          detail: stored[1]?.detail,
        },
      ],
    )
    assert.deepEqual(
      stored.map(({ row }) => referenceOf(row.detail)),
      [null, null, ...Array.from({ length: 6 }, () => rows[0]?.id)],
    )
    // Its time is over.
    stored.push(await run(https, { scheduledAt: noon + 2 * minuteMs + 30 * dayMs }))
    assert.equal(referenceOf(stored.at(-1)?.row.detail ?? new Uint8Array()), null)
    await assertReadable(stored)
  })

  test('a server that starts goes on with the references that there are', async () => {
    const checkNo = await numberOfCheck()
    const earlierRun = createRuns(checkNo)
    for (let count = 0; count < 3; count += 1) await earlierRun()
    const [reference] = await referencesOfChecks(opened.store.read, [checkNo])
    // It has room for one check: each time another one is read, the first is forgotten.
    const packer = createDetailPacker(opened, { limitBytes: 100 })
    const other = createRuns(await numberOfCheck(), packer)
    const run = createRuns(checkNo, packer)
    const stored: Stored[] = []
    for (let count = 0; count < 3; count += 1) {
      stored.push(await run(https, { origin: 'us-east-1', location: 'us-east-1' }))
      await other()
    }
    for (const { row } of stored) assert.equal(referenceOf(row.detail), reference?.id)
    await assertReadable(stored)
  })

  test('failing runs and other locations get references of their own, and results that differ always get few', async () => {
    const checkNo = await numberOfCheck()
    const run = createRuns(checkNo)
    const stored: Stored[] = []
    const paths = ['eu-west-1', 'us-east-1'].map((location, index) => ({
      place: { origin: location, location },
      sample: {
        ...hops,
        detail: JSON.parse(JSON.stringify(hops.detail).replaceAll('10.', `${index + 60}.`)),
      },
    }))
    for (let count = 0; count < 40; count += 1) {
      for (const { place, sample } of paths) stored.push(await run(sample, place))
    }
    await assertReadable(stored)
    const rows = await referencesOfChecks(opened.store.read, [checkNo])
    assert.deepEqual(new Set(rows.map(({ location }) => location)), new Set(['eu-west-1', 'us-east-1']))
    for (const { row } of stored.slice(-2)) assert.ok(row.detail.length < 120, `${row.detail.length} bytes`)

    const restless = await numberOfCheck()
    const runRestless = createRuns(restless)
    const noise = () => Array.from({ length: 20 }, () => [`x${random()}`, `${random()}`])
    const different: Stored[] = []
    for (let count = 0; count < 100; count += 1) {
      different.push(await runRestless({ ...https, detail: { response: Object.fromEntries(noise()) } }))
    }
    await assertReadable(different)
    const few = await referencesOfChecks(opened.store.read, [restless])
    assert.ok(few.length <= 4, `${few.length} references`)
  })

  test('what is too long for a reference is stored alone', async () => {
    const checkNo = await numberOfCheck()
    const run = createRuns(checkNo)
    const body = 'x'.repeat(20_000)
    for (let count = 0; count < 4; count += 1) {
      const { row } = await run({ ...refused, detail: { response: { body }, time: count } })
      assert.equal(referenceOf(row.detail), null)
    }
    assert.deepEqual(await referencesOfChecks(opened.store.read, [checkNo]), [])
  })

  test('a reference that was not written is used by nobody, and its number may be that of another one', async () => {
    const checkNo = await numberOfCheck()
    const packer = createDetailPacker(opened)
    const run = createRuns(checkNo, packer)
    await run()
    const { store } = opened
    // Fails in the middle, and takes the reference back that it has written.
    const failing = { ...store, write: undefined }
    await assert.rejects(
      storePacked(
        {
          ...failing,
          write: (work) =>
            store.write(async (db) => {
              await work(db)
              throw new Error('rolled back')
            }),
        },
        packer,
        { sample: https, fields: { checkNo, scheduledAt: noon } },
      ),
      /rolled back/,
    )
    assert.deepEqual(await referencesOfChecks(store.read, [checkNo]), [])
    const other = createRuns(await numberOfCheck())
    for (let count = 0; count < 3; count += 1) await other(refused)
    const stored: Stored[] = []
    for (let count = 0; count < 5; count += 1) stored.push(await run())
    await assertReadable(stored)
    assert.equal((await referencesOfChecks(store.read, [checkNo])).length, 1)
  })

  test('a reference goes when its check has no result of its time, and no result is stored that needs it', async () => {
    const checkNo = await numberOfCheck()
    const packer = createDetailPacker(opened)
    const run = createRuns(checkNo, packer)
    const stored: Stored[] = []
    for (let count = 0; count < 4; count += 1) stored.push(await run())
    const { store } = opened
    const later = noon + 400 * dayMs
    const range = { after: checkNo - 1, upTo: checkNo, before: later }
    const references = () => referencesOfChecks(store.read, [checkNo])
    await store.write((db) => deleteUnusedReferences(db, { ...range, before: noon + 29 * dayMs }))
    await store.write((db) => deleteUnusedReferences(db, range))
    assert.equal((await references()).length, 1)
    await assertReadable(stored)
    await store.write((db) => db.deleteFrom('results').where('check_no', '=', checkNo).execute())
    await store.write((db) => deleteUnusedReferences(db, range))
    assert.deepEqual(await references(), [])
    // The packer still knows it: a late result of that time is stored all the same.
    const late = await run()
    assert.equal(referenceOf(late.row.detail), null)
    await assertReadable([late])
    // What is due after its time never needed it.
    const next = await run(https, { scheduledAt: noon + 31 * dayMs })
    assert.equal(referenceOf(next.row.detail), null)
  })

  test('who deletes references waits for those who store results, and the other way round', async () => {
    const checkNo = await numberOfCheck()
    const packer = createDetailPacker(opened)
    const run = createRuns(checkNo, packer)
    for (let count = 0; count < 3; count += 1) await run()
    const { store } = opened
    await store.write((db) => db.deleteFrom('results').where('check_no', '=', checkNo).execute())
    const detail = laterRun(storedDetail(https), random)
    const { row } = await run(https, { scheduledAt: noon - minuteMs })
    await store.write((db) => db.deleteFrom('results').where('check_no', '=', checkNo).execute())
    assert.notEqual(referenceOf(row.detail), null)
    const late = { ...row, scheduledAt: noon }
    const packed = [packer.pack(late, { detail, config: null, metrics: row.metrics })]
    let deleting: Promise<void> = Promise.resolve()
    await store.write(async (db) => {
      await lockStates(db, [checkNo])
      const [bytes] = await readableDetails(db, packed)
      assert.equal(referenceOf(bytes ?? new Uint8Array()), referenceOf(row.detail))
      // Begins while this write is open, and cannot end before.
      deleting = store.write((other) =>
        deleteUnusedReferences(other, { after: checkNo - 1, upTo: checkNo, before: noon + 400 * dayMs }),
      )
      await store.read.selectFrom('counters').selectAll().execute()
      await insertResults(db, [{ ...late, detail: bytes ?? new Uint8Array() }])
      await writeReferences(db, packed)
    })
    await deleting
    await assertReadable([{ row: late, detail }])
  })
})
