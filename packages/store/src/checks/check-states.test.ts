import assert from 'node:assert/strict'
import { initialAlertState } from '../alerts/alert-state.ts'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addAccount, addCheck } from '../../testing/rows.ts'
import {
  type CheckState,
  dueReminders,
  findCheckNumber,
  listCheckStatuses,
  lockStates,
  nextReminderAt,
  setCheckStatus,
  setLastOrigins,
  updateStates,
} from './check-states.ts'
import { deleteCheck, findCheck } from './checks.ts'
import { findScheduled } from './scheduled-checks.ts'

forEachEngine('states of checks', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  async function numberOf(accountId: string, checkId: string): Promise<number> {
    const no = await findCheckNumber(opened.store.read, { accountId, checkId })
    assert.ok(no !== null)
    return no
  }

  async function stateOf(no: number): Promise<CheckState> {
    const state = (await opened.store.write((db) => lockStates(db, [no]))).get(no)
    assert.ok(state !== undefined)
    return state
  }

  test('a new check has a number of its own and nothing to say', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const checks = [await addCheck(opened.store, accountId), await addCheck(opened.store, accountId)]
    const numbers = await Promise.all(checks.map(({ id }) => numberOf(accountId, id)))
    assert.notEqual(numbers[0], numbers[1])
    const [first] = checks
    assert.ok(first !== undefined)
    assert.deepEqual(await stateOf(numbers[0] ?? 0), {
      no: numbers[0],
      checkId: first.id,
      accountId,
      rev: 0,
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
    })
  })

  test('a number is found by its account only, and in any spelling of the id', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const { id: otherId } = await addAccount(opened.store)
    const { id: checkId } = await addCheck(opened.store, accountId)
    const { read } = opened.store
    const no = await numberOf(accountId, checkId)
    assert.equal(await findCheckNumber(read, { accountId, checkId: checkId.toUpperCase() }), no)
    for (const key of [
      { accountId: otherId, checkId },
      { accountId, checkId: randomUUID() },
      { accountId, checkId: 'abc' },
      { accountId: 'abc', checkId },
    ]) {
      assert.equal(await findCheckNumber(read, key), null)
    }
  })

  test('states come back as they were written, many at once, and others are left alone', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const checks = await Promise.all([1, 2, 3].map(() => addCheck(opened.store, accountId)))
    const numbers = await Promise.all(checks.map(({ id }) => numberOf(accountId, id)))
    const [first = 0, second = 0, third = 0] = numbers
    const written = {
      status: 'failed',
      verdicts: {
        'eu-west-1': { status: 'passed', completedAt: 1 },
        'büro "1"': { status: 'failed', completedAt: 2 },
      },
      completedAt: 1_775_044_800_123,
      longestRun: 20.125,
      shortestRun: 0.1 + 0.2,
      lastRunLocation: 'büro "1"',
      lastCheckRunId: 2 ** 52,
      firstResultAt: 1,
      lastResultAt: 2,
      alert: { ...initialAlertState, status: 'failed', streak: 3, owed: [7], nextReminderAt: 5_000 },
    } as const
    const untouched = await stateOf(third)
    await opened.store.write(async (db) => {
      const states = await lockStates(db, [second, first, second])
      await updateStates(
        db,
        [...states.values()].map((state) => ({ ...state, ...written })),
      )
    })
    for (const no of [first, second]) {
      const state = await stateOf(no)
      assert.deepEqual(state, { ...state, ...written, no })
    }
    assert.deepEqual(await stateOf(third), untouched)
    await opened.store.write((db) => updateStates(db, [{ ...untouched, status: 'passed' }]))
    assert.deepEqual(await stateOf(third), { ...untouched, status: 'passed' })
    await opened.store.write((db) => updateStates(db, []))
  })

  test('a state lies in the database in the words of the first version', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const check = await addCheck(opened.store, accountId)
    const no = await numberOf(accountId, check.id)
    const untouched = await stateOf(no)
    await opened.store.write(async (db) => {
      const verdicts = { a: { status: 'failed', completedAt: 1 } } as const
      const alert = { ...initialAlertState, status: 'degraded', open: 'failed' } as const
      await updateStates(db, [{ ...untouched, status: 'failed', verdicts, alert }])
      await setCheckStatus(db, [check.id], 'passed')
    })
    const row = await opened.store.read
      .selectFrom('check_states')
      .innerJoin('checks', 'checks.id', 'check_states.check_id')
      .select(['check_states.status', 'verdicts', 'alert', 'checks.status as listed'])
      .where('no', '=', no)
      .executeTakeFirstOrThrow()
    assert.deepEqual([row.status, row.listed], ['failing', 'passing'])
    assert.equal(row.verdicts, '{"a":{"status":"failing","completedAt":1}}')
    const { status, open } = JSON.parse(row.alert ?? '')
    assert.deepEqual([status, open], ['DEGRADED', 'FAILURE'])
  })

  test('reminders are found when they are due, and not after', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const { id } = await addCheck(opened.store, accountId)
    const no = await numberOf(accountId, id)
    const due = async (at: number) =>
      (await dueReminders(opened.store.read, { at, limit: 1_000 })).includes(no)
    const state = await stateOf(no)
    const alert = { ...initialAlertState, nextReminderAt: 9_000_000 }
    await opened.store.write((db) => updateStates(db, [{ ...state, alert }]))
    assert.deepEqual([await due(8_999_999), await due(9_000_000)], [false, true])
    const soonest = { ...initialAlertState, nextReminderAt: 1 }
    await opened.store.write((db) => updateStates(db, [{ ...state, alert: soonest }]))
    assert.equal(await nextReminderAt(opened.store.read), 1)
    await opened.store.write((db) => updateStates(db, [{ ...state, alert: null }]))
    assert.equal(await due(9_000_000), false)
    assert.notEqual(await nextReminderAt(opened.store.read), 1)
  })

  test('a deleted check has no state', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const { id } = await addCheck(opened.store, accountId)
    const no = await numberOf(accountId, id)
    await opened.store.write((db) => deleteCheck(db, { accountId, id }))
    assert.deepEqual(await opened.store.write((db) => lockStates(db, [no])), new Map())
    assert.equal(await findCheckNumber(opened.store.read, { accountId, checkId: id }), null)
  })

  test('a hundred writes that add to one state at once: none is lost', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const no = await numberOf(accountId, (await addCheck(opened.store, accountId)).id)
    await Promise.all(
      Array.from({ length: 100 }, () =>
        opened.store.write(async (db) => {
          const state = (await lockStates(db, [no])).get(no)
          assert.ok(state !== undefined)
          await updateStates(db, [{ ...state, lastCheckRunId: (state.lastCheckRunId ?? 0) + 1 }])
        }),
      ),
    )
    assert.equal((await stateOf(no)).lastCheckRunId, 100)
  })

  test('the place of a rotation is kept for many checks at once', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const checks = await Promise.all([1, 2].map(() => addCheck(opened.store, accountId)))
    const origins = await Promise.all(
      checks.map(async ({ id }, index) => ({ checkNo: await numberOf(accountId, id), origin: `l${index}` })),
    )
    await opened.store.write((db) => setLastOrigins(db, origins))
    await opened.store.write((db) => setLastOrigins(db, []))
    const found = await Promise.all(checks.map(({ id }) => findScheduled(opened.store.read, id)))
    assert.deepEqual(
      found.map((row) => row?.lastOrigin),
      ['l0', 'l1'],
    )
  })

  test('statuses list the checks of the account that have a result, newest check first', async () => {
    const { id: accountId } = await addAccount(opened.store)
    const old = await addCheck(opened.store, accountId, { createdAt: 1_000, name: 'Old' })
    const fresh = await addCheck(opened.store, accountId, { createdAt: 2_000, name: 'Fresh' })
    await addCheck(opened.store, accountId, { createdAt: 3_000, name: 'Never run' })
    for (const { id } of [old, fresh]) {
      const state = await stateOf(await numberOf(accountId, id))
      await opened.store.write(async (db) => {
        await updateStates(db, [{ ...state, status: 'degraded' }])
        await setCheckStatus(db, [id], 'degraded')
      })
    }
    const { read } = opened.store
    const listed = await listCheckStatuses(read, { accountId })
    assert.deepEqual(
      listed.map(({ name, status, createdAt }) => [name, status, createdAt]),
      [
        ['Fresh', 'degraded', 2_000],
        ['Old', 'degraded', 1_000],
      ],
    )
    assert.deepEqual(
      (await listCheckStatuses(read, { accountId, checkId: old.id })).map(({ name }) => name),
      ['Old'],
    )
    assert.deepEqual(await listCheckStatuses(read, { accountId: randomUUID() }), [])
    assert.deepEqual(await listCheckStatuses(read, { accountId, checkId: 'abc' }), [])
    assert.equal((await findCheck(read, { accountId, id: old.id }))?.status, 'degraded')
  })
})
