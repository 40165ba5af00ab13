import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBudgets } from '@sonde/alerting/delivery/budgets.ts'
import { createDelivery } from '@sonde/alerting/delivery/create-delivery.ts'
import { createLocationNotices } from '@sonde/alerting/delivery/location-notices.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { addMember } from '@sonde/store/testing/rows.ts'
import { runsUnderTest } from '../../testing/runs-under-test.ts'

forOneEngine('a private location without agents', (engine) => {
  test('alerting case 56: silent for 11 minutes: one mail to owners and admins and no alert; back: one mail, and runs resume', async (t) => {
    const under = await runsUnderTest(t, engine)
    const { store, clock, log, accountId } = under
    await addMember(store, accountId, { role: 'OWNER', email: 'owner@example.com' })
    await addMember(store, accountId, { role: 'ADMIN', email: 'admin@example.com' })
    await addMember(store, accountId, { role: 'READ_WRITE', email: 'writer@example.com' })
    const mails: string[] = []
    const delivery = createDelivery({
      store,
      clock,
      log,
      sender: {
        async send({ target, event }) {
          mails.push(`${target}: ${event.kind === 'notice' ? event.title : event.kind}`)
          return { kind: 'accepted', result: 'ok' }
        },
      },
      budgets: createBudgets(60),
      claimMs: 30_000,
      canMail: true,
      publicUrl: () => 'http://sonde.test',
      loadChannel: async () => null,
      variablesFor: async () => new Map(),
    })
    t.after(() => delivery.stop())
    const notices = createLocationNotices({
      store,
      clock,
      log,
      canMail: true,
      publicUrl: () => 'http://sonde.test',
      wakeDelivery: delivery.wake,
    })
    const until = async (at: number) => {
      while (clock.now() < at) {
        await under.until(Math.min(at, clock.now() + minuteMs))
        await notices.workOnce()
        await delivery.workOnce()
      }
    }

    const office = await under.addPrivateLocation()
    const agent = await under.agentAt(office.place)
    const check = await under.addCheck({ locations: [], privateLocations: [office.slugName] })
    await agent.report(await agent.lease())
    const silentSince = clock.now()
    await until(silentSince + 9 * minuteMs)
    assert.deepEqual(mails, [])
    await until(silentSince + 30 * minuteMs)
    const told = (what: string) =>
      ['admin', 'owner'].map((who) => `${who}@example.com: Location Office (${office.slugName}) ${what}`)
    assert.deepEqual(mails.toSorted(), told('is unavailable'))
    assert.equal((await under.state(check)).status, 'passed')

    await agent.register()
    await until(clock.now() + 2 * minuteMs)
    assert.deepEqual(mails.slice(2).toSorted(), told('is available again'))
    assert.equal((await agent.lease()).length, 1)
    const alerts = await store.read.selectFrom('check_alerts').select('id').execute()
    assert.deepEqual(alerts, [])
  })
})
