import type { ApiDeps } from '../api-deps.ts'
import type { OidcSignIn } from '../oidc/oidc-sign-in.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'
import type { SignInChallenges } from '../second-factor/sign-in-challenge.ts'

/** What routes by which people sign in stand on. */
export type SignInDeps = ApiDeps & {
  tries: SignInTries
  challenges: SignInChallenges
  provider: OidcSignIn | null
}
