import { isRecord } from '@sonde/ground/is-record.ts'
import { configMistakes } from '../alerts/channels/channel-config.ts'
import type { ChannelType } from '../alerts/channels/channel-kinds.ts'
import type { KumaRow } from './kuma-data.ts'
import { cutTo, jsonOf, textOf } from './kuma-values.ts'

type Differs = (why: string) => void
type Settings = Readonly<Record<string, unknown>>
type Channel = { type: ChannelType; config: Record<string, unknown> }

export type ConvertedChannel = ({ kind: 'channel' } & Channel) | { kind: 'none'; reason: string }

const byType: Readonly<
  Record<string, (settings: Settings, name: string, differs: Differs) => Channel | string>
> = {
  smtp: mail,
  webhook,
  slack: (settings, _name, differs) => {
    if (text(settings, 'slackiconemo') !== '') differs('its icon is left out')
    const channel = text(settings, 'slackchannel')
    return {
      type: 'SLACK',
      config: { url: text(settings, 'slackwebhookURL'), ...(channel === '' ? {} : { channel }) },
    }
  },
  discord: (settings, name) => preset('WEBHOOK_DISCORD', name, text(settings, 'discordWebhookUrl')),
  teams: (settings, name) => preset('WEBHOOK_MSTEAMS', name, text(settings, 'webhookUrl')),
  Splunk: (settings, name) => preset('WEBHOOK_SPLUNK', name, text(settings, 'splunkRestURL')),
  telegram,
  PagerDuty: (settings) => ({
    type: 'PAGERDUTY',
    config: { serviceKey: text(settings, 'pagerdutyIntegrationKey') },
  }),
  Opsgenie: (settings, name) => ({
    type: 'OPSGENIE',
    config: {
      name,
      apiKey: text(settings, 'opsgenieApiKey'),
      region: text(settings, 'opsgenieRegion').toUpperCase() === 'EU' ? 'EU' : 'US',
      priority: priorityOf(settings),
    },
  }),
}

export function convertChannel(row: KumaRow, differs: Differs): ConvertedChannel {
  const settings = jsonOf(row, 'config')
  if (!isRecord(settings)) return none('its settings cannot be read')
  const type = text(settings, 'type')
  const convert = Object.hasOwn(byType, type) ? byType[type] : undefined
  if (convert === undefined) {
    return none(`${type || 'its type'} has no channel of its own here: a webhook may do`)
  }
  const made = convert(settings, cutTo(textOf(row, 'name'), 200), differs)
  if (typeof made === 'string') return none(made)
  const [mistake] = configMistakes(made.type, made.config)
  if (mistake !== undefined) return none(`${mistake.path} ${mistake.message}`)
  return { kind: 'channel', ...made }
}

function none(reason: string): ConvertedChannel {
  return { kind: 'none', reason }
}

function text(settings: Settings, field: string): string {
  const value = settings[field]
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

/** The server that sends mails is one for the whole installation here. */
function mail(settings: Settings, _name: string, differs: Differs): Channel | string {
  const addresses = ['smtpTo', 'smtpCC', 'smtpBCC'].flatMap((field) =>
    text(settings, field)
      .split(',')
      .map((each) => /<([^<>]+)>/.exec(each)?.[1] ?? each.trim())
      .filter(Boolean),
  )
  if (addresses.length === 0) return 'it names no receiver'
  if (text(settings, 'customSubject') !== '' || text(settings, 'customBody') !== '') {
    differs('its own subject and text are left out')
  }
  return { type: 'EMAIL', config: { address: [...new Set(addresses)].join(',') } }
}

function webhook(settings: Settings, name: string, differs: Differs): Channel {
  const kind = text(settings, 'webhookContentType')
  if (kind === 'form-data') differs('it gets JSON instead of a form')
  else if (kind === 'custom') differs('its own body is left out: write a template')
  else differs('its JSON has other fields: see the template of webhooks')
  const method = text(settings, 'httpMethod').toUpperCase()
  return {
    type: 'WEBHOOK',
    config: {
      name,
      url: text(settings, 'webhookURL'),
      ...(method === '' ? {} : { method }),
      headers: headersOf(settings, differs),
    },
  }
}

function headersOf(settings: Settings, differs: Differs): { key: string; value: string }[] {
  const written = text(settings, 'webhookAdditionalHeaders')
  if (written === '') return []
  const headers = jsonOf({ headers: written }, 'headers')
  if (!isRecord(headers)) {
    differs('its additional headers are no JSON, and are left out')
    return []
  }
  return Object.entries(headers).map(([key, value]) => ({ key, value: String(value) }))
}

function preset(webhookType: string, name: string, url: string): Channel {
  return { type: 'WEBHOOK', config: { name, url, webhookType } }
}

/** The chat stands in the text that is sent: a variable of the account could hold only one. */
function telegram(settings: Settings, name: string): Channel | string {
  const token = text(settings, 'telegramBotToken')
  const chat = text(settings, 'telegramChatID')
  if (token === '' || chat === '') return 'it has no token or no chat'
  const server = text(settings, 'telegramServerUrl') || 'https://api.telegram.org'
  return {
    type: 'WEBHOOK',
    config: {
      name,
      url: `${server.replace(/\/+$/, '')}/bot${token}/sendMessage`,
      webhookType: 'WEBHOOK_TELEGRAM',
      headers: [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
      template: `chat_id=${chat}&text={{ALERT_TITLE}} {{RESULT_LINK}}`,
    },
  }
}

function priorityOf(settings: Settings): string {
  const priority = text(settings, 'opsgeniePriority')
  return /^[1-5]$/.test(priority) ? `P${priority}` : 'P3'
}
