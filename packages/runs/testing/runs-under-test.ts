import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { ArtifactStore } from '@sonde/artifacts/open-artifacts.ts'
import { artifactsForTests } from '@sonde/artifacts/testing/artifacts-for-tests.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { deleteCheck, findCheck, insertCheck, type CheckRow } from '@sonde/store/checks/checks.ts'
import { updateCheck } from '@sonde/store/checks/update-checks.ts'
import { findCheckNumber, lockStates, type CheckState } from '@sonde/store/checks/check-states.ts'
import type { JsonObject } from '@sonde/store/engine/json-column.ts'
import { findLocationKey, type LocationRef } from '@sonde/store/locations/location-keys.ts'
import { listLocationEvents } from '@sonde/store/locations/location-events.ts'
import { toResult, type ResultRow } from '@sonde/store/results/results.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { TestEngine } from '@sonde/store/testing/engines.ts'
import { addLocationKey, addPrivateLocation } from '@sonde/store/testing/locations.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { createRuns, type StartedRuns } from '../src/create-runs.ts'
import { runTimes } from '../src/run-times.ts'
import type { AgentIdentity } from '../src/agents/agent-caller.ts'
import { createFakeAgent, type FakeAgent } from './fake-agent.ts'
import { icmpCheck } from './icmp-checks.ts'
import { createKeptLog, type KeptLog } from './kept-log.ts'
import { quietAlerting } from './quiet-alerting.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

export type RunsUnderTest = {
  readonly clock: TestClock
  readonly log: KeptLog
  readonly store: Store
  readonly artifacts: ArtifactStore
  readonly accountId: string
  readonly beganAt: number
  readonly runs: StartedRuns
  /** Makes every write fail while it is set. */
  isDiskFull: boolean
  /** Makes every write fail after it was committed, as when the connection breaks before the answer. */
  losesAnswers: boolean
  /** A new program on the same database. */
  restart(): Promise<void>
  /** Works what is due, from moment to moment, while these agents keep in touch. */
  until(at: number, ...inTouch: FakeAgent[]): Promise<void>
  advance(ms: number): Promise<void>
  addCheck(config?: JsonObject, fields?: Partial<CheckRow>): Promise<CheckRow>
  changeCheck(check: CheckRow, fields: Partial<CheckRow>): Promise<CheckRow>
  deleteCheck(check: CheckRow): Promise<void>
  addPrivateLocation(): Promise<{ id: string; slugName: string; place: LocationRef }>
  /** Registered, and for ICMP alone, unless told. At `embedded` it is the agent inside the service. */
  agentAt(
    place: string | LocationRef,
    options?: {
      isRegistered?: boolean
      checkTypes?: readonly CheckType[]
      /** Absent: it is older than scripts. */
      sandbox?: 'namespaces' | 'none'
      /** Versions of Chromium; absent: it does not say. */
      browsers?: readonly string[]
    },
  ): Promise<FakeAgent>
  results(check: CheckRow): Promise<ResultRow[]>
  /** `ATTEMPT failed at a`, in the order of their attempts. */
  told(check: CheckRow): Promise<string[]>
  state(check: CheckRow): Promise<CheckState>
  /** Due runs by location, over all hours. */
  due(check: CheckRow): Promise<Record<string, number>>
  /** Oldest first. */
  events(): Promise<string[]>
  pending(): Promise<number>
}

/**
 * The real scheduler, queue and intake on a real database of their own and a virtual clock. Nothing happens by
 * itself: the loop never starts, long polls answer at once, and the test says when to work.
 */
