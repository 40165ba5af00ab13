import type { AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'
import { subscribedChannels } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { AlertState } from '@sonde/store/alerts/alert-state.ts'
import { insertCheckAlerts } from '@sonde/store/alerts/check-alerts.ts'
import { insertNotifications } from '@sonde/store/notifications/notifications.ts'
import { privateLocationNames } from '@sonde/store/locations/private-locations.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { subscriptionSubject } from '../effective-alert-settings.ts'
import { afterSending, keepOwed, recipientsOf } from '../recipients.ts'
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
      ...writeOut(raise, { channels: recipients, publicUrl, privateLocationNames: privateNames }),
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
