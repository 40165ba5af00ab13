import type { NoticeEvent } from '@sonde/schema/alerts/alert-event.ts'
import { type AlertChannelRow, channelsOf } from '@sonde/store/alerts/alert-channels.ts'
import type { ClaimedNotification } from '@sonde/store/notifications/notification-claims.ts'
import {
  adminAddresses,
  beginTrouble,
  channelsNotTaking,
  channelsThatRefused,
  deleteUntried,
  undoTrouble,
  untriedNoticesTo,
  noticesSince,
  type WrittenNotice,
} from '@sonde/store/notifications/notification-trouble.ts'
import { insertNotifications, type NewNotification } from '@sonde/store/notifications/notifications.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { mailedNotice, noticesTo } from './notices.ts'
import { troubleNotice } from './trouble-notice.ts'

/** Whom a notice reaches. `nothing`: none is due. `nobody`: there was no way to reach anyone. */
export type NoticeReach = 'nothing' | 'somebody' | 'nobody'

export type Trouble = {
  /** What the receiver said. */
  result: string
  at: number
  isGivenUp: boolean
  /** Whether an earlier try of the same row may have led to a notice already. */
  isRepeated: boolean
  canMail: boolean
  publicUrl: string
}

/**
 * A message is not taken. A notice of it goes out, once until the channel takes one again: to every other channel of
 * the account that works and is there for failures; without one, to those who answer for the account. The trouble
 * does not count as reported while nobody could be reached. To be called after `lockTroubleNotices`.
 */
export async function notifyOfTrouble(
  db: Db,
  claimed: ClaimedNotification,
  trouble: Trouble,
): Promise<NoticeReach> {
  const { event, channelId } = claimed
  const reach = channelId === null ? 'nothing' : await notifyOfChannel(db, { claimed, channelId, trouble })
  if (event.kind !== 'notice') return reach
  const onward = await forwardNotice(db, { claimed, notice: event, trouble })
  return (['somebody', 'nobody'] as const).find((each) => each === reach || each === onward) ?? 'nothing'
}

async function notifyOfChannel(
  db: Db,
  { claimed, channelId, trouble }: { claimed: ClaimedNotification; channelId: number; trouble: Trouble },
): Promise<NoticeReach> {
  const { accountId, createdAt } = claimed
  const channels = await channelsOf(db, accountId)
  const broken = channels.find(({ id }) => id === channelId)
  if (broken === undefined || broken.troubleSince !== null) return 'nothing'
  const notice = troubleNotice(broken, claimed, trouble)
  const others = channels.filter(({ id, troubleSince }) => id !== channelId && troubleSince === null)
  const rows = await noticesOf(db, { notice, claimed, others, trouble })
  if (rows.length === 0) return 'nobody'
  // A receiver that takes some messages and never this one does not lead to a notice with every try.
  if (trouble.isRepeated) {
    const notices = await noticesSince(db, accountId, createdAt)
    if (notices.some(({ event, ...row }) => event.aboutChannelId === channelId && mayArrive(row))) {
      return 'nothing'
    }
  }
  await beginTrouble(db, channelId, trouble.at)
  await withdrawNotices(db, { accountId, channelId, others })
  await insertNotifications(db, rows)
  return 'somebody'
}

/**
 * Channels that fail right now are likely to be dead for the same reason, and are about to be told of themselves:
 * they get the notice only when there is nobody else. A notice that was not taken leads to none at channels that
 * refused the last they got: dead channels would tell each other of each other without end.
 */
async function noticesOf(
  db: Db,
  {
    notice,
    claimed: { accountId, event },
    others,
    trouble,
  }: {
    notice: NoticeEvent
    claimed: ClaimedNotification
    others: readonly AlertChannelRow[]
    trouble: Trouble
  },
): Promise<NewNotification[]> {
  const listening = others.filter(({ sendFailure }) => sendFailure)
  const ids = listening.map(({ id }) => id)
  const isOfNotice = event.kind === 'notice'
  const failing = await channelsNotTaking(db, ids)
  const refusing = isOfNotice ? await channelsThatRefused(db, ids) : new Set<number>()
  const toChannels = (some: readonly AlertChannelRow[]) =>
    some.flatMap((channel) => noticesTo(channel, notice))
  const toWorking = toChannels(listening.filter(({ id }) => !failing.has(id) && !refusing.has(id)))
  if (toWorking.length > 0) return toWorking
  const mails = await mailsToAdmins(db, accountId, notice, trouble)
  return mails.length > 0 || isOfNotice ? mails : toChannels(listening)
}

/** Of what waits for a channel that is found dead, nothing is tried there that may arrive elsewhere. */
async function withdrawNotices(
  db: Db,
  {
    accountId,
    channelId,
    others,
  }: { accountId: string; channelId: number; others: readonly AlertChannelRow[] },
): Promise<void> {
  const waiting = (await untriedNoticesTo(db, channelId)).filter(
    ({ event }) => event.aboutChannelId !== undefined,
  )
  if (waiting.length === 0) return
  const since = Math.min(...waiting.map(({ event }) => event.raisedAt))
  const working = new Set([null, ...others.map(({ id }) => id)])
  const elsewhere = (await noticesSince(db, accountId, since)).filter(
    (row) => working.has(row.channelId) && mayArrive(row),
  )
  const needless = waiting.filter(({ event }) => elsewhere.some((row) => isSame(row.event, event)))
  await deleteUntried(
    db,
    needless.map(({ id }) => id),
  )
}

/**
 * A notice is not taken: those who answer for the account get it, once, however many channels fail to take
 * it. When it is given up and has reached nobody at all, the trouble of its channel counts as not reported.
 */
async function forwardNotice(
  db: Db,
  { claimed, notice, trouble }: { claimed: ClaimedNotification; notice: NoticeEvent; trouble: Trouble },
): Promise<NoticeReach> {
  const { id, accountId, channelId } = claimed
  const notices = await noticesSince(db, accountId, notice.raisedAt)
  const same = notices.filter(({ event }) => isSame(event, notice))
  if (channelId !== null && same.every((row) => row.channelId !== null)) {
    const mails = await mailsToAdmins(db, accountId, notice, trouble)
    await insertNotifications(db, mails)
    if (mails.length > 0) return 'somebody'
  }
  if (same.some((row) => row.id !== id && mayArrive(row))) return 'nothing'
  if (trouble.isGivenUp && notice.aboutChannelId !== undefined) {
    await undoTrouble(db, notice.aboutChannelId, notice.raisedAt)
  }
  return 'nobody'
}

async function mailsToAdmins(
  db: Db,
  accountId: string,
  notice: NoticeEvent,
  { at, canMail }: Pick<Trouble, 'at' | 'canMail'>,
) {
  const addresses = canMail ? await adminAddresses(db, accountId) : []
  return addresses.map((address) => ({ ...mailedNotice(accountId, address, notice), createdAt: at }))
}

function isSame(a: NoticeEvent, b: NoticeEvent): boolean {
  return a.aboutChannelId === b.aboutChannelId && a.raisedAt === b.raisedAt && a.title === b.title
}

function mayArrive({ isOpen, status }: Pick<WrittenNotice, 'isOpen' | 'status'>): boolean {
  return isOpen || status === 'SUCCESS'
}
