import type { CoveredUnnotified } from '@sonde/schema/alerts/alert-channel.ts'
import { type ChannelSilentCause, channelNotNotified } from '@sonde/schema/alerts/nobody-notified.ts'
import { findChannel } from '@sonde/store/alerts/alert-channels.ts'
import { type CoveredCheck, listCoveredUnnotified } from '@sonde/store/alerts/covered-unnotified.ts'
import type { ActionDeps } from '../action-deps.ts'
import { notFound } from '../refusal.ts'

const checksShown = 100

/** The checks that a channel is subscribed to and is not notified of, each with its cause. */
export async function readCoveredUnnotified(
  { store }: Pick<ActionDeps, 'store'>,
  { accountId, id }: { accountId: string; id: number },
): Promise<CoveredUnnotified> {
  const channel = await findChannel(store.read, { accountId, id })
  if (!channel) throw notFound('alert channel')
  const { total, checks } = await listCoveredUnnotified(store.read, {
    accountId,
    channelId: id,
    limit: checksShown,
  })
  return {
    total,
    checks: checks.map((check) => {
      const cause = causeOf(check)
      return {
        id: check.id,
        name: check.name,
        group: check.group === null ? null : { id: check.group.id, name: check.group.name },
        subscribedBy: [
          ...(check.isSubscribedByCheck ? ['CHECK' as const] : []),
          ...(check.isSubscribedByGroup ? ['GROUP' as const] : []),
        ],
        cause,
        reason: channelNotNotified(cause),
      }
    }),
  }
}

/** In the order of `nobodyCauses`. */
function causeOf({ activated, muted, group }: CoveredCheck): ChannelSilentCause {
  if (!activated) return 'PAUSED'
  if (group?.activated === false) return 'GROUP_PAUSED'
  if (muted) return 'MUTED'
  return group?.muted === true ? 'GROUP_MUTED' : 'GROUP_DECIDES'
}
