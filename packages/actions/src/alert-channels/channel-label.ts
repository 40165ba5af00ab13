import { channelKinds } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { findChannel, type AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'
import type { Db } from '@sonde/store/engine/store.ts'

/** How people call a channel: by its name, or by where it sends. Only what everybody may see of its configuration is used. */
export function channelLabel({ type, shownConfig }: Pick<AlertChannelRow, 'type' | 'shownConfig'>): string {
  const { name, titleFields } = channelKinds[type]
  return titleFields.map((field) => textOf(shownConfig[field])).find((text) => text !== '') ?? name
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(', ')
  return typeof value === 'string' ? value.trim() : ''
}

/** The same of a channel that is stored; null when it is gone. */
export async function channelNameOf(db: Db, key: { accountId: string; id: number }): Promise<string | null> {
  const channel = await findChannel(db, key)
  return channel === null ? null : channelLabel(channel)
}
