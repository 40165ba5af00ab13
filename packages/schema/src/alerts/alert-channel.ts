import { Type, type Static } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { channelTypes, configTexts, isChannelType } from './channels/channel-kinds.ts'
import { notificationStatuses } from './alert.ts'
import { withRules, type Rule } from '../validation/annotations.ts'
import { Nullable, OneOf, RowNumber, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { configMistakes } from './channels/channel-config.ts'
import { ProjectBindings } from '../accounts/project-binding.ts'

const type = OneOf(channelTypes)

const flags = {
  sendFailure: Type.Optional(Type.Boolean({ default: true, description: 'Sends alerts of failures.' })),
  sendRecovery: Type.Optional(
    Type.Boolean({ default: true, description: 'Sends recoveries, to whom a problem was sent.' }),
  ),
  sendDegraded: Type.Optional(
    Type.Boolean({ default: false, description: 'Sends alerts of degraded checks.' }),
  ),
  sslExpiry: Type.Optional(
    Type.Boolean({ default: false, description: 'Sends alerts of certificates that expire soon.' }),
  ),
  sslExpiryThreshold: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 30,
      default: 30,
      description: 'Days before the expiry at which that alert is sent.',
    }),
  ),
  autoSubscribe: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Subscribes new checks to this channel, also without autoAssignAlerts.',
    }),
  ),
}

const namesOneSubject: Rule = ({ checkId, groupId }) => {
  const hasCheck = checkId !== undefined && checkId !== null
  const hasGroup = groupId !== undefined && groupId !== null
  if (hasCheck !== hasGroup) return []
  return hasCheck
    ? [{ path: 'groupId', message: 'must be left out beside checkId' }]
    : [{ path: 'checkId', message: 'is required unless there is a groupId' }]
}

const subject = {
  checkId: Type.Optional(Nullable(Uuid())),
  groupId: Type.Optional(Nullable(RowNumber())),
  activated: Type.Boolean({ description: 'Whether alerts are sent; a subscription can rest.' }),
}

/** One subscription as a channel states it. */
export const ChannelSubscriptionWrite = component(
  'ChannelSubscriptionWrite',
  withRules(Type.Object(subject), namesOneSubject),
)

export const ChannelSubscription = component(
  'ChannelSubscription',
  Type.Object({
    id: Type.Integer(),
    checkId: Nullable(Uuid()),
    groupId: Nullable(Type.Integer()),
    activated: Type.Boolean(),
  }),
)
export type ChannelSubscription = Static<typeof ChannelSubscription>

const OpenObject = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

const configFitsType: Rule = (value) => {
  const { type: given, config } = value
  if (!isChannelType(given) || !isRecord(config)) return []
  return configMistakes(given, config).map(({ path, message }) => ({
    path: path === '' ? 'config' : `config.${path}`,
    message,
  }))
}

export const AlertChannelWrite = component(
  'AlertChannelWrite',
  withRules(
    Type.Object({
      type,
      config: Type.Unsafe<Record<string, unknown>>({
        ...OpenObject,
        description: `Depends on the type. ${configTexts} A masked secret that is sent back as shown stays as it is.`,
      }),
      ...flags,
      subscriptions: Type.Optional(
        Type.Array(ChannelSubscriptionWrite, {
          maxItems: 10_000,
          description: 'The checks and groups whose alerts are sent here. Left out: they stay as they are.',
        }),
      ),
    }),
    configFitsType,
  ),
)
export type AlertChannelWrite = Static<typeof AlertChannelWrite>

const shown = {
  id: Type.Integer(),
  type,
  config: Type.Unsafe<Record<string, unknown>>({
    ...OpenObject,
    description: `Depends on the type. ${configTexts} Of secrets only the last four characters are shown, unless the account has set \`showChannelSecrets\`.`,
  }),
  subscriptions: Type.Array(ChannelSubscription),
  ...flags,
  deliverable: Type.Boolean({ description: 'Whether this server has what it takes to send to it.' }),
  deliverableReason: Nullable(Type.String(), {
    description: 'What the operator must set first; null when nothing is missing.',
  }),
  created_at: Timestamp(),
  updated_at: Nullable(Timestamp()),
}

export const WrittenAlertChannel = component('WrittenAlertChannel', Type.Object(shown))

export const AlertChannel = component(
  'AlertChannel',
  Type.Object({ ...shown, projectBindings: ProjectBindings }),
)
export type AlertChannel = Static<typeof AlertChannel>

export const AlertChannelList = component('AlertChannelList', Type.Array(AlertChannel))

export const AlertChannelParams = Type.Object({
  id: Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'a positive whole number' }),
})

const namesAtMostOneSubject: Rule = ({ checkId, groupId }) =>
  (checkId ?? null) !== null && (groupId ?? null) !== null
    ? [{ path: 'groupId', message: 'must be left out beside checkId' }]
    : []

export const ChannelTestRequest = component(
  'ChannelTestRequest',
  withRules(
    Type.Object(
      { checkId: subject.checkId, groupId: subject.groupId },
      {
        additionalProperties: false,
        description:
          'The check, or the group, whose variables are filled in. Neither: those of the first group that is subscribed to the channel, itself or by one of its checks.',
      },
    ),
    namesAtMostOneSubject,
  ),
)
export type ChannelTestRequest = Static<typeof ChannelTestRequest>

export const ChannelTest = component(
  'ChannelTest',
  Type.Object({
    status: OneOf(notificationStatuses, { description: 'SUCCESS or FAILURE.' }),
    notificationResult: Type.String({
      description: 'What the receiver answered, or why it was not reached.',
    }),
  }),
)
export type ChannelTest = Static<typeof ChannelTest>

export const WebhookTemplateList = component(
  'WebhookTemplateList',
  Type.Array(
    component(
      'WebhookTemplate',
      Type.Object({
        webhookType: Type.String(),
        name: Type.String(),
        url: Type.String(),
        method: Type.String(),
        headers: Type.Array(Type.Object({ key: Type.String(), value: Type.String() })),
        template: Type.String(),
      }),
    ),
  ),
)
