import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { alertsUnderTest } from '../../testing/alerts-under-test.ts'
import { heartbeatsOf } from '../../testing/heartbeats-under-test.ts'
import { quietAlerting } from '../../testing/quiet-alerting.ts'
import { createHeartbeatJob } from './heartbeat-job.ts'

forOneEngine('heartbeats and clocks', (engine) => {
  test('H7: a clock that is set back by an hour after a failure brings no second one for the same deadline', async (t) => {
    const under = await alertsUnderTest(t, engine, [])
    const heartbeats = heartbeatsOf(under)
    const check = await heartbeats.add()
    await heartbeats.ping(check)
    await under.until(3.5)
    under.clock.set(under.startAt - 56.5 * minuteMs)
    await under.until(-54.1)
    const failures = async () => (await heartbeats.events(check)).filter((event) => event.endsWith('FAILING'))
    assert.deepEqual(await failures(), ['+3 FAILING'])
    // The next one comes when it would have come, three minutes after the first.
    await under.until(-53.7)
    assert.equal((await failures()).length, 2)
  })

  test('a clock that is set forward is no silence of a job', async (t) => {
    const under = await alertsUnderTest(t, engine, [])
    const heartbeats = heartbeatsOf(under)
    const check = await heartbeats.add()
    await heartbeats.ping(check)
    await under.until(2)
    under.clock.set(under.startAt + 24 * 60 * minuteMs)
    await under.until(24 * 60 + 0.9)
    assert.deepEqual(await heartbeats.events(check), ['+0 RECEIVED'])
  })

  test('a clock that was a day ahead and is set right does not hide a job that has died', async (t) => {
    const under = await alertsUnderTest(t, engine, [])
    const heartbeats = heartbeatsOf(under)
    const check = await heartbeats.add()
    await under.until(1)
    await heartbeats.ping(check)
    await under.until(2)
    under.clock.set(under.startAt - 24 * 60 * minuteMs)
    await under.until(-24 * 60 + 3)
    assert.equal((await heartbeats.events(check)).filter((event) => event.endsWith('FAILING')).length, 1)
  })

  test('a server whose clock is three minutes ahead fails nobody early, and nobody when it starts again', async (t) => {
    const under = await alertsUnderTest(t, engine, [])
    const heartbeats = heartbeatsOf(under)
    const check = await heartbeats.add()
    await heartbeats.ping(check)
    const { store, log } = under
    const clock = { now: () => under.clock.now() + 3 * minuteMs }
    const start = () =>
      createHeartbeatJob({ store, clock, log, alerts: createAlertIntake(quietAlerting), alive: undefined })
    let job = start()
    for (let seconds = 0; seconds < 175; seconds += 5) {
      under.clock.set(under.startAt + seconds * secondMs)
      if (seconds === 100) job = start()
      await job.work()
    }
    assert.deepEqual(await heartbeats.events(check), ['+0 RECEIVED'])
    under.clock.set(under.startAt + 180 * secondMs)
    await job.work()
    assert.deepEqual(await heartbeats.events(check), ['+0 RECEIVED', '+3 FAILING'])
  })
})
