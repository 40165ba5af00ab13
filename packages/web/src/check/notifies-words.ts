import type { EffectiveSettings } from '../resources/checks.ts'

/** `Notifies 2 channels, from group Shop`; null where a failure would notify nobody. */
export function notifiesWords({
  channels,
  group,
}: Pick<EffectiveSettings, 'group'> & {
  channels: {
    list: readonly Pick<EffectiveSettings['channels']['list'][number], 'isNotified' | 'subscribedBy'>[]
  }
}): string | null {
  const notified = channels.list.filter(({ isNotified }) => isNotified)
  if (notified.length === 0) return null
  const count = notified.length === 1 ? '1 channel' : `${notified.length} channels`
  const isByGroup = group !== null && notified.every(({ subscribedBy }) => subscribedBy.includes('GROUP'))
  return `Notifies ${count}${isByGroup ? `, from group ${group.name}` : ''}`
}
