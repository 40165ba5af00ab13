import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { findChannelKind } from './channel-kinds.ts'

export type ChannelsSearch = { page?: number }
/** `type`: what is about to be made; left out: it is being chosen. */
export type NewChannelSearch = { type?: ChannelType }

type Raw = Readonly<Record<string, unknown>>

export function readChannelsSearch({ page }: Raw): ChannelsSearch {
  return typeof page === 'number' && Number.isSafeInteger(page) && page > 1 ? { page } : {}
}

export function readNewChannelSearch({ type }: Raw): NewChannelSearch {
  const kind = findChannelKind(type)
  return kind === undefined ? {} : { type: kind.type }
}
