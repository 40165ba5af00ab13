import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dayMs, minuteMs } from '@sonde/ground/durations.ts'
import { shownDaysAt } from './day-bars.ts'
import { type FollowedState, nextFollowedChange, stateOfFollowed } from './follow-state.ts'
import { headlineOf } from './headline.ts'
import { measureDays, stateOfDay } from './measured-days.ts'
import type { PageState } from './page-state.ts'
import type { ServiceView } from './service-view.ts'
import { shownUptime } from './service-uptime.ts'

const now = Date.UTC(2026, 3, 1, 12)

function check(fields: Partial<FollowedState> = {}): FollowedState {
  return {
    isActivated: true,
    isInMaintenance: false,
    status: 'passed',
    statusSince: now - dayMs,
    troubleSince: null,
    completedAt: now,
    frequencyMinutes: 5,
    ...fields,
  }
}

function ago(status: 'degraded' | 'failed', minutes: number, troubleMinutes = minutes): FollowedState {
  return check({
    status,
    statusSince: now - minutes * minuteMs,
    troubleSince: now - troubleMinutes * minuteMs,
  })
}

suite('the state of a service that follows checks', () => {
  const cases: { name: string; checks: FollowedState[]; delay?: number; state: PageState }[] = [
    { name: 'no check is left', checks: [], state: 'NO_DATA' },
    { name: 'all pass', checks: [check(), check()], state: 'OPERATIONAL' },
    { name: 'the only one fails', checks: [ago('failed', 1)], state: 'MAJOR' },
    { name: 'all fail', checks: [ago('failed', 1), ago('failed', 9)], state: 'MAJOR' },
    { name: 'some fail', checks: [ago('failed', 1), check()], state: 'MEDIUM' },
    { name: 'one fails, one is degraded', checks: [ago('failed', 1), ago('degraded', 1)], state: 'MEDIUM' },
    { name: 'one is degraded', checks: [ago('degraded', 1), check()], state: 'MINOR' },
    { name: 'no run has given a verdict yet', checks: [check({ status: null })], state: 'NO_DATA' },
    { name: 'one has no verdict', checks: [check({ status: null }), check()], state: 'OPERATIONAL' },
    { name: 'all are paused', checks: [check({ isActivated: false })], state: 'NO_DATA' },
    {
      name: 'a paused one that failed has no say',
      checks: [{ ...ago('failed', 9), isActivated: false }, check()],
      state: 'OPERATIONAL',
    },
    {
      name: 'all are in maintenance',
      checks: [{ ...ago('failed', 9), isInMaintenance: true }],
      state: 'MAINTENANCE',
    },
    {
      name: 'one is in maintenance',
      checks: [{ ...ago('failed', 9), isInMaintenance: true }, check()],
      state: 'OPERATIONAL',
    },
    {
      name: 'nothing was heard for two intervals and ten minutes',
      checks: [check({ completedAt: now - 20 * minuteMs - 1 })],
      state: 'NO_DATA',
    },
    {
      name: 'the last result is just young enough',
      checks: [check({ completedAt: now - 20 * minuteMs })],
      state: 'OPERATIONAL',
    },
    {
      name: 'what waits for pings is never late here',
      checks: [check({ completedAt: now - dayMs, frequencyMinutes: null })],
      state: 'OPERATIONAL',
    },
    { name: 'it fails within the delay', checks: [ago('failed', 4)], delay: 5, state: 'OPERATIONAL' },
    { name: 'the delay is over', checks: [ago('failed', 5)], delay: 5, state: 'MAJOR' },
    { name: 'it was degraded before', checks: [ago('failed', 4, 60)], delay: 5, state: 'MINOR' },
    { name: 'it failed before', checks: [ago('degraded', 4, 60)], delay: 5, state: 'MINOR' },
    {
      name: 'nobody has noted since when it fails',
      checks: [check({ status: 'failed', statusSince: null })],
      delay: 5,
      state: 'MAJOR',
    },
  ]
  for (const { name, checks, delay = 0, state } of cases) {
    test(`${name}: ${state}`, () => {
      assert.equal(stateOfFollowed(checks, { delayMs: delay * minuteMs, now }), state)
    })
  }

  test('changes by itself when a delay ends', () => {
    const at = { delayMs: 5 * minuteMs, now }
    assert.equal(nextFollowedChange([check(), ago('failed', 2), ago('degraded', 4, 60)], at), now + minuteMs)
    assert.equal(nextFollowedChange([check(), ago('failed', 5)], at), null)
  })
})

