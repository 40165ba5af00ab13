import { randomUUIDv7 } from 'node:crypto'
import { type Receiver, receiversOf } from '@sonde/alerting/channels/notifications-to.ts'
import { isExemptFromBudget } from '@sonde/alerting/delivery/budgets.ts'
import { createVariables } from '@sonde/alerting/variables.ts'
import type { ChannelTest, ChannelTestRequest } from '@sonde/schema/alerts/alert-channel.ts'
import { type AlertChannelRow, findChannel } from '@sonde/store/alerts/alert-channels.ts'
import { insertSentNotification } from '@sonde/store/notifications/notifications.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { notFound } from '../refusal.ts'
import { openConfig } from './channel-columns.ts'
import { groupToTestWith } from './group-to-test-with.ts'
import { sampleAlert } from './sample-alert.ts'

/** Longer than any single try takes. */
const longestTestMs = 30_000

type TestDeps = Pick<ActionDeps, 'store' | 'clock' | 'alertSender' | 'publicUrl'>
type Attempt = { target: string | null; isAccepted: boolean; result: string }

/** Sends a sample alert to every target of a channel: once, and whatever the channel is set to send. */
export async function testAlertChannel(
  deps: TestDeps,
  { accountId }: Actor,
  { id, input }: { id: number; input: ChannelTestRequest },
): Promise<ChannelTest> {
  const channel = await findChannel(deps.store.read, { accountId, id })
  if (!channel) throw notFound('alert channel')
  const groupId = await groupToTestWith(deps.store.read, channel, input)
  const variables = await createVariables(deps).variablesFor({ accountId, groupId })
  const attempts = await Promise.all(
    receiversOf(channel).map((receiver) => sendSample(deps, { channel, receiver, variables })),
  )
  return {
    status: attempts.every(({ isAccepted }) => isAccepted) ? 'SUCCESS' : 'FAILURE',
    notificationResult: attempts
      .map(({ target, result }) => (attempts.length === 1 ? result : `${target ?? ''}: ${result}`))
      .join('\n'),
  }
}

async function sendSample(
  { store, clock, alertSender, publicUrl }: TestDeps,
  {
    channel,
    receiver,
    variables,
  }: { channel: AlertChannelRow; receiver: Receiver; variables: ReadonlyMap<string, string> },
): Promise<Attempt> {
  const { accountId, channelType, target } = receiver
  const createdAt = clock.now()
  const event = sampleAlert({ accountId, publicUrl: publicUrl(), now: createdAt })
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
  const outcome = await alertSender.send(
    {
      notificationId: notification.id,
      channelType,
      config: openConfig(channel, store.sealer),
      target,
      event,
      variables,
      tryNumber: 1,
    },
    AbortSignal.timeout(longestTestMs),
  )
  const isAccepted = outcome.kind === 'accepted'
  const status = isAccepted ? 'SUCCESS' : 'FAILURE'
  await store.write((db) =>
    insertSentNotification(db, notification, { status, result: outcome.result, at: clock.now() }),
  )
  return { target, isAccepted, result: outcome.result }
}
