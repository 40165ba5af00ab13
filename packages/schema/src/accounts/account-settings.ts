import { Type, type Static } from 'typebox'
import { dataCenterLocations } from '../agents/location.ts'
import { Nullable, OneOf, component, withoutDefault } from '../validation/building-blocks.ts'

const badgesEnabled = Type.Boolean({
  default: false,
  description: 'Whether badges of checks and groups are public.',
})

const checkUpdateReading = Nullable(OneOf(['letter', 'lenient'] as const), {
  default: null,
  description:
    'How PUT treats omitted fields of a check. letter (strict): fields with a default get it. lenient: omitted fields keep their value. ' +
    'Null: strict, except that clients that send X-Checkly-Account or X-Checkly-Source keep omitted fields, while ' +
    'omitted tags, variables, subscriptions and members of a request are cleared.',
})

const showChannelSecrets = Type.Boolean({
  default: false,
  description:
    'Whether keys with the role READ_WRITE or above get the secrets of alert channels unmasked, for programs that ' +
    'compare what they sent with what they get. Only the owner can change it.',
})

const requireSecondFactor = Type.Boolean({
  default: false,
  description:
    'Whether members who sign in with a password need a second factor. Those without one are signed out and set it up ' +
    'when they sign in again. API keys are not affected.',
})

const defaultLocations = Nullable(
  Type.Array(OneOf(dataCenterLocations), { minItems: 1, uniqueItems: true }),
  {
    default: null,
    description:
      'Where a check runs that is deployed from code without a location and without a group. Null: at the location of this server (`SONDE_LOCATION`).',
  },
)

export const AccountSettings = component(
  'AccountSettings',
  Type.Object({
    badgesEnabled,
    checkUpdateReading,
    showChannelSecrets,
    requireSecondFactor,
    defaultLocations,
  }),
)
export type AccountSettings = Static<typeof AccountSettings>

export const AccountSettingsPatch = component(
  'AccountSettingsPatch',
  Type.Object(
    {
      badgesEnabled: Type.Optional(withoutDefault(badgesEnabled)),
      checkUpdateReading: Type.Optional(withoutDefault(checkUpdateReading)),
      showChannelSecrets: Type.Optional(withoutDefault(showChannelSecrets)),
      requireSecondFactor: Type.Optional(withoutDefault(requireSecondFactor)),
      defaultLocations: Type.Optional(withoutDefault(defaultLocations)),
    },
    { additionalProperties: false, description: 'Unknown fields are rejected.' },
  ),
)
export type AccountSettingsPatch = Static<typeof AccountSettingsPatch>
