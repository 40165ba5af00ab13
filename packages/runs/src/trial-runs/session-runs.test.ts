import assert from 'node:assert/strict'
import { hash, randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { goldenKey } from '@sonde/schema/check-types/browser/golden-files.ts'
import { browserRunOfError } from '@sonde/schema/check-types/browser/result.ts'
import { retryPlanOf } from '@sonde/schema/checks/retry-plan.ts'
import type { JsonObject } from '@sonde/store/engine/json-column.ts'
import type { SessionPart } from '@sonde/store/runs/trial-run-rows.ts'
import { findTrialRun, insertTrialRun } from '@sonde/store/runs/trial-runs.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { sessionMessagesAfter } from '@sonde/store/test-sessions/session-messages.ts'
import {
  findTestSession,
  forgetTestSessions,
  insertTestSession,
  noteSessionsHeard,
} from '@sonde/store/test-sessions/test-sessions.ts'
import { icmpFields } from '../../testing/icmp-checks.ts'
import { resultOf } from '../../testing/fake-agent.ts'
import { runsUnderTest } from '../../testing/runs-under-test.ts'
import { giveUpSessionRuns } from './end-trial-run.ts'

const place = 'eu-west-1'
const twice = retryPlanOf({
  retryStrategy: { type: 'FIXED', maxRetries: 2, baseBackoffSeconds: 0, sameRegion: true },
})

forOneEngine('runs of test sessions', (engine) => {
  async function underTest(t: TestContext) {
    const under = await runsUnderTest(t, engine)
    const { store, accountId, clock } = under

    async function start({
      runs = 1,
      isRecorded = true,
      retry = null,
      checkType = 'ICMP',
      config = icmpFields(),
    }: {
      runs?: number
      isRecorded?: boolean
      retry?: SessionPart['retry']
      checkType?: 'ICMP' | 'BROWSER'
      config?: JsonObject
    } = {}) {
      const sessionId = randomUUIDv7()
      const createdAt = clock.now()
      const ids = Array.from({ length: runs }, () => randomUUIDv7())
      await store.write(async (db) => {
        await insertTestSession(db, {
          id: sessionId,
          accountId,
          suiteId: sessionId,
          name: 'Shop',
          projectLogicalId: null,
          provider: 'API',
          place,
          location: place,
          environment: null,
          metadata: '{}',
          branchName: null,
          searchText: 'shop',
          invoker: null,
          isRecorded,
          streamsLogs: true,
          status: 'RUNNING',
          runs,
          openRuns: runs,
          createdAt,
          endedAt: null,
          heardAt: createdAt,
        })
        for (const [position, id] of ids.entries()) {
          await insertTrialRun(db, {
            id,
            accountId,
            checkType,
            name: `Gateway ${position}`,
            groupId: null,
            config,
            sealedConfig: null,
            sealedSecrets: null,
            place,
            location: place,
            status: 'QUEUED',
            waitingFor: null,
            createdAt,
            startedAt: null,
            endedAt: null,
            reason: null,
            result: null,
            session: {
              id: sessionId,
              checkKey: `check-${position}`,
              checkRunId: `run-${position}`,
              sourceFile: null,
              position,
              retry,
            },
          })
        }
      })
      await under.runs.trialRunWritten()
      return { sessionId, ids }
    }

    return {
      ...under,
      under,
      start,
      session: async (id: string) => await findTestSession(store.read, { accountId, id }),
      async row(id: string) {
        const row = await findTrialRun(store.read, { accountId, id })
        assert.ok(row !== null)
        return row
      },
      /** `ATTEMPT 1`, `FINAL 3`, `run-start`, in their order. */
      async told(sessionId: string): Promise<string[]> {
        const rows = await sessionMessagesAfter(store.read, { sessionId, after: 0, limit: 1_000 })
        assert.deepEqual(
          rows.map(({ number }) => number),
          rows.map((_, index) => index + 1),
        )
        return rows.map(({ kind, payload }) => {
          const { resultType, result } = JSON.parse(payload) as {
            resultType?: string
            result?: { attempts: number }
          }
          return kind === 'result' ? `${resultType} ${result?.attempts}` : kind
        })
      },
    }
  }

  test('case 43: two retries of a run that fails are two attempts and one end, with one id', async (t) => {
    const { under, start, row, told, session } = await underTest(t)
    const agent = await under.agentAt(place)
    const { sessionId, ids } = await start({ retry: twice })
    const attempts: number[] = []
    for (const _ of [1, 2, 3]) {
      const run = await agent.leaseOne()
      attempts.push(run.attempt)
      under.clock.advance(3_000)
      assert.deepEqual(await agent.report([run], { said: 'failed', durationMs: 1_015.37, ageMs: 5 }), [
        'stored',
      ])
      // A second word about an attempt that is over changes nothing.
      await agent.send([resultOf(run, under.clock.now())])
    }
    assert.deepEqual(attempts, [1, 2, 3])
    assert.deepEqual(await agent.lease(), [])
    assert.deepEqual(await told(sessionId), ['run-start', 'ATTEMPT 1', 'ATTEMPT 2', 'FINAL 3'])
    const { end, earlier, attempt } = await row(ids[0] ?? '')
    assert.deepEqual([end, earlier.length, attempt], ['failed', 2, 3])
    assert.equal((await session(sessionId))?.status, 'FAILED')
  })

  test('a retry that passes ends the run, and one that is due later waits for its time', async (t) => {
    const { under, start, told, session, clock } = await underTest(t)
    const agent = await under.agentAt(place)
    const later = retryPlanOf({ retryStrategy: { type: 'FIXED', maxRetries: 1, baseBackoffSeconds: 30 } })
    const { sessionId } = await start({ retry: later })
    await agent.report([await agent.leaseOne()], { said: 'failed' })
    assert.deepEqual(await agent.lease(), [])
    await under.until(clock.now() + 32_000, agent)
    await agent.report([await agent.leaseOne()])
    assert.deepEqual(await told(sessionId), ['run-start', 'ATTEMPT 1', 'FINAL 2'])
    assert.equal((await session(sessionId))?.status, 'PASSED')
  })

  test('case 42: what an agent could not measure is told as an error, and makes the session fail', async (t) => {
    const { under, start, told, session } = await underTest(t)
    const agent = await under.agentAt(place)
    const { sessionId } = await start({ runs: 2, retry: twice })
    const [first, second] = await agent.lease()
    assert.ok(first !== undefined && second !== undefined)
    await agent.report([first], { said: 'withheld' })
    assert.equal((await session(sessionId))?.status, 'RUNNING')
    await agent.report([second])
    assert.deepEqual((await told(sessionId)).slice(2), ['error', 'FINAL 1'])
    assert.equal((await session(sessionId))?.status, 'FAILED')
  })

  test('cases 36 and 47: a restart goes on where it was, and a run that nobody takes ends in time', async (t) => {
    const { under, start, told, row } = await underTest(t)
    const { sessionId, ids } = await start({ retry: twice })
    const agent = await under.agentAt(place)
    const run = await agent.leaseOne()
    await under.restart()
    await agent.register()
    await under.runs.work()
    await agent.report([run], { said: 'failed' })
    assert.deepEqual(await told(sessionId), ['run-start', 'ATTEMPT 1'])
    await under.restart()
    await agent.register()
    await under.runs.work()
    await agent.report([await agent.leaseOne()])
    assert.deepEqual((await told(sessionId)).at(-1), 'FINAL 2')
    assert.equal((await row(ids[0] ?? '')).end, 'passed')

    const waiting = await start()
    await under.advance(8 * minuteMs)
    assert.deepEqual(await told(waiting.sessionId), ['error'])
    assert.match((await row(waiting.ids[0] ?? '')).reason ?? '', /No agent of the location/)
  })

  test('case 41: what is cancelled is told to its agent, leaves the queue and is not made', async (t) => {
    const { under, start, told, session, store, clock } = await underTest(t)
    const agent = await under.agentAt(place)
    const { sessionId, ids } = await start({ runs: 3 })
    const [running] = await agent.lease(1)
    assert.ok(running !== undefined)
    const at = clock.now()
    await store.write((db) => giveUpSessionRuns(db, { sessionId, runIds: null, why: 'cancelled', at }))
    await under.runs.trialRunWritten()
    assert.deepEqual(await agent.cancelled(), [running.leaseId])
    assert.deepEqual(await agent.lease(), [])
    await agent.send([resultOf(running, clock.now(), { said: 'failed' })])
    assert.deepEqual((await told(sessionId)).filter((kind) => kind.startsWith('FINAL')).length, ids.length)
    assert.equal((await session(sessionId))?.status, 'CANCELLED')
    // What it had to tell is kept, such as its log, and nobody is told an end twice.
    const { checkId: id } = running
    const kept = await findTrialRun(store.read, { accountId: under.accountId, id })
    assert.deepEqual([kept?.result?.verdict, kept?.result?.responseTime], ['cancelled', null])
    assert.notEqual(kept?.result?.detail, null)
    await agent.send([resultOf(running, clock.now(), { said: 'passed' })])
    assert.equal((await session(sessionId))?.status, 'CANCELLED')
  })

  test('case 33: a session that nobody records and nobody watches is given up after a minute', async (t) => {
    const { under, start, session, store, clock } = await underTest(t)
    const agent = await under.agentAt(place)
    const [watched, unwatched, recorded] = [
      await start({ isRecorded: false }),
      await start({ isRecorded: false }),
      await start(),
    ]
    for (const _ of [1, 2, 3, 4]) {
      await under.until(clock.now() + 20_000, agent)
      await store.write((db) => noteSessionsHeard(db, [watched.sessionId], clock.now()))
    }
    assert.deepEqual(
      [
        (await session(watched.sessionId))?.status,
        (await session(unwatched.sessionId))?.status,
        (await session(recorded.sessionId))?.status,
      ],
      ['RUNNING', 'CANCELLED', 'RUNNING'],
    )
    assert.equal((await agent.lease()).length, 2)
  })

  test('case 53: of many runs, as many wait at a place as leave room for its checks, and all of them end', async (t) => {
    const { under, start, session } = await underTest(t)
    const agent = await under.agentAt(place)
    const { sessionId } = await start({ runs: 450 })
    const check = await under.addCheck(icmpFields({ locations: [place] }))
    let ended = 0
    const sizes: number[] = []
    for (let runs = await agent.lease(1_000); runs.length > 0; runs = await agent.lease(1_000)) {
      const own = runs.filter(({ checkId }) => checkId !== check.id)
      sizes.push(own.length)
      ended += own.length
      await agent.report(runs)
    }
    assert.deepEqual([Math.max(...sizes), ended], [200, 450])
    assert.equal((await session(sessionId))?.status, 'PASSED')
  })

  test('sessions are forgotten after 30 days, what is not recorded after an hour, and messages after minutes', async (t) => {
    const { under, start, session, told, clock } = await underTest(t)
    const agent = await under.agentAt(place)
    const [kept, brief] = [await start(), await start({ isRecorded: false })]
    await agent.report(await agent.lease())
    assert.equal((await told(kept.sessionId)).length, 2)
    const forget = (laterMs: number) =>
      under.store.write((db) => forgetTestSessions(db, clock.now() + laterMs, 50))
    await forget(9 * minuteMs)
    assert.equal((await told(kept.sessionId)).length, 2)
    await forget(11 * minuteMs)
    assert.deepEqual(await told(kept.sessionId), [])
    assert.notEqual(await session(brief.sessionId), null)
    await forget(hourMs + 1)
    assert.deepEqual(
      [await session(brief.sessionId), (await session(kept.sessionId))?.status],
      [null, 'PASSED'],
    )
    await forget(30 * dayMs + 1)
    assert.equal(await session(kept.sessionId), null)
    assert.equal(
      await findTrialRun(under.store.read, { accountId: under.accountId, id: kept.ids[0] ?? '' }),
      null,
    )
  })

  test('case 21: SERVICE is 1 in all runs, and CI is true in those of test sessions only', async (t) => {
    const { under, start } = await underTest(t)
    const agent = await under.agentAt(place, { checkTypes: ['BROWSER'], sandbox: 'namespaces' })
    const config = { script: 'tests()', updateSnapshots: true }
    const { ids } = await start({ checkType: 'BROWSER', config })
    const run = await agent.leaseOne()
    assert.equal(run.checkId, ids[0])
    const { variables, test: tests } = run.script ?? {}
    assert.deepEqual([variables?.['SERVICE'], variables?.['CI']], ['1', 'true'])
    assert.equal(tests?.updatesSnapshots, true)
    await under.addCheck({ script: 'tests()' }, { checkType: 'BROWSER' })
    const scheduled = (await agent.leaseOne()).script
    assert.deepEqual([scheduled?.variables['SERVICE'], scheduled?.variables['CI']], ['1', undefined])
    assert.equal(scheduled?.test?.updatesSnapshots, undefined)
  })

  test('case 5: a run that is to make golden files brings them, and a check hands them to its runs', async (t) => {
    const { under, start } = await underTest(t)
    const { accountId, store } = under
    const agent = await under.agentAt(place, { checkTypes: ['BROWSER'], sandbox: 'namespaces' })
    const { agents } = under.runs
    const bytes = Buffer.from('drawn')
    const sha256 = hash('sha256', bytes)
    const bring = (ticket: string, announced = sha256) =>
      agents.storeGolden(
        agent.caller,
        { sha256: announced, bytes: bytes.length, ticket, madeBy: 'Chromium 156' },
        Readable.from([bytes]),
      )
    const refused = async (ticket: string, announced?: string) =>
      assert.equal((await bring(ticket, announced)).kind, 'refused')
    await start({ checkType: 'BROWSER', config: { script: 'tests()' } })
    const plain = await agent.leaseOne()
    await refused(plain.ticket)
    const config = { script: 'tests()', updateSnapshots: true }
    const { sessionId } = await start({ checkType: 'BROWSER', config })
    const run = await agent.leaseOne()
    await refused(`x${run.ticket}`)
    await refused(run.ticket, '0'.repeat(64))
    const key = goldenKey(accountId, sha256)
    assert.deepEqual(await bring(run.ticket), { kind: 'stored', key })

    const path = 'script.js-snapshots/home-linux.png'
    const made = { path, state: 'STORED' as const, expected: null, actual: null, diff: null, key }
    await agent.report([run], { detail: { ...browserRunOfError('none'), snapshots: [made] } })
    const messages = await sessionMessagesAfter(store.read, { sessionId, after: 0, limit: 100 })
    const last = JSON.parse(messages.at(-1)?.payload ?? '{}') as {
      result?: { assets?: { snapshots?: unknown } }
    }
    assert.deepEqual(last.result?.assets?.snapshots, [{ key, path }])
    await refused(run.ticket)

    await under.addCheck({ script: 'tests()', snapshots: [{ key, path }] }, { checkType: 'BROWSER' })
    const compared = await agent.leaseOne()
    assert.deepEqual(compared.script?.test?.golden, [{ path, madeBy: ['Chromium 156'] }])
    assert.deepEqual(
      compared.script?.files.find((file) => file.path === path),
      { path, sha256, bytes: bytes.length },
    )
    const fetched = (ticket: string) => agents.fetchCode(agent.caller, { sha256, ticket })
    assert.deepEqual(await fetched(compared.ticket), bytes)
    assert.equal(await fetched(plain.ticket), null)
  })
})
