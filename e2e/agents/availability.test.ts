import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startAgents } from '../support/agent-process.ts'
import { eventually } from '../support/eventually.ts'
import { startService } from '../support/service-under-test.ts'
import { storedEvents, storedRuns } from '../support/stored-rows.ts'

const silenceMs = 4_000
const slotMs = 10_000
const settings = {
  SONDE_EMBEDDED_AGENT: 'on',
  SONDE_SILENCE_SECONDS: '4',
  SONDE_POLL_SECONDS: '1',
  SONDE_QUEUE_SECONDS: '2',
}

test('cases 21 to 24: a location without agents is told of once, and so is its return', async (t) => {
  const service = await startService(t, { settings })
  const serviceUrl = service.address
  const { key, id } = await service.createLocation('office')
  const unused = await service.createLocation('unused')
  const [agent] = await startAgents(t, { serviceUrl, key }, 1)
  const [unusedAgent] = await startAgents(t, { serviceUrl, key: unused.key }, 1)
  const only = await service.createMonitor({ everySeconds: 10, privateLocations: ['office'] })
  const both = await service.createMonitor({
    everySeconds: 10,
    runParallel: true,
    locations: ['eu-west-1'],
    privateLocations: ['office'],
  })
  const runs = () => storedRuns(service.dataDir)
  const runsOf = (checkId: string) => runs().filter((run) => run.checkId === checkId)
  const notices = async () =>
    ((await service.expect(200, 'GET', `/v1/private-locations/${id}`)) as { notices: string[] }).notices
  await eventually('first results everywhere', () => runsOf(only).length >= 1 && runsOf(both).length >= 2)
  assert.deepEqual(await notices(), [])

  const killedAt = Date.now()
  for (const each of [agent, unusedAgent]) {
    each?.kill('SIGTERM')
    assert.deepEqual(await each?.exited, { code: 0, signal: null })
  }
  const stoppedAt = Date.now()
  const unavailable = await eventually('an event', () => storedEvents(service.dataDir)[0])

  await t.test('case 21: the location is flagged when its agent has ended, once', async () => {
    assert.deepEqual([unavailable.location, unavailable.kind], ['office', 'unavailable'])
    const afterMs = unavailable.at - killedAt
    t.diagnostic(`flagged ${afterMs} ms after its agent was told to end, with a silence of ${silenceMs} ms`)
    // After how long exactly is tested with a clock that the test moves.
    assert.ok(afterMs > 0, `${afterMs} ms`)
    assert.match((await notices())[0] ?? '', /^Unavailable since/)
  })

  await t.test(
    'cases 21 and 24: while it is flagged nothing runs there, and the other location goes on',
    async () => {
      await eventually('a slot of each check has passed', () => {
        const since = runsOf(both).filter(({ scheduledAt }) => scheduledAt > unavailable.at)
        return Date.now() > unavailable.at + slotMs + 500 && since.length >= 1
      })
      const since = runs().filter(({ scheduledAt }) => scheduledAt > stoppedAt)
      assert.deepEqual(new Set(since.map(({ origin }) => origin)), new Set(['eu-west-1']))
      assert.ok(since.every(({ verdict, checkId }) => verdict === 'passed' && checkId === both))
      const path = `/v1/check-statuses/${only}`
      assert.equal(((await service.expect(200, 'GET', path)) as { hasFailures: boolean }).hasFailures, false)
      const [session] = await service.trigger([both])
      assert.ok(session)
      await service.expect(409, 'POST', '/v2/check-sessions/trigger', { target: { checkId: [only] } })
      await service.untilSessionEnds(session.checkSessionId)
    },
  )

  await t.test('case 22: an agent that registers ends it: the next slot runs, and no old one', async () => {
    await startAgents(t, { serviceUrl, key }, 1)
    const available = await eventually('the second event', () => storedEvents(service.dataDir)[1])
    assert.deepEqual([available.location, available.kind], ['office', 'available'])
    assert.deepEqual(await notices(), [])
    await eventually('a run at the location', () =>
      runsOf(only).some(({ scheduledAt }) => scheduledAt > available.at),
    )
    const [first, ...more] = runs().filter(
      ({ origin, scheduledAt }) => origin === 'office' && scheduledAt > stoppedAt,
    )
    assert.ok(first && first.scheduledAt > available.at && first.scheduledAt <= available.at + slotMs)
    assert.ok(more.length <= 2, `${more.length + 1} runs at once`)
  })

  await t.test('case 23: a location without checks is never flagged', () => {
    assert.deepEqual(
      storedEvents(service.dataDir).map(({ location, kind }) => [location, kind]),
      [
        ['office', 'unavailable'],
        ['office', 'available'],
      ],
    )
  })
})
