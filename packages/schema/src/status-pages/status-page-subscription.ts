import { Type, type Static } from 'typebox'
import { OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'

export const subscriberStatuses = ['PENDING', 'VERIFIED'] as const
export type SubscriberStatus = (typeof subscriberStatuses)[number]

const type = OneOf(['EMAIL'] as const)
const status = component(
  'StatusPageSubscriptionStatus',
  OneOf(subscriberStatuses, { description: 'Only VERIFIED addresses get mails.' }),
)

const address = Type.String({ format: 'email', maxLength: 320 })

/** What somebody types at a page. */
export const SubscribeForm = Type.Object({ email: address })

/** The contract says a text; some clients send an object. */
const config = Type.Unsafe<string | { address: string }>({
  anyOf: [address, Type.Object({ address })],
  description: 'The e-mail address, as a string or as `{ address }`.',
})

export const SubscriptionsBulkCreate = component(
  'StatusPageSubscriptionsBulkCreate',
  Type.Object({
    subscriptions: Type.Array(component('StatusPageSubscriptionCreate', Type.Object({ type, config })), {
      minItems: 1,
      maxItems: 100,
    }),
    autoVerify: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True if the people have already agreed: no confirmation mail is sent.',
      }),
    ),
  }),
)
export type SubscriptionsBulkCreate = Static<typeof SubscriptionsBulkCreate>

export const SubscriptionsBulkCreated = component(
  'StatusPageSubscriptionsBulkCreated',
  Type.Object({
    created: Type.Integer(),
    skipped: Type.Integer({ description: 'Addresses that were already subscribed, or listed twice.' }),
    status,
  }),
)
export type SubscriptionsBulkCreated = Static<typeof SubscriptionsBulkCreated>

export const Subscription = component(
  'StatusPageSubscription',
  Type.Object({
    id: Uuid(),
    type,
    address: Type.String({ description: 'In lower case.' }),
    status,
    created_at: Timestamp(),
    updated_at: Timestamp({ description: 'Time of the last change; at first the time of creation.' }),
  }),
)
export type Subscription = Static<typeof Subscription>

export const SubscriptionList = component('StatusPageSubscriptionList', Type.Array(Subscription))

export const SubscriptionParams = Type.Object({ statusPageId: Uuid(), subscriptionId: Uuid() })
export type SubscriptionParams = Static<typeof SubscriptionParams>
