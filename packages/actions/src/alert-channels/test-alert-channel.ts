import { randomUUIDv7 } from 'node:crypto'
import { type Receiver, receiversOf } from '@sonde/alerting/channels/notifications-to.ts'
import { isExemptFromBudget } from '@sonde/alerting/delivery/budgets.ts'
import { createVariables } from '@sonde/alerting/variables.ts'
import type {
  ChannelTest,
  ChannelTestRequest,
  UnsavedChannelTest,
} from '@sonde/schema/alerts/alert-channel.ts'
import { type AlertChannelRow, findChannel } from '@sonde/store/alerts/alert-channels.ts'
import { insertSentNotification } from '@sonde/store/notifications/notifications.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { notFound } from '../refusal.ts'
import { columnsOf, openConfig, requireSendable } from './channel-columns.ts'
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
  return await testChannel(deps, { channel, groupId, isLogged: true })
}

/**
 * The same with a configuration that is not saved. What is masked in it stands for the secrets of the channel that is
 * being edited, and of no other; the delivery log does not know of it, since it knows channels.
 */
export async function testUnsavedChannel(
  deps: TestDeps,
  { accountId }: Actor,
  { input }: { input: UnsavedChannelTest },
): Promise<ChannelTest> {
  const { type, config, alertChannelId = null } = input
  requireSendable(type, config)
  const before =
    alertChannelId === null ? null : await findChannel(deps.store.read, { accountId, id: alertChannelId })
  if (alertChannelId !== null && before === null) throw notFound('alert channel')
  const columns = columnsOf(accountId, { type, config }, before, deps.store.sealer)
  const channel = {
    ...columns,
    id: alertChannelId ?? 0,
    accountId,
    troubleSince: null,
    createdAt: deps.clock.now(),
    updatedAt: null,
  }
  const groupId = before === null ? null : await groupToTestWith(deps.store.read, before, {})
  return await testChannel(deps, { channel, groupId, isLogged: false })
}

async function testChannel(
  deps: TestDeps,
  { channel, groupId, isLogged }: { channel: AlertChannelRow; groupId: number | null; isLogged: boolean },
): Promise<ChannelTest> {
  const { accountId } = channel
  const variables = await createVariables(deps).variablesFor({ accountId, groupId })
  const attempts = await Promise.all(
    receiversOf(channel).map((receiver) => sendSample(deps, { channel, receiver, variables, isLogged })),
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
    isLogged,
  }: {
    channel: AlertChannelRow
    receiver: Receiver
    variables: ReadonlyMap<string, string>
    isLogged: boolean
  },
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
  if (isLogged) {
    await store.write((db) =>
      insertSentNotification(db, notification, { status, result: outcome.result, at: clock.now() }),
    )
  }
  return { target, isAccepted, result: outcome.result }
}