export async function runsUnderTest(
  t: TestContext,
  engine: TestEngine,
  { isEmbeddedOn = false } = {},
): Promise<RunsUnderTest> {
  const clock = createTestClock()
  const beganAt = clock.now()
  const log = createKeptLog()
  const opened = await engine.open({ clock })
  t.after(() => opened.close())
  const store: Store = { ...opened.store, write }
  const { id: accountId } = await addAccount(opened.store)
  const artifacts = artifactsForTests({ store, clock, dataDir: opened.dataDir })

  async function write<Result>(work: Parameters<typeof opened.store.write<Result>>[0]): Promise<Result> {
    if (under.isDiskFull) throw new Error('the disk is full')
    const result = await opened.store.write(work)
    if (under.losesAnswers) throw new Error('the connection is gone')
    return result
  }

  async function start(): Promise<StartedRuns> {
    const runs = createRuns({
      store,
      clock,
      steadyMs: clock.steadyMs,
      log,
      artifacts,
      times: runTimes,
      alerting: quietAlerting,
      isEmbeddedOn,
      random: () => 0.5,
    })
    await runs.load()
    // From now on every long poll answers at once.
    runs.agents.close()
    return runs
  }

  async function numberOf(check: CheckRow): Promise<number> {
    const no = await findCheckNumber(store.read, { accountId, checkId: check.id })
    assert.ok(no !== null)
    return no
  }

  async function identityAt(at: string | LocationRef): Promise<AgentIdentity> {
    const place = typeof at === 'string' ? ({ kind: 'data-center', dataCenter: at } as const) : at
    const key = await addLocationKey(opened.store, place)
    assert.equal(key.outcome, 'inserted')
    const identity = await findLocationKey(store.read, key.hash)
    assert.ok(identity !== null)
    return identity
  }

  const under: RunsUnderTest = {
    clock,
    log,
    artifacts,
    store,
    accountId,
    beganAt,
    runs: createRuns({
      store,
      clock,
      steadyMs: clock.steadyMs,
      log,
      artifacts,
      times: runTimes,
      alerting: quietAlerting,
      isEmbeddedOn,
    }),
    isDiskFull: false,
    losesAnswers: false,
    async restart() {
      Object.assign(under, { runs: await start() })
    },
    async until(at, ...inTouch) {
      for (;;) {
        for (const agent of inTouch) await agent.heartbeat()
        const nextAt = await under.runs.work()
        const now = clock.now()
        if (now >= at) return
        clock.set(Math.min(at, now + 15_000, Math.max(nextAt, now + 1)))
      }
    },
    advance: async (ms) => await under.until(clock.now() + ms),
    async addCheck(config = {}, fields = {}) {
      const check = icmpCheck(config, { accountId, createdAt: clock.now(), ...fields })
      await opened.store.write((db) => insertCheck(db, check))
      await under.runs.checkWritten(check)
      return check
    },
    async changeCheck(check, fields) {
      const before = await findCheck(store.read, { accountId, id: check.id })
      assert.ok(before !== null)
      const after = { ...before, updatedAt: clock.now() + 1, ...fields }
      await opened.store.write(async (db) => {
        await updateCheck(db, before, after)
        await under.runs.announceChange(db, check.id)
      })
      await under.runs.checkWritten(after)
      return after
    },
    async deleteCheck(check) {
      await opened.store.write((db) => deleteCheck(db, { accountId, id: check.id }))
      await under.runs.checkDeleted(check.id)
    },
    async addPrivateLocation() {
      const location = await addPrivateLocation(opened.store, { accountId })
      await under.runs.locationsChanged()
      return location
    },
    async agentAt(at, { isRegistered = true, checkTypes, sandbox, browsers } = {}) {
      const identity = at === 'embedded' ? ({ kind: 'embedded' } as const) : await identityAt(at)
      const agents = () => under.runs.agents
      const kinds = {
        ...(checkTypes && { checkTypes }),
        ...(sandbox && { sandbox }),
        ...(browsers && { browsers }),
      }
      const agent = createFakeAgent({ clock, agents, identity, ...kinds })
      if (isRegistered) await agent.register()
      return agent
    },
    async results(check) {
      const rows = await store.read
        .selectFrom('results')
        .selectAll()
        .where('check_no', '=', await numberOf(check))
        .orderBy('scheduled_at')
        .orderBy('origin')
        .orderBy('attempt')
        .execute()
      return rows.map((row) => toResult(check.checkType, row))
    },
    async told(check) {
      return (await under.results(check)).map(
        ({ isFinal, verdict, location }) => `${isFinal ? 'FINAL' : 'ATTEMPT'} ${verdict} at ${location}`,
      )
    },
    async state(check) {
      const no = await numberOf(check)
      const state = (await opened.store.write((db) => lockStates(db, [no]))).get(no)
      assert.ok(state !== undefined)
      return state
    },
    async due(check) {
      const rows = await store.read
        .selectFrom('hourly_rollups')
        .select(['location', 'due'])
        .where('check_no', '=', await numberOf(check))
        .execute()
      const counts: Record<string, number> = {}
      for (const { location, due } of rows) counts[location] = (counts[location] ?? 0) + due
      return counts
    },
    async events() {
      const events = await listLocationEvents(store.read, { limit: 100 })
      return events.toReversed().map(({ location, kind }) => `${location} ${kind}`)
    },
    async pending() {
      return (await store.read.selectFrom('pending_runs').select('run_id').execute()).length
    },
  }
  await under.restart()
  return under
}
