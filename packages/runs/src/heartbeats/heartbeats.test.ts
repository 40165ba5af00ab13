import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createAlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { showMoment } from '@sonde/ground/shown-time.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import { listHeartbeatEvents } from '@sonde/store/heartbeats/heartbeat-events.ts'
import { forEachEngine, forOneEngine, type TestEngine } from '@sonde/store/testing/engines.ts'
import { changeGroup, addGroup, addService, addWindow } from '../../testing/alerting-rows.ts'
import { alertSettings, alertsUnderTest } from '../../testing/alerts-under-test.ts'
import { heartbeatsOf } from '../../testing/heartbeats-under-test.ts'
import { quietAlerting } from '../../testing/quiet-alerting.ts'
import { createHeartbeatJob } from './heartbeat-job.ts'
import { createSignOfLife } from './sign-of-life.ts'

async function heartbeatsUnderTest(t: TestContext, engine: TestEngine) {
  const under = await alertsUnderTest(t, engine, [])
  const channel = await under.addChannel()
  return { ...under, alerts: under, heartbeats: heartbeatsOf(under), channel }
}

forOneEngine('heartbeats', (engine) => {
  test('H1: a monitor that was never pinged never fails', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.until(10)
    assert.deepEqual(await under.heartbeats.events(check), [])
    assert.equal((await under.state(check)).status, null)
  })

  test('H1: pinged once and silent since, it fails and alerts, and fails again after each period and grace', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.subscribe(check, under.channel)
    assert.equal(await under.heartbeats.ping(check), 'RECEIVED')
    assert.equal((await under.state(check)).status, 'passed')
    await under.until(2.9)
    assert.deepEqual(await under.heartbeats.events(check), ['+0 RECEIVED'])
    await under.until(3.1)
    assert.deepEqual(await under.heartbeats.events(check), ['+0 RECEIVED', '+3 FAILING'])
    const state = await under.state(check)
    assert.equal(state.status, 'failed')
    assert.equal(state.lastRunLocation, null)
    const row = await findCheck(under.store.read, { accountId: under.accountId, id: check.id })
    assert.equal(row?.status, 'failed')
    await under.until(9.2)
    assert.deepEqual(await under.heartbeats.events(check), [
      '+0 RECEIVED',
      '+3 FAILING',
      '+6 FAILING',
      '+9 FAILING',
    ])
    // Deadlines are looked at every five seconds.
    assert.match((await under.sent(under.channel)).join(), /^\+3(\.1)? FAILURE$/)
    const [alert] = await under.alertsTo(under.channel)
    const reason = `No ping for 3 min, last ping at ${showMoment(under.startAt)}`
    assert.equal(alert?.result.error, reason)
    const events = await listHeartbeatEvents(under.store.read, { checkId: check.id, limit: 10 })
    assert.equal(events.findLast(({ state: said }) => said === 'FAILING')?.reason, reason)
    assert.deepEqual(
      [alert?.result.location, alert?.result.region, alert?.result.failedLocations, alert?.check.target],
      [null, null, [], null],
    )
    assert.ok(alert?.result.link.endsWith(`/checks/${check.id}`))
  })

  test('H2: the next ping is measured from the last one', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.heartbeats.ping(check)
    await under.until(2.5)
    assert.equal(await under.heartbeats.ping(check), 'GRACE')
    await under.until(4.5)
    assert.equal(await under.heartbeats.ping(check), 'RECEIVED')
    await under.until(5)
    assert.equal(await under.heartbeats.ping(check), 'EARLY')
    await under.until(7.9)
    assert.equal((await under.heartbeats.events(check)).length, 4)
  })

  test('H3: a ping while it fails is a recovery', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.subscribe(check, under.channel)
    await under.heartbeats.ping(check)
    await under.until(4)
    assert.equal(await under.heartbeats.ping(check), 'EARLY')
    assert.equal((await under.state(check)).status, 'passed')
    assert.deepEqual(await under.sent(under.channel), ['+3 FAILURE', '+4 RECOVERY'])
    await under.until(6.9)
    assert.deepEqual((await under.heartbeats.events(check)).length, 3)
  })

  test('a ping after the deadline, before anybody has looked, is late and no failure', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.heartbeats.ping(check)
    await under.until(2.95)
    under.clock.set(under.startAt + 3 * minuteMs + 1)
    assert.equal(await under.heartbeats.ping(check), 'LATE')
    await under.until(4)
    assert.deepEqual(await under.heartbeats.events(check), ['+0 RECEIVED', '+3 LATE'])
  })

  test('H4: a server that was down across a deadline fails nobody who pings 30 s after its restart', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.heartbeats.ping(check)
    await under.until(2)
    await under.restUntil(60)
    await under.until(60.5)
    assert.equal(await under.heartbeats.ping(check), 'GRACE')
    await under.until(62)
    assert.deepEqual(await under.heartbeats.events(check), ['+0 RECEIVED', '+60.5 GRACE'])
  })

  test('H4: the time without a server is added to every open deadline, once, and to no later one', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const silent = await under.heartbeats.add()
    const quick = await under.heartbeats.add()
    await under.heartbeats.ping(silent)
    await under.until(2)
    under.clock.set(under.startAt + 40 * minuteMs)
    // Pinged after the restart, before anybody has noticed the gap.
    await under.heartbeats.ping(quick)
    await under.restUntil(40)
    await under.until(40.9)
    assert.deepEqual(await under.heartbeats.events(silent), ['+0 RECEIVED'])
    await under.until(41.1)
    assert.deepEqual(await under.heartbeats.events(silent), ['+0 RECEIVED', '+41 FAILING'])
    await under.until(43.1)
    assert.deepEqual(await under.heartbeats.events(quick), ['+40 RECEIVED', '+43 FAILING'])
  })

  test('no failure is written in the first minute after a start, and then with its deadline', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.heartbeats.ping(check)
    await under.until(2.9)
    // Too quick to be a gap.
    await under.restUntil(3.05)
    await under.until(4)
    assert.deepEqual(await under.heartbeats.events(check), ['+0 RECEIVED'])
    await under.until(4.2)
    assert.deepEqual(await under.heartbeats.events(check), ['+0 RECEIVED', '+3 FAILING'])
  })

  test('a deadline that passed just before the server went down fails when it is back, with the time of then', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.heartbeats.ping(check)
    await under.until(2.99)
    await under.restUntil(60)
    await under.until(60.9)
    assert.deepEqual(await under.heartbeats.events(check), ['+0 RECEIVED'])
    await under.until(61.1)
    const [, failure] = await under.heartbeats.events(check)
    assert.match(failure ?? '', /^\+(60|61)(\.\d)? FAILING$/)
  })

  test('H5: deactivated and activated later, it fails nobody before its next ping', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.heartbeats.ping(check)
    await under.until(1)
    await under.change(check, { activated: false })
    assert.equal(await under.heartbeats.ping(check), null)
    await under.until(5)
    await under.change(check, { activated: true })
    await under.until(10)
    assert.deepEqual(await under.heartbeats.events(check), ['+0 RECEIVED'])
    assert.equal(await under.heartbeats.ping(check), 'RECEIVED')
    await under.until(13.2)
    assert.deepEqual(await under.heartbeats.events(check), ['+0 RECEIVED', '+10 RECEIVED', '+13 FAILING'])
  })

  test('H5: the same when its group is switched off and on', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const group = await addGroup(under.alerts, {})
    const check = await under.heartbeats.add({}, { groupId: group.id })
    await under.heartbeats.ping(check)
    const off = await changeGroup(under.alerts, group, { activated: false }, [check])
    assert.equal(await under.heartbeats.ping(check), null)
    await changeGroup(under.alerts, off, { activated: true }, [check])
    await under.until(5)
    assert.deepEqual(await under.heartbeats.events(check), ['+0 RECEIVED'])
  })

  test('a change of period or grace lets the next ping start the timer, any other change leaves it', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const [renamed, changed] = [await under.heartbeats.add(), await under.heartbeats.add()]
    for (const check of [renamed, changed]) await under.heartbeats.ping(check)
    await under.change(renamed, { name: 'Nightly backup' })
    const heartbeat = { ...Object(changed.config['heartbeat']), grace: 1.5 }
    await under.change(changed, { config: { ...changed.config, heartbeat } })
    await under.until(5)
    assert.deepEqual(await under.heartbeats.events(renamed), ['+0 RECEIVED', '+3 FAILING'])
    assert.deepEqual(await under.heartbeats.events(changed), ['+0 RECEIVED'])
    assert.equal(await under.heartbeats.ping(changed), 'RECEIVED')
  })

  test('thresholds count failures: two missed periods alert at the second', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add(alertSettings('R2'))
    await under.subscribe(check, under.channel)
    await under.heartbeats.ping(check)
    await under.until(7)
    assert.deepEqual(await under.sent(under.channel), ['+6 FAILURE_REMAIN'])
  })

  test('a threshold of time counts from the first failure', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add(alertSettings('T5'))
    await under.subscribe(check, under.channel)
    await under.heartbeats.ping(check)
    await under.until(12.5)
    assert.deepEqual(await under.sent(under.channel), ['+9 FAILURE_REMAIN'])
  })

  test('reminders follow a failure until the ping that ends it', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add(alertSettings('R1', '2x5'))
    await under.subscribe(check, under.channel)
    await under.heartbeats.ping(check)
    await under.until(9)
    await under.heartbeats.ping(check)
    await under.until(11)
    assert.deepEqual(await under.sent(under.channel), ['+3 FAILURE', '+8 FAILURE_REMAIN (1)', '+9 RECOVERY'])
  })

  test('a muted monitor fails and alerts nobody', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add({}, { muted: true })
    await under.subscribe(check, under.channel)
    await under.heartbeats.ping(check)
    await under.until(4)
    assert.equal((await under.state(check)).status, 'failed')
    assert.deepEqual(await under.sent(under.channel), [])
  })

  test('a maintenance that silences holds the alert back until the next failure after it', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.subscribe(check, under.channel)
    await addWindow(under.alerts, [2, 4], { silenceAllAlerts: true })
    await under.store.write((db) => db.updateTable('maintenances').set({ status: 'IN_PROGRESS' }).execute())
    await under.heartbeats.ping(check)
    await under.until(7)
    assert.deepEqual(await under.sent(under.channel), ['+6 FAILURE_REMAIN'])
  })

  test('a deadline within a maintenance that pauses checks is skipped', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await addWindow(under.alerts, [2, 4], { pauseAllChecks: true })
    await under.store.write((db) => db.updateTable('maintenances').set({ status: 'IN_PROGRESS' }).execute())
    await under.heartbeats.ping(check)
    await under.until(7)
    assert.deepEqual(await under.heartbeats.events(check), ['+0 RECEIVED', '+6 FAILING'])
  })

  test('a failure opens the incident that the monitor asks for, and the next ping resolves it', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const serviceId = await addService(under.alerts)
    const triggerIncident = {
      serviceId,
      severity: 'MAJOR',
      name: 'No backup',
      description: 'The backup is late',
      notifySubscribers: false,
    }
    const check = await under.heartbeats.add({ triggerIncident })
    await under.heartbeats.ping(check)
    await under.until(4)
    const statuses = async () =>
      (await under.store.read.selectFrom('incident_updates').select('status').orderBy('id').execute()).map(
        ({ status }) => status,
      )
    assert.equal((await statuses()).length, 1)
    await under.heartbeats.ping(check)
    assert.equal((await statuses()).at(-1), 'RESOLVED')
  })
})

