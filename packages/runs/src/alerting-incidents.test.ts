import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import {
  deleteIncident,
  findIncidentForUpdate,
  listIncidents,
  servicesOfIncidents,
  updateIncident,
} from '@sonde/store/status-pages/status-page-incidents.ts'
import {
  insertIncidentUpdate,
  updateMarksOf,
} from '@sonde/store/status-pages/status-page-incident-updates.ts'
import { forOneEngine, type TestEngine } from '@sonde/store/testing/engines.ts'
import { alertSettings, alertsUnderTest } from '../testing/alerts-under-test.ts'
import { addService, addWindow } from '../testing/alerting-rows.ts'

async function incidentsUnderTest(t: TestContext, engine: TestEngine, escalation = 'R2') {
  const under = await alertsUnderTest(t, engine)
  const { accountId } = under
  const serviceId = await addService(under)
  const triggerIncident = {
    serviceId,
    severity: 'MAJOR',
    name: 'The shop is down',
    description: 'We are looking into it.',
    notifySubscribers: false,
  }
  const check = await under.addAlerting({ ...alertSettings(escalation), triggerIncident })

  async function open() {
    const incidents = await listIncidents(under.store.read, { accountId, after: null, limit: 100 })
    return incidents.toReversed()
  }
  return {
    ...under,
    check,
    serviceId,
    open,
    triggerIncident,
    /** Oldest first: what each of them said, and when. */
    async incidents(): Promise<string[]> {
      return await Promise.all(
        (await open()).map(async ({ id }) => {
          const marks = await updateMarksOf(under.store.read, id)
          return marks.map(({ status, publicAt }) => `${under.minute(publicAt)} ${status}`).join(', ')
        }),
      )
    },
    async onlyIncident() {
      const [incident, ...others] = await open()
      assert.ok(incident !== undefined && others.length === 0)
      return incident
    },
  }
}

