import { Type, type TSchema } from 'typebox'
import { Nullable, OneOf, component } from '../validation/building-blocks.ts'
import type { ChannelListName } from './channels/channel-kind.ts'

export const AlertChannelSubscription = component(
  'AlertChannelSubscription',
  Type.Object({ alertChannelId: Type.Number(), activated: Type.Boolean({ default: true }) }),
)

export const KeyValue = component(
  'KeyValue',
  Type.Object({
    key: Type.String({ minLength: 1 }),
    value: Type.String({ default: '' }),
    locked: Type.Optional(Type.Boolean({ default: false })),
  }),
)

const webhookMethods = ['GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'PATCH', 'OPTIONS'] as const

const lists = {
  email: Type.Optional(Type.Array(Type.Object({ address: Type.Optional(Type.String()) }))),
  webhook: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.Optional(Type.String({ default: '' })),
        url: Type.String(),
        method: Type.Optional(Nullable(OneOf(webhookMethods), { default: 'POST' })),
        headers: Type.Optional(Type.Array(KeyValue)),
        queryParameters: Type.Optional(Type.Array(KeyValue)),
      }),
    ),
  ),
  slack: Type.Optional(Type.Array(Type.Object({ url: Type.Optional(Type.String()) }))),
  sms: Type.Optional(Type.Array(Type.Object({ number: Type.Optional(Type.String()), name: Type.String() }))),
} satisfies Record<ChannelListName, TSchema>

/** The channels that a check's subscriptions lead to, as answers show them. */
export const AlertChannels = component('AlertChannels', Nullable(Type.Object(lists)))
