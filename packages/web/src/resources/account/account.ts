import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import type { Answer, Body } from '../../api/operation.ts'

export type AccountSettings = Answer<'GET /v1/accounts/me/settings'>

/** Begin the keys of what is read here, behind the account. */
export const accountKey = ['account'] as const
export const accountSettingsKey = ['account-settings'] as const
export const entitlementsKey = ['entitlements'] as const

export function accountQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...accountKey],
    queryFn: ({ signal }) => api.call('GET /v1/accounts/me', { signal }),
  })
}

export function createAccount(api: Api, account: { name: string }): Promise<Answer<'POST /v1/accounts'>> {
  return api.call('POST /v1/accounts', { body: account })
}

export function renameAccount(api: Api, account: { name: string }): Promise<Answer<'PATCH /v1/accounts/me'>> {
  return api.call('PATCH /v1/accounts/me', { body: account })
}

export function entitlementsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...entitlementsKey],
    queryFn: ({ signal }) => api.call('GET /v1/accounts/me/entitlements', { signal }),
  })
}

export function accountSettingsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...accountSettingsKey],
    queryFn: ({ signal }) => api.call('GET /v1/accounts/me/settings', { signal }),
  })
}

export function changeAccountSettings(
  api: Api,
  change: Body<'PATCH /v1/accounts/me/settings'>,
): Promise<AccountSettings> {
  return api.call('PATCH /v1/accounts/me/settings', { body: change })
}
