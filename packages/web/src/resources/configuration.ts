import type { Api } from '../api/api.ts'
import type { Answer, Body } from '../api/operation.ts'

export type Configuration = Answer<'GET /v1/accounts/me/configuration'>
export type ConfigurationImport = Answer<'POST /v1/accounts/me/configuration'>

export type ImportedItem = ConfigurationImport['items'][number]

export function exportConfiguration(api: Api, includeSecrets: boolean): Promise<Configuration> {
  return api.call('GET /v1/accounts/me/configuration', { query: { includeSecrets } })
}

/** The document is a file that somebody chose: whether it is a configuration, the server says. */
export function importConfiguration(
  api: Api,
  { document, dryRun }: { document: unknown; dryRun: boolean },
): Promise<ConfigurationImport> {
  const body = document as Body<'POST /v1/accounts/me/configuration'>
  return api.call('POST /v1/accounts/me/configuration', { body, query: { dryRun } })
}
