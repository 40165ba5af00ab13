import { readEffectiveSettings } from '@sonde/actions/checks/read-effective-settings.ts'
import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import { EffectiveSettings } from '@sonde/schema/checks/effective-settings.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function effectiveSettingsRoute(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/checks/:id/effective-settings',
    {
      schema: {
        summary: 'What counts for a check, and who decided it',
        description:
          'Locations, retries, alert settings and channels as they count now, each with its source: the check, its ' +
          'group or the account. `nobodyNotified` tells why a failure would reach nobody.',
        tags: ['Checks'],
        params: CheckParams,
        response: answers({ 200: EffectiveSettings }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => await readEffectiveSettings(deps, actorOf(request, deps), { id: request.params.id }),
  )
}
