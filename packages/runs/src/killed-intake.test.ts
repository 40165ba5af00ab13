import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import { childProgram } from '@sonde/ground/testing/child-program.ts'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { insertCheck } from '@sonde/store/checks/checks.ts'
import { lockStates } from '@sonde/store/checks/check-states.ts'
import { openStore, type Store } from '@sonde/store/engine/store.ts'
import { type TestDatabase, forOneEngine } from '@sonde/store/testing/engines.ts'
import { addLocationKey } from '@sonde/store/testing/locations.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { icmpCheck } from '../testing/icmp-checks.ts'

const kills = rounds(20)
const script = childProgram(new URL('../testing/children/take-results.ts', import.meta.url))

forOneEngine('acknowledged results', (engine) => {
  test(`case 54: kill -9 while results come in, ${kills} times: each one acknowledged is there, once, and states agree`, async (t) => {
    const place = await engine.createMigratedDatabase()
    t.after(() => place.remove())
    const { keyHash, accountId, checkIds } = await prepare(place)
    const acknowledged = new Map<string, string>()
    for (let round = 0; round < kills; round += 1) {
      await takeUntilKilled(t, [place.dataDir, place.databaseUrl ?? '', keyHash, accountId, ...checkIds])
      await withStore(place, (store) => verify(store))
    }
    t.diagnostic(`${acknowledged.size} results were acknowledged`)
    assert.ok(acknowledged.size >= kills * 5)

    async function takeUntilKilled(context: TestContext, args: string[]): Promise<void> {
      const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
      const closed = once(child, 'close')
      context.after(() => child.kill('SIGKILL'))
      const killAfter = randomInt(5, 80)
      let seen = 0
      for await (const line of createInterface({ input: child.stdout })) {
        const [checkId, scheduledAt, location, attempt, said = ''] = line.split(' ')
        acknowledged.set(`${checkId} ${scheduledAt} ${location} ${attempt}`, said)
        seen += 1
        if (seen === killAfter) child.kill('SIGKILL')
      }
      await closed
      assert.equal(child.signalCode, 'SIGKILL', `it ended by itself: ${child.exitCode}`)
    }

    async function verify(store: Store): Promise<void> {
      // States first and locked: a database server may still finish what a killed client had sent.
      const { states, rows } = await store.write(async (db) => {
        const numbers = await db.selectFrom('check_states').select('no').execute()
        return {
          states: await lockStates(
            db,
            numbers.map(({ no }) => no),
          ),
          rows: await db
            .selectFrom('results')
            .innerJoin('check_states', 'check_states.no', 'results.check_no')
            .select(['check_id', 'check_no', 'scheduled_at', 'origin', 'attempt', 'verdict', 'check_run_id'])
            .orderBy('check_run_id')
            .execute(),
        }
      })
      const stored = new Map<string, number>()
      const last = new Map<number, number>()
      for (const row of rows) {
        const key = `${row.check_id} ${row.scheduled_at} ${row.origin} ${row.attempt}`
        assert.equal(stored.has(key), false, `${key} is there twice`)
        stored.set(key, row.verdict)
        last.set(row.check_no, row.verdict)
      }
      for (const [key, said] of acknowledged) {
        assert.equal(
          stored.get(key),
          ['passed', 'degraded', 'failed'].indexOf(said),
          `${key} was acknowledged`,
        )
      }
      for (const [no, verdict] of last) {
        const said = ['passed', 'degraded', 'failed'][verdict] ?? ''
        assert.equal(states.get(no)?.status, said, `the state of check ${no} is not that of its last result`)
      }
      const numbers = rows.map((row) => row.check_run_id)
      assert.equal(new Set(numbers).size, numbers.length)
    }
  })
})

async function withStore<Result>(
  place: TestDatabase,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { dataDir, databaseUrl } = place
  const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Checks without a schedule: only what the child asks for is run. */
async function prepare(place: TestDatabase) {
  return await withStore(place, async (store) => {
    const { id: accountId } = await addAccount(store)
    const key = await addLocationKey(store, { kind: 'data-center', dataCenter: 'eu-west-1' })
    const checks = Array.from({ length: 5 }, () => icmpCheck({}, { accountId, activated: false }))
    await store.write(async (db) => {
      for (const check of checks) {
        await insertCheck(db, check)
      }
    })
    return { keyHash: key.hash, accountId, checkIds: checks.map(({ id }) => id) }
  })
}
