import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { formBody } from '../api/form-body.ts'
import type { Answer } from '../api/operation.ts'
import type { FormValue } from '../schema-form/value-at.ts'

export type AlertSettings = NonNullable<Answer<'GET /v1/accounts/me/alert-settings'>>

export function alertSettingsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'alert-settings'],
    // An account always has some: null is for checks and groups that have none of their own.
    queryFn: async ({ signal }): Promise<AlertSettings> =>
      (await api.call('GET /v1/accounts/me/alert-settings', { signal })) ?? {},
  })
}

export function replaceAlertSettings(
  api: Api,
  settings: FormValue,
): Promise<Answer<'PUT /v1/accounts/me/alert-settings'>> {
  return api.call('PUT /v1/accounts/me/alert-settings', { body: formBody(settings) })
}
