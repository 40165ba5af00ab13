import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createRuleJob } from '@sonde/alerting/raise/rule-job.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import {
  addComponentPage,
  addRule,
  addSubscriber,
  waitingMails,
} from '@sonde/status-pages/testing/status-pages.ts'
import { postUpdate } from '@sonde/status-pages/write-incident.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import {
  findIncidentForUpdate,
  listIncidents,
  servicesOfIncidents,
} from '@sonde/store/status-pages/status-page-incidents.ts'
import { updateMarksOf } from '@sonde/store/status-pages/status-page-incident-updates.ts'
import { listRules, type RuleRow } from '@sonde/store/status-pages/status-page-rules.ts'
import { forOneEngine, type TestEngine } from '@sonde/store/testing/engines.ts'
import { alertsUnderTest } from '../testing/alerts-under-test.ts'
import { quietAlerting } from '../testing/quiet-alerting.ts'

/** A page with two components and a rule; checks a and b have its tag, and c has none. */
async function rulesUnderTest(t: TestContext, engine: TestEngine, rule: Partial<RuleRow> = {}) {
  const under = await alertsUnderTest(t, engine)
  const { accountId, store, clock } = under
  const { page, components } = await addComponentPage(store, accountId, ['Checkout', 'Search'])
  const [checkout, search] = components
  assert.ok(checkout !== undefined && search !== undefined)
  const affected: RuleRow['components'] = [
    { componentId: checkout.id, impact: 'MAJOR_OUTAGE' },
    { componentId: search.id, impact: 'DEGRADED_PERFORMANCE' },
  ]
  const { id: ruleId } = await addRule(store, page, { components: affected, ...rule })
  await addSubscriber(store, page, 'ann@example.net')
  const checks = [
    await under.addAlerting({ tags: ['checkout'] }),
    await under.addAlerting({ tags: ['other', 'checkout'] }),
    await under.addAlerting({ tags: ['search'] }),
  ]
  const job = createRuleJob({ store, clock, ...quietAlerting })
  const letters = { P: 'passed', D: 'degraded', F: 'failed' } as const
  const incidents = () => listIncidents(store.read, { accountId, after: null, limit: 100 })

  return {
    ...under,
    page,
    ruleId,
    job,
    check: (index: number): CheckRow => {
      const found = checks[index]
      assert.ok(found !== undefined)
      return found
    },
    /** One turn for each minute: a letter for each of the checks. */
    async play(...words: string[]): Promise<void> {
      const [agent] = under.agents
      assert.ok(agent !== undefined)
      for (const word of words) {
        await under.under.until((Math.floor(clock.now() / minuteMs) + 1) * minuteMs, agent)
        const runs = await agent.lease()
        for (const [index, letter] of [...word].entries()) {
          const own = runs.filter(({ checkId }) => checkId === checks[index]?.id)
          if (letter === 'P' || letter === 'D' || letter === 'F')
            await agent.report(own, { said: letters[letter] })
        }
      }
    },
    incidents,
    /** Oldest first: what each of them said, and when. */
    async courses(): Promise<string[]> {
      return await Promise.all(
        (await incidents()).toReversed().map(async ({ id }) => {
          const marks = await updateMarksOf(store.read, id)
          return marks.map(({ status, publicAt }) => `${under.minute(publicAt)} ${status}`).join(', ')
        }),
      )
    },
    async onlyIncident() {
      const [incident, ...others] = await incidents()
      assert.ok(incident !== undefined && others.length === 0)
      return incident
    },
    async rule(): Promise<RuleRow> {
      const [found] = await listRules(store.read, { ids: [ruleId] })
      assert.ok(found !== undefined)
      return found
    },
    /** As a person posts an update. */
    async say(status: 'IDENTIFIED' | 'RESOLVED'): Promise<void> {
      const [incident] = await incidents()
      assert.ok(incident !== undefined)
      const notifying = { accountId, at: clock.now(), publicUrl: 'https://sonde.example.net', canMail: false }
      await store.write(async (db) => {
        const locked = await findIncidentForUpdate(db, { accountId, id: incident.id })
        assert.ok(locked !== null)
        await postUpdate(db, notifying, {
          incident: { ...locked, isEdited: true },
          update: { status, description: 'd', publicAt: clock.now(), notifySubscribers: false },
        })
      })
    },
  }
}

