import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { GivenPassword } from './user.ts'

/** How people can sign in here. */
export const SignInOptions = component(
  'SignInOptions',
  Type.Object({
    hasPassword: Type.Boolean({
      description: 'Whether people can sign in with an e-mail address and a password.',
    }),
    provider: Nullable(
      Type.Object({
        name: Type.String({ description: 'Name of the identity provider.' }),
        url: Type.String({
          description:
            'Address where the sign-in starts; `?next=` is the path on this site to open afterwards.',
        }),
      }),
    ),
  }),
)
export type SignInOptions = Static<typeof SignInOptions>

/** Why nobody was let in by the identity provider, as the address of the next screen tells it. */
export const signInProblems = [
  'provider-away',
  'provider-refused',
  'expired',
  'email-unverified',
  'email-taken',
  'no-access',
  'members-limit',
  'identity-taken',
] as const
export type SignInProblem = (typeof signInProblems)[number]

/** By what an identity provider knows the user. */
const UserIdentity = component(
  'UserIdentity',
  Type.Object({
    id: Uuid(),
    issuer: Type.String(),
    subject: Type.String(),
    email: Nullable(Type.String()),
    createdAt: Timestamp(),
    lastUsedAt: Timestamp(),
  }),
)

export const UserIdentities = Type.Array(UserIdentity)

export const IdentityLink = component(
  'IdentityLink',
  Type.Object(
    {
      currentPassword: GivenPassword,
      code: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'Required if you have a second factor.' }),
      ),
      next: Type.Optional(
        Type.String({
          maxLength: 2000,
          description: 'Path on this site to open afterwards.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
)

/** Where the browser is to go that has got a cookie with this answer: a path of this site. */
export const IdentityLinkStart = component('IdentityLinkStart', Type.Object({ url: Type.String() }))
