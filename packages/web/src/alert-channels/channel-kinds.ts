import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import channelKinds from 'sonde-schema:channel-kinds'

export type ChannelKindFacts = (typeof channelKinds)[number]

/** Of an answer: the server names no other types than those this was built for. */
export function channelKind(type: ChannelType): ChannelKindFacts {
  const kind = findChannelKind(type)
  if (kind === undefined) throw new Error(`There are no facts about ${type}`)
  return kind
}

/** Of whatever an address or an answer names. */
export function findChannelKind(type: unknown): ChannelKindFacts | undefined {
  return channelKinds.find((kind) => kind.type === type)
}
