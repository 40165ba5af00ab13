import { randomUUIDv7 } from 'node:crypto'
import { type Receiver, receiversOf } from '@sonde/alerting/channels/notifications-to.ts'
import { isExemptFromBudget } from '@sonde/alerting/delivery/budgets.ts'
import { createVariables } from '@sonde/alerting/variables.ts'
import { AlertChannelParams, ChannelTest, ChannelTestRequest } from '@sonde/schema/alerts/alert-channel.ts'
import { type AlertChannelRow, findChannel } from '@sonde/store/alerts/alert-channels.ts'
import { insertSentNotification } from '@sonde/store/notifications/notifications.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { openConfig } from './channel-columns.ts'
import { groupToTestWith } from './group-to-test-with.ts'
import { sampleAlert } from './sample-alert.ts'

/** Longer than any single try takes. */
const longestTestMs = 30_000

type Tried = { target: string | null; isAccepted: boolean; result: string }

/** Each may take seconds and reach fifty addresses. */
const limit = { max: 10, windowSeconds: 60 }

export function testAlertChannel(app: App, deps: ApiDeps): void {
  const { variablesFor } = createVariables({ store: deps.store })

  app.post(
    '/v1/alert-channels/:id/test',
    {
      schema: {
        summary: 'Send a sample alert to an alert channel',
        description:
          'Once, without further tries, and whatever the channel is set to send. A body is not required. At most 10 requests a minute.',
        tags: ['Alert channels'],
        params: AlertChannelParams,
        body: ChannelTestRequest,
        response: answers({ 200: ChannelTest }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' }, limit },
      preValidation: (request, _reply, done) => {
        request.body ??= {}
        done()
      },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: Number(request.params.id) }
      const channel = await findChannel(deps.store.read, key)
      if (!channel) throw notFound('alert channel')
      const groupId = await groupToTestWith(deps.store.read, channel, request.body)
      const variables = await variablesFor({ accountId: channel.accountId, groupId })
      const tried = await Promise.all(
        receiversOf(channel).map((receiver) => sendSample(channel, receiver, variables)),
      )
      return {
        status: tried.every(({ isAccepted }) => isAccepted) ? ('SUCCESS' as const) : ('FAILURE' as const),
        notificationResult: tried
          .map(({ target, result }) => (tried.length === 1 ? result : `${target ?? ''}: ${result}`))
          .join('\n'),
      }
    },
  )

  async function sendSample(
    channel: AlertChannelRow,
    receiver: Receiver,
    variables: ReadonlyMap<string, string>,
  ): Promise<Tried> {
    const { accountId, channelType, target } = receiver
    const createdAt = deps.clock.now()
    const event = sampleAlert({ accountId, publicUrl: deps.publicUrl(), now: createdAt })
    const notification = {
      ...receiver,
      id: randomUUIDv7(),
      lane: `test/${event.alertId}`,
      checkId: null,
      checkType: null,
      alertId: null,
      resultId: null,
      event,
      isExempt: isExemptFromBudget(channelType, true),
      createdAt,
    }
    const outcome = await deps.alertSender.send(
      {
        notificationId: notification.id,
        channelType,
        config: openConfig(channel, deps.store.sealer),
        target,
        event,
        variables,
        tryNumber: 1,
      },
      AbortSignal.timeout(longestTestMs),
    )
    const isAccepted = outcome.kind === 'accepted'
    const status = isAccepted ? ('SUCCESS' as const) : ('FAILURE' as const)
    await deps.store.write((db) =>
      insertSentNotification(db, notification, { status, result: outcome.result, at: deps.clock.now() }),
    )
    return { target, isAccepted, result: outcome.result }
  }
}
