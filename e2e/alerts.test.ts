import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { startMailServer } from '@sonde/alerting/testing/mail-server.ts'
import { type Receiver, startReceiver } from '@sonde/egress/testing/receiver.ts'
import { lacksNamespaces } from '@sonde/probes/testing/network-namespace.ts'
import { forOneEngine, type TestDatabase } from '@sonde/store/testing/engines.ts'
import {
  alertingUser,
  assertSigned,
  assertTimings,
  type Notification,
  webhookIn,
} from './support/alerting-user.ts'
import { eventually } from './support/eventually.ts'
import { inside, openDoorIn, openDoorTo } from './support/namespace-doors.ts'
import { startService } from './support/service-under-test.ts'
import { buildNetworks } from './support/watched-host.ts'

const secret = 'a secret of ours'
const settings = { SONDE_EMBEDDED_AGENT: 'on' }

/** The database as it is reached from inside. */
async function databaseInside(
  t: TestContext,
  site: ReturnType<typeof buildNetworks>['site'],
  { dataDir, databaseUrl }: TestDatabase,
): Promise<Pick<TestDatabase, 'dataDir' | 'databaseUrl'>> {
  if (databaseUrl === null) return { dataDir, databaseUrl }
  const url = new URL(databaseUrl)
  url.port = String(await openDoorIn(t, site, Number(url.port)))
  return { dataDir, databaseUrl: url.href }
}

async function untilRequests(receiver: Receiver, count: number, path = '/'): Promise<Receiver['requests']> {
  return await eventually(`${count} webhooks at ${path}`, () => {
    const seen = receiver.requests.filter(({ target }) => target === path)
    return seen.length >= count && seen
  })
}