forOneEngine('automatic incidents', (engine) => {
  test('alerting case 54: opened by the alert, resolved by the first pass', async (t) => {
    const under = await incidentsUnderTest(t, engine)
    await under.play('F')
    assert.deepEqual(await under.incidents(), [])
    await under.play('F')
    const incident = await under.onlyIncident()
    assert.deepEqual(
      [incident.name, incident.severity, incident.checkId, incident.endedAt],
      ['The shop is down', 'MAJOR', under.check.id, null],
    )
    const services = (await servicesOfIncidents(under.store.read, [incident])).get(incident.id)
    assert.deepEqual(
      services?.map(({ id }) => id),
      [under.serviceId],
    )
    await under.play('F P P')
    assert.deepEqual(await under.incidents(), ['+2 INVESTIGATING, +4 RESOLVED'])
  })

  /** `m` mutes and `u` unmutes; what the incidents said in the end. */
  const courses: [name: string, escalation: string, course: string, expected: string[]][] = [
    ['case 54: muted, none is opened', 'R2', 'm FFF P', []],
    [
      'muted when it was opened, it is resolved all the same',
      'R1',
      'F m P',
      ['+1 INVESTIGATING, +2 RESOLVED'],
    ],
    ['what still fails after the mute opens one', 'R1', 'm FF u F P', ['+3 INVESTIGATING, +4 RESOLVED']],
    ['degraded opens none', 'R1', 'DD P', []],
    ['from degraded to failing opens one', 'R1', 'D F P', ['+2 INVESTIGATING, +3 RESOLVED']],
    ['from failing to degraded leaves it open', 'R1', 'F D D P', ['+1 INVESTIGATING, +4 RESOLVED']],
    [
      'back to failing in one episode opens no second one',
      'R1',
      'F D F P',
      ['+1 INVESTIGATING, +4 RESOLVED'],
    ],
    [
      'each episode has its own',
      'R1',
      'F P F P',
      ['+1 INVESTIGATING, +2 RESOLVED', '+3 INVESTIGATING, +4 RESOLVED'],
    ],
    ['an error resolves nothing', 'R1', 'F E P', ['+1 INVESTIGATING, +3 RESOLVED']],
    ['below the threshold none is opened', 'R3', 'FF P', []],
  ]
  for (const [name, escalation, course, expected] of courses) {
    test(`alerting ${name}`, async (t) => {
      const under = await incidentsUnderTest(t, engine, escalation)
      for (const step of course.replaceAll(' ', '')) {
        if (step !== 'm' && step !== 'u') await under.play(step)
        else await under.change(under.check, { muted: step === 'm' })
      }
      assert.deepEqual(await under.incidents(), expected)
    })
  }

  test('alerting case 54: what a person has resolved is not touched, nor opened again in that episode', async (t) => {
    const under = await incidentsUnderTest(t, engine, 'R1')
    const { accountId } = under
    await under.play('F')
    const { id } = await under.onlyIncident()
    const at = under.clock.now() + 1_000
    await under.store.write(async (db) => {
      const incident = await findIncidentForUpdate(db, { accountId, id })
      assert.ok(incident !== null)
      const update = { status: 'RESOLVED', description: 'Fixed.', notifySubscribers: false } as const
      const times = { publicAt: at, createdAt: at, updatedAt: null }
      await insertIncidentUpdate(db, { ...update, ...times, id: randomUUID(), incidentId: id })
      await updateIncident(db, { ...incident, lastStatus: 'RESOLVED', endedAt: at, updatedAt: at })
    })
    await under.play('D F P')
    assert.deepEqual(await under.incidents(), ['+1 INVESTIGATING, +1 RESOLVED'])
    await under.play('F')
    assert.equal((await under.incidents()).length, 2)
  })

  test('what a person has deleted stays away until the next episode', async (t) => {
    const under = await incidentsUnderTest(t, engine, 'R1')
    const { accountId } = under
    await under.play('F')
    const { id } = await under.onlyIncident()
    await under.store.write((db) => deleteIncident(db, { accountId, id }))
    await under.play('D F P')
    assert.deepEqual(await under.incidents(), [])
    await under.play('F P')
    assert.deepEqual(await under.incidents(), ['+5 INVESTIGATING, +6 RESOLVED'])
  })

  test('a silence alone does not keep it away, once', async (t) => {
    const under = await incidentsUnderTest(t, engine, 'R1')
    await addWindow(under, [0, 4], { silenceAllAlerts: true })
    await under.play('F F')
    assert.deepEqual(await under.incidents(), ['+1 INVESTIGATING'])
    assert.deepEqual(await under.raised(), [])
    await under.play('P')
    assert.deepEqual(await under.incidents(), ['+1 INVESTIGATING, +3 RESOLVED'])
  })

  test('of a check that is switched off it stays open, and is resolved when the check passes again', async (t) => {
    const under = await incidentsUnderTest(t, engine, 'R1')
    await under.play('F')
    await under.change(under.check, { activated: false })
    await under.until(3)
    assert.deepEqual(await under.incidents(), ['+1 INVESTIGATING'])
    await under.change(under.check, { activated: true })
    await under.answer('P')
    assert.deepEqual(await under.incidents(), ['+1 INVESTIGATING, +3 RESOLVED'])
  })

  test('a service that is gone keeps no alert away', async (t) => {
    const under = await incidentsUnderTest(t, engine, 'R1')
    const triggerIncident = { ...under.triggerIncident, serviceId: randomUUID() }
    await under.changeConfig(under.check, { triggerIncident })
    await under.play('F P')
    assert.deepEqual(await under.incidents(), [])
    assert.deepEqual(await under.raised(), ['+1 FAILURE', '+2 RECOVERY'])
  })

  test('two checks on one service have two incidents', async (t) => {
    const under = await incidentsUnderTest(t, engine, 'R1')
    await under.addAlerting({ ...alertSettings('R1'), triggerIncident: under.triggerIncident })
    await under.play('F P')
    assert.deepEqual(await under.incidents(), [
      '+1 INVESTIGATING, +2 RESOLVED',
      '+1 INVESTIGATING, +2 RESOLVED',
    ])
  })
})
