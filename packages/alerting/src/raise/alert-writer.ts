import { classOf } from '@sonde/schema/alerts/alert.ts'
import type { AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'
import type { AlertContext } from '@sonde/store/alerts/alert-contexts.ts'
import { subscribedChannels, subscriptionsOf } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { AlertState } from '@sonde/store/alerts/alert-state.ts'
import { insertCheckAlerts } from '@sonde/store/alerts/check-alerts.ts'
import { insertNotifications } from '@sonde/store/notifications/notifications.ts'
import { privateLocationNames } from '@sonde/store/locations/private-locations.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { subscriptionOwner, subscriptionSubject } from '../effective-alert-settings.ts'
import { afterSending, keepOwed, recipientsOf } from '../recipients.ts'
import { whyNobody } from '../why-nobody.ts'
import { type Raise, writeOut } from './raised-alert.ts'

export type DecidedRaise = {
  raise: Raise
  state: AlertState
  openBefore: AlertState['open']
  /** Only for channels that were not told of the problem, since they were subscribed after it was. */
  isForLateChannels: boolean
}

/**
 * Writes alerts and who is to hear of them: the recipients are those of this moment. Gives back the states,
 * which know now who is owed a recovery.
 */
export async function writeAlerts(
  db: Db,
  decided: readonly DecidedRaise[],
  { publicUrl }: { publicUrl: string },
): Promise<{ states: AlertState[]; notifications: number }> {
  if (decided.length === 0) return { states: [], notifications: 0 }
  const channels = await channelsOf(db, decided)
  const subscriptions = await subscriptionsOfUnreached(db, decided, channels)
  const names = await locationNames(db, decided)
  const rows = decided.map(({ raise, state, openBefore, isForLateChannels }) => {
    const subscribed = channels.get(raise.context.checkId) ?? []
    const { alertType, context } = raise
    const wanting = recipientsOf(alertType, subscribed, { owed: state.owed, openBefore })
    const ids = new Set(isForLateChannels ? wanting.filter((id) => !state.owed.includes(id)) : wanting)
    if (isForLateChannels && ids.size === 0) return { alert: null, notifications: [], state }
    const recipients = subscribed.filter(({ id }) => ids.has(id))
    const privateNames = names.get(context.accountId) ?? new Map<string, string>()
    const stateWithOwed = keepOwed(
      state,
      subscribed.map(({ id }) => id),
    )
    return {
      ...writeOut(raise, {
        channels: recipients,
        nobodyCause: whyNobody({
          heldBackBy: null,
          isDecidedByGroup: subscriptionOwner(context.group?.config ?? null) === 'group',
          ...subscriptions(context),
          // What this server cannot send is written down and tried: it is told by the delivery.
          channels: subscribed.map(({ id }) => ({ wantsEvent: ids.has(id), isDeliverable: true })),
          isUnowed: classOf(alertType) === 'recovery' && subscribed.some(({ sendRecovery }) => sendRecovery),
        }),
        publicUrl,
        privateLocationNames: privateNames,
      }),
      state: afterSending(stateWithOwed, alertType, [...ids]),
    }
  })
  await insertCheckAlerts(
    db,
    rows.flatMap(({ alert }) => alert ?? []),
  )
  const notifications = rows.flatMap((entry) => entry.notifications)
  await insertNotifications(db, notifications)
  return { states: rows.map(({ state }) => state), notifications: notifications.length }
}

async function channelsOf(
  db: Db,
  decided: readonly DecidedRaise[],
): Promise<Map<string, readonly AlertChannelRow[]>> {
  const subjects = decided.map(({ raise: { context } }) => {
    const { checkId, group } = context
    return { key: checkId, ...subscriptionSubject(checkId, group) }
  })
  return await subscribedChannels(db, subjects)
}

/** The subscriptions that rest count only where nobody is reached, which is rare: most writes do not ask for them. */
async function subscriptionsOfUnreached(
  db: Db,
  decided: readonly DecidedRaise[],
  channels: ReadonlyMap<string, readonly AlertChannelRow[]>,
) {
  const unreached = decided.map(({ raise }) => raise.context).filter(({ checkId }) => !channels.has(checkId))
  const rows = [
    ...(await subscriptionsOf(db, { checkIds: [...new Set(unreached.map(({ checkId }) => checkId))] })),
    ...(await subscriptionsOf(db, {
      groupIds: [...new Set(unreached.flatMap(({ group }) => group?.id ?? []))],
    })),
  ]
  return ({ checkId, group }: AlertContext) => ({
    ofCheck: rows.filter((row) => row.checkId === checkId),
    ofGroup: rows.filter((row) => group !== null && row.groupId === group.id),
  })
}

/** Private locations are called by their names; data centers have theirs in the program. */
async function locationNames(
  db: Db,
  decided: readonly DecidedRaise[],
): Promise<Map<string, ReadonlyMap<string, string>>> {
  const names = new Map<string, ReadonlyMap<string, string>>()
  for (const accountId of new Set(decided.map(({ raise }) => raise.context.accountId))) {
    names.set(accountId, await privateLocationNames(db, accountId))
  }
  return names
}
