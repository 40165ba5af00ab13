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

/** What the tables of an Uptime Kuma would become in this account. Nothing is changed. */
export async function previewKumaImport(
  api: Api,
  { locations, ...order }: Omit<KumaConversionOrder, 'locations' | 'privateLocations'> & ChosenLocations,
) {
  // Codes that the server has listed: one that it no longer knows is refused there.
  const body = { ...order, ...(locations === undefined ? {} : { locations }) } as KumaConversionOrder
  const { configuration, report } = await api.call('POST /v1/accounts/me/configuration/uptime-kuma', { body })
  const plan = await importConfiguration(api, { document: configuration, dryRun: true })
  return { configuration, report, plan }
}

type KumaConversionOrder = Body<'POST /v1/accounts/me/configuration/uptime-kuma'>
type ChosenLocations = { locations?: readonly string[]; privateLocations?: readonly string[] }