forEachEngine('heartbeats that are written at once', (engine) => {
  test('two servers that look at once write one failure', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.subscribe(check, under.channel)
    const { store, clock, log } = under
    const jobs = Array.from({ length: 4 }, () =>
      createHeartbeatJob({
        store,
        clock,
        log,
        alerts: createAlertIntake(quietAlerting),
        alive: createSignOfLife({ store }),
      }),
    )
    await under.heartbeats.ping(check)
    await under.until(2.95)
    under.clock.set(under.startAt + 3 * minuteMs + 2 * secondMs)
    await Promise.all([...jobs, ...jobs].map((job) => job.work()))
    assert.deepEqual(await under.heartbeats.events(check), ['+0 RECEIVED', '+3 FAILING'])
    assert.deepEqual(await under.sent(under.channel), ['+3 FAILURE'])
  })

  test('a ping and a deadline at the same moment leave one truth: the last one written', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.subscribe(check, under.channel)
    await under.heartbeats.ping(check)
    await under.until(2.95)
    under.clock.set(under.startAt + 3 * minuteMs + 2 * secondMs)
    await Promise.all([under.under.runs.work(), under.heartbeats.ping(check)])
    const events = await under.heartbeats.events(check)
    // Whoever was first, the ping is taken, and nothing is failing after it.
    assert.equal((await under.state(check)).status, 'passed')
    const isFailed = events.includes('+3 FAILING')
    assert.deepEqual(await under.sent(under.channel), isFailed ? ['+3 FAILURE', '+3 RECOVERY'] : [])
    await under.until(5.9)
    assert.equal((await under.heartbeats.events(check)).length, events.length)
  })

  test('pings that come at once are all recorded', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    const states = await Promise.all(Array.from({ length: 5 }, () => under.heartbeats.ping(check)))
    assert.deepEqual(states.toSorted(), ['EARLY', 'EARLY', 'EARLY', 'EARLY', 'RECEIVED'])
    assert.equal((await under.heartbeats.events(check)).length, 5)
  })

  test('a failure whose answer from the database was lost is not written again', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.subscribe(check, under.channel)
    await under.heartbeats.ping(check)
    const { store, clock, log } = under
    const alerts = createAlertIntake(quietAlerting)
    // What the signs of life lose is another matter.
    const alive = { sign: async () => ({ upSince: under.startAt }) }
    const job = createHeartbeatJob({ store, clock, log, alerts, alive })
    await under.until(2.95)
    under.clock.set(under.startAt + 3 * minuteMs + 2 * secondMs)
    under.under.losesAnswers = true
    await job.work()
    under.under.losesAnswers = false
    await under.until(4)
    assert.deepEqual(await under.heartbeats.events(check), ['+0 RECEIVED', '+3 FAILING'])
    assert.deepEqual(await under.sent(under.channel), ['+3 FAILURE'])
  })

  test('a ping that could not be written is refused, and while none can be written nobody fails', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.heartbeats.ping(check)
    await under.until(2)
    under.under.isDiskFull = true
    await assert.rejects(under.heartbeats.ping(check), /the disk is full/)
    for (let minute = 2; minute < 40; minute += 1) {
      under.clock.set(under.startAt + minute * minuteMs)
      await under.under.runs.work().catch(() => undefined)
    }
    under.under.isDiskFull = false
    await under.until(40)
    assert.deepEqual(await under.heartbeats.events(check), ['+0 RECEIVED'])
    await under.until(41.2)
    assert.equal((await under.heartbeats.events(check)).length, 2)
  })

  test('a deleted monitor takes its pings and events with it', async (t) => {
    const under = await heartbeatsUnderTest(t, engine)
    const check = await under.heartbeats.add()
    await under.heartbeats.ping(check)
    await under.deleteCheck(check)
    assert.equal(await under.heartbeats.ping(check), 'unknown')
    assert.deepEqual(await under.heartbeats.events(check), [])
    await under.until(4)
  })
})
