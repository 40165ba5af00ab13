import { Type, type Static } from 'typebox'
import { Nullable, Uuid, component } from '../validation/building-blocks.ts'

/** Who is asking: a user, or the name of a service key. */
export const CurrentUser = component('CurrentUser', Type.Object({ id: Uuid(), name: Type.String() }))

const UserName = Type.String({ minLength: 1, maxLength: 200 })
const UserEmail = Type.String({ format: 'email', maxLength: 320 })

/** Of a user, wherever one is set. */
export const UserPassword = Type.String({ minLength: 12, maxLength: 200 })

/** What is only compared: too short or too long a one is simply wrong. */
export const GivenPassword = Type.String({ maxLength: 1000 })

/** What the owner of a new installation says about themselves. */
export const InstallationClaim = Type.Object({
  name: UserName,
  email: UserEmail,
  password: UserPassword,
})

/** What somebody new says who was invited; the invitation says the address. */
export const InvitationClaim = Type.Object({
  name: UserName,
  password: UserPassword,
})

/** A user, as that user sees it. */
export const OwnUser = component(
  'OwnUser',
  Type.Object({ id: Uuid(), name: Nullable(Type.String()), email: Type.String() }),
)
export type OwnUser = Static<typeof OwnUser>

export const OwnUserUpdate = component(
  'OwnUserUpdate',
  Type.Object(
    {
      name: Type.Optional({ ...UserName, pattern: '\\S' }),
      email: Type.Optional(UserEmail),
      currentPassword: Type.Optional({
        ...GivenPassword,
        description: 'Required to change the e-mail address, because it is used to sign in.',
      }),
    },
    { additionalProperties: false },
  ),
)
export type OwnUserUpdate = Static<typeof OwnUserUpdate>

export const OwnPasswordChange = component(
  'OwnPasswordChange',
  Type.Object({ currentPassword: GivenPassword, newPassword: UserPassword }, { additionalProperties: false }),
)
export type OwnPasswordChange = Static<typeof OwnPasswordChange>
