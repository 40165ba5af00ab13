import type { ChannelTestRequest } from '@sonde/schema/alerts/alert-channel.ts'
import type { AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'
import { subscriptionsOf } from '@sonde/store/alerts/alert-subscriptions.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { invalidInput } from '../refusal.ts'

/** Checks of a channel may be thousands, and most have no group: a test does not look through all. */
const mostChecksAsked = 20

/** The group whose variables a test of the channel fills in; null when there is none. */
export async function groupToTestWith(
  db: Db,
  { id: channelId, accountId }: Pick<AlertChannelRow, 'id' | 'accountId'>,
  { checkId = null, groupId = null }: ChannelTestRequest,
): Promise<number | null> {
  if (groupId !== null) {
    if ((await findGroup(db, { accountId, id: groupId })) === null) throw unknown('groupId', 'check group')
    return groupId
  }
  if (checkId !== null) {
    const check = await findCheck(db, { accountId, id: checkId })
    if (check === null) throw unknown('checkId', 'check')
    return check.groupId
  }
  const subscriptions = await subscriptionsOf(db, { channelIds: [channelId] })
  const subscribed = subscriptions.find((subscription) => subscription.groupId !== null)?.groupId ?? null
  if (subscribed !== null) return subscribed
  const checkIds = subscriptions.flatMap((subscription) => subscription.checkId ?? [])
  const checks = await Promise.all(
    checkIds.slice(0, mostChecksAsked).map((id) => findCheck(db, { accountId, id })),
  )
  return checks.find((check) => (check?.groupId ?? null) !== null)?.groupId ?? null
}

function unknown(path: string, what: string): Error {
  return invalidInput([{ path, message: `is not a ${what} of this account` }])
}
