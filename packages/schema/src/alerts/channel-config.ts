import { Type, type TSchema } from 'typebox'
import type { ChannelType } from './alert.ts'
import { withRules, type Rule } from '../validation/annotations.ts'
import { Nullable, OneOf } from '../validation/building-blocks.ts'
import { fillDefaults, keepKnown } from '../validation/shape.ts'
import { createValidator, type Judge } from '../validation/validator.ts'
import { isRecord, type Violation } from '../validation/violation.ts'

/** Stands in an answer for the hidden part of a secret. */
export const secretMask = '***'

const variable = /\{\{.*?\}\}/s

/** An address, or a text that becomes one when its variables are filled in. A masked one is judged later. */
function isAddress(text: string): boolean {
  if (text.includes(secretMask)) return true
  const literal = text.replaceAll(new RegExp(variable, 'gs'), '')
  if (/[\s\p{Cc}]/u.test(literal)) return false
  if (variable.test(text)) return !/^[a-z][a-z0-9+.-]*:/i.test(text) || /^https?:\/\//i.test(text)
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)
}

const urlIsAddress: Rule = ({ url }) =>
  typeof url !== 'string' || isAddress(url)
    ? []
    : [{ path: 'url', message: 'must be an http or https address, or name a variable like {{WEBHOOK_URL}}' }]

const url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'http or https. Shown as scheme, host and the last four characters.',
})
const name = Nullable(Type.String({ maxLength: 200 }), { default: '' })
const number = Type.String({
  pattern: '^\\+[1-9]\\d{1,14}$',
  description: 'E.164: a plus and up to 15 digits, like +4915112345678',
})
const secret = (description: string) => Type.String({ minLength: 1, maxLength: 1_000, description })

