import { channels as senders } from '@sonde/alerting/channels/registry.ts'
import { subscriptionOwner } from '@sonde/alerting/effective-alert-settings.ts'
import { isSilenced } from '@sonde/alerting/maintenance/scope.ts'
import { maintenanceSubject } from '@sonde/alerting/raise/suppression.ts'
import { type NotificationFacts, whyNobody } from '@sonde/alerting/why-nobody.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { retryPlanOf } from '@sonde/schema/checks/retry-plan.ts'
import { retryWords } from '@sonde/schema/checks/retry-words.ts'
import { channelKinds } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { nobodyNotified } from '@sonde/schema/alerts/nobody-notified.ts'
import { applyGroup } from '@sonde/schema/checks/effective-check.ts'
import type { EffectiveSettings } from '@sonde/schema/checks/effective-settings.ts'
import { type AlertChannelRow, channelsById } from '@sonde/store/alerts/alert-channels.ts'
import { type AlertContext, alertContexts } from '@sonde/store/alerts/alert-contexts.ts'
import { type SubscriptionRow, subscriptionsOf } from '@sonde/store/alerts/alert-subscriptions.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { activeMaintenances } from '@sonde/store/maintenance/maintenances.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { notFound } from '../refusal.ts'

/** What counts for a check at this moment, and who decided it: the check, its group or the account. */
export async function readEffectiveSettings(
  { store, clock, alerting }: Pick<ActionDeps, 'store' | 'clock' | 'alerting'>,
  { accountId }: Actor,
  { id }: { id: string },
): Promise<EffectiveSettings> {
  const { read } = store
  const checkNo = await findCheckNumber(read, { accountId, checkId: id })
  const context = checkNo === null ? undefined : (await alertContexts(read, [checkNo])).get(checkNo)
  if (context === undefined) throw notFound('check')
  const { group, checkId } = context
  const at = clock.now()
  const active = await activeMaintenances(read, { at, accountIds: [accountId] })
  const ofCheck = await subscriptionsOf(read, { checkIds: [checkId] })
  const ofGroup = group === null ? [] : await subscriptionsOf(read, { groupIds: [group.id] })
  const rows = await channelsById(read, [
    ...new Set([...ofCheck, ...ofGroup].map(({ channelId }) => channelId)),
  ])
  const owner = subscriptionOwner(group?.config ?? null)
  const isDecidedByGroup = owner === 'group'
  const isDeliverable = ({ type }: AlertChannelRow) => senders[type].missingSettings(alerting) === null
  const counting = [...(isDecidedByGroup ? [] : ofCheck), ...ofGroup].filter(({ activated }) => activated)
  const cause = whyNobody({
    heldBackBy: heldBackBy(context, isSilenced(active, { ...maintenanceSubject(context), at })),
    isDecidedByGroup,
    ofCheck,
    ofGroup,
    channels: counting.flatMap(({ channelId }) => {
      const channel = rows.get(channelId)
      return channel === undefined
        ? []
        : [{ wantsEvent: channel.sendFailure, isDeliverable: isDeliverable(channel) }]
    }),
    isUnowed: false,
  })
  return {
    group: group === null ? null : { id: group.id, name: group.name },
    ...runSettings(context),
    alertSettings: { source: alertSettingsSource(context) },
    channels: {
      source: owner === 'check' ? 'CHECK' : owner === 'group' ? 'GROUP' : 'BOTH',
      list: [...rows.values()].map((channel) => {
        const ofThis = (list: readonly SubscriptionRow[]) =>
          list.filter(({ channelId }) => channelId === channel.id)
        const reason = reasonOf(channel, {
          ofCheck: ofThis(ofCheck),
          ofGroup: ofThis(ofGroup),
          isDecidedByGroup,
          isDeliverable: isDeliverable(channel),
        })
        return {
          alertChannelId: channel.id,
          type: channel.type,
          name: nameOf(channel),
          subscribedBy: [
            ...(ofThis(ofCheck).length > 0 ? ['CHECK' as const] : []),
            ...(ofThis(ofGroup).length > 0 ? ['GROUP' as const] : []),
          ],
          isNotified: reason === null,
          reason,
        }
      }),
    },
    nobodyNotified: cause === null ? null : nobodyNotified(cause),
  }
}

function heldBackBy(context: AlertContext, isInMaintenance: boolean): NotificationFacts['heldBackBy'] {
  if (!context.activated) return 'PAUSED'
  if (context.group?.activated === false) return 'GROUP_PAUSED'
  if (context.muted) return 'MUTED'
  if (context.group?.muted === true) return 'GROUP_MUTED'
  return isInMaintenance ? 'MAINTENANCE' : null
}

function runSettings(context: AlertContext): Pick<EffectiveSettings, 'locations' | 'retries'> {
  const { group, checkType } = context
  const { config } = applyGroup(context, group)
  const isNeverRetried = kindOf(checkType).run?.isNeverRetried === true
  const hasPlaces =
    group !== null &&
    (textsIn(group.config['locations']).length > 0 || textsIn(group.config['privateLocations']).length > 0)
  const leavesRetries =
    group === null ||
    group.config['retryStrategy'] === 'FALLBACK' ||
    (group.version === 2 && group.config['retryStrategy'] === undefined)
  return {
    locations: {
      source: hasPlaces ? 'GROUP' : 'CHECK',
      locations: textsIn(config['locations']),
      privateLocations: textsIn(config['privateLocations']),
      runParallel: config['runParallel'] === true,
    },
    retries: isNeverRetried
      ? { source: 'CHECK', sentence: retryWords(null) }
      : { source: leavesRetries ? 'CHECK' : 'GROUP', sentence: retryWords(retryPlanOf(config)) },
  }
}

function alertSettingsSource({ config, group }: AlertContext): EffectiveSettings['alertSettings']['source'] {
  const ofGroup = group?.config['useGlobalAlertSettings']
  if (typeof ofGroup === 'boolean') return ofGroup ? 'ACCOUNT' : 'GROUP'
  return config['useGlobalAlertSettings'] === false ? 'CHECK' : 'ACCOUNT'
}

/** Why a channel that the check or its group is subscribed to is not notified of a failure. */
function reasonOf(
  channel: AlertChannelRow,
  facts: {
    ofCheck: readonly SubscriptionRow[]
    ofGroup: readonly SubscriptionRow[]
    isDecidedByGroup: boolean
    isDeliverable: boolean
  },
): string | null {
  if (facts.isDecidedByGroup && facts.ofGroup.length === 0) return 'The group uses only its own channels'
  const counting = facts.isDecidedByGroup ? facts.ofGroup : [...facts.ofCheck, ...facts.ofGroup]
  if (!counting.some(({ activated }) => activated)) return 'The subscription is paused'
  if (!channel.sendFailure) return 'The channel sends no failures'
  return facts.isDeliverable ? null : 'This server cannot send to this channel'
}

/** Where its messages go, or what somebody called it. */
function nameOf({ type, shownConfig }: AlertChannelRow): string {
  const { name, titleFields } = channelKinds[type]
  const titles = titleFields.map((field) => shownConfig[field]).filter((text) => typeof text === 'string')
  return titles.find((text) => text.trim() !== '') ?? name
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : []
}
