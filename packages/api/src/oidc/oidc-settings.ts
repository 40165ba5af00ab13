import type { IdentityRules } from '@sonde/actions/identities/identity-rules.ts'
import type { GrantableRole } from '@sonde/schema/accounts/role.ts'

/** The identity provider that the operator lets people sign in with, and how. */
export type OidcSettings = {
  issuer: string
  clientId: string
  /** Null: a public client, which PKCE protects. */
  clientSecret: string | null
  /** What people call it: "Continue with …". */
  name: string
  scopes: string
  /** Path of the claim that holds groups or roles; null: roles are given here. */
  roleClaim: string | null
  /** By a value of the claim. */
  roles: ReadonlyMap<string, GrantableRole>
  /** Whether an address counts as verified of which the provider says nothing. */
  trustsEmail: boolean
  /** Whether passwords let nobody in any more. */
  isOnly: boolean
  /** How long a session lasts, however much it is used: then the provider is asked again. */
  sessionMs: number
  rules: IdentityRules
}
