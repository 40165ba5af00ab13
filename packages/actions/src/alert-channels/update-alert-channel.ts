import { channelLabel } from '@sonde/schema/alerts/channels/channel-label.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'
import type { AlertChannel, AlertChannelWrite } from '@sonde/schema/alerts/alert-channel.ts'
import {
  type AlertChannelRow,
  findChannel,
  findChannelForUpdate,
  updateChannel,
} from '@sonde/store/alerts/alert-channels.ts'
import { replaceChannelSubscriptions } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordDocument } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { auditedChannel } from './audited-channel.ts'
import { channelAnswer } from './channel-answer.ts'
import { columnsOf, requireSendable } from './channel-columns.ts'
import { requireSubjects } from './channel-subjects.ts'

/** Replaces a channel. Its subscriptions stay when `input` has none, and secrets that it sends back masked stay too. */
export async function updateAlertChannel(
  deps: Pick<ActionDeps, 'store' | 'clock' | 'alerting'>,
  actor: Actor,
  { id, input, role }: { id: number; input: AlertChannelWrite; role: Role },
): Promise<AlertChannel> {
  const { accountId } = actor
  const { sealer } = deps.store
  const viewer = { role, isKey: actor.keyId !== null }
  requireSendable(input.type, input.config)
  return await deps.store.write(async (db) => {
    const key = { accountId, id }
    if ((await findChannel(db, key)) === null) throw notFound('alert channel')
    // Whoever changes a check or a group locks it before the channels that it names: so does who changes both from here.
    const pathOf = (index: number) => `subscriptions.${index}.`
    const subjects =
      input.subscriptions === undefined
        ? null
        : await requireSubjects(db, accountId, input.subscriptions, pathOf)
    const before = await findChannelForUpdate(db, key)
    if (before === null) throw notFound('alert channel')
    const shownBefore = await channelAnswer(db, before, deps, viewer)
    const after: AlertChannelRow = {
      ...before,
      ...columnsOf(accountId, input, before, sealer),
      updatedAt: nextUpdatedAt(before, deps.clock.now()),
    }
    await updateChannel(db, after)
    if (subjects !== null) await replaceChannelSubscriptions(db, after, subjects)
    const answer = await channelAnswer(db, after, deps, viewer)
    await recordDocument(db, actor, 'ALERT_CHANNEL', {
      entityName: channelLabel(after),
      before: auditedChannel(shownBefore, before, sealer),
      after: auditedChannel(answer, after, sealer),
    })
    return answer
  })
}
