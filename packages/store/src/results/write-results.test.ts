import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { forEachEngine, type OpenedStore } from '../../testing/engines.ts'
import { makeResult } from '../../testing/results.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import { initialAlertState } from '../alerts/alert-state.ts'
import { type CheckState, lockStates, updateStates } from '../checks/check-states.ts'
import type { Db } from '../engine/database.ts'
import { type CheckNews, noteCheckNews, takeLiveMark } from '../live/live-changes.ts'
import { insertResults } from './results.ts'
import { type PlainResults, writePlainResults } from './write-results.ts'

const base = 1_775_044_800_000

forEachEngine('results that are written by one statement', (engine) => {
  // A file of SQLite is no way to go.
  if (engine.name === 'sqlite') return

  let opened: OpenedStore
  let numbers: number[]
  before(async () => {
    opened = await engine.open()
    const { id: accountId } = await addAccount(opened.store)
    for (const _ of [1, 2, 3]) await addCheck(opened.store, accountId)
    const rows = await opened.store.read.selectFrom('check_states').select('no').orderBy('no').execute()
    numbers = rows.map(({ no }) => no)
  })
  after(() => opened.close())
  beforeEach(empty)

  async function empty(): Promise<void> {
    const { read, write } = opened.store
    for (const table of ['results', 'live_changes'] as const) await read.deleteFrom(table).execute()
    const fresh = {
      status: null,
      verdicts: {},
      completedAt: null,
      longestRun: null,
      shortestRun: null,
      lastRunLocation: null,
      lastCheckRunId: null,
      firstResultAt: null,
      lastResultAt: null,
      alert: null,
    }
    await write(async (db) => {
      const states = [...(await lockStates(db, numbers)).values()]
      await updateStates(
        db,
        states.map((state) => ({ ...state, ...fresh })),
      )
    })
  }

  async function seen() {
    const { read } = opened.store
    const results = await read
      .selectFrom('results')
      .selectAll()
      .orderBy('check_no')
      .orderBy('scheduled_at')
      .orderBy('attempt')
      .execute()
    const states = await read.selectFrom('check_states').selectAll().orderBy('no').execute()
    const news = await read.selectFrom('live_changes').select(['at', 'changes']).orderBy('no').execute()
    return { results, states, news }
  }

  const newsOf = (checkNo: number): CheckNews => ({
    checkNo,
    status: 'passed',
    statusSince: undefined,
    lastResult: { at: base, location: 'it\'s "here", {\\NULL}', responseTime: 1.5, verdict: 'passed' },
  })

  /** With everything that a state can say. */
  const fullState = (state: CheckState): CheckState => ({
    ...state,
    status: 'degraded',
    verdicts: { 'eu-west-1': { status: 'failed', completedAt: base + 1, isStandIn: true } },
    completedAt: base + 2,
    longestRun: 1_234.5,
    shortestRun: 0.25,
    lastRunLocation: 'it\'s "here", {\\NULL}',
    lastCheckRunId: 77,
    firstResultAt: base + 3,
    lastResultAt: base + 4,
    alert: { ...initialAlertState, status: 'degraded', streak: 2, owed: [5], nextReminderAt: base + 5 },
  })

  test('leave the same rows as three statements', async () => {
    const [first = 0, second = 0, third = 0] = numbers
    const rows = [
      makeResult({ checkNo: first, reason: 'it\'s "here", {\\NULL}', isStandIn: true, statusCode: 418 }),
      makeResult({ checkNo: first, attempt: 2, isFinal: false, verdict: 'failed', overMax: null }),
      makeResult({
        checkNo: third,
        source: 'SCHEDULE_NOW',
        responseTime: null,
        isStandIn: null,
        metrics: {},
        detail: new Uint8Array([0, 92, 255]),
      }),
    ]
    const writes: ((states: ReadonlyMap<number, CheckState>) => PlainResults)[] = [
      (states) => ({
        rows,
        states: [...states.values()].filter(({ no }) => no !== second).map(fullState),
        news: [newsOf(first), { ...newsOf(third), status: null, statusSince: null, lastResult: null }],
        at: 10,
      }),
      // Nothing but nulls in most columns, and nothing that pages show.
      (states) => ({
        rows: [makeResult({ checkNo: second, responseTime: null, metrics: {}, checkRunId: 9 })],
        states: [...states.values()].filter(({ no }) => no === second),
        news: [],
        at: 20,
      }),
    ]
    const rowsAfter = async (write: (db: Db, plain: PlainResults) => Promise<boolean[]>) => {
      await empty()
      const marks: boolean[] = []
      for (const plainOf of writes) {
        const isNew = await opened.store.write(async (db) => {
          const stored = await write(db, plainOf(await lockStates(db, numbers)))
          marks.push(takeLiveMark(db))
          return stored
        })
        assert.ok(isNew.every(Boolean))
      }
      return { marks, ...(await seen()) }
    }
    const inThree = await rowsAfter(async (db, { rows: all, states, news, at }) => {
      const isNew = await insertResults(db, all)
      await updateStates(db, states)
      await noteCheckNews(db, news, at)
      return isNew
    })
    assert.deepEqual([inThree.results.length, inThree.news.length, inThree.marks], [4, 1, [true, false]])
    assert.deepEqual(await rowsAfter(writePlainResults), inThree)
    const states = await opened.store.write((db) => lockStates(db, numbers))
    for (const no of [first, third]) {
      const state = states.get(no)
      assert.deepEqual(state, state && fullState(state))
    }
  })

  test('change states and are told to pages only if all of them are new', async () => {
    const [first = 0, second = 0] = numbers
    const write = async (results: readonly [checkNo: number, scheduledAt: number][], at: number) =>
      await opened.store.write(async (db) => {
        const states = [...(await lockStates(db, numbers)).values()]
        return await writePlainResults(db, {
          rows: results.map(([checkNo, scheduledAt]) => makeResult({ checkNo, scheduledAt })),
          states: states.map((state) => ({ ...state, lastResultAt: at })),
          news: [newsOf(first)],
          at,
        })
      })
    const told = async () => {
      const { results, states, news } = await seen()
      return [results.length, states.map(({ last_result_at: at }) => at), news.map(({ at }) => Number(at))]
    }
    const both = (scheduledAt: number): [number, number][] => [
      [first, scheduledAt],
      [second, scheduledAt],
    ]
    assert.deepEqual(await write(both(base), 10), [true, true])
    assert.deepEqual(await told(), [2, [10, 10, 10], [10]])
    // One of them is there already: what the other means is for whoever writes them to say.
    assert.deepEqual(await write([...both(base).slice(0, 1), [second, base + 1]], 20), [false, true])
    assert.deepEqual(await told(), [3, [10, 10, 10], [10]])
    // So it is when one was sent twice.
    assert.deepEqual(await write([...both(base + 2), [first, base + 2]], 25), [true, true, false])
    assert.deepEqual(await told(), [5, [10, 10, 10], [10]])
    assert.deepEqual(await write(both(base), 28), [false, false])
    assert.deepEqual(await told(), [5, [10, 10, 10], [10]])
    assert.deepEqual(await write(both(base + 3), 30), [true, true])
    assert.deepEqual(await told(), [7, [30, 30, 30], [10, 30]])
  })

  test('of a check that is gone leave no state behind', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const { id: checkId } = await addCheck(opened.store, accountId)
    const { read, write } = opened.store
    const { no } = await read
      .selectFrom('check_states')
      .select('no')
      .where('check_id', '=', checkId)
      .executeTakeFirstOrThrow()
    const state = await write(async (db) => (await lockStates(db, [no])).get(no))
    assert.ok(state !== undefined)
    await read.deleteFrom('check_states').where('no', '=', no).execute()
    const { states: statesBefore } = await seen()
    const gone = { rows: [makeResult({ checkNo: no })], states: [fullState(state)], news: [], at: 10 }
    assert.deepEqual(await write((db) => writePlainResults(db, gone)), [true])
    assert.deepEqual((await seen()).states, statesBefore)
  })
})
