import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { daysUntil } from '@sonde/alerting/ssl-expiry.ts'
import { dayMs } from '@sonde/ground/durations.ts'
import type { UrlRunDetail } from '@sonde/schema/check-types/api-check-result.ts'
import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { requestField } from '@sonde/schema/runs/run-config.ts'
import { type AlertChannelRow, insertChannel } from '@sonde/store/alerts/alert-channels.ts'
import { replaceCheckSubscriptions } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import type { JsonObject } from '@sonde/store/engine/json-column.ts'
import { eventIn } from '@sonde/store/notifications/notification-columns.ts'
import type { TestEngine } from '@sonde/store/testing/engines.ts'
import { resultOf } from './fake-agent.ts'
import { runsUnderTest } from './runs-under-test.ts'

type Shown = { fingerprint: string; notAfterAt: number }

/** URL monitors on a virtual clock, and servers of which nothing is known but their certificates. */
export async function certificatesUnderTest(t: TestContext, engine: TestEngine) {
  const under = await runsUnderTest(t, engine)
  const { clock, store } = under
  const agent = await under.agentAt('eu-west-1', { checkTypes: ['URL'] })
  const servers = new Map<string, Shown>()

  function detailOf({ config }: RunAssignment): UrlRunDetail {
    const url = requestField(config, 'url') ?? ''
    const { host } = new URL(url)
    const shown = servers.get(host)
    return {
      assertions: [],
      request: { method: 'GET', url, data: '', headers: {}, params: {} },
      response: {
        status: 200,
        statusText: 'OK',
        body: '',
        headers: {},
        resolvedIp: '192.0.2.7',
        redirects: [],
        ...(shown === undefined
          ? {}
          : {
              certificate: {
                host,
                fingerprint: shown.fingerprint,
                validTo: new Date(shown.notAfterAt).toISOString(),
              },
            }),
        timings: null,
        timingPhases: null,
      },
      requestError: null,
      jobLog: null,
      jobAssets: null,
      pcapDataUrl: null,
    }
  }

  /** As an agent that has looked. */
  async function send(runs: readonly RunAssignment[]): Promise<void> {
    await agent.send(runs.map((run) => resultOf(run, clock.now(), { detail: detailOf(run) })))
  }

  /** The same, until what was seen has been dealt with. */
  async function report(runs: readonly RunAssignment[]): Promise<void> {
    await send(runs)
    await under.until(clock.now() + 2_000, agent)
  }

  return {
    ...under,
    under,
    agent,
    send,
    report,
    /** From now on the host shows a certificate that is good for so many days, and half a day. */
    show(host: string, days: number, fingerprint = 'aa'.repeat(32)): void {
      servers.set(host, { fingerprint, notAfterAt: clock.now() + (days + 0.5) * dayMs })
    },
    /** Runs when it is made, and once a day by the schedule. */
    async addMonitor(
      url: string,
      config: JsonObject = {},
      fields: Partial<CheckRow> = {},
    ): Promise<CheckRow> {
      const request = { method: 'GET', url, followRedirects: true, skipSSL: false, ipFamily: 'IPv4' }
      return await under.addCheck(
        { request: { ...request, assertions: [] }, ...config },
        { checkType: 'URL', name: 'Shop', frequency: 1_440, frequencyOffset: 0, ...fields },
      )
    },
    /** Wants to know 14 days before, unless told, and is told by these checks. */
    async addChannel(checks: readonly CheckRow[], fields: Partial<AlertChannelRow> = {}): Promise<number> {
      const [first] = checks
      assert.ok(first)
      const channel = await store.write(async (db) =>
        insertChannel(db, {
          accountId: first.accountId,
          type: 'WEBHOOK',
          sealedConfig: store.sealer.seal('{}', `alert_channels/${first.accountId}`),
          shownConfig: { name: 'Hook' },
          sendFailure: false,
          sendRecovery: false,
          sendDegraded: false,
          sslExpiry: true,
          sslExpiryThreshold: 14,
          autoSubscribe: false,
          troubleSince: null,
          createdAt: clock.now(),
          updatedAt: null,
          ...fields,
        }),
      )
      for (const check of checks) {
        await store.write((db) =>
          replaceCheckSubscriptions(db, check, [{ alertChannelId: channel.id, activated: true }]),
        )
      }
      return channel.id
    },
    /** Runs these checks now, and whatever else waits. */
    async run(...checks: CheckRow[]): Promise<void> {
      for (const { accountId, id: checkId } of checks) {
        await under.runs.startSession({ accountId, checkId, source: 'TRIGGER_API' })
      }
      await report(await agent.lease())
    },
    /** So much later, with an agent that was there all the time. */
    async pass(ms: number): Promise<void> {
      clock.advance(ms)
      await agent.heartbeat()
      await under.runs.work()
    },
    /** `example.net in 14 days`, in order. */
    async told(channel: number): Promise<string[]> {
      const rows = await store.read
        .selectFrom('notifications')
        .select('event')
        .where('channel_id', '=', channel)
        .orderBy('no')
        .execute()
      return rows.map((row) => {
        const event = eventIn(row.event)
        assert.ok(event.kind === 'alert' && event.alertType === 'ALERT_SSL' && event.ssl)
        return `${event.ssl.domain} in ${event.ssl.daysRemaining} days`
      })
    },
    /** As the status of the check shows it. */
    async daysRemaining(check: CheckRow): Promise<number | null> {
      const { ssl_not_after_at: notAfterAt } = await store.read
        .selectFrom('check_states')
        .select('ssl_not_after_at')
        .where('check_id', '=', check.id)
        .executeTakeFirstOrThrow()
      return notAfterAt === null ? null : daysUntil(notAfterAt, clock.now())
    },
  }
}
