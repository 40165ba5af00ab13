import type { ConfigurationImport } from '@sonde/schema/accounts/configuration.ts'
import type { Api } from '../../api/api.ts'

export function exportConfiguration(api: Api, includeSecrets: boolean): Promise<unknown> {
  return api.get('/v1/accounts/me/configuration', { includeSecrets })
}

export function importConfiguration(
  api: Api,
  { document, dryRun }: { document: unknown; dryRun: boolean },
): Promise<ConfigurationImport> {
  return api.post('/v1/accounts/me/configuration', document, { dryRun })
}
