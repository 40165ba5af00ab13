import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp, component } from '../validation/building-blocks.ts'
import { Session } from './session.ts'
import { GivenPassword } from './user.ts'

/** What is only compared: six digits of the app, or a recovery code. */
const GivenCode = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Six digits of the authenticator app, or one of the recovery codes.',
})

const Challenge = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'The value that `POST /v1/session` returned; it replaces the password for ten minutes.',
})

/** What signing in still needs after the password was right. */
export const SignInChallenge = component(
  'SignInChallenge',
  Type.Object({
    next: OneOf(['SECOND_FACTOR', 'SET_UP_SECOND_FACTOR'] as const, {
      description:
        'SECOND_FACTOR: a code, to `POST /v1/session/second-factor`. SET_UP_SECOND_FACTOR: an account of the user requires a second factor and the user has none yet.',
    }),
    challenge: Type.String(),
    expiresAt: Timestamp(),
  }),
)
export type SignInChallenge = Static<typeof SignInChallenge>

export const SecondFactorSignIn = component(
  'SecondFactorSignIn',
  Type.Object({ challenge: Challenge, code: GivenCode }, { additionalProperties: false }),
)

export const SecondFactorSignInSetUp = component(
  'SecondFactorSignInSetUp',
  Type.Object({ challenge: Challenge }, { additionalProperties: false }),
)

/** Whether signing in with the password asks for a code, too. */
export const SecondFactor = component(
  'SecondFactor',
  Type.Object({
    isEnabled: Type.Boolean(),
    hasPassword: Type.Boolean({
      description: 'Whether you can sign in with a password: only then is a code required.',
    }),
    enabledAt: Nullable(Timestamp()),
    recoveryCodesLeft: Type.Integer({ minimum: 0 }),
    requiredBy: Type.Array(Type.String(), {
      description: 'Names of those accounts of the user that require a second factor.',
    }),
  }),
)
export type SecondFactor = Static<typeof SecondFactor>

/** For the authenticator app. It counts when one code was confirmed. */
export const SecondFactorSecret = component(
  'SecondFactorSecret',
  Type.Object({
    secret: Type.String({ description: 'In base32, to type into an app.' }),
    otpauthUrl: Type.String({ description: 'The same for a QR code.' }),
  }),
)
export type SecondFactorSecret = Static<typeof SecondFactorSecret>

export const SecondFactorSetUp = component(
  'SecondFactorSetUp',
  Type.Object(
    {
      currentPassword: GivenPassword,
      code: Type.Optional({
        ...GivenCode,
        description: 'A code of the current second factor, which the new one replaces.',
      }),
    },
    { additionalProperties: false },
  ),
)
export type SecondFactorSetUp = Static<typeof SecondFactorSetUp>

export const SecondFactorConfirmation = component(
  'SecondFactorConfirmation',
  Type.Object({ code: GivenCode }, { additionalProperties: false }),
)

/** Shows that it is the user who changes how the user signs in. */
export const SecondFactorProof = component(
  'SecondFactorProof',
  Type.Object({ currentPassword: GivenPassword, code: GivenCode }, { additionalProperties: false }),
)
export type SecondFactorProof = Static<typeof SecondFactorProof>

const recoveryCodes = Type.Array(Type.String(), {
  description: 'Each replaces one code of the app, once. They are shown only here.',
})

export const RecoveryCodes = component('RecoveryCodes', Type.Object({ recoveryCodes }))
export type RecoveryCodes = Static<typeof RecoveryCodes>

export const SecondFactorFirstSession = component(
  'SecondFactorFirstSession',
  Type.Object({ session: Session, recoveryCodes }),
)
