import { Type, type Static } from 'typebox'
import { AccountAddons } from './account.ts'
import { OneOf, component } from '../validation/building-blocks.ts'

const Entitlement = component(
  'AccountEntitlement',
  Type.Object({
    key: Type.String(),
    name: Type.String(),
    description: Type.String(),
    type: OneOf(['flag', 'metered'] as const),
    enabled: Type.Boolean(),
    quantity: Type.Optional(Type.Integer({ minimum: 0, description: 'Absent: no limit.' })),
    requiredPlan: Type.Optional(Type.String({ description: 'Never present.' })),
    requiredPlanDisplayName: Type.Optional(Type.String({ description: 'Never present.' })),
    requiredAddon: Type.Optional(
      Type.Object(
        {
          name: Type.String(),
          displayName: Type.String(),
          tier: OneOf(['hobby', 'starter', 'team'] as const),
          tierDisplayName: Type.String(),
        },
        { description: 'Never present.' },
      ),
    ),
  }),
)
export type Entitlement = Static<typeof Entitlement>

export const Entitlements = component(
  'Entitlements',
  Type.Object({
    plan: Type.String(),
    planDisplayName: Type.String(),
    addons: AccountAddons,
    locations: component(
      'AccountEntitlementLocations',
      Type.Object({
        all: Type.Array(
          component(
            'AccountEntitlementLocation',
            Type.Object({ id: Type.String(), name: Type.String(), available: Type.Boolean() }),
          ),
        ),
        maxPerCheck: Type.Integer({ minimum: 1, description: 'A check can run at all of them.' }),
      }),
    ),
    entitlements: Type.Array(Entitlement),
  }),
)
export type Entitlements = Static<typeof Entitlements>

const metered = (key: string, name: string, description: string, quantity: number): Entitlement => ({
  key,
  name,
  description,
  type: 'metered',
  enabled: true,
  quantity,
})
const flag = (key: string, name: string, description: string): Entitlement => ({
  key,
  name,
  description,
  type: 'flag',
  enabled: true,
})

/** What an account may use. Its limits are those that whoever runs the service has set. */
export const entitlementsWith = (limits: {
  checks: number
  members: number
  keys: number
}): Entitlement[] => [
  metered('CHECKS', 'Checks', 'Checks of every type', limits.checks),
  metered('MEMBERS', 'Members', 'People in the account, including open invites', limits.members),
  metered('SERVICE_API_KEYS', 'Service API keys', 'Keys that belong to the account', limits.keys),
  flag('ICMP_MONITORS', 'Ping monitors', 'Ping a host, check latency and packet loss'),
  flag('SUB_MINUTE_FREQUENCY', 'Sub-minute frequency', 'Runs every 10, 20 or 30 seconds'),
  flag(
    'EXTENDED_RESPONSE_TIME_LIMITS',
    'Extended response-time limits',
    'Response-time limits up to those of the check type',
  ),
]