forOneEngine('automation rules of status pages', (engine) => {
  test('case 66: one incident for all checks of a rule, resolved by the last recovery, told once each', async (t) => {
    const under = await rulesUnderTest(t, engine)
    await under.play('PPF')
    assert.deepEqual(await under.courses(), [])
    await under.play('FFP')
    const incident = await under.onlyIncident()
    const named = (await servicesOfIncidents(under.store.read, [incident])).get(incident.id) ?? []
    assert.deepEqual(
      [incident.name, incident.severity, incident.ruleId, incident.checkId, incident.lastStatus],
      ['Checkout is down', 'MAJOR', under.ruleId, null, 'INVESTIGATING'],
    )
    assert.deepEqual(
      named.map(({ name, impact }) => `${name} ${impact}`),
      ['Checkout MAJOR_OUTAGE', 'Search DEGRADED_PERFORMANCE'],
    )
    await under.play('PFP')
    assert.equal((await under.onlyIncident()).endedAt, null)
    await under.play('PPP', 'PPP')
    await under.job.work()
    assert.deepEqual(await under.courses(), ['+2 INVESTIGATING, +4 RESOLVED'])
    const mails = await waitingMails(under.store, under.accountId)
    assert.deepEqual(
      mails.map(({ target }) => target),
      ['ann@example.net', 'ann@example.net'],
    )
  })

  test('case 66: what fails again within the cool-down is opened when that is over', async (t) => {
    const under = await rulesUnderTest(t, engine, { coolDownMinutes: 5 })
    await under.play('FPP', 'PPP', 'FPP')
    const dueAt = under.startAt + 6 * minuteMs
    assert.equal(await under.job.work(), dueAt)
    assert.deepEqual(await under.courses(), ['+1 INVESTIGATING, +2 RESOLVED'])
    await under.play('FPP', 'FPP', 'FPP')
    await under.job.work()
    assert.deepEqual(await under.courses(), ['+1 INVESTIGATING, +2 RESOLVED', '+6 INVESTIGATING'])
  })

  test('case 66: a muted check opens nothing, and muting the last one resolves', async (t) => {
    const under = await rulesUnderTest(t, engine)
    await under.change(under.check(0), { muted: true })
    await under.play('FPP')
    await under.job.work()
    assert.deepEqual(await under.courses(), [])
    await under.change(under.check(0), { muted: false })
    await under.play('FPP')
    assert.deepEqual(await under.courses(), ['+2 INVESTIGATING'])
    await under.change(under.check(0), { muted: true })
    await under.job.work()
    assert.deepEqual(await under.courses(), ['+2 INVESTIGATING, +2 RESOLVED'])
  })

  const endings: [name: string, end: (under: Awaited<ReturnType<typeof rulesUnderTest>>) => Promise<void>][] =
    [
      ['switched off', (under) => under.change(under.check(0), { activated: false })],
      ['without the tag', (under) => under.changeConfig(under.check(0), { tags: [] })],
    ]
  for (const [name, end] of endings) {
    test(`a check that is ${name} keeps no incident open`, async (t) => {
      const under = await rulesUnderTest(t, engine)
      await under.play('FPP')
      await end(under)
      await under.job.work()
      assert.deepEqual(await under.courses(), ['+1 INVESTIGATING, +1 RESOLVED'])
    })
  }

  test('an incident that a person has edited is not resolved, but drafted', async (t) => {
    const under = await rulesUnderTest(t, engine)
    await under.play('FPP')
    await under.say('IDENTIFIED')
    await under.play('PPP')
    assert.deepEqual(await under.courses(), ['+1 INVESTIGATING, +1 IDENTIFIED'])
    assert.equal((await under.onlyIncident()).draft?.description, 'All is well again.')
    await under.play('FPP')
    const again = await under.onlyIncident()
    assert.deepEqual([again.draft, again.endedAt], [null, null])
    await under.play('PPP')
    await under.say('RESOLVED')
    await under.play('FPP')
    assert.equal((await under.courses()).length, 2)
  })

  test('what a person resolves while the check fails stays resolved until it has recovered', async (t) => {
    const under = await rulesUnderTest(t, engine)
    await under.play('FPP')
    await under.say('RESOLVED')
    await under.play('FPP')
    await under.job.work()
    assert.equal((await under.courses()).length, 1)
    await under.play('PPP', 'FPP')
    assert.equal((await under.courses()).length, 2)
  })

  test('case 67: who looks again after a write that was lost opens one incident and no second', async (t) => {
    const under = await rulesUnderTest(t, engine)
    await under.play('FPP')
    const { incidentId } = await under.rule()
    assert.notEqual(incidentId, null)
    // As a program that dies after the result leaves it: the job of the next one finds the check failing.
    await under.store.write(async (db) => {
      await db.deleteFrom('status_page_incidents').execute()
      await db.updateTable('status_page_rules').set({ incident_id: null, opened_at: null }).execute()
    })
    await under.restUntil(1)
    await Promise.all([under.job.work(), under.job.work()])
    await under.job.work()
    assert.equal((await under.incidents()).length, 1)
  })
})
