import { plan } from '@sonde/schema/accounts/account.ts'
import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import { Entitlements, entitlementsWith } from '@sonde/schema/accounts/entitlement.ts'
import { dataCenterLocations, nameOfLocation } from '@sonde/schema/agents/location.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

/** What the account may use: everything, up to the limits of this installation; locations need an agent. */
export function getEntitlements(app: App, deps: ApiDeps): void {
  const summary = 'Show the plan, its limits and the available locations'
  const tags = ['Accounts']
  const response = answers({ 200: Entitlements })

  app.get(
    '/v1/accounts/me/entitlements',
    { schema: { summary, tags, response }, config: { access: { kind: 'account', role: 'READ_ONLY' } } },
    async () => show(),
  )
  app.get(
    '/v1/accounts/:accountId/entitlements',
    {
      schema: { summary, tags, params: Type.Object({ accountId: Uuid() }), response },
      config: {
        access: { kind: 'account-in-path', role: 'READ_ONLY', parameter: 'accountId', headerOptional: false },
      },
    },
    async () => show(),
  )

  function show() {
    const served = new Set(deps.servedLocations())
    return {
      plan: plan.plan,
      planDisplayName: plan.planDisplayName,
      addons: plan.addons,
      locations: {
        all: dataCenterLocations.map((id) => ({ id, name: nameOfLocation(id), available: served.has(id) })),
        maxPerCheck: dataCenterLocations.length,
      },
      entitlements: entitlementsWith(deps.accountLimits),
    }
  }
}
