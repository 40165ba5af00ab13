import type { AccountSettings } from '@sonde/schema/accounts/account-settings.ts'
import type { Account } from '@sonde/schema/accounts/account.ts'
import type { Entitlements } from '@sonde/schema/accounts/entitlement.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'

export function accountQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'account'],
    queryFn: ({ signal }) => api.get<Account>('/v1/accounts/me', {}, signal),
  })
}

export function entitlementsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'entitlements'],
    queryFn: ({ signal }) => api.get<Entitlements>('/v1/accounts/me/entitlements', {}, signal),
  })
}

export function accountSettingsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'account-settings'],
    queryFn: ({ signal }) => api.get<AccountSettings>('/v1/accounts/me/settings', {}, signal),
  })
}

export function changeAccountSettings(api: Api, change: Partial<AccountSettings>): Promise<AccountSettings> {
  return api.patch('/v1/accounts/me/settings', change)
}
