import type { AlertSettings } from '@sonde/schema/alerts/alert-settings.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { FormValue } from '../schema-form/value-at.ts'

const path = '/v1/accounts/me/alert-settings'

export type ShownAlertSettings = NonNullable<AlertSettings>

export function alertSettingsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'alert-settings'],
    queryFn: ({ signal }) => api.get<ShownAlertSettings>(path, {}, signal),
  })
}

export function replaceAlertSettings(api: Api, settings: FormValue): Promise<ShownAlertSettings> {
  return api.put(path, settings)
}
