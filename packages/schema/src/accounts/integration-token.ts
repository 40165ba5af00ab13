import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'

/** What stands before the random part of a token. */
export const integrationTokenPrefix = 'it_'

export const integrationTokenKinds = ['PROMETHEUS'] as const
export type IntegrationTokenKind = (typeof integrationTokenKinds)[number]
export const defaultTokenKind: IntegrationTokenKind = 'PROMETHEUS'

const listed = {
  id: Uuid(),
  name: Type.String(),
  kind: OneOf(integrationTokenKinds, { description: 'PROMETHEUS: can read the metrics of the account.' }),
  lastFour: Type.String(),
  createdAt: Timestamp(),
  lastUsedAt: Nullable(Timestamp()),
}

export const IntegrationToken = component('IntegrationToken', Type.Object(listed))
export type IntegrationToken = Static<typeof IntegrationToken>

export const IntegrationTokenList = component('IntegrationTokenList', Type.Array(IntegrationToken))

export const IntegrationTokenCreate = component(
  'IntegrationTokenCreate',
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 200 }),
    kind: Type.Optional(OneOf(integrationTokenKinds, { default: defaultTokenKind })),
  }),
)
export type IntegrationTokenCreate = Static<typeof IntegrationTokenCreate>

export const IntegrationTokenCreated = component(
  'IntegrationTokenCreated',
  Type.Object({
    ...listed,
    token: Type.String({ description: 'The token itself. Shown only here.' }),
  }),
)
export type IntegrationTokenCreated = Static<typeof IntegrationTokenCreated>