suite('the days of a service that follows checks', () => {
  const dayStarts = shownDaysAt(now)
  const today = dayStarts.at(-1) ?? 0

  test('are of the colour of what ran, and grey when nothing did', () => {
    const day = (failed: number, degraded = 0, runs = 100) => stateOfDay({ runs, failed, degraded })
    assert.deepEqual(
      [day(0), day(1), day(5), day(0, 4), day(0, 5), day(0, 0, 0)],
      ['OPERATIONAL', 'MEDIUM', 'MAJOR', 'OPERATIONAL', 'MINOR', 'NO_DATA'],
    )
  })

  test('count by what was seen, from the day on which the service began to exist', () => {
    const byDay = new Map([
      [today - 3 * dayMs, { runs: 1_000, failed: 1_000, degraded: 0 }],
      [today - dayMs, { runs: 100, failed: 10, degraded: 0 }],
      [today, { runs: 10, failed: 1, degraded: 0 }],
    ])
    const { days, uptime } = measureDays(byDay, { dayStarts, existsSince: today - dayMs - 1 })
    assert.deepEqual(days.slice(-4), ['NO_DATA', 'NO_DATA', 'MAJOR', 'MAJOR'])
    assert.equal(
      days.slice(0, -4).every((state) => state === 'NO_DATA'),
      true,
    )
    assert.deepEqual(uptime, { up: 99, of: 110, days: 2 })
    assert.equal(uptime && shownUptime(uptime), '90.00')
    assert.equal(measureDays(new Map(), { dayStarts, existsSince: 0 }).uptime, null)
  })
})

suite('the headline of a page', () => {
  const service = (name: string, state: PageState, isAutomatic = false): ServiceView => ({
    id: name,
    name,
    state,
    source: 'checks',
    isAutomatic,
    uptime: null,
    days: [],
  })
  const headline = (state: PageState, services: ServiceView[]) =>
    headlineOf({ state, services, components: null })

  test('calls only those operational that are known to be', () => {
    const [web, api] = [service('Web', 'OPERATIONAL', true), service('API', 'OPERATIONAL', true)]
    assert.deepEqual(headline('OPERATIONAL', [web, api]), {
      title: 'All services are operational',
      rest: '',
    })
    assert.deepEqual(headline('OPERATIONAL', [web, service('Feed', 'NOT_MONITORED')]), {
      title: '1 of 2 services is operational',
      rest: 'Feed is not monitored.',
    })
    assert.deepEqual(headline('OPERATIONAL', [web, api, service('Feed', 'NO_DATA')]), {
      title: '2 of 3 services are operational',
      rest: 'No data for Feed.',
    })
    assert.equal(headline('NOT_MONITORED', [service('Feed', 'NOT_MONITORED')]).title, 'No open incidents')
    assert.equal(headline('NO_DATA', [service('Feed', 'NO_DATA')]).title, 'No data available')
  })

  test('names what is affected, then what is not', () => {
    const web = service('Web', 'OPERATIONAL', true)
    assert.deepEqual(headline('MAJOR', [service('Payments', 'MAJOR', true), web]), {
      title: 'Payments has a major outage',
      rest: 'Web is operational.',
    })
    assert.equal(
      headline('MAJOR', [service('Payments', 'MAJOR', true), service('Track', 'MAINTENANCE', true)]).rest,
      'Track is in maintenance.',
    )
    assert.equal(
      headline('MAJOR', [service('Payments', 'MAJOR'), service('Search', 'MINOR', true), web]).rest,
      'Search is degraded. Web is operational.',
    )
    const degraded = ['A', 'B'].map((name) => service(name, 'MINOR', true))
    assert.equal(headline('MINOR', degraded).title, 'A and B are degraded')
    const many = ['A', 'B', 'C', 'D'].map((name) => service(name, 'MEDIUM', true))
    assert.equal(headline('MEDIUM', many).title, '4 services have a partial outage')
  })
})
