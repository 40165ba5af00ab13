import type { NoticeEvent } from '@sonde/schema/alert-event.ts'
import { type AlertChannelRow, channelsOf } from '@sonde/store/alert-channels.ts'
import type { ClaimedNotification } from '@sonde/store/notification-claims.ts'
import { adminAddresses, beginTrouble } from '@sonde/store/notification-trouble.ts'
import { insertNotifications } from '@sonde/store/notifications.ts'
import type { Db } from '@sonde/store/store.ts'
import { mailedNotice, noticesTo } from './notices.ts'

/** Who was told that a channel takes nothing any more. `nobody`: there was no way to tell anyone. */
export type Told = 'nothing-to-tell' | 'channels' | 'admins' | 'nobody'

/**
 * A message was given up. The first time, somebody hears of it: every other channel of the account that works
 * and is there for failures; without one, those who answer for the account. A notice that fails is not told.
 */
export async function tellTrouble(
  db: Db,
  { channelId, accountId, event }: ClaimedNotification,
  { result, at, canMail, publicUrl }: { result: string; at: number; canMail: boolean; publicUrl: string },
): Promise<Told> {
  if (channelId === null || event.kind === 'notice') return 'nothing-to-tell'
  if (!(await beginTrouble(db, channelId, at))) return 'nothing-to-tell'
  const channels = await channelsOf(db, accountId)
  const broken = channels.find(({ id }) => id === channelId)
  if (broken === undefined) return 'nothing-to-tell'
  const notice = troubleNotice(broken, { result, at, publicUrl })
  const notices = channels
    .filter((channel) => channel.sendFailure && channel.troubleSince === null)
    .flatMap((channel) => noticesTo(channel, notice))
  await insertNotifications(db, notices)
  if (notices.length > 0) return 'channels'
  const addresses = canMail ? await adminAddresses(db, accountId) : []
  await insertNotifications(
    db,
    addresses.map((address) => mailedNotice(accountId, address, notice)),
  )
  return addresses.length > 0 ? 'admins' : 'nobody'
}

function troubleNotice(
  channel: AlertChannelRow,
  { result, at, publicUrl }: { result: string; at: number; publicUrl: string },
): NoticeEvent {
  const { name, address, number, serviceName } = channel.shownConfig
  const label = [name, serviceName, address, number].find((text) => typeof text === 'string' && text !== '')
  const channelName = `alert channel ${channel.id} (${[channel.type, label].filter(Boolean).join(' ')})`
  return {
    kind: 'notice',
    title: `Alerts no longer reach ${channelName}`,
    text: `A message to ${channelName} was given up: ${firstLine(result)}. Until it takes messages again, its alerts are lost. This is told once.`,
    link: `${publicUrl}/alert-channels/${channel.id}`,
    raisedAt: at,
  }
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > 300 ? `${line.slice(0, 300)}…` : line || 'no reason was given'
}
