import type { Clock } from '@sonde/ground/clock.ts'
import { hourMs } from '@sonde/ground/durations.ts'
import type * as Openid from 'openid-client'
import type { OidcSettings } from './oidc-settings.ts'
import type { Claims } from './read-identity.ts'

/** What must be the same when the browser comes back. */
export type PendingSignIn = { state: string; nonce: string; verifier: string }

/** Why the provider let nobody through: it did not answer as it should, or did not want to. */
export type ProviderProblem = 'provider-away' | 'provider-refused'

export class ProviderFailure extends Error {
  readonly problem: ProviderProblem

  constructor(problem: ProviderProblem, cause: unknown) {
    super(`${problem}: ${reasonOf(cause)}`, { cause })
    this.problem = problem
  }
}

/** Sends a request to the provider. Fails with an error named `Unreachable` when there was no answer. */
export type OidcFetch = (
  url: string,
  options: {
    method: string
    headers: Readonly<Record<string, string>>
    body?: unknown
    signal?: AbortSignal | null | undefined
  },
) => Promise<Response>

export type OidcClient = {
  /** Where the browser goes to sign in. */
  begin(redirectUri: string): Promise<{ url: string; pending: PendingSignIn }>
  /** What the provider says about whoever has come back with this address. */
  finish(callback: URL, pending: PendingSignIn): Promise<Claims & { iss: string; sub: string }>
}

/** Loaded when somebody signs in by a provider: most installations have none, and it takes memory. */
const loadLibrary = () => import('openid-client')

/** How long what the provider says about itself counts. */
const metadataMs = hourMs
/** Clocks of two machines differ. */
const toleranceSeconds = 30
const timeoutSeconds = 10

/**
 * Authorization code with PKCE, state and nonce. The provider is asked about itself when somebody wants to sign in, and not
 * before: a provider that is away keeps nothing else from working.
 */
export function createOidcClient(
  settings: Pick<OidcSettings, 'issuer' | 'clientId' | 'clientSecret' | 'scopes'>,
  { clock, fetch }: { clock: Clock; fetch: OidcFetch },
): OidcClient {
  let known: { configuration: Openid.Configuration; until: number } | null = null

  async function configuration(openid: typeof Openid): Promise<Openid.Configuration> {
    if (known !== null && known.until > clock.now()) return known.configuration
    const discovered = await openid.discovery(
      new URL(settings.issuer),
      settings.clientId,
      { [openid.clockTolerance]: toleranceSeconds },
      settings.clientSecret === null ? openid.None() : secretAsAsked(openid, settings.clientSecret),
      {
        [openid.customFetch]: fetch,
        timeout: timeoutSeconds,
        // Only where the operator has written http:// themselves.
        execute: settings.issuer.startsWith('http://') ? [openid.allowInsecureRequests] : [],
      },
    )
    known = { configuration: discovered, until: clock.now() + metadataMs }
    return discovered
  }

  return {
    async begin(redirectUri) {
      const openid = await loadLibrary()
      const pending = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      }
      try {
        const url = openid.buildAuthorizationUrl(await configuration(openid), {
          redirect_uri: redirectUri,
          scope: settings.scopes,
          state: pending.state,
          nonce: pending.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(pending.verifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, pending }
      } catch (error) {
        // Nobody has been at the provider yet: whatever is wrong, it is not with them.
        throw new ProviderFailure('provider-away', error)
      }
    },

    async finish(callback, { state, nonce, verifier }) {
      const openid = await loadLibrary()
      try {
        const config = await configuration(openid)
        const tokens = await openid.authorizationCodeGrant(config, callback, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new Error('no ID token')
        // Many providers tell address and groups only there.
        const more =
          config.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
        return { ...more, ...claims }
      } catch (error) {
        throw new ProviderFailure(isUnreachable(error) ? 'provider-away' : 'provider-refused', error)
      }
    },
  }
}

/** In the header, as the standard has it, unless the provider takes it in the body alone. */
function secretAsAsked(openid: typeof Openid, secret: string): Openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const inBody = !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
    return (inBody ? post : basic)(server, client, body, headers)
  }
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['Unreachable', 'TimeoutError'].includes(error.name) || isUnreachable(error.cause)
}

/** The library's own words are general; the reason is in what it was caused by. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const description = 'error_description' in error ? ` (${String(error.error_description)})` : ''
  const own = `${error.message}${description}`
  return error.cause instanceof Error ? `${own}: ${reasonOf(error.cause)}` : own
}
