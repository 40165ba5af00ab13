import { Type, type Static } from 'typebox'
import { type Rule, withRules } from '../validation/annotations.ts'
import { OneOf, Uuid, component } from '../validation/building-blocks.ts'

const OpenObject = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

const AddonTier = component(
  'AccountAddonTier',
  Type.Object({
    tier: Type.Optional(OneOf(['hobby', 'starter', 'team'] as const)),
    tierDisplayName: Type.Optional(Type.String()),
  }),
)

export const AccountAddons = component(
  'AccountAddons',
  Type.Object({ communicate: Type.Optional(AddonTier), resolve: Type.Optional(AddonTier) }),
)
export type AccountAddons = Static<typeof AccountAddons>

const summary = {
  id: Uuid(),
  name: Type.String(),
  runtimeId: Type.String(),
  plan: Type.String(),
  planDisplayName: Type.String(),
  addons: AccountAddons,
  features: Type.Array(Type.String()),
}

export const Account = component(
  'Account',
  Type.Object({ ...summary, settings: OpenObject, alertSettings: OpenObject }),
)
export type Account = Static<typeof Account>

export const AccountList = component('AccountList', Type.Array(Account))

/** What the command line asks for before anything else. */
export const AccountSummary = component('AccountSummary', Type.Object(summary))

const written = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) })

/** Nobody would find it in a list. */
const isNotBlank: Rule = ({ name }) =>
  typeof name === 'string' && name !== '' && name.trim() === ''
    ? [{ path: 'name', message: 'must contain more than spaces' }]
    : []

export const AccountCreate = withRules(component('AccountCreate', written), isNotBlank)
export type AccountCreate = Static<typeof AccountCreate>

export const AccountUpdate = withRules(component('AccountUpdate', written), isNotBlank)
export type AccountUpdate = Static<typeof AccountUpdate>

/** There is one plan, and everything is in it. */
export const plan = {
  plan: 'self-hosted',
  planDisplayName: 'Self-hosted',
  addons: {
    // Clients list these names alone: each says which add-on it is.
    communicate: { tier: 'team', tierDisplayName: 'Communicate' },
    resolve: { tier: 'team', tierDisplayName: 'Resolve' },
  },
  // The command line caps response times by itself unless it is told that the server does.
  features: ['EXTENDED_RESPONSE_TIME_LIMITS'],
} as const
