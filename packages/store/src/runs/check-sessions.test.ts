import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forEachEngine } from '../../testing/engines.ts'
import { addAccount } from '../../testing/rows.ts'
import {
  type CheckSession,
  endSessionRuns,
  findSession,
  hasSessionEnded,
  insertSession,
} from './check-sessions.ts'

forEachEngine('check sessions', (engine) => {
  function makeSession(accountId: string, origins: readonly string[]): CheckSession {
    return {
      id: randomUUID(),
      accountId,
      checkNo: 1,
      checkId: randomUUID(),
      checkType: 'ICMP',
      name: 'Gateway',
      source: 'TRIGGER_API',
      createdAt: 1_000,
      endedAt: null,
      runs: origins.map((origin) => ({
        runId: randomUUID(),
        origin,
        scheduledAt: 1_001,
        state: 'open',
        reason: null,
        secretsWithheldFrom: null,
      })),
    }
  }

  test('a session ends with its last run, and what has ended stays as it is', async (t) => {
    const opened = await engine.open()
    t.after(() => opened.close())
    const { store } = opened
    const { id: accountId } = await addAccount(store)
    const session = makeSession(accountId, ['a', 'b'])
    const key = { accountId, id: session.id }
    await store.write((db) => insertSession(db, session))
    assert.deepEqual(await findSession(store.read, key), session)
    assert.deepEqual(await findSession(store.read, { ...key, id: session.id.toUpperCase() }), session)
    const [first, second] = session.runs
    assert.ok(first !== undefined && second !== undefined)
    const end = (runId: string, state: 'passed' | 'dropped', at: number) =>
      store.write((db) =>
        endSessionRuns(db, [{ sessionId: session.id, runId, state, reason: `why ${at}` }], at),
      )
    await end(first.runId, 'passed', 2_000)
    await end(first.runId, 'dropped', 2_500)
    assert.equal(await hasSessionEnded(store.read, session.id), false)
    assert.equal((await findSession(store.read, key))?.endedAt, null)
    await end(second.runId, 'dropped', 3_000)
    await end(second.runId, 'passed', 4_000)
    assert.equal(await hasSessionEnded(store.read, session.id), true)
    assert.deepEqual(await findSession(store.read, key), {
      ...session,
      endedAt: 3_000,
      runs: [
        { ...first, state: 'passed', reason: 'why 2000' },
        { ...second, state: 'dropped', reason: 'why 3000' },
      ],
    })
  })

  test('the last two runs end at once: the session ends', async (t) => {
    const opened = await engine.open()
    t.after(() => opened.close())
    const { store } = opened
    const { id: accountId } = await addAccount(store)
    for (let round = 0; round < 20; round += 1) {
      const session = makeSession(accountId, ['a', 'b'])
      await store.write((db) => insertSession(db, session))
      await Promise.all(
        session.runs.map(({ runId }) =>
          store.write((db) =>
            endSessionRuns(db, [{ sessionId: session.id, runId, state: 'passed', reason: null }], 5_000),
          ),
        ),
      )
      assert.equal(await hasSessionEnded(store.read, session.id), true, `round ${round}`)
    }
  })

  test('a session is found by its account only; one that is not there counts as ended', async (t) => {
    const opened = await engine.open()
    t.after(() => opened.close())
    const { store } = opened
    const [mine, theirs] = [await addAccount(store), await addAccount(store)]
    const session = makeSession(mine.id, [])
    await store.write((db) => insertSession(db, session))
    assert.equal(await findSession(store.read, { accountId: theirs.id, id: session.id }), null)
    assert.equal(await findSession(store.read, { accountId: mine.id, id: 'abc' }), null)
    assert.equal(await findSession(store.read, { accountId: mine.id, id: randomUUID() }), null)
    assert.equal(await hasSessionEnded(store.read, randomUUID()), true)
  })
})
