import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { findPrivateLocation } from '@sonde/store/locations/private-locations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { type RunsUnderTest, runsUnderTest } from '../../testing/runs-under-test.ts'

async function officeUnderTest(
  t: Parameters<typeof runsUnderTest>[0],
  engine: Parameters<typeof runsUnderTest>[1],
) {
  const under = await runsUnderTest(t, engine)
  const office = await under.addPrivateLocation()
  return { under, office, flagged: () => flaggedAt(under, office.id) }
}

async function flaggedAt({ store, accountId }: RunsUnderTest, id: string): Promise<number | null> {
  return (await findPrivateLocation(store.read, { accountId, id }))?.unavailableSince ?? null
}

forOneEngine('availability of locations', (engine) => {
  test('cases 21 and 22: silent for 10 minutes: one flag, one event, no runs; back at registration, without a burst', async (t) => {
    const { under, office, flagged } = await officeUnderTest(t, engine)
    const agent = await under.agentAt(office.place)
    const check = await under.addCheck({ locations: [], privateLocations: [office.slugName] })
    await agent.report(await agent.lease())
    await under.until(under.beganAt + 5 * minuteMs, agent)
    await agent.report(await agent.lease())
    const silentSince = under.clock.now()
    await under.until(silentSince + 10 * minuteMs - secondMs)
    assert.equal(await flagged(), null)
    await under.until(silentSince + 11 * minuteMs)
    const at = await flagged()
    assert.ok(at !== null && at >= silentSince + 10 * minuteMs && at <= silentSince + 11 * minuteMs)
    assert.deepEqual(await under.events(), [`${office.slugName} unavailable`])

    await under.until(silentSince + 60 * minuteMs)
    assert.deepEqual(await under.events(), [`${office.slugName} unavailable`])
    assert.equal((await under.state(check)).status, 'passed')
    under.clock.advance(10 * secondMs)
    await agent.register()
    assert.equal(await flagged(), null)
    assert.deepEqual(await under.events(), [`${office.slugName} unavailable`, `${office.slugName} available`])
    assert.deepEqual(await agent.lease(), [], 'nothing of the time without an agent is made up for')
    await under.until(silentSince + 61 * minuteMs)
    assert.equal((await agent.leaseOne()).scheduledAt, silentSince + 61 * minuteMs)
    // While a run waits for an agent its slots are skipped; from the flag on every slot is due and missing.
    assert.ok(((await under.due(check))[office.slugName] ?? 0) >= 50)
  })

  test('case 23: a location without activated checks is never flagged', async (t) => {
    const { under, office, flagged } = await officeUnderTest(t, engine)
    await under.agentAt(office.place)
    const off = await under.addCheck(
      { locations: [], privateLocations: [office.slugName] },
      { activated: false },
    )
    await under.advance(60 * minuteMs)
    assert.equal(await flagged(), null)
    assert.deepEqual(await under.events(), [])
    await under.changeCheck(off, { activated: true })
    await under.advance(11 * minuteMs)
    assert.notEqual(await flagged(), null)
    await under.changeCheck(off, { activated: false })
    await under.advance(2 * minuteMs)
    assert.equal(await flagged(), null)
  })

  test('a location that never had an agent is flagged 10 minutes after it was given a check', async (t) => {
    const { under, office, flagged } = await officeUnderTest(t, engine)
    await under.advance(30 * minuteMs)
    await under.addCheck({ locations: [], privateLocations: [office.id] })
    const assignedAt = under.clock.now()
    await under.until(assignedAt + 10 * minuteMs - secondMs)
    assert.equal(await flagged(), null)
    await under.until(assignedAt + 12 * minuteMs)
    assert.notEqual(await flagged(), null)
  })

  test('case 24: in parallel the check goes on at its other locations, and nothing fails at the silent one', async (t) => {
    const { under, office } = await officeUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck({
      locations: ['eu-west-1'],
      privateLocations: [office.slugName],
      runParallel: true,
    })
    for (let minute = 0; minute <= 20; minute += 1) {
      await under.until(under.beganAt + minute * minuteMs)
      await agent.report([await agent.leaseOne()])
    }
    assert.deepEqual(await under.events(), [`${office.slugName} unavailable`])
    const told = await under.told(check)
    assert.deepEqual([told.length, ...new Set(told)], [21, 'FINAL passed at eu-west-1'])
    assert.equal((await under.state(check)).status, 'passed')
    const due = await under.due(check)
    assert.equal(due['eu-west-1'], 21)
    // While a run waits for an agent its slots are skipped; from the flag on every slot is due and missing.
    assert.ok((due[office.slugName] ?? 0) >= 9)
  })

  test('a rotation passes over the silent location', async (t) => {
    const { under, office } = await officeUnderTest(t, engine)
    const agent = await under.agentAt('eu-west-1')
    const check = await under.addCheck(
      { locations: ['eu-west-1'], privateLocations: [office.slugName] },
      { frequency: 30, frequencyOffset: 300 },
    )
    await agent.report(await agent.lease())
    await under.until(under.beganAt + 30 * minuteMs, agent)
    await agent.report([await agent.leaseOne()])
    await under.until(under.beganAt + 60 * minuteMs, agent)
    await agent.report([await agent.leaseOne()])
    assert.deepEqual(new Set(await under.told(check)), new Set(['FINAL passed at eu-west-1']))
  })

  test('the service itself was down for an hour: no location is blamed for that', async (t) => {
    const { under, office, flagged } = await officeUnderTest(t, engine)
    const agent = await under.agentAt(office.place)
    await under.addCheck({ locations: [], privateLocations: [office.slugName] })
    await under.advance(2 * minuteMs)
    under.clock.advance(60 * minuteMs)
    await under.restart()
    await under.advance(2 * minuteMs)
    assert.equal(await flagged(), null)
    await agent.register()
    await under.advance(9 * minuteMs)
    assert.deepEqual(await under.events(), [])
    await under.advance(2 * minuteMs)
    assert.deepEqual(await under.events(), [`${office.slugName} unavailable`])
  })

  test('a restart while a location is flagged keeps the flag and tells nobody twice', async (t) => {
    const { under, office, flagged } = await officeUnderTest(t, engine)
    const agent = await under.agentAt(office.place)
    await under.addCheck({ locations: [], privateLocations: [office.slugName] })
    await under.advance(12 * minuteMs)
    const since = await flagged()
    assert.notEqual(since, null)
    await under.restart()
    await under.advance(15 * minuteMs)
    assert.equal(await flagged(), since)
    assert.deepEqual(await under.events(), [`${office.slugName} unavailable`])
    await agent.register()
    assert.deepEqual(await under.events(), [`${office.slugName} unavailable`, `${office.slugName} available`])
  })

  test('three errors in a row at a location, whatever the check: one notice; five minutes without: one more', async (t) => {
    const { under, office } = await officeUnderTest(t, engine)
    const agent = await under.agentAt(office.place)
    const config = { locations: [], privateLocations: [office.slugName] }
    await Promise.all([under.addCheck(config), under.addCheck(config)])
    const half = ['withheld', 'withheld', 'passed', 'failed', 'withheld', 'passed'] as const
    const calm = ['passed', 'failed', 'passed', 'passed', 'withheld', 'passed'] as const
    const rounds = [...half, ...calm]
    const noticed: string[][] = []
    for (const [minute, said] of rounds.entries()) {
      await under.until(under.beganAt + minute * minuteMs)
      for (const run of await agent.lease()) await agent.report([run], { said })
      noticed.push(await under.events())
    }
    const [bad, good] = [`${office.slugName} errors`, `${office.slugName} errors-over`]
    // Two checks a minute: the third error is of the second minute, and the last of trouble of the fifth.
    const expected = [
      [],
      ...Array.from({ length: 8 }, () => [bad]),
      ...Array.from({ length: 3 }, () => [bad, good]),
    ]
    assert.deepEqual(noticed, expected)
  })

  test('runs in one message count in their order', async (t) => {
    const { under, office } = await officeUnderTest(t, engine)
    const agent = await under.agentAt(office.place)
    const config = { locations: [], privateLocations: [office.slugName] }
    await Promise.all(Array.from({ length: 4 }, () => under.addCheck(config)))
    await agent.report(await agent.lease(), { said: 'withheld' })
    assert.deepEqual(await under.events(), [`${office.slugName} errors`])
  })
})
