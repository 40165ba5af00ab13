import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import type { Answer, Body } from '../../api/operation.ts'

export type SecondFactor = Answer<'GET /v1/users/me/second-factor'>
export type SecondFactorSecret = Answer<'POST /v1/users/me/second-factor'>
export type SecondFactorProof = Body<'POST /v1/users/me/second-factor/disable'>

/** Begins the key of the own second factor, behind the account. */
export const secondFactorKey = ['own-second-factor'] as const

export function secondFactorQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...secondFactorKey],
    queryFn: ({ signal }) => api.call('GET /v1/users/me/second-factor', { signal }),
  })
}

export function beginSecondFactor(
  api: Api,
  body: Body<'POST /v1/users/me/second-factor'>,
): Promise<SecondFactorSecret> {
  return api.call('POST /v1/users/me/second-factor', { body })
}

export function confirmSecondFactor(
  api: Api,
  code: string,
): Promise<Answer<'POST /v1/users/me/second-factor/confirm'>> {
  return api.call('POST /v1/users/me/second-factor/confirm', { body: { code } })
}

export function renewRecoveryCodes(
  api: Api,
  body: SecondFactorProof,
): Promise<Answer<'POST /v1/users/me/second-factor/recovery-codes'>> {
  return api.call('POST /v1/users/me/second-factor/recovery-codes', { body })
}

export async function disableSecondFactor(api: Api, body: SecondFactorProof): Promise<void> {
  await api.call('POST /v1/users/me/second-factor/disable', { body })
}
