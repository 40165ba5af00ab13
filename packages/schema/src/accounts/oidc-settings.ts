import { Type } from 'typebox'
import { OneOf, Uuid } from '../validation/building-blocks.ts'
import { HttpAddress } from '../validation/http-address.ts'
import { grantableRoles } from './role.ts'

/** What the server reads about signing in at another provider. */
export const oidcSettings = {
  OIDC_ISSUER: Type.Optional(
    HttpAddress({ description: 'https:// address (issuer) of the identity provider' }),
  ),
  OIDC_CLIENT_ID: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]+$', description: 'client id of this server at the provider' }),
  ),
  OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({ minLength: 1, description: 'Client secret of this server at the provider.' }),
  ),
  OIDC_NAME: Type.String({
    minLength: 1,
    maxLength: 60,
    default: 'single sign-on',
    description: 'Name of the provider on the sign-in button: "Continue with …".',
  }),
  OIDC_SCOPES: Type.String({
    pattern: '(^|\\s)openid(\\s|$)',
    default: 'openid email profile',
    description: 'a space-separated list that includes openid',
  }),
  OIDC_ACCOUNT: Type.Optional(
    Uuid({ description: 'Account in which roles are assigned; by default the first one.' }),
  ),
  OIDC_ROLE_CLAIM: Type.Optional(
    Type.String({ pattern: '^\\S+$', description: 'the claim that roles are read from, such as groups' }),
  ),
  OIDC_ROLES: Type.Optional(
    Type.String({ description: 'Comma-separated value=ROLE, by the values of that claim.' }),
  ),
  OIDC_DEFAULT_ROLE: Type.Optional(
    OneOf(grantableRoles, {
      description: 'Role of people who sign in for the first time. If not set, they need an invite.',
    }),
  ),
  OIDC_LINK_BY_EMAIL: OneOf(['on', 'off'] as const, {
    default: 'off',
    description: 'Whether users are matched by an e-mail address that the provider has verified.',
  }),
  OIDC_TRUST_EMAIL: OneOf(['on', 'off'] as const, {
    default: 'off',
    description: 'Whether e-mail addresses count as verified even if the provider does not say so.',
  }),
  OIDC_SESSION_HOURS: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 24,
    description: 'Hours after which users must sign in with the provider again.',
  }),
  OIDC_ONLY: OneOf(['on', 'off'] as const, {
    default: 'off',
    description: 'Whether sign-in with a password is turned off.',
  }),
}
