import { artifactsForTests } from '@sonde/artifacts/testing/artifacts-for-tests.ts'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { type OpenedStore, forEachEngine } from '@sonde/store/testing/engines.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { icmpCheck } from '../testing/icmp-checks.ts'
import { createKeptLog } from '../testing/kept-log.ts'
import { quietAlerting } from '../testing/quiet-alerting.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { createRuns } from './create-runs.ts'
import { runTimes } from './run-times.ts'

const checks = rounds(20_000)
const batch = 1_000

forEachEngine(`a schedule of ${checks} checks`, (engine) => {
  const clock = createTestClock()
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open({ clock })
    const { id: accountId } = await addAccount(opened.store)
    for (let from = 0; from < checks; from += batch) {
      await insertMany(accountId)
    }
  })
  after(() => opened.close())

  /** Straight into the tables, many rows at a time: storing them one by one is not what is tested. */
  async function insertMany(accountId: string): Promise<void> {
    const rows = Array.from({ length: batch }, () => icmpCheck({}, { accountId }))
    await opened.store.write(async (db) => {
      await db
        .insertInto('checks')
        .values(
          rows.map((check) => ({
            id: check.id,
            account_id: accountId,
            check_type: check.checkType,
            name: check.name,
            name_folded: check.name.toLowerCase(),
            activated: true,
            muted: false,
            frequency: 10,
            frequency_offset: 10,
            config: JSON.stringify(check.config),
            created_at: check.createdAt,
          })),
        )
        .execute()
      await db
        .insertInto('check_states')
        .values(rows.map(({ id }) => ({ check_id: id, account_id: accountId })))
        .execute()
    })
  }

  test('is loaded with a few queries for thousands of checks, and its first slot is run whole', async (t) => {
    let queries = 0
    const read = opened.store.read.withPlugin({
      transformQuery({ node }) {
        queries += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const store: Store = { ...opened.store, read }
    const log = createKeptLog()
    const runs = createRuns({
      store,
      clock,
      log,
      artifacts: artifactsForTests({ store, clock }),
      times: runTimes,
      alerting: quietAlerting,
      isEmbeddedOn: true,
    })
    const startedAt = performance.now()
    await runs.start()
    await runs.stop()
    t.diagnostic(
      `loaded ${checks} checks in ${(performance.now() - startedAt).toFixed(0)} ms, ${queries} queries`,
    )
    assert.ok(queries <= 15, `${queries} queries`)

    clock.set(await runs.work())
    const slotAt = performance.now()
    await runs.work()
    t.diagnostic(`ran their slot in ${(performance.now() - slotAt).toFixed(0)} ms`)
    const identity = { identity: { kind: 'embedded' }, agentId: randomUUID() } as const
    await runs.agents.register(identity, {
      version: '8.4.0',
      imageVariant: 'embedded',
      name: 'embedded',
      platform: 'linux',
      arch: 'x64',
      nodeVersion: 'v26.0.0',
      checkTypes: ['ICMP'],
      runtimes: [],
      engines: [],
      capabilities: { icmp: 'datagram', ipv6: true, rawSockets: false, missing: [] },
      concurrency: { uptime: 100_000, main: 0 },
    })
    const leased = new Set<string>()
    for (;;) {
      const { runs: given } = await runs.agents.lease(
        identity,
        { free: { uptime: 100_000, main: 0 } },
        new AbortController().signal,
      )
      if (given.length === 0) break
      for (const { checkId } of given) leased.add(checkId)
    }
    assert.equal(leased.size, checks)
    assert.deepEqual(log.errors, [])
  })
})
