import { channelLabel } from '@sonde/schema/alerts/channels/channel-label.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'
import type { AlertChannel, AlertChannelCreate } from '@sonde/schema/alerts/alert-channel.ts'
import { countChannelsToAdd, insertChannel } from '@sonde/store/alerts/alert-channels.ts'
import { replaceChannelSubscriptions } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordDocument } from '../audit/record-change.ts'
import { limitReached, type Refusal } from '../refusal.ts'
import { auditedChannel } from './audited-channel.ts'
import { channelAnswer } from './channel-answer.ts'
import { columnsOf, requireSendable } from './channel-columns.ts'
import { requireSubjects } from './channel-subjects.ts'
import { subjectsInScope } from './subjects-in-scope.ts'

/** Returns the channel as the actor sees it, also when this server has not what it takes to send to it. */
export async function createAlertChannel(
  deps: Pick<ActionDeps, 'store' | 'clock' | 'alerting'>,
  actor: Actor,
  { input, role }: { input: AlertChannelCreate; role: Role },
): Promise<AlertChannel> {
  const { accountId } = actor
  requireSendable(input.type, input.config)
  const columns = columnsOf(accountId, input, null, deps.store.sealer)
  const { mostChannels } = deps.alerting
  return await deps.store.write(async (db) => {
    const { subscribe, subscriptions = [] } = input
    const subjects =
      subscribe === undefined
        ? await requireSubjects(db, accountId, subscriptions, (index) => `subscriptions.${index}.`)
        : await subjectsInScope(db, accountId, subscribe)
    if ((await countChannelsToAdd(db, accountId)) >= mostChannels) throw tooMany(mostChannels)
    const channel = await insertChannel(db, {
      accountId,
      ...columns,
      troubleSince: null,
      createdAt: deps.clock.now(),
      updatedAt: null,
    })
    if (subjects.length > 0) await replaceChannelSubscriptions(db, channel, subjects)
    const answer = await channelAnswer(db, channel, deps, { role, isKey: actor.keyId !== null })
    await recordDocument(db, actor, 'ALERT_CHANNEL', {
      entityName: channelLabel(channel),
      before: null,
      after: auditedChannel(answer, channel, deps.store.sealer),
    })
    return answer
  })
}

function tooMany(mostChannels: number): Refusal {
  const message = `The account has reached its limit of ${mostChannels} alert channels (ALERT_CHANNELS_MAX)`
  return limitReached(message)
}
