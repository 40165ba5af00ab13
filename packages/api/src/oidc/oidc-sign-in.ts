import type { ApiDeps } from '../api-deps.ts'
import { createOidcClient, type OidcClient } from './oidc-client.ts'
import type { OidcSettings } from './oidc-settings.ts'
import { createPendingCookies, type PendingCookies } from './pending-cookie.ts'

/** Everything that signing in by the identity provider stands on. */
export type OidcSignIn = {
  settings: OidcSettings
  client: OidcClient
  cookies: PendingCookies
  /** Where the provider sends browsers back to; it must know this address. */
  redirectUri(): string
}

export function createOidcSignIn({
  oidc,
  store: { sealer },
  clock,
  publicUrl,
}: Pick<ApiDeps, 'oidc' | 'store' | 'clock' | 'publicUrl'>): OidcSignIn | null {
  if (oidc === null) return null
  const { settings, fetch } = oidc
  return {
    settings,
    client: createOidcClient(settings, { clock, fetch }),
    cookies: createPendingCookies({ sealer, clock, publicUrl }),
    redirectUri: () => `${publicUrl()}/oidc/callback`,
  }
}