suite('alerts as a user tries them', { concurrency: 4 }, () => {
  forOneEngine('an outage', (engine) => {
    test(
      'a host goes down and comes up: webhook and mail tell both, signed and in order, and the API accounts for every moment',
      { skip: lacksNamespaces() },
      async (t) => {
        const place = await engine.createMigratedDatabase()
        t.after(() => place.remove())
        const network = buildNetworks(t)
        const [receiver, mailServer] = [await startReceiver(t), await startMailServer(t)]
        const mailPort = await openDoorIn(t, network.site, mailServer.port)
        const webhookPort = await openDoorIn(t, network.site, receiver.port)
        const service = await startService(t, {
          settings: {
            ...settings,
            SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
            SMTP_FROM: 'Sonde <sonde@example.com>',
          },
          place: await databaseInside(t, network.site, place),
          through: inside(network.site),
          reachedAt: async (port) => `http://127.0.0.1:${await openDoorTo(t, network.site, port)}`,
        })
        const user = alertingUser(service)
        const url = `http://127.0.0.1:${webhookPort}/`
        const webhook = await user.createChannel('WEBHOOK', { name: 'hook', url, webhookSecret: secret })
        const mailing = await user.createChannel('EMAIL', { address: 'oncall@example.com' })
        const monitor = await user.createMonitor({
          request: { hostname: network.address, pingCount: 2 },
          frequency: 0,
          frequencyOffset: 10,
          channels: [webhook, mailing],
        })
        const [first] = await service.untilResults(monitor)
        assert.equal(first?.hasFailures, false)

        network.goDown()
        const [failure] = await untilRequests(receiver, 1)
        network.comeUp()
        const [, recovery, ...more] = await untilRequests(receiver, 2)
        assert.ok(failure && recovery)
        assert.deepEqual(more, [])
        assertSigned(failure, secret)
        assertSigned(recovery, secret)
        const told = [webhookIn(failure), webhookIn(recovery)]
        assert.deepEqual(
          told.map(({ alertType, alertTitle, check }) => [alertType, alertTitle, check.id]),
          [
            ['ALERT_FAILURE', 'Edge router is failing', monitor],
            ['ALERT_RECOVERY', 'Edge router has recovered', monitor],
          ],
        )
        assert.equal(told[0]?.episodeId, told[1]?.episodeId)

        await eventually('both mails', () => mailServer.mails.length === 2)
        const mails = await Promise.all(
          mailServer.mails.map(async ({ to, mail }) => ({ ...(await mail), recipients: to })),
        )
        assert.deepEqual(
          mails.map(({ recipients, subject }) => [recipients, subject]),
          [
            [['oncall@example.com'], 'Edge router is failing'],
            [['oncall@example.com'], 'Edge router has recovered'],
          ],
        )
        for (const parts of mails) {
          assert.match(parts.text ?? '', /^Edge router /)
          assert.match(parts.html ?? '', /<h1[^>]*>Edge router /)
        }
        assert.ok(mails[0]?.references)
        assert.equal(mails[0].references, mails[1]?.references)

        assert.deepEqual(await user.alertTypes(), ['ALERT_RECOVERY', 'ALERT_FAILURE'])
        assert.deepEqual(await user.alertTypes(monitor), ['ALERT_RECOVERY', 'ALERT_FAILURE'])
        const notifications = await user.untilAllSent(4)
        for (const sent of notifications) {
          assert.deepEqual([sent.status, sent.checkId], ['SUCCESS', monitor])
          assertTimings(sent)
        }
        assert.ok(!JSON.stringify(notifications).includes(secret))
        assert.deepEqual(
          idsOf(notifications, webhook),
          [failure, recovery].map(({ headers }) => String(headers['x-service-delivery'])).toSorted(),
        )

        const tested = (await service.expect(200, 'POST', `/v1/checks/${monitor}/alert-backtest`, {
          alertSettings: { escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold: 5 } },
        })) as { results: number; current: unknown[]; proposed: unknown[]; summary: { never: number } }
        assert.deepEqual(
          [tested.current.length, tested.proposed.length, tested.summary.never],
          [2, 0, 2],
          JSON.stringify(tested),
        )
        assert.ok(tested.results >= 3)
        const times = (await service.expect(200, 'GET', `/v1/checks/${monitor}/time-to-page`)) as {
          worstCase: { total: number }
          measured: { alerts: number; toAccepted: { p50: number; max: number } }
          exceeded: number
        }
        assert.ok(times.worstCase.total >= 10 && times.worstCase.total < 60, JSON.stringify(times))
        assert.deepEqual([times.measured.alerts, times.exceeded], [1, 0], JSON.stringify(times))
        assert.ok(times.measured.toAccepted.max > 0 && times.measured.toAccepted.max < 30)
      },
    )
  })

  forOneEngine('a channel that is tried', (engine) => {
    test('the test of a channel sends a sample and answers what the receiver said; one without a receiver says why', async (t) => {
      const place = await engine.createMigratedDatabase()
      t.after(() => place.remove())
      const [receiver, mailServer] = [await startReceiver(t), await startMailServer(t)]
      const service = await startService(t, {
        place,
        settings: { SMTP_URL: mailServer.url, SMTP_FROM: 'sonde@example.com' },
      })
      const user = alertingUser(service)
      const tryChannel = (id: number) => service.expect(200, 'POST', `/v1/alert-channels/${id}/test`)
      const hook = { name: 'hook', url: receiver.url, webhookSecret: secret }
      assert.deepEqual(await tryChannel(await user.createChannel('WEBHOOK', hook)), {
        status: 'SUCCESS',
        notificationResult: 'ok',
      })
      const [sample] = await untilRequests(receiver, 1)
      assert.ok(sample)
      assertSigned(sample, secret)
      assert.equal(webhookIn(sample).alertType, 'ALERT_FAILURE')
      const address = 'ann@example.com, ben@example.com'
      const mailed = (await tryChannel(await user.createChannel('EMAIL', { address }))) as { status: string }
      assert.equal(mailed.status, 'SUCCESS')
      assert.deepEqual(mailServer.mails.flatMap(({ to }) => to).toSorted(), address.split(', '))
      receiver.react({ kind: 'reset' })
      const lost = (await tryChannel(await user.createChannel('WEBHOOK', hook))) as Record<string, string>
      assert.equal(lost['status'], 'FAILURE')
      assert.notEqual(lost['notificationResult'], '')
      const listed = await user.untilAllSent(4)
      assert.ok(listed.every(({ checkId, timings }) => checkId === undefined && timings.due === null))
    })
  })

  forOneEngine('a muted check', (engine) => {
    test('a muted check fails in silence; unmuted, its next failure is told once, and its recovery', async (t) => {
      const place = await engine.createMigratedDatabase()
      t.after(() => place.remove())
      const receiver = await startReceiver(t)
      const service = await startService(t, { place, settings })
      const user = alertingUser(service)
      const channel = await user.createChannel('WEBHOOK', { name: 'hook', url: receiver.url })
      const monitor = await user.createMonitor({ shouldFail: true, muted: true, channels: [channel] })
      const runNow = async () => {
        const [session] = await service.trigger([monitor])
        return (await service.untilSessionEnds(session?.checkSessionId ?? '')).status
      }
      await service.untilResults(monitor)
      assert.equal(await runNow(), 'FAILED')
      assert.deepEqual(await user.alertTypes(), [])
      await user.change(monitor, { muted: false })
      assert.equal(await runNow(), 'FAILED')
      assert.equal(await runNow(), 'FAILED')
      await user.change(monitor, { shouldFail: false })
      assert.equal(await runNow(), 'PASSED')
      const told = await untilRequests(receiver, 2)
      assert.deepEqual(
        told.map((request) => webhookIn(request).alertType),
        ['ALERT_FAILURE_REMAIN', 'ALERT_RECOVERY'],
      )
      assert.deepEqual(await user.alertTypes(), ['ALERT_RECOVERY', 'ALERT_FAILURE_REMAIN'])
      await user.untilAllSent(2)
      assert.equal(receiver.requests.length, 2)
    })
  })

  forOneEngine('a server that is killed', (engine) => {
    test('kill -9 after a receiver refused an alert, and while another one is silent: both have it after the start, once', async (t) => {
      const place = await engine.createMigratedDatabase()
      t.after(() => place.remove())
      const receiver = await startReceiver(t)
      receiver.react(({ target }) =>
        target === '/refuses' ? { kind: 'answer', status: 500, body: 'not now' } : { kind: 'hang' },
      )
      const service = await startService(t, { place, settings })
      const user = alertingUser(service)
      const channels = [
        await user.createChannel('WEBHOOK', { name: 'refuses', url: `${receiver.url}/refuses` }),
        await user.createChannel('WEBHOOK', { name: 'hangs', url: `${receiver.url}/hangs` }),
      ]
      await user.createMonitor({ shouldFail: true, channels })
      for (const path of ['/refuses', '/hangs']) await untilRequests(receiver, 1, path)
      await service.stop('SIGKILL')
      receiver.react({ kind: 'answer', status: 200, body: 'thank you' })
      await service.start()
      for (const path of ['/refuses', '/hangs']) {
        const [before, after, ...more] = await untilRequests(receiver, 2, path)
        assert.ok(before && after)
        assert.deepEqual([more, after.body], [[], before.body], path)
        for (const header of ['x-service-delivery', 'x-service-timestamp']) {
          assert.equal(after.headers[header], before.headers[header])
        }
      }
      const sent = await user.untilAllSent(2)
      assert.deepEqual(
        sent.map(({ status }) => status),
        ['SUCCESS', 'SUCCESS'],
      )
      for (const one of sent) assertTimings(one)
      assert.deepEqual(await user.alertTypes(), ['ALERT_FAILURE'])
      assert.equal(receiver.requests.length, 4)
    })
  })
})

function idsOf(notifications: readonly Notification[], channelId: number): string[] {
  return notifications
    .filter(({ alertChannelId }) => alertChannelId === channelId)
    .map(({ id }) => id)
    .toSorted()
}
