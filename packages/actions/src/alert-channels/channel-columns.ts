import { templateMistakes } from '@sonde/alerting/templates/parse-template.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { AlertChannelWrite } from '@sonde/schema/alerts/alert-channel.ts'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { channelKinds } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { completeConfig } from '@sonde/schema/alerts/channels/channel-config.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { type AlertChannelRow, channelSealContext } from '@sonde/store/alerts/alert-channels.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import { invalidInput } from '../refusal.ts'
import { maskConfig, restoreSecrets } from './channel-secrets.ts'

type Config = Readonly<Record<string, unknown>>

/** Everything in a configuration that is a template: a mistake in it must not come out at night. */
function templatesIn(type: ChannelType, config: Config): [path: string, text: string][] {
  return channelKinds[type].templates.flatMap((field) => textsIn(field, config[field]))
}

function textsIn(path: string, value: unknown): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (Array.isArray(value)) return value.flatMap((entry, index) => textsIn(`${path}.${index}`, entry))
  return isRecord(value) ? ['key', 'value'].flatMap((name) => textsIn(`${path}.${name}`, value[name])) : []
}

const mostTags = 2_000
const mostPairBytes = 64 * 1024

/** Of all templates together: reading them takes the server's time, and everybody's alerts wait for it. */
function requireModesty(type: ChannelType, config: Config): void {
  const templates = templatesIn(type, config)
  const tags = templates.reduce((sum, [, text]) => sum + text.split('{{').length - 1, 0)
  const pairs = templates.filter(([path]) => path.includes('.'))
  const bytes = pairs.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0)
  const mistakes = [
    ...(tags > mostTags
      ? [`contains ${tags} tags like {{NAME}}; at most ${mostTags} are allowed in total`]
      : []),
    ...(bytes > mostPairBytes
      ? [`contains lists of ${bytes} bytes; at most ${mostPairBytes} are allowed in total`]
      : []),
  ]
  if (mistakes.length === 0) return
  throw invalidInput(mistakes.map((message): Violation => ({ path: 'config', message })))
}

/** What can be said without knowing what is stored; throws the refusal. */
export function requireSendable(type: ChannelType, config: Config): void {
  requireModesty(type, config)
  const mistakes = templatesIn(type, config).flatMap(([path, text]): Violation[] => {
    const mistake = templateMistakes(text)
    return mistake === null
      ? []
      : [{ path: `config.${path}`, message: `is not a valid template: ${mistake}` }]
  })
  if (mistakes.length > 0) throw invalidInput(mistakes)
}

/** What a request makes of a channel. The secrets that it sends back masked stay as they are stored. */
export function columnsOf(
  accountId: string,
  body: AlertChannelWrite,
  before: AlertChannelRow | null,
  sealer: Sealer,
): Omit<AlertChannelRow, 'id' | 'accountId' | 'troubleSince' | 'createdAt' | 'updatedAt'> {
  const { type } = body
  const stored = before === null ? null : { type: before.type, config: openConfig(before, sealer) }
  const { config, mistakes } = restoreSecrets(type, completeConfig(type, body.config), stored)
  if (mistakes.length > 0) throw invalidInput(mistakes)
  // Once more: what was masked in the request counts with what it stands for.
  requireModesty(type, config)
  return {
    type,
    sealedConfig: sealer.seal(JSON.stringify(config), channelSealContext(accountId)),
    shownConfig: maskConfig(type, config),
    sendFailure: body.sendFailure ?? true,
    sendRecovery: body.sendRecovery ?? true,
    sendDegraded: body.sendDegraded ?? false,
    sslExpiry: body.sslExpiry ?? false,
    sslExpiryThreshold: body.sslExpiryThreshold ?? 30,
    autoSubscribe: body.autoSubscribe ?? false,
  }
}

/** What a channel is sent, in the words of its body. */
export function switchesOf({
  sendFailure,
  sendRecovery,
  sendDegraded,
  sslExpiry,
  sslExpiryThreshold,
  autoSubscribe,
}: AlertChannelRow) {
  return { sendFailure, sendRecovery, sendDegraded, sslExpiry, sslExpiryThreshold, autoSubscribe }
}

export function openConfig(
  { accountId, sealedConfig }: Pick<AlertChannelRow, 'accountId' | 'sealedConfig'>,
  sealer: Sealer,
): Record<string, unknown> {
  const config: unknown = JSON.parse(sealer.open(sealedConfig, channelSealContext(accountId)))
  if (!isRecord(config)) throw new Error('the configuration of a channel is no object')
  return config
}
