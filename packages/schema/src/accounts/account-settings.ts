import { Type, type Static } from 'typebox'
import { Nullable, OneOf, component, withoutDefault } from '../validation/building-blocks.ts'

const badgesEnabled = Type.Boolean({
  default: false,
  description: 'Whether badges of checks and groups are there for everybody.',
})

const checkUpdateReading = Nullable(OneOf(['letter', 'lenient'] as const), {
  default: null,
  description:
    'How a PUT of a check is read. letter: omitted fields with a default get it. lenient: what is omitted stays. ' +
    'Null: leniently for clients that send X-Checkly-Account or X-Checkly-Source, by the letter for everybody else.',
})

export const AccountSettings = component(
  'AccountSettings',
  Type.Object({ badgesEnabled, checkUpdateReading }),
)
export type AccountSettings = Static<typeof AccountSettings>

export const AccountSettingsPatch = component(
  'AccountSettingsPatch',
  Type.Object(
    {
      badgesEnabled: Type.Optional(withoutDefault(badgesEnabled)),
      checkUpdateReading: Type.Optional(withoutDefault(checkUpdateReading)),
    },
    { additionalProperties: false, description: 'Unknown fields are refused.' },
  ),
)
export type AccountSettingsPatch = Static<typeof AccountSettingsPatch>
