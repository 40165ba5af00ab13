import { Type } from 'typebox'
import { respelled, upperCase, withRules } from '../../validation/annotations.ts'
import { Nullable, OneOf } from '../../validation/building-blocks.ts'
import { noSecrets, type ChannelKind } from './channel-kind.ts'
import { addressesAreValid, isHeaderName, onOneLine, splitAddresses, urlIsAddress } from './config-rules.ts'

const keptMask = 'Once saved it is shown as ***: leave it so to keep it.'

const url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'http or https. Shown as scheme, host and the last four characters.',
})
const urlWords = {
  label: 'Address',
  help: `Can contain a variable like {{WEBHOOK_URL}}. ${keptMask}`,
  placeholder: 'https://hooks.example.com/alerts',
  isWebAddress: true,
  isWide: true,
} as const

const name = Nullable(Type.String({ maxLength: 200 }), { default: '' })
const secret = (description: string) => Type.String({ minLength: 1, maxLength: 1_000, description })

const pair = {
  key: Type.String({ minLength: 1, maxLength: 200 }),
  value: Type.String({ maxLength: 4_000, default: '' }),
  locked: Type.Optional(Type.Boolean({ default: false })),
}
const lockedWords = { label: 'Hidden', help: 'The value is never shown again.' }
const mostPairs = 50

export const webhookMethods = ['GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS'] as const

/** A text message and a call differ in how they are sent alone. */
const phone = {
  config: Type.Object({
    number: Type.String({
      pattern: '^\\+[1-9]\\d{1,14}$',
      description: 'E.164: a plus and up to 15 digits, like +4915112345678',
    }),
    name: Type.Optional(name),
  }),
  configText: 'number (E.164), name.',
  secrets: noSecrets,
  templates: [],
  titleFields: ['name', 'number'],
  form: {
    number: {
      label: 'Phone number',
      help: 'With the country code and a plus, without spaces.',
      placeholder: '+4915112345678',
    },
    name: { placeholder: 'On-call phone' },
  },
} satisfies Partial<ChannelKind>

