import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { childProgram } from '@sonde/ground/testing/child-program.ts'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { addPingedHeartbeats } from '../../testing/add-pinged-heartbeats.ts'
import { alertsUnderTest } from '../../testing/alerts-under-test.ts'

const script = childProgram(new URL('../../testing/children/fail-heartbeats.ts', import.meta.url))

forOneEngine('overdue heartbeats', (engine) => {
  test('however many are overdue at once, they fail one turn after the other, without a pause', async (t) => {
    const under = await alertsUnderTest(t, engine, [])
    await under.until(2.95)
    const count = 1_000
    const checks = await addPingedHeartbeats(under.store, {
      accountId: under.accountId,
      count,
      pingedAt: under.startAt,
    })
    under.clock.set(under.startAt + 3 * minuteMs + 2 * secondMs)
    const nextAt = await under.under.runs.work()
    let turns = 1
    // The schedule is asked again at once while there is more, and not in five seconds.
    for (let at = nextAt; at <= under.clock.now(); turns += 1) at = await under.under.runs.work()
    t.diagnostic(`${turns} turns`)
    const { failed } = await under.store.read
      .selectFrom('heartbeat_events')
      .select(({ fn }) => fn.countAll<number>().as('failed'))
      .where('state', '=', 'FAILING')
      .executeTakeFirstOrThrow()
    assert.equal(Number(failed), checks.length)
  })

  test('kill -9 while they fail, over and over: each fails and alerts exactly once', async (t) => {
    const database = await engine.createMigratedDatabase()
    t.after(() => database.remove())
    const { dataDir, databaseUrl } = database
    const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
    t.after(() => store.close())
    const { id: accountId } = await addAccount(store)
    const count = rounds(1_000, 400)
    const pingedAt = Date.now() - 200 * secondMs
    await addPingedHeartbeats(store, { accountId, count, pingedAt })
    const place = [dataDir, databaseUrl ?? '']
    // Before the commit, after it, and then at any moment around the two.
    assert.equal(await failUntilKilled(t, { place, killAfter: 1, waitsThere: true }), true)
    assert.equal(await verify(), 0)
    assert.equal(await failUntilKilled(t, { place, killAfter: 2, waitsThere: true }), true)
    assert.ok((await verify()) > 0)
    let kills = 2
    while (await failUntilKilled(t, { place, killAfter: randomInt(1, 4), waitsThere: false })) {
      kills += 1
      await verify()
    }
    t.diagnostic(`killed ${kills} times`)
    assert.equal(await verify(), count)

    /** No failure without its alert, no alert without its failure, and none twice; returns how many there are. */
    async function verify(): Promise<number> {
      const { failed, alerted } = await store.write(async (db) => {
        // A database server may still finish what a killed client had sent.
        const states = db.selectFrom('check_states').select('no').orderBy('no')
        await (engine.name === 'sqlite' ? states : states.forUpdate()).execute()
        const events = await db.selectFrom('heartbeat_events').select(['check_id', 'state']).execute()
        const alerts = await db.selectFrom('check_alerts').select(['check_id', 'alert_type']).execute()
        return { failed: events, alerted: alerts }
      })
      assert.ok(failed.every(({ state }) => state === 'FAILING'))
      assert.ok(alerted.every(({ alert_type: type }) => type === 'ALERT_FAILURE'))
      const failedIds = failed.map(({ check_id: id }) => id).toSorted()
      assert.equal(new Set(failedIds).size, failedIds.length)
      assert.deepEqual(alerted.map(({ check_id: id }) => id).toSorted(), failedIds)
      return failedIds.length
    }
  })
})

/** Kills it after that many lines, at which it waits if it is told to. False when it was done before. */
async function failUntilKilled(
  t: TestContext,
  { place, killAfter, waitsThere }: { place: readonly string[]; killAfter: number; waitsThere: boolean },
): Promise<boolean> {
  const args = [script, ...place, waitsThere ? String(killAfter) : '']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  t.after(() => child.kill('SIGKILL'))
  let seen = 0
  let isDone = false
  for await (const line of createInterface({ input: child.stdout })) {
    seen += 1
    isDone = line === 'done'
    if (seen === killAfter && !isDone) child.kill('SIGKILL')
  }
  await closed
  if (!isDone) assert.equal(child.signalCode, 'SIGKILL', `it ended by itself: ${child.exitCode}`)
  return !isDone
}
