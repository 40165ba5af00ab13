import type { OidcFetch } from '@sonde/api/oidc/oidc-client.ts'
import { createEgressFetch } from '@sonde/egress/egress-fetch.ts'
import { createEgressPolicy } from '@sonde/egress/egress-policy.ts'
import { createHostLookup } from '@sonde/egress/host-lookup.ts'
import { httpTryMs } from '@sonde/egress/http-request.ts'

/** Requests to the identity provider: the operator names it, and it may well be of the internal network. */
export function createProviderFetch(): OidcFetch {
  return createEgressFetch({
    policy: createEgressPolicy({ reach: 'all', allow: [] }),
    lookup: createHostLookup(),
    timeoutMs: httpTryMs,
    namesAddresses: true,
  })
}
