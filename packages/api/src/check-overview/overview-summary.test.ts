import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { createRollupJob } from '@sonde/analytics/rollup-job.ts'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import { agentConnectedMinutes } from '@sonde/schema/agents/agent.ts'
import type { NobodyCause } from '@sonde/schema/alerts/nobody-notified.ts'
import type { CheckOverviewSummary } from '@sonde/schema/checks/overview-summary.ts'
import { recordCertificateExpiry } from '@sonde/store/alerts/certificate-expiry.ts'
import { insertCheckAlerts } from '@sonde/store/alerts/check-alerts.ts'
import { setCertificateDomains } from '@sonde/store/checks/certificate-domains.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { accountCoverage } from '@sonde/store/checks/overview-summary.ts'
import { upsertAgent } from '@sonde/store/locations/agents.ts'
import { countDueRuns, hourOf } from '@sonde/store/runs/due-runs.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { setCheckStatus } from '../../testing/check-status.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forEachEngine('the summary above the list of checks', (engine) => {
  const api = apiUnderTest(engine)
  const iso = (at: number) => new Date(at).toISOString()

  /** The guarantee behind the cast: the contract test holds every answer of the route against its schema. */
  async function summary(): Promise<CheckOverviewSummary> {
    const answer = await api.call('GET', '/v1/check-overview/summary')
    assert.equal(answer.status, 200, answer.text)
    return answer.body as CheckOverviewSummary
  }

  async function numberOf(checkId: string): Promise<number> {
    const no = await findCheckNumber(api.store.read, { accountId: api.accountId, checkId })
    assert.ok(no !== null)
    return no
  }

  const rollUp = () =>
    createRollupJob({ store: api.store, clock: api.clock, log: silentLogger, rawRetentionDays: 30 }).runOnce()

  test('an account in which nothing has happened says nothing of what nobody has seen', async () => {
    assert.deepEqual(await summary(), {
      problems: { failing: 0, degraded: 0 },
      alerts: { raised: 0, failedDeliveries: 0, openDeliveries: 0, unnotified: 0 },
      coverage: { due: 0, covered: 0, until: null },
      certificates: { expired: 0, expiring: 0, next: null },
      maintenance: { running: 0, current: null, next: null },
      agents: { connected: 0, missing: 0, firstMissing: null },
    })
  })

  test('problems are those of checks that run, and alerts those of 24 hours', async () => {
    const failing = await makeMonitor(api)
    await setCheckStatus(api, failing, 'failed')
    await setCheckStatus(api, await makeMonitor(api), 'degraded')
    await setCheckStatus(api, await makeMonitor(api), 'passed')
    await setCheckStatus(api, await makeMonitor(api, { activated: false }), 'failed')
    assert.deepEqual((await summary()).problems, { failing: 1, degraded: 1 })

    const now = api.clock.now()
    const alertAt = (createdAt: number, nobodyCause: NobodyCause | null = null) => ({
      id: randomUUIDv7(),
      accountId: api.accountId,
      checkId: failing,
      checkType: 'ICMP' as const,
      name: 'Edge',
      alertType: 'ALERT_FAILURE' as const,
      episodeId: randomUUID(),
      episodeSince: createdAt,
      reminderSequence: 0,
      runLocation: 'eu-west-1',
      responseTime: null,
      error: null,
      statusCode: null,
      resultId: null,
      nobodyCause,
      dueAt: createdAt,
      startedAt: createdAt,
      judgedAt: createdAt,
      createdAt,
    })
    const alerts = [now, now - dayMs + minuteMs, now - dayMs - minuteMs].map((at) => alertAt(at))
    // Whoever mutes a check wants to hear nothing; without a channel nobody has chosen that.
    const unheard = [alertAt(now, 'MUTED'), alertAt(now, 'NO_CHANNEL')]
    await api.store.write((db) => insertCheckAlerts(db, [...alerts, ...unheard]))
    assert.deepEqual((await summary()).alerts, {
      raised: 4,
      failedDeliveries: 0,
      openDeliveries: 0,
      unnotified: 1,
    })
  })

  test('coverage counts hours that are over, and what one check has too many does not stand for another', async () => {
    api.clock.set(hourOf(api.clock.now()) + dayMs + 20 * minuteMs)
    const [seen, unseen] = [await makeMonitor(api), await makeMonitor(api)]
    const hour = hourOf(api.clock.now()) - hourMs
    for (let minute = 0; minute < 5; minute += 1) {
      const at = hour + minute * minuteMs
      await storeResult(api, seen, { startedAt: at, scheduledAt: at, location: 'eu-west-1' })
    }
    const due = [
      { checkNo: await numberOf(seen), hour, location: 'eu-west-1', count: 4 },
      { checkNo: await numberOf(unseen), hour, location: 'eu-west-1', count: 4 },
      // Of the running hour nothing is known yet.
      { checkNo: await numberOf(unseen), hour: hour + hourMs, location: 'eu-west-1', count: 2 },
    ]
    await api.store.write((db) => countDueRuns(db, due))
    await rollUp()
    assert.deepEqual((await summary()).coverage, { due: 8, covered: 4, until: iso(hour + hourMs) })
    const day = { accountId: api.accountId, from: hour - dayMs, to: hour + hourMs }
    const oneByOne = await accountCoverage(api.store.read, day, 1)
    assert.deepEqual(oneByOne, { due: 8, covered: 4, until: hour + hourMs })
  })

  test('a certificate that two checks look at counts once, and those of paused checks do not', async () => {
    const now = api.clock.now()
    const expireAt = async (name: string, domain: string, at: number, fields = {}) => {
      const id = await makeMonitor(api, { name, ...fields })
      const no = await numberOf(id)
      await api.store.write(async (db) => {
        await setCertificateDomains(db, [{ no, domain }])
        await recordCertificateExpiry(db, [no], at)
      })
      return id
    }
    await expireAt('Shop', 'shop.example', now + 20 * dayMs)
    await expireAt('Shop again', 'shop.example', now + 20 * dayMs)
    const first = await expireAt('Mail', 'mail.example', now + 5 * dayMs)
    await expireAt('Later', 'later.example', now + 31 * dayMs)
    await expireAt('Paused', 'paused.example', now + dayMs, { activated: false })
    assert.deepEqual((await summary()).certificates, {
      expired: 0,
      expiring: 2,
      next: { checkId: first, checkName: 'Mail', domain: 'mail.example', expiresAt: iso(now + 5 * dayMs) },
    })
    api.clock.set(now + 6 * dayMs)
    const { certificates } = await summary()
    assert.deepEqual([certificates.expired, certificates.expiring], [1, 2])
    assert.equal(certificates.next?.checkName, 'Mail')
  })

  test('maintenance is the one in force that ends first and the next that is planned', async () => {
    const now = api.clock.now()
    const plan = async (name: string, startsAt: number, endsAt: number) => {
      const body = { name, startsAt: iso(startsAt), endsAt: iso(endsAt), silenceAllAlerts: true }
      const made = await api.call('POST', '/v1/maintenance-windows', { body })
      assert.equal(made.status, 201, made.text)
      return Number(made.at('id'))
    }
    await plan('Long', now - hourMs, now + 5 * hourMs)
    const short = await plan('Short', now - hourMs, now + hourMs)
    await plan('Far', now + 3 * dayMs, now + 4 * dayMs)
    const near = await plan('Near', now + dayMs, now + 2 * dayMs)
    assert.deepEqual((await summary()).maintenance, {
      running: 2,
      current: { windowId: short, name: 'Short', startsAt: iso(now - hourMs), endsAt: iso(now + hourMs) },
      next: { windowId: near, name: 'Near', startsAt: iso(now + dayMs), endsAt: iso(now + 2 * dayMs) },
    })
  })

  test('agents are counted as the list of agents counts them', async () => {
    const now = api.clock.now()
    const register = async (name: string, lastSeenAt: number) => {
      const row = {
        id: randomUUID(),
        locationKeyId: null,
        location: 'embedded',
        accountId: null,
        privateLocationId: null,
        version: agentVersion,
        imageVariant: 'main',
        details: { name },
        registeredAt: lastSeenAt,
        lastSeenAt,
      }
      assert.equal(await api.store.write((db) => upsertAgent(db, row)), true)
    }
    const lost = now - (agentConnectedMinutes + 1) * minuteMs
    await register('here', now)
    await register('gone', lost)
    await register('long gone', lost - hourMs)
    assert.deepEqual((await summary()).agents, {
      connected: 1,
      missing: 2,
      firstMissing: { name: 'gone', location: 'embedded', lastSeenAt: iso(lost) },
    })
  })
})
