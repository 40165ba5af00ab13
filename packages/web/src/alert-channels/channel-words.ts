import type { ChannelKindFacts } from './channel-kinds.ts'

type Config = Readonly<Record<string, unknown>>

/** Where the messages of a channel go, or what somebody called it. */
export function channelTitle({ name, titleFields }: ChannelKindFacts, config: Config): string {
  return textsIn(config, titleFields)[0] ?? name
}

/** Beside the title: the address that the name stands for. */
export function channelTarget({ titleFields }: ChannelKindFacts, config: Config): string {
  const [, ...rest] = textsIn(config, titleFields)
  return rest.join(' ')
}

function textsIn(config: Config, fields: readonly string[]): string[] {
  return fields.map((field) => textOf(config[field])).filter((text) => text !== '')
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
