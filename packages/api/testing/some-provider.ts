import { dayMs } from '@sonde/ground/durations.ts'
import type { OidcSettings } from '../src/oidc/oidc-settings.ts'

/** An identity provider that nobody goes to. */
export const someProvider: OidcSettings = {
  issuer: 'https://id.example.net',
  clientId: 'sonde',
  clientSecret: null,
  name: 'Acme',
  scopes: 'openid email profile',
  roleClaim: null,
  roles: new Map(),
  trustsEmail: false,
  isOnly: false,
  sessionMs: dayMs,
  rules: { accountId: null, hasRoleClaim: false, defaultRole: null, linksByEmail: false },
}