const mostAddresses = 50
const mailAddress =
  /^(?!\.)[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}(?<!\.)@(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u

const addressesAreValid: Rule = ({ address }) => {
  if (typeof address !== 'string') return []
  const all = address.split(',').map((part) => part.trim())
  if (all.length > mostAddresses) {
    return [{ path: 'address', message: `must name at most ${mostAddresses} addresses` }]
  }
  // Its letters would be allowed in an address, and a mail would go out to it as it stands.
  if (address.includes('{{')) {
    return [{ path: 'address', message: 'must be written out: {{…}} is not filled in here' }]
  }
  const wrong = all.find((part) => !mailAddress.test(part))
  if (wrong === undefined) return []
  const message =
    wrong === '' ? 'must not be empty' : `must hold e-mail addresses, and "${wrong.slice(0, 100)}" is none`
  return [{ path: 'address', message }]
}

const Email = withRules(
  Type.Object({
    address: Type.String({
      maxLength: 4_000,
      description: 'One e-mail address, or several with commas between them; each gets its own mail.',
    }),
  }),
  addressesAreValid,
)

const Slack = withRules(
  Type.Object({
    url,
    channel: Type.Optional(
      Nullable(Type.String({ maxLength: 200, description: 'Another channel than that of the webhook.' })),
    ),
  }),
  urlIsAddress,
)

const SlackApp = Type.Object({
  slackChannels: Type.Array(
    Type.String({ pattern: '^[#@]?[^\\s#@,]{1,80}$', description: '"#name", "@user" or an id' }),
    { minItems: 1, maxItems: 50 },
  ),
})

const Phone = Type.Object({ number, name: Type.Optional(name) })

const PagerDuty = Type.Object({
  serviceKey: secret('The integration key. Only its last four characters are shown.'),
  account: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  serviceName: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
})

const Opsgenie = Type.Object({
  name: Type.String({ maxLength: 200 }),
  apiKey: secret('Only its last four characters are shown.'),
  region: OneOf(['EU', 'US'] as const),
  priority: OneOf(['P1', 'P2', 'P3', 'P4', 'P5'] as const),
})

/** A line break in a header would begin another header. */
const onOneLine: Rule = ({ key, value }) =>
  Object.entries({ key, value }).flatMap(([path, text]) =>
    typeof text === 'string' && /[\r\n\0]/.test(text) ? [{ path, message: 'must be on one line' }] : [],
  )

const isHeaderName: Rule = ({ key }) =>
  typeof key !== 'string' || variable.test(key) || /^[!#$%&'*+.^_`|~0-9A-Za-z-]*$/.test(key)
    ? []
    : [{ path: 'key', message: 'is not the name of a header' }]

const pair = {
  key: Type.String({ minLength: 1, maxLength: 200 }),
  value: Type.String({ maxLength: 4_000, default: '' }),
  locked: Type.Optional(Type.Boolean({ default: false })),
}
const mostPairs = 50

const webhookMethods = ['GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS'] as const

const Webhook = withRules(
  Type.Object({
    name: Type.Optional(name),
    url,
    method: Type.Optional(Nullable(OneOf(webhookMethods), { default: 'POST' })),
    headers: Type.Optional(
      Nullable(Type.Array(withRules(Type.Object(pair), onOneLine, isHeaderName), { maxItems: mostPairs }), {
        default: [],
        description: 'Of their values only the last four characters are shown.',
      }),
    ),
    queryParameters: Type.Optional(
      Nullable(Type.Array(withRules(Type.Object(pair), onOneLine), { maxItems: mostPairs }), {
        default: [],
        description: 'Of locked values only the last four characters are shown.',
      }),
    ),
    template: Type.Optional(
      Nullable(Type.String({ maxLength: 65_536, description: 'Body in Handlebars; empty: our own JSON.' })),
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
)

/** Which parts of a configuration are secrets. */
export type SecretFields = {
  /** Texts of which nothing but the end is shown. */
  texts: readonly string[]
  /** Addresses, whose scheme and host are shown. */
  addresses: readonly string[]
  /** Lists of keys and values; of some, only the locked values are secrets. */
  pairs: readonly { field: string; isOnlyLocked: boolean }[]
}

type ChannelKind = {
  config: TSchema
  secrets: SecretFields
  /** Fields in which variables are filled in: texts, lists of texts, lists of keys and values. */
  templates: readonly string[]
}

const noSecrets: SecretFields = { texts: [], addresses: [], pairs: [] }

export const channelKinds: Readonly<Record<ChannelType, ChannelKind>> = {
  EMAIL: { config: Email, secrets: noSecrets, templates: [] },
  SLACK: { config: Slack, secrets: { ...noSecrets, addresses: ['url'] }, templates: ['url', 'channel'] },
  SLACK_APP: { config: SlackApp, secrets: noSecrets, templates: ['slackChannels'] },
  WEBHOOK: {
    config: Webhook,
    secrets: {
      texts: ['webhookSecret'],
      addresses: ['url'],
      pairs: [
        { field: 'headers', isOnlyLocked: false },
        { field: 'queryParameters', isOnlyLocked: true },
      ],
    },
    templates: ['url', 'headers', 'queryParameters', 'template', 'webhookSecret'],
  },
  SMS: { config: Phone, secrets: noSecrets, templates: [] },
  CALL: { config: Phone, secrets: noSecrets, templates: [] },
  PAGERDUTY: {
    config: PagerDuty,
    secrets: { ...noSecrets, texts: ['serviceKey'] },
    templates: ['serviceKey'],
  },
  OPSGENIE: { config: Opsgenie, secrets: { ...noSecrets, texts: ['apiKey'] }, templates: ['apiKey'] },
}

const validator = createValidator()
const judges = new Map<ChannelType, Judge>()

/** What is wrong with a configuration for a channel of this type. */
export function configMistakes(type: ChannelType, config: unknown): Violation[] {
  let judge = judges.get(type)
  if (judge === undefined) {
    judge = validator.compile(channelKinds[type].config, { complete: true })
    judges.set(type, judge)
  }
  return judge(config)
}

/** The configuration as it is stored: only known fields, with their defaults; null means left out. */
export function completeConfig(
  type: ChannelType,
  config: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { config: schema } = channelKinds[type]
  const given = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null))
  const complete = fillDefaults(schema, keepKnown(schema, given))
  if (!isRecord(complete)) throw new Error('a configuration is an object')
  return complete
}
