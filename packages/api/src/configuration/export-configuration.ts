import { exportConfiguration } from '@sonde/actions/configuration/export-configuration.ts'
import { Configuration, ConfigurationExportQuery } from '@sonde/schema/accounts/configuration.ts'
import packageFile from '../../package.json' with { type: 'json' }
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function exportConfigurationRoute(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/accounts/me/configuration',
    {
      schema: {
        summary: 'Export the configuration of the account',
        description:
          'The whole configuration as one document that another server can import. Secrets are omitted or masked unless you request them. Results, incidents, subscribers of status pages, members and keys are not included.',
        tags: ['Accounts'],
        querystring: ConfigurationExportQuery,
        response: answers({ 200: Configuration }, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request): Promise<Configuration> => {
      const { includeSecrets } = request.query
      const exportedBy = `Sonde ${packageFile.version}`
      return await exportConfiguration(deps, actorOf(request, deps), { includeSecrets, exportedBy })
    },
  )
}
