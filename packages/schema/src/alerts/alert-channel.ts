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

const connection = {
  type,
  config: Type.Unsafe<Record<string, unknown>>({
    ...OpenObject,
    description: `Depends on the type. ${configTexts} A masked secret that is sent back as shown stays as it is.`,
  }),
}

const writeFields = {
  ...connection,
  ...flags,
  subscriptions: Type.Optional(
    Type.Array(ChannelSubscriptionWrite, {
      maxItems: 10_000,
      description: 'The checks and groups whose alerts are sent here. Left out: they stay as they are.',
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
    return lists.map((path) => ({ path, message: 'must be left out beside all' }))
  }
  return lists.length > 0
    ? []
    : [{ path: 'all', message: 'must be true, or else tags, groupIds or checkIds must name something' }]
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
              'Every check there is now. Of groups that use their own channels only, the group is subscribed.',
          }),
        ),
        tags: Type.Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
            maxItems: 200,
            description: 'The checks that have one of these tags now, themselves or by their group.',
          }),
        ),
        groupIds: Type.Optional(
          Type.Array(RowNumber(), {
            maxItems: 1_000,
            description: 'Groups: also for the checks that join them later.',
          }),
        ),
        checkIds: Type.Optional(Type.Array(Uuid(), { maxItems: 10_000 })),
      },
      {
        description:
          'Subscribes many at once, when the channel is created. All and tags mean the checks that there are at that ' +
          'moment; `autoSubscribe` adds those that are created later.',
      },
    ),
    namesAScope,
  ),
)
export type ChannelScope = Static<typeof ChannelScope>

const subscribesOneWay: Rule = ({ subscribe, subscriptions }) =>
  subscribe !== undefined && subscriptions !== undefined
    ? [{ path: 'subscribe', message: 'must be left out beside subscriptions' }]
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

export const UnsavedChannelTest = component(
  'UnsavedChannelTest',
  withRules(
    Type.Object({
      ...connection,
      alertChannelId: Type.Optional(
        Nullable(RowNumber(), {
          description: 'The channel that is being edited: masked secrets stand for its stored ones.',
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
      description: 'What the receiver answered, or why it was not reached.',
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
      description: 'Checks that run, are not muted, and would notify nobody when they fail.',
    }),
    checks: Type.Array(Type.Object({ id: Uuid(), name: Type.String() }), {
      description: 'The first of them, by name.',
    }),
    groups: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), checks: Type.Integer() }), {
      description:
        'Groups that use their own channels only: for these checks the group has to be subscribed, not the check.',
    }),
  }),
)
export type UnnotifiedChecks = Static<typeof UnnotifiedChecks>

export const SubscribeUnnotified = component(
  'SubscribeUnnotified',
  Type.Object({
    alertChannelIds: Type.Array(RowNumber(), { minItems: 1, maxItems: 100, uniqueItems: true }),
    checkIds: Type.Optional(
      Type.Array(Uuid(), {
        minItems: 1,
        maxItems: 1_000,
        description: 'Only these, as far as they notify nobody. Left out: all that notify nobody.',
      }),
    ),
  }),
)
export type SubscribeUnnotified = Static<typeof SubscribeUnnotified>

export const SubscribedUnnotified = component(
  'SubscribedUnnotified',
  Type.Object({
    checks: Type.Integer({ description: 'Checks that notified nobody before, and do now.' }),
    groups: Type.Integer({ description: 'Groups that were subscribed for theirs.' }),
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
