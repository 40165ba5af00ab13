import { channelLabel } from '@sonde/schema/alerts/channels/channel-label.ts'
import { findChannel } from '@sonde/store/alerts/alert-channels.ts'
import type { Db } from '@sonde/store/engine/store.ts'

/** How people call a channel that is stored; null when it is gone. */
export async function channelNameOf(db: Db, key: { accountId: string; id: number }): Promise<string | null> {
  const channel = await findChannel(db, key)
  return channel === null ? null : channelLabel(channel)
}
