import { Type, type Static } from 'typebox'
import { OneOf } from '../validation/building-blocks.ts'

/** Why an alert reaches nobody: the first of these that holds. */
export const nobodyCauses = [
  'PAUSED',
  'GROUP_PAUSED',
  'MUTED',
  'GROUP_MUTED',
  'MAINTENANCE',
  'GROUP_DECIDES',
  'SUBSCRIPTION_PAUSED',
  'NO_CHANNEL',
  'NOT_OWED',
  'EVENT_NOT_WANTED',
  'UNDELIVERABLE',
] as const
export type NobodyCause = (typeof nobodyCauses)[number]

const sentences: Readonly<Record<NobodyCause, string>> = {
  PAUSED: 'The check is paused.',
  GROUP_PAUSED: 'Its group is paused.',
  MUTED: 'The check is muted.',
  GROUP_MUTED: 'Its group is muted.',
  MAINTENANCE: 'A maintenance window silences it.',
  GROUP_DECIDES: 'Its group uses only its own channels, and no channel is subscribed to the group.',
  SUBSCRIPTION_PAUSED: 'Every subscription is paused.',
  NO_CHANNEL: 'No alert channel is subscribed to the check or its group.',
  NOT_OWED: 'Nobody was notified of the problem, so nobody is notified of its end.',
  EVENT_NOT_WANTED: 'No subscribed channel sends this kind of event.',
  UNDELIVERABLE: 'This server cannot send to any of the subscribed channels.',
}

export const NobodyNotified = Type.Object({
  cause: OneOf(nobodyCauses),
  sentence: Type.String({ description: 'The same as a sentence.' }),
})
export type NobodyNotified = Static<typeof NobodyNotified>

/** The one place that puts the cause into words. */
export function nobodyNotified(cause: NobodyCause): NobodyNotified {
  return { cause, sentence: sentences[cause] }
}

/** Those that nobody has chosen: an alert with one of them is a hole in the set-up. */
export const unintendedNobodyCauses = [
  'GROUP_DECIDES',
  'NO_CHANNEL',
  'UNDELIVERABLE',
] as const satisfies readonly NobodyCause[]

/** Why one channel is not notified of a check that it is subscribed to. */
export const channelSilentCauses = [
  'PAUSED',
  'GROUP_PAUSED',
  'MUTED',
  'GROUP_MUTED',
  'GROUP_DECIDES',
] as const
export type ChannelSilentCause = (typeof channelSilentCauses)[number]

/** The same cause, of one channel: others may be notified. */
export function channelNotNotified(cause: ChannelSilentCause): string {
  return cause === 'GROUP_DECIDES' ? 'Its group uses only its own channels.' : sentences[cause]
}
