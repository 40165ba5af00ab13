import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { TrialRunRow } from '@sonde/store/runs/trial-run-rows.ts'
import { findTrialRun, insertTrialRun, trialRunSealContext } from '@sonde/store/runs/trial-runs.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { insertVariable, variableSealContext } from '@sonde/store/variables/variables.ts'
import { resultOf } from '../../testing/fake-agent.ts'
import { icmpFields } from '../../testing/icmp-checks.ts'
import { runsUnderTest } from '../../testing/runs-under-test.ts'

/** Where a run of a saved check leaves something. */
const tablesOfRuns = [
  'checks',
  'check_states',
  'check_snapshots',
  'results',
  'pending_runs',
  'check_sessions',
  'hourly_rollups',
  'check_alerts',
  'error_groups',
  'location_events',
] as const

forOneEngine('trial runs of checks that nobody has saved', (engine) => {
  async function underTest(t: TestContext) {
    const under = await runsUnderTest(t, engine)
    const { store, accountId, clock } = under

    async function add(fields: Partial<TrialRunRow> = {}): Promise<string> {
      const id = fields.id ?? randomUUIDv7()
      await store.write((db) =>
        insertTrialRun(db, {
          id,
          accountId,
          checkType: 'ICMP',
          name: 'Gateway',
          groupId: null,
          config: icmpFields(),
          sealedConfig: null,
          sealedSecrets: null,
          place: 'eu-west-1',
          location: 'eu-west-1',
          status: 'QUEUED',
          waitingFor: null,
          createdAt: clock.now(),
          startedAt: null,
          endedAt: null,
          reason: null,
          result: null,
          ...fields,
        }),
      )
      return id
    }

    return {
      ...under,
      under,
      add,
      async start(fields: Partial<TrialRunRow> = {}): Promise<string> {
        const id = await add(fields)
        await under.runs.trialRunWritten()
        return id
      },
      async read(id: string): Promise<TrialRunRow> {
        const row = await findTrialRun(store.read, { accountId, id })
        assert.ok(row !== null)
        return row
      },
      async rowsLeft(): Promise<string[]> {
        const counts = await Promise.all(
          tablesOfRuns.map(async (table) => {
            const rows = await store.read.selectFrom(table).selectAll().execute()
            return rows.length === 0 ? [] : [`${table}: ${rows.length}`]
          }),
        )
        return counts.flat()
      },
    }
  }

  test('a trial run is run once where it was asked for, and leaves nothing but its answer', async (t) => {
    const { start, read, under, rowsLeft, clock } = await underTest(t)
    const agent = await under.agentAt('eu-west-1')
    const id = await start()
    assert.equal((await read(id)).status, 'QUEUED')
    const run = await agent.leaseOne()
    const running = await read(id)
    assert.deepEqual([running.status, running.startedAt], ['RUNNING', clock.now()])
    clock.advance(1_500)
    assert.deepEqual(await agent.report([run]), ['stored'])
    const ended = await read(id)
    assert.deepEqual([ended.status, ended.reason, ended.result?.verdict], ['ENDED', null, 'passed'])
    assert.equal(ended.endedAt, clock.now())
    assert.equal(ended.result?.responseTime, 15)
    assert.deepEqual(await rowsLeft(), [])
    await under.advance(2 * minuteMs)
    assert.deepEqual(await agent.lease(), [])
    assert.deepEqual(await rowsLeft(), [])
    assert.equal((await under.runs.stats()).stored, 0)
  })

  test('a trial run that fails says so and is not made again', async (t) => {
    const { start, read, under, rowsLeft } = await underTest(t)
    const agent = await under.agentAt('eu-west-1')
    const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 1, maxRetries: 2, maxDurationSeconds: 600 }
    const id = await start({ config: icmpFields({ retryStrategy }) })
    await agent.report(await agent.lease(), { said: 'failed' })
    const { status, reason, result } = await read(id)
    assert.deepEqual([status, reason, result?.verdict], ['ENDED', 'it failed', 'failed'])
    await under.until(under.clock.now() + minuteMs, agent)
    assert.deepEqual(await agent.lease(), [])
    assert.deepEqual(await rowsLeft(), [])
  })

  test('our own trouble is not told as a verdict about the target', async (t) => {
    const { start, read, under } = await underTest(t)
    const agent = await under.agentAt('eu-west-1')
    const id = await start()
    await agent.report(await agent.lease(), { said: 'withheld' })
    const { status, reason, result } = await read(id)
    assert.deepEqual([status, reason, result?.verdict], ['FAILED_TO_RUN', 'it withheld', 'withheld'])
    assert.deepEqual(await under.events(), [])
  })

  test('the same result twice, and one after the end, change nothing', async (t) => {
    const { start, read, under } = await underTest(t)
    const agent = await under.agentAt('eu-west-1')
    const id = await start()
    const run = await agent.leaseOne()
    const passed = resultOf(run, under.clock.now())
    const failed = resultOf(run, under.clock.now(), { said: 'failed' })
    assert.deepEqual(await agent.send([passed]), ['stored'])
    await agent.send([failed, passed])
    assert.equal((await read(id)).result?.verdict, 'passed')
  })

  test('where no agent is, a trial run says what it waits for, and ends when none came in time', async (t) => {
    const { start, read, under } = await underTest(t)
    const id = await start()
    await under.advance(2_000)
    const waiting = await read(id)
    assert.equal(waiting.status, 'QUEUED')
    assert.match(waiting.waitingFor ?? '', /^No agent serves eu-west-1: start one/)
    const blind = await under.agentAt('eu-west-1', { checkTypes: ['URL'] })
    await under.until(under.clock.now() + 2_000, blind)
    assert.match((await read(id)).waitingFor ?? '', /can run checks of type ICMP/)
    await under.advance(7 * minuteMs)
    const ended = await read(id)
    assert.deepEqual(
      [ended.status, ended.waitingFor, ended.reason, ended.result],
      ['FAILED_TO_RUN', null, 'No agent of the location started the run in time', null],
    )
  })

  test('an agent that dies with a trial run leaves it to the next one, and after three it ends as lost', async (t) => {
    const { start, read, under, rowsLeft } = await underTest(t)
    const id = await start()
    const first = await under.agentAt('eu-west-1')
    assert.equal((await first.lease()).length, 1)
    assert.equal((await read(id)).status, 'RUNNING')
    await under.advance(1.5 * minuteMs)
    assert.equal((await read(id)).status, 'QUEUED')
    const agent = await under.agentAt('eu-west-1')
    for (const _ of [2, 3]) {
      assert.equal((await agent.lease()).length, 1)
      await under.advance(1.5 * minuteMs)
    }
    const { status, reason } = await read(id)
    assert.equal(status, 'FAILED_TO_RUN')
    assert.match(reason ?? '', /^Agent lost/)
    assert.deepEqual(await rowsLeft(), [])
  })

  test('a trial run that another server has written is run by the one that runs the checks', async (t) => {
    const { add, read, under } = await underTest(t)
    const agent = await under.agentAt('eu-west-1')
    const id = await add()
    await under.advance(1_000)
    await agent.report([await agent.leaseOne()])
    assert.equal((await read(id)).status, 'ENDED')
  })

  test('a restart forgets no trial run, and takes the result of an agent that had one before', async (t) => {
    const { start, read, under } = await underTest(t)
    const [waits, runs] = [await start({ place: 'eu-west-2', location: 'eu-west-2' }), await start()]
    const agent = await under.agentAt('eu-west-1')
    const run = await agent.leaseOne()
    await under.restart()
    await agent.register()
    await under.runs.work()
    await agent.report([run], { said: 'degraded' })
    assert.equal((await read(runs)).result?.verdict, 'degraded')
    const other = await under.agentAt('eu-west-2')
    await other.report([await other.leaseOne()])
    assert.equal((await read(waits)).status, 'ENDED')
  })

  test('secrets are filled in as in real runs, and masked in what is kept', async (t) => {
    const { start, read, under } = await underTest(t)
    const { store, accountId } = under
    const [ofAccount, own] = ['account-secret-8a61f', 'own-secret-55c2e']
    await store.write(async (db) => {
      const valueSealed = store.sealer.seal(ofAccount, variableSealContext({ accountId, key: 'A' }))
      const row = {
        accountId,
        key: 'A',
        valueSealed,
        locked: false,
        secret: true,
        createdAt: 1,
        updatedAt: null,
      }
      await insertVariable(db, row)
      await bumpRunContext(db)
    })
    const id = randomUUIDv7()
    const environmentVariables = [{ key: 'B', value: own, secret: true }]
    const request = { hostname: '{{A}}.{{B}}.example.net', ipFamily: 'IPv4', pingCount: 2, assertions: [] }
    const agent = await under.agentAt('eu-west-1')
    await start({
      id,
      config: icmpFields({ request }),
      sealedConfig: store.sealer.seal(JSON.stringify({ environmentVariables }), trialRunSealContext(id)),
    })
    const run = await agent.leaseOne()
    const hostname = `${ofAccount}.${own}.example.net`
    assert.ok(JSON.stringify(run.config).includes(hostname))
    assert.deepEqual(run.context?.secrets.toSorted(), [ofAccount, own].toSorted())
    const told = resultOf(run, under.clock.now(), { said: 'failed' })
    const detail = JSON.parse(JSON.stringify(told.detail).replaceAll('edge1.example.net', hostname))
    const verdict = { ...told.verdict, reason: `cannot reach ${hostname}` }
    assert.deepEqual(await agent.send([{ ...told, detail, verdict }]), ['stored'])
    const rows = JSON.stringify(await store.read.selectFrom('check_tries').selectAll().execute())
    assert.ok(!rows.includes(ofAccount) && !rows.includes(own), rows)
    const { reason, sealedConfig } = await read(id)
    assert.match(reason ?? '', /^cannot reach \*+/)
    assert.equal(sealedConfig, null)
  })

  test('is gone after an hour', async (t) => {
    const { start, under, store, accountId } = await underTest(t)
    const agent = await under.agentAt('eu-west-1')
    const id = await start()
    await agent.report([await agent.leaseOne()])
    await under.until(under.clock.now() + 62 * minuteMs, agent)
    assert.equal(await findTrialRun(store.read, { accountId, id }), null)
  })

  test('whoever waits for a trial run hears of its end', async (t) => {
    const { start, read, under } = await underTest(t)
    const agent = await under.agentAt('eu-west-1')
    const id = await start()
    const waited = under.runs.waitForTrialRun({ id }, 30_000, new AbortController().signal)
    await agent.report([await agent.leaseOne()])
    await waited
    assert.equal((await read(id)).status, 'ENDED')
  })

  test('what it prints is there while it runs, once and in order, and wakes who waits for more', async (t) => {
    const { start, read, under } = await underTest(t)
    const agent = await under.agentAt('eu-west-1')
    const id = await start()
    const run = await agent.leaseOne()
    const printed = async () => (await read(id)).log.map(({ msg }) => msg)
    const waited = under.runs.waitForTrialRun({ id, logFrom: 0 }, 30_000, new AbortController().signal)
    await agent.print(run, 0, 'one', 'two')
    await waited
    // A message that was sent again, and one that came before its time.
    await agent.print(run, 0, 'one', 'two')
    await agent.print(run, 7, 'eight')
    await agent.print(run, 2, 'three\u0000')
    assert.deepEqual(await printed(), ['one', 'two', 'three\uFFFD'])
    await agent.print(run, 3, 'x'.repeat(10_000))
    assert.equal((await printed()).length, 4)
    // An agent of another place has got hold of the ticket.
    const other = await under.agentAt('us-east-1')
    await other.print(run, 4, 'forged')
    assert.equal((await printed()).length, 4)
    await agent.report([run])
    assert.deepEqual(await printed(), [])
    await agent.print(run, 4, 'late')
    assert.deepEqual(await printed(), [])
  })

  test('a log takes no more than its room, and secrets are masked in it', async (t) => {
    const { start, read, under, store, accountId, clock } = await underTest(t)
    const key = 'TOKEN'
    await store.write(async (db) => {
      const valueSealed = store.sealer.seal('tok-4711-secret', variableSealContext({ accountId, key }))
      const fields = { accountId, key, valueSealed, locked: false, secret: true }
      await insertVariable(db, { ...fields, createdAt: clock.now(), updatedAt: null })
      await bumpRunContext(db)
    })
    const agent = await under.agentAt('eu-west-1')
    const id = await start()
    const run = await agent.leaseOne()
    await agent.print(run, 0, 'token is tok-4711-secret')
    assert.deepEqual(
      (await read(id)).log.map(({ msg }) => msg),
      ['token is *********'],
    )
    const long = 'y'.repeat(9_000)
    for (let from = 1; from < 60; from += 1) await agent.print(run, from, long)
    const { log } = await read(id)
    assert.ok(log.length > 20 && log.length < 30, `${log.length} lines`)
  })
})
