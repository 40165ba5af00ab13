import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findScheduled } from '@sonde/store/scheduled-checks.ts'
import { lockStates, setCheckStatus } from '@sonde/store/check-states.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { sql } from 'kysely'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { makeMonitor } from '../../testing/write-icmp.ts'

forEachEngine('writing a check while its results come in', (engine) => {
  // SQLite has one writer at a time: there is nothing to wait for.
  if (engine.name === 'sqlite') return
  const api = apiUnderTest(engine)

  const requests: [string, (id: string) => Promise<{ status: number }>, number][] = [
    ['deactivated', (id) => api.call('PATCH', `/v1/checks/icmp/${id}`, { body: { activated: false } }), 200],
    ['deleted', (id) => api.call('DELETE', `/v1/checks/${id}`), 204],
  ]
  for (const [what, send, expected] of requests) {
    test(`a check that is ${what} while its status turns waits for the results, and nobody for ever`, async () => {
      const id = await makeMonitor(api)
      const scheduled = await findScheduled(api.store.read, id)
      assert.ok(scheduled)
      let tries = 0
      const results = api.store.write(async (db) => {
        tries += 1
        await lockStates(db, [scheduled.no])
        // The request comes now, between the two locks that results take.
        const answer = send(id)
        await whileWaiting(api, 1)
        await setCheckStatus(db, [id], 'failing')
        return { answer }
      })
      const { answer } = await results
      assert.equal((await answer).status, expected)
      assert.equal(tries, 1)
    })
  }
})

/** Until so many transactions wait for a lock of this database. */
async function whileWaiting(api: ReturnType<typeof apiUnderTest>, count: number): Promise<void> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(api.store.read)
    if (Number(rows[0]?.waiting) >= count) return
  }
}
