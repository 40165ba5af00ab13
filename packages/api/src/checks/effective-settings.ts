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
        summary: 'Show the effective settings of a check and their source',
        description:
          'Locations, retries, alert settings and channels that apply now, each with its source: the check, its ' +
          'group or the account. `nobodyNotified` says why a failure would notify nobody.',
        tags: ['Checks'],
        params: CheckParams,
        response: answers({ 200: EffectiveSettings }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => await readEffectiveSettings(deps, actorOf(request, deps), { id: request.params.id }),
  )
}
