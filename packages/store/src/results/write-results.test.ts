import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '../../testing/engines.ts'
import { makeResult } from '../../testing/results.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import { lockStates } from '../checks/check-states.ts'
import { takeLiveMark } from '../live/live-changes.ts'
import { writePlainResults } from './write-results.ts'

forEachEngine('results that are written by one statement', (engine) => {
  // A file of SQLite is no way to go.
  if (engine.name === 'sqlite') return

  test('change states and are told to pages only if all of them are new', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const { id: accountId } = await addAccount(store)
    for (const _ of [1, 2]) await addCheck(store, accountId)
    const numbers = (await store.read.selectFrom('check_states').select('no').orderBy('no').execute()).map(
      ({ no }) => no,
    )
    const write = async (scheduledAts: readonly number[], at: number) =>
      await store.write(async (db) => {
        const states = [...(await lockStates(db, numbers)).values()]
        const isNew = await writePlainResults(db, {
          rows: numbers.map((checkNo, index) =>
            makeResult({ checkNo, scheduledAt: scheduledAts[index] ?? 0 }),
          ),
          states: states.map((state) => ({ ...state, lastResultAt: at })),
          news: numbers.map((checkNo) => ({
            checkNo,
            status: 'passed',
            statusSince: undefined,
            lastResult: null,
          })),
          at,
        })
        return { isNew, isMarked: takeLiveMark(db) }
      })
    const seen = async () => ({
      results: (await store.read.selectFrom('results').select('check_no').execute()).length,
      states: (await store.read.selectFrom('check_states').select('last_result_at').execute()).map(
        ({ last_result_at: at }) => at,
      ),
      news: (await store.read.selectFrom('live_changes').select('at').orderBy('no').execute()).map(({ at }) =>
        Number(at),
      ),
    })
    const base = 1_775_044_800_000
    assert.deepEqual(await write([base, base], 10), { isNew: [true, true], isMarked: true })
    assert.deepEqual(await seen(), { results: 2, states: [10, 10], news: [10] })
    // One of them is there already: what the other means is for whoever writes them to say.
    assert.deepEqual((await write([base, base + 1], 20)).isNew, [false, true])
    assert.deepEqual(await seen(), { results: 3, states: [10, 10], news: [10] })
    assert.deepEqual((await write([base + 2, base + 2], 30)).isNew, [true, true])
    assert.deepEqual(await seen(), { results: 5, states: [30, 30], news: [10, 30] })
  })
})
