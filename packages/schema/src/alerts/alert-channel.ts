import { Type, type Static } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { channelTypes, configTexts, isChannelType } from './channels/channel-kinds.ts'
import { notificationStatuses } from './alert.ts'
import { withRules, type Rule } from '../validation/annotations.ts'
import { Nullable, OneOf, RowNumber, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { channelSilentCauses } from './nobody-notified.ts'
import { configMistakes } from './channels/channel-config.ts'
import { ProjectBindings } from '../accounts/project-binding.ts'

const type = OneOf(channelTypes)

const flags = {
  sendFailure: Type.Optional(Type.Boolean({ default: true, description: 'Sends alerts of failures.' })),
  sendRecovery: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Sends recoveries of problems that were sent to this channel.',
    }),
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
      description: 'Subscribes new checks to this channel, even without autoAssignAlerts.',
    }),
  ),
}

const namesOneSubject: Rule = ({ checkId, groupId }) => {
  const hasCheck = checkId !== undefined && checkId !== null
  const hasGroup = groupId !== undefined && groupId !== null
  if (hasCheck !== hasGroup) return []
  return hasCheck
    ? [{ path: 'groupId', message: 'must not be set together with checkId' }]
    : [{ path: 'checkId', message: 'is required unless groupId is set' }]
}

const subject = {
  checkId: Type.Optional(Nullable(Uuid())),
  groupId: Type.Optional(Nullable(RowNumber())),
  activated: Type.Boolean({ description: 'Whether alerts are sent; false pauses the subscription.' }),
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

const connection = {
  type,
  config: Type.Unsafe<Record<string, unknown>>({
    ...OpenObject,
    description: `Depends on the type. ${configTexts} A masked secret that is sent back as shown is kept.`,
  }),
}

const writeFields = {
  ...connection,
  ...flags,
  subscriptions: Type.Optional(
    Type.Array(ChannelSubscriptionWrite, {
      maxItems: 10_000,
      description: 'The checks and groups whose alerts are sent here. If omitted, they are kept.',
    }),
  ),
}

export const AlertChannelWrite = component(
  'AlertChannelWrite',
  withRules(Type.Object(writeFields), configFitsType),
)
export type AlertChannelWrite = Static<typeof AlertChannelWrite>

const scopeLists = ['tags', 'groupIds', 'checkIds'] as const

const namesAScope: Rule = (scope) => {
  const lists = scopeLists.filter((name) => {
    const list = scope[name]
    return Array.isArray(list) && list.length > 0
  })
  if (scope['all'] === true) {
    return lists.map((path) => ({ path, message: 'must not be set together with all' }))
  }
  return lists.length > 0
    ? []
    : [{ path: 'all', message: 'must be true unless tags, groupIds or checkIds is set' }]
}

/** Which checks there are now are subscribed at once, without naming each of them. */
export const ChannelScope = component(
  'ChannelScope',
  withRules(
    Type.Object(
      {
        all: Type.Optional(
          Type.Boolean({
            description:
              'Every existing check. If a group uses only its own channels, the group is subscribed.',
          }),
        ),
        tags: Type.Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
            maxItems: 200,
            description:
              'The existing checks that have one of these tags, themselves or through their group.',
          }),
        ),
        groupIds: Type.Optional(
          Type.Array(RowNumber(), {
            maxItems: 1_000,
            description: 'Groups, including checks that join them later.',
          }),
        ),
        checkIds: Type.Optional(Type.Array(Uuid(), { maxItems: 10_000 })),
      },
      {
        description:
          'Subscribes many checks at once when the channel is created. all and tags cover the checks that exist at that ' +
          'moment; `autoSubscribe` adds those that are created later.',
      },
    ),
    namesAScope,
  ),
)
export type ChannelScope = Static<typeof ChannelScope>

const subscribesOneWay: Rule = ({ subscribe, subscriptions }) =>
  subscribe !== undefined && subscriptions !== undefined
    ? [{ path: 'subscribe', message: 'must not be set together with subscriptions' }]
    : []

export const AlertChannelCreate = component(
  'AlertChannelCreate',
  withRules(
    Type.Object({ ...writeFields, subscribe: Type.Optional(ChannelScope) }),
    configFitsType,
    subscribesOneWay,
  ),
)
export type AlertChannelCreate = Static<typeof AlertChannelCreate>

