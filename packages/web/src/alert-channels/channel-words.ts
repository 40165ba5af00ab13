import { channelTypes, type ChannelType } from '@sonde/schema/alerts/alert.ts'

type Words = {
  name: string
  /** What somebody who chooses a type wants to know. */
  sentence: string
}

const kinds: Readonly<Record<ChannelType, Words>> = {
  EMAIL: {
    name: 'E-mail',
    sentence: 'A mail to one or several addresses. Mails of one outage form a thread.',
  },
  SLACK: {
    name: 'Slack webhook',
    sentence: 'A message to a Slack channel, by the address of an incoming webhook.',
  },
  SLACK_APP: {
    name: 'Slack app',
    sentence: 'Messages to Slack channels or people, by the bot of this server.',
  },
  WEBHOOK: {
    name: 'Webhook',
    sentence:
      'An HTTP request of your own making: Teams, Discord, Telegram, incident tools, or your own service.',
  },
  SMS: { name: 'SMS', sentence: 'A text message of at most 160 characters to one phone.' },
  PAGERDUTY: { name: 'PagerDuty', sentence: 'One incident per check, which the recovery resolves.' },
  OPSGENIE: { name: 'Opsgenie', sentence: 'One alert per check, which the recovery closes.' },
  CALL: { name: 'Phone call', sentence: 'Rings one phone and says what is wrong, twice.' },
}

export function channelKindName(type: ChannelType): string {
  return kinds[type].name
}

export function channelKindSentence(type: ChannelType): string {
  return kinds[type].sentence
}

export function isChannelType(value: unknown): value is ChannelType {
  return channelTypes.some((type) => type === value)
}

type Config = Readonly<Record<string, unknown>>

/** Where the messages of a channel go, or what somebody called it. */
export function channelTitle(type: ChannelType, config: Config): string {
  const first = titleFields[type].map((field) => textOf(config[field])).find((text) => text !== '')
  return first ?? channelKindName(type)
}

/** Beside the title: the address that the name stands for. */
export function channelTarget(type: ChannelType, config: Config): string {
  const [, ...rest] = titleFields[type].map((field) => textOf(config[field])).filter((text) => text !== '')
  return rest.join(' ')
}

const titleFields: Readonly<Record<ChannelType, readonly string[]>> = {
  EMAIL: ['address'],
  SLACK: ['channel', 'url'],
  SLACK_APP: ['slackChannels'],
  WEBHOOK: ['name', 'url'],
  SMS: ['name', 'number'],
  PAGERDUTY: ['serviceName', 'account', 'serviceKey'],
  OPSGENIE: ['name', 'region'],
  CALL: ['name', 'number'],
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(', ')
  return typeof value === 'string' ? value.trim() : ''
}

type Flags = { sendFailure?: boolean; sendDegraded?: boolean; sendRecovery?: boolean; sslExpiry?: boolean }

/** What a channel wants to hear of, in words; `null` when it is nothing. */
export function sentKinds({ sendFailure, sendDegraded, sendRecovery, sslExpiry }: Flags): string | null {
  const words = [
    ...(sendFailure === true ? ['failures'] : []),
    ...(sendDegraded === true ? ['degraded'] : []),
    ...(sendRecovery === true ? ['recoveries'] : []),
    ...(sslExpiry === true ? ['certificates'] : []),
  ]
  return words.length === 0 ? null : words.join(', ')
}

/** How many checks and groups are told here: `3 checks, 1 group`. */
export function countSubjects(
  subscriptions: readonly { checkId: string | null; activated: boolean }[],
): string {
  const active = subscriptions.filter(({ activated }) => activated)
  const checks = active.filter(({ checkId }) => checkId !== null).length
  const groups = active.length - checks
  const parts = [
    ...(checks > 0 || groups === 0 ? [checks === 1 ? '1 check' : `${checks} checks`] : []),
    ...(groups > 0 ? [groups === 1 ? '1 group' : `${groups} groups`] : []),
  ]
  return parts.join(', ')
}