const kinds = {
  EMAIL: {
    name: 'E-mail',
    sentence: 'A mail to one or several addresses. Mails of one outage form a thread.',
    config: withRules(
      Type.Object({
        address: Type.String({
          maxLength: 4_000,
          description: 'One e-mail address, or several separated by commas. Each gets its own mail.',
        }),
      }),
      addressesAreValid,
    ),
    configText: 'address (one, or several separated by commas).',
    secrets: noSecrets,
    templates: [],
    titleFields: ['address'],
    form: {
      address: {
        label: 'Addresses',
        help: 'Several with commas between them: each gets a mail of its own.',
        placeholder: 'oncall@example.com, ops@example.com',
        isWide: true,
      },
    },
    listedAs: {
      name: 'email',
      entries: ({ address }) => splitAddresses(String(address)).map((each) => ({ address: each })),
    },
  },
  SLACK: {
    name: 'Slack webhook',
    sentence: 'A message to a Slack channel through an incoming webhook.',
    config: withRules(
      Type.Object({
        url,
        channel: Type.Optional(
          Nullable(Type.String({ maxLength: 200, description: 'Overrides the channel of the webhook.' })),
        ),
      }),
      urlIsAddress,
    ),
    configText: 'url, channel.',
    secrets: { ...noSecrets, addresses: ['url'] },
    templates: ['url', 'channel'],
    titleFields: ['channel', 'url'],
    form: {
      url: { ...urlWords, placeholder: 'https://hooks.slack.com/services/…' },
      channel: { label: 'Slack channel', help: 'Empty: the channel of the webhook.', placeholder: '#ops' },
    },
    listedAs: { name: 'slack', entries: (config) => [config] },
  },
  SLACK_APP: {
    name: 'Slack app',
    sentence: 'Messages to Slack channels or people, from the bot of this server.',
    config: Type.Object({
      slackChannels: Type.Array(
        Type.String({ pattern: '^[#@]?[^\\s#@,]{1,80}$', description: '"#name", "@user" or an id' }),
        { minItems: 1, maxItems: 50 },
      ),
    }),
    configText: 'slackChannels (list of "#name", "@user" or ids).',
    secrets: noSecrets,
    templates: ['slackChannels'],
    titleFields: ['slackChannels'],
    form: {
      slackChannels: {
        label: 'Slack channels and people',
        rowLabel: 'Channel',
        help: '#channel, @person or an id.',
        placeholder: '#ops',
      },
    },
  },
  WEBHOOK: {
    name: 'Webhook',
    sentence: 'A custom HTTP request: Teams, Discord, Telegram, incident tools, or your own service.',
    config: withRules(
      Type.Object({
        name: Type.Optional(name),
        url,
        method: Type.Optional(respelled(Nullable(OneOf(webhookMethods), { default: 'POST' }), upperCase)),
        headers: Type.Optional(
          Nullable(
            Type.Array(withRules(Type.Object(pair), onOneLine, isHeaderName), { maxItems: mostPairs }),
            {
              default: [],
              description: 'Of their values only the last four characters are shown.',
            },
          ),
        ),
        queryParameters: Type.Optional(
          Nullable(Type.Array(withRules(Type.Object(pair), onOneLine), { maxItems: mostPairs }), {
            default: [],
            description: 'Of locked values only the last four characters are shown.',
          }),
        ),
        template: Type.Optional(
          Nullable(
            Type.String({
              maxLength: 65_536,
              description: 'Body as a Handlebars template. If empty: the default JSON.',
            }),
          ),
        ),
        webhookSecret: Type.Optional(
          Nullable(
            Type.String({
              maxLength: 1_000,
              description: 'Signs the body with HMAC-SHA256. Only its last four characters are shown.',
            }),
          ),
        ),
        webhookType: Type.Optional(
          Nullable(
            Type.String({
              maxLength: 100,
              description: 'A preset like WEBHOOK_MSTEAMS; an unknown one is kept and means none.',
            }),
          ),
        ),
      }),
      urlIsAddress,
    ),
    configText:
      'name, url, method, headers, queryParameters (lists of key, value, locked), template, webhookSecret, webhookType.',
    secrets: {
      texts: ['webhookSecret'],
      addresses: ['url'],
      pairs: [
        { field: 'headers', isOnlyLocked: false },
        { field: 'queryParameters', isOnlyLocked: true },
      ],
    },
    templates: ['url', 'headers', 'queryParameters', 'template', 'webhookSecret'],
    titleFields: ['name', 'url'],
    form: {
      name: { placeholder: 'Incident tool' },
      url: urlWords,
      method: { unsetWord: 'POST' },
      headers: {
        rowLabel: 'Header',
        help: 'Once saved, values are shown as ***: leave them so to keep them.',
      },
      'headers.*.key': { label: 'Name', placeholder: 'authorization' },
      'headers.*.locked': lockedWords,
      queryParameters: { label: 'Query parameters', rowLabel: 'Query parameter' },
      'queryParameters.*.key': { label: 'Name' },
      'queryParameters.*.locked': lockedWords,
      template: { label: 'Body', widget: 'body-template' },
      webhookSecret: {
        label: 'Signing secret',
        help: `Signs the body, so that the receiver can tell who sent it (HMAC-SHA256). ${keptMask}`,
      },
      // The preset that was chosen above the form.
      webhookType: { isHidden: true },
    },
    hasPresets: true,
    listedAs: { name: 'webhook', entries: (config) => [config] },
  },
  SMS: {
    ...phone,
    name: 'SMS',
    sentence: 'A text message of at most 160 characters to one phone.',
    listedAs: { name: 'sms', entries: (config) => [config] },
  },
  PAGERDUTY: {
    name: 'PagerDuty',
    sentence: 'One incident per check, which the recovery resolves.',
    config: Type.Object({
      serviceKey: secret('The integration key. Only its last four characters are shown.'),
      account: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
      serviceName: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    }),
    configText: 'serviceKey, account, serviceName.',
    secrets: { ...noSecrets, texts: ['serviceKey'] },
    templates: ['serviceKey'],
    titleFields: ['serviceName', 'account', 'serviceKey'],
    form: {
      serviceKey: {
        label: 'Integration key',
        help: `In PagerDuty: service, Integrations, Events API v2. ${keptMask}`,
      },
      serviceName: { label: 'Service name', placeholder: 'Shop' },
      account: { label: 'Account', placeholder: 'example.pagerduty.com' },
    },
  },
  OPSGENIE: {
    name: 'Opsgenie',
    sentence: 'One alert per check, which the recovery closes.',
    config: Type.Object({
      name: Type.String({ maxLength: 200 }),
      apiKey: secret('Only its last four characters are shown.'),
      region: OneOf(['EU', 'US'] as const),
      priority: OneOf(['P1', 'P2', 'P3', 'P4', 'P5'] as const),
    }),
    configText: 'name, apiKey, region (EU, US), priority (P1 to P5).',
    secrets: { ...noSecrets, texts: ['apiKey'] },
    templates: ['apiKey'],
    titleFields: ['name', 'region'],
    form: {
      name: { placeholder: 'Ops team' },
      apiKey: { label: 'API key', help: `In Opsgenie: team, Integrations, API. ${keptMask}` },
      region: {},
      priority: { help: 'P1 is the most urgent.' },
    },
  },
  CALL: {
    ...phone,
    name: 'Phone call',
    sentence: 'Calls one phone and reads the alert aloud, twice.',
  },
} satisfies Record<string, ChannelKind>

export type ChannelType = keyof typeof kinds

/** What is known of each type of channel. How it sends is in `alerting/channels`, which has the same types. */
export const channelKinds: Readonly<Record<ChannelType, ChannelKind>> = kinds

/** In the order of the API document. The cast is safe: nothing can be added to a literal that nobody else holds. */
export const channelTypes: readonly ChannelType[] = Object.keys(kinds) as ChannelType[]

export function isChannelType(value: unknown): value is ChannelType {
  return typeof value === 'string' && Object.hasOwn(kinds, value)
}

/** What the configuration of each type holds, in one text; types that hold the same are named together. */
export const configTexts: string = [...Map.groupBy(channelTypes, (type) => kinds[type].configText)]
  .map(([text, types]) => `${types.join(' and ')}: ${text}`)
  .join(' ')
