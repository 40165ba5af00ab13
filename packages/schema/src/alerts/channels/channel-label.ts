import { channelKinds, type ChannelType } from './channel-kinds.ts'

/** How people call a channel: by its name, or by where it sends. Only what everybody may see of its configuration is used. */
export function channelLabel({
  type,
  shownConfig,
}: {
  type: ChannelType
  shownConfig: Readonly<Record<string, unknown>>
}): string {
  const { name, titleFields } = channelKinds[type]
  return titleFields.map((field) => textOf(shownConfig[field])).find((text) => text !== '') ?? name
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(', ')
  return typeof value === 'string' ? value.trim() : ''
}
