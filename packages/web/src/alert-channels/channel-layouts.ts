import type { ChannelType } from '@sonde/schema/alerts/alert.ts'
import type { FieldLayout, FormLayout, FormSection } from '../schema-form/form-layout.ts'
import { channelKindName } from './channel-words.ts'
import { TemplateField } from './template-field.tsx'

const kept = 'Once saved it is shown masked (***); leave it so to keep it.'

const fields: Readonly<Record<string, FieldLayout>> = {
  'config.address': { label: 'Addresses', isWide: true },
  'config.url': {
    label: 'Address',
    help: `http or https; may name a variable like {{WEBHOOK_URL}}. ${kept}`,
    isWide: true,
  },
  'config.channel': { label: 'Slack channel' },
  'config.slackChannels': { label: 'Slack channels and people', rowLabel: 'Channel' },
  'config.number': { label: 'Phone number' },
  'config.serviceKey': {
    label: 'Integration key',
    help: `Of the service in PagerDuty (Events API v2). ${kept}`,
  },
  'config.apiKey': { label: 'API key', help: kept },
  'config.headers': {
    rowLabel: 'Header',
    help: `Values are shown masked once saved; leave them so to keep them.`,
  },
  'config.headers.*.locked': { help: 'Its value is never shown again.' },
  'config.queryParameters': { rowLabel: 'Query parameter' },
  'config.queryParameters.*.locked': { help: 'Its value is never shown again.' },
  'config.template': { label: 'Body', widget: TemplateField },
  'config.webhookSecret': { label: 'Signing secret', help: `Signs the body with HMAC-SHA256. ${kept}` },
  'config.webhookType': { label: 'Made for' },
  sendFailure: { label: 'Failures' },
  sendDegraded: { label: 'Degraded checks' },
  sendRecovery: { label: 'Recoveries' },
  sslExpiry: { label: 'Certificates that expire soon' },
  sslExpiryThreshold: {
    label: 'Days before a certificate expires',
    isHidden: ({ sslExpiry }) => sslExpiry !== true,
  },
  autoSubscribe: { label: 'Subscribe every new check' },
}

const places: Readonly<Record<ChannelType, readonly string[]>> = {
  EMAIL: ['address'],
  SLACK: ['url', 'channel'],
  SLACK_APP: ['slackChannels'],
  WEBHOOK: [
    'name',
    'url',
    'method',
    'headers',
    'queryParameters',
    'template',
    'webhookSecret',
    'webhookType',
  ],
  SMS: ['number', 'name'],
  PAGERDUTY: ['serviceKey', 'serviceName', 'account'],
  OPSGENIE: ['name', 'apiKey', 'region', 'priority'],
  CALL: ['number', 'name'],
}

const what: readonly FormSection[] = [
  {
    title: 'What it hears of',
    help: 'Of the checks and groups that are subscribed to it.',
    fields: [
      'sendFailure',
      'sendDegraded',
      'sendRecovery',
      'sslExpiry',
      'sslExpiryThreshold',
      'autoSubscribe',
    ],
  },
]

export function channelLayout(type: ChannelType): FormLayout {
  const where = { title: channelKindName(type), fields: places[type].map((field) => `config.${field}`) }
  return { sections: [where, ...what], fields }
}
