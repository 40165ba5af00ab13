import { channelLabel } from '@sonde/schema/alerts/channels/channel-label.ts'
import {
  deleteChannel,
  deleteChannels,
  findChannelForUpdate,
  lockChannels,
} from '@sonde/store/alerts/alert-channels.ts'
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
  const { store, clock, alerting } = deps
  const key = { accountId: actor.accountId, id }
  await store.write(async (db) => {
    const channel = await findChannelForUpdate(db, key)
    if (channel === null) throw notFound('alert channel')
    const answer = await channelAnswer(db, channel, { store, alerting }, masked)
    await deleteChannel(db, key)
    await dropNotificationsOf(db, [id], clock.now())
    await recordDocument(db, actor, 'ALERT_CHANNEL', {
      entityName: channelLabel(channel),
      before: auditedChannel(answer, channel, store.sealer),
      after: null,
    })
  })
}

/** Inside `write`, for many, without audit entries. Returns how many there were. */
export async function removeAlertChannels(
  db: Db,
  { clock }: Pick<ActionDeps, 'clock'>,
  { accountId, ids }: { accountId: string; ids: readonly number[] },
): Promise<number> {
  await lockChannels(db, { accountId, ids })
  const count = await deleteChannels(db, { accountId, ids })
  await dropNotificationsOf(db, ids, clock.now())
  return count
}