const shown = {
  id: Type.Integer(),
  type,
  config: Type.Unsafe<Record<string, unknown>>({
    ...OpenObject,
    description: `Depends on the type. ${configTexts} Of secrets only the last four characters are shown, unless the account has set \`showChannelSecrets\`.`,
  }),
  subscriptions: Type.Array(ChannelSubscription),
  ...flags,
  deliverable: Type.Boolean({ description: 'Whether this server can send to it.' }),
  deliverableReason: Nullable(Type.String(), {
    description: 'What the operator must set first; null if nothing is missing.',
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
    ? [{ path: 'groupId', message: 'must not be set together with checkId' }]
    : []

export const ChannelTestRequest = component(
  'ChannelTestRequest',
  withRules(
    Type.Object(
      { checkId: subject.checkId, groupId: subject.groupId },
      {
        additionalProperties: false,
        description:
          'The check or group whose variables are used. If neither is set: those of the first group that is subscribed to the channel, itself or through one of its checks.',
      },
    ),
    namesAtMostOneSubject,
  ),
)
export type ChannelTestRequest = Static<typeof ChannelTestRequest>

export const UnsavedChannelTest = component(
  'UnsavedChannelTest',
  withRules(
    Type.Object({
      ...connection,
      alertChannelId: Type.Optional(
        Nullable(RowNumber(), {
          description: 'The channel that is being edited: masked secrets are replaced by its stored ones.',
        }),
      ),
    }),
    configFitsType,
  ),
)
export type UnsavedChannelTest = Static<typeof UnsavedChannelTest>

export const ChannelTest = component(
  'ChannelTest',
  Type.Object({
    status: OneOf(notificationStatuses, { description: 'SUCCESS or FAILURE.' }),
    notificationResult: Type.String({
      description: 'The response of the receiver, or why it was not reached.',
    }),
  }),
)
export type ChannelTest = Static<typeof ChannelTest>

export const UnnotifiedChecksQuery = Type.Object({
  checkId: Type.Optional(Uuid({ description: 'Only this check.' })),
})

export const UnnotifiedChecks = component(
  'UnnotifiedChecks',
  Type.Object({
    total: Type.Integer({
      description: 'Active checks that are not muted and would notify nobody when they fail.',
    }),
    checks: Type.Array(Type.Object({ id: Uuid(), name: Type.String() }), {
      description: 'The first of them, by name.',
    }),
    groups: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), checks: Type.Integer() }), {
      description: 'Groups that use only their own channels: subscribe the group, not its checks.',
    }),
  }),
)
export type UnnotifiedChecks = Static<typeof UnnotifiedChecks>

export const CoveredUnnotified = component(
  'CoveredUnnotified',
  Type.Object({
    total: Type.Integer({
      description:
        'Checks with an active subscription to the channel, their own or of their group, that do not notify it.',
    }),
    checks: Type.Array(
      Type.Object({
        id: Uuid(),
        name: Type.String(),
        group: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
        subscribedBy: Type.Array(OneOf(['CHECK', 'GROUP'] as const)),
        cause: OneOf(channelSilentCauses, { description: 'The first that applies.' }),
        reason: Type.String({ description: 'The same as a sentence.' }),
      }),
      { description: 'The first 100 of them, by name.' },
    ),
  }),
)
export type CoveredUnnotified = Static<typeof CoveredUnnotified>

export const SubscribeUnnotified = component(
  'SubscribeUnnotified',
  Type.Object({
    alertChannelIds: Type.Array(RowNumber(), { minItems: 1, maxItems: 100, uniqueItems: true }),
    checkIds: Type.Optional(
      Type.Array(Uuid(), {
        minItems: 1,
        maxItems: 1_000,
        description: 'Only these checks, if they notify nobody. If omitted: all checks that notify nobody.',
      }),
    ),
  }),
)
export type SubscribeUnnotified = Static<typeof SubscribeUnnotified>

export const SubscribedUnnotified = component(
  'SubscribedUnnotified',
  Type.Object({
    checks: Type.Integer({ description: 'Checks that notified nobody before and notify somebody now.' }),
    groups: Type.Integer({ description: 'Groups that were subscribed in place of their checks.' }),
  }),
)
export type SubscribedUnnotified = Static<typeof SubscribedUnnotified>

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
