import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createEgressPolicy } from '@sonde/egress/egress-policy.ts'
import { type CheckRow, insertCheck } from '@sonde/store/checks/checks.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import type { TestEngine } from '@sonde/store/testing/engines.ts'
import { addResults, makeResult } from '@sonde/store/testing/results.ts'
import { findTraceExport, putTraceExport, traceExportContext } from '@sonde/store/traces/trace-exports.ts'
import { countRunsToExport, queueForExport } from '@sonde/store/traces/trace-outbox.ts'
import { createTraceExporter } from '../src/trace-export/trace-exporter.ts'
import { icmpCheck } from './icmp-checks.ts'
import { runsUnderTest } from './runs-under-test.ts'

/** What the receiver knows its sender by. */
export const traceSecret = 'a-long-and-secret-key'

/** The real runs and the real exporter, on a database of their own and a clock of the test's. */
export async function tracesUnderTest(t: TestContext, engine: TestEngine) {
  const under = await runsUnderTest(t, engine)
  const { store, clock, log } = under
  const stopping = new AbortController()
  const makeExporter = () =>
    createTraceExporter({
      store,
      clock,
      log,
      rawRetentionDays: 30,
      random: () => 0.5,
      http: {
        policy: createEgressPolicy({ reach: 'all', allow: [] }),
        lookup: async () => [],
        timeoutMs: 5_000,
        namesAddresses: true,
      },
    })
  let exporter = makeExporter()

  async function setUp(endpoint: string, accountId = under.accountId): Promise<void> {
    const headers = [{ key: 'Authorization', value: `Bearer ${traceSecret}` }]
    const sealedHeaders = store.sealer.seal(JSON.stringify(headers), traceExportContext(accountId))
    const row = {
      accountId,
      enabled: true,
      endpoint,
      sendTraceHeaders: false,
      sealedHeaders,
      createdAt: clock.now(),
      updatedAt: null,
    }
    await store.write((db) => putTraceExport(db, row))
  }

  return {
    under,
    setUp,
    makeExporter,
    restart: () => {
      exporter = makeExporter()
    },
    begin: () => exporter.work(stopping.signal),
    untilIdle: () => exporter.untilIdle(),
    stop: () => stopping.abort(),
    async exportAll() {
      await exporter.work(stopping.signal)
      await exporter.untilIdle()
    },
    async state(accountId = under.accountId) {
      const row = await findTraceExport(store.read, accountId)
      assert.ok(row !== null)
      return { ...row, pending: await countRunsToExport(store.read, accountId) }
    },
    /** Runs that have ended already, without an agent. */
    async addEndedRuns(
      count: number,
      { accountId = under.accountId, error = null }: { accountId?: string; error?: string | null } = {},
    ): Promise<CheckRow> {
      const check = icmpCheck({}, { accountId, activated: false, createdAt: clock.now() })
      await store.write((db) => insertCheck(db, check))
      const checkNo = await findCheckNumber(store.read, { accountId, checkId: check.id })
      assert.ok(checkNo !== null)
      const rows = Array.from({ length: count }, (_, index) =>
        makeResult({
          checkNo,
          scheduledAt: clock.now() + index,
          verdict: error === null ? 'passed' : 'failed',
        }),
      )
      await addResults(store, rows)
      await store.write((db) =>
        queueForExport(
          db,
          rows.map(({ scheduledAt, origin }) => ({
            accountId,
            checkNo,
            checkId: check.id,
            scheduledAt,
            origin,
            sessionId: null,
            error,
          })),
          new Set([accountId]),
        ),
      )
      return check
    },
  }
}
