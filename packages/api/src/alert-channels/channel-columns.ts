import { missingFor } from '@sonde/alerting/alerting-settings.ts'
import { templateMistakes } from '@sonde/alerting/templates/parse-template.ts'
import type { AlertChannelWrite } from '@sonde/schema/alert-channel.ts'
import type { ChannelType } from '@sonde/schema/alert.ts'
import { channelKinds, completeConfig } from '@sonde/schema/channel-config.ts'
import { isRecord, type Violation } from '@sonde/schema/violation.ts'
import { type AlertChannelRow, channelSealContext } from '@sonde/store/alert-channels.ts'
import type { Sealer } from '@sonde/store/sealer.ts'
import type { ApiDeps } from '../api-deps.ts'
import { invalid } from '../http/refusal.ts'
import { maskConfig, restoreSecrets } from './channel-secrets.ts'

type Config = Readonly<Record<string, unknown>>

/** Everything in a configuration that is a template: a mistake in it must not come out at night. */
function templatesIn(type: ChannelType, config: Config): [path: string, text: unknown][] {
  const { texts, addresses, pairs } = channelKinds[type].secrets
  const single: [string, unknown][] = [...texts, ...addresses, 'template'].map((field) => [
    field,
    config[field],
  ])
  const listed = pairs.flatMap(({ field }) => {
    const list = config[field]
    return Array.isArray(list)
      ? list.filter(isRecord).flatMap(({ key, value }, index): [string, unknown][] => [
          [`${field}.${index}.key`, key],
          [`${field}.${index}.value`, value],
        ])
      : []
  })
  return [...single, ...listed]
}

/** What can be said without knowing what is stored; throws the refusal. */
export function requireSendable(type: ChannelType, config: Config): void {
  const mistakes = templatesIn(type, config).flatMap(([path, text]): Violation[] => {
    const mistake = typeof text === 'string' ? templateMistakes(text) : null
    return mistake === null
      ? []
      : [{ path: `config.${path}`, message: `is not a template that can be filled in: ${mistake}` }]
  })
  if (mistakes.length > 0) throw invalid('payload', mistakes)
}

export function requireMeans(type: ChannelType, { alerting }: Pick<ApiDeps, 'alerting'>): void {
  const missing = missingFor(type, alerting)
  if (missing === null) return
  const message = `${type} cannot be sent by this server: its operator must set ${missing}`
  throw invalid('payload', [{ path: 'type', message }])
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
  if (mistakes.length > 0) throw invalid('payload', mistakes)
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

export function openConfig(
  { accountId, sealedConfig }: Pick<AlertChannelRow, 'accountId' | 'sealedConfig'>,
  sealer: Sealer,
): Record<string, unknown> {
  const config: unknown = JSON.parse(sealer.open(sealedConfig, channelSealContext(accountId)))
  if (!isRecord(config)) throw new Error('the configuration of a channel is no object')
  return config
}
