import type { AlertChannel } from '../resources/alert-channels.ts'
import { findChannelKind } from './channel-kinds.ts'
import { channelTitle } from './channel-words.ts'

/** A channel; of one that is chosen and not listed, only the id is known. */
export type ListedChannel = { id: number } & Partial<Pick<AlertChannel, 'type' | 'config'>>

/** As it is called among channels of other types: `Slack: #ops`. */
export function channelName({ id, type, config }: ListedChannel): string {
  const kind = type === undefined ? undefined : findChannelKind(type)
  if (kind === undefined) return `#${id}`
  const title = channelTitle(kind, config ?? {})
  return title === kind.name ? `${kind.name} #${id}` : `${kind.name}: ${title}`
}
