import { createConfigurationImport } from '@sonde/actions/configuration/import-configuration.ts'
import {
  Configuration,
  configurationBytes,
  ConfigurationImport,
  ConfigurationImportQuery,
} from '@sonde/schema/accounts/configuration.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { clientGone } from '../http/client-gone.ts'
import { answers } from '../http/operation.ts'

export function importConfigurationRoute(app: App, deps: ApiDeps): void {
  const importConfiguration = createConfigurationImport(deps)

  app.post(
    '/v1/accounts/me/configuration',
    {
      bodyLimit: configurationBytes,
      schema: {
        summary: 'Import a configuration',
        description:
          'Creates what is missing and changes what is different; nothing is deleted, and what is the same is not touched. Everything is judged before anything is written: 400 names every mistake by its path. Up to 200 things are written all or none; a larger document in steps, and importing it again completes it.',
        tags: ['Accounts'],
        querystring: ConfigurationImportQuery,
        body: Configuration,
        response: answers({ 200: ConfigurationImport }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply): Promise<ConfigurationImport> => {
      const order = { input: request.body, dryRun: request.query.dryRun, signal: clientGone(reply) }
      return await importConfiguration(actorOf(request, deps), order)
    },
  )
}
