import { channelLabel } from '@sonde/schema/alerts/channels/channel-label.ts'
import { deleteChannel, findChannelForUpdate } from '@sonde/store/alerts/alert-channels.ts'
import { dropNotificationsOf } from '@sonde/store/notifications/notifications.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordDocument } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { auditedChannel } from './audited-channel.ts'
import { channelAnswer } from './channel-answer.ts'

type ChannelDeps = Pick<ActionDeps, 'store' | 'clock' | 'alerting'>

/** The audit log has no use for what a key may see. */
const masked = { role: 'READ_ONLY', isKey: false } as const

/** Its subscriptions go with it, and what is still to be sent to it is dropped. */
export async function deleteAlertChannel(
  deps: ChannelDeps,
  actor: Actor,
  { id }: { id: number },
): Promise<void> {
  await deps.store.write((db) => removeAlertChannel(db, deps, actor, { id }))
}

/** Inside `write`. */
export async function removeAlertChannel(
  db: Db,
  { store, clock, alerting }: ChannelDeps,
  actor: Actor,
  { id }: { id: number },
): Promise<void> {
  const key = { accountId: actor.accountId, id }
  const channel = await findChannelForUpdate(db, key)
  if (channel === null) throw notFound('alert channel')
  const answer = await channelAnswer(db, channel, { store, alerting }, masked)
  await deleteChannel(db, key)
  await dropNotificationsOf(db, id, clock.now())
  await recordDocument(db, actor, 'ALERT_CHANNEL', {
    entityName: channelLabel(channel),
    before: auditedChannel(answer, channel, store.sealer),
    after: null,
  })
}
