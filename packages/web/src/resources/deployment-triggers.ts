import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { formBody } from '../api/form-body.ts'
import type { Answer } from '../api/operation.ts'
import type { FormValue } from '../schema-form/value-at.ts'

export type DeploymentTrigger = Answer<'GET /v1/deployment-triggers'>[number]

/** Begins the keys of all that is read here, behind the account. */
export const triggersKey = ['deployment-triggers'] as const

export function triggersQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...triggersKey],
    queryFn: ({ signal }) => api.call('GET /v1/deployment-triggers', { signal }),
  })
}

export function deploymentsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'deployments'],
    queryFn: ({ signal }) => api.call('GET /v1/deployment-triggers/deployments', { signal }),
    refetchInterval: 30_000,
  })
}

export function createTrigger(api: Api, trigger: FormValue): Promise<DeploymentTrigger> {
  return api.call('POST /v1/deployment-triggers', { body: formBody(trigger) })
}

export async function deleteTrigger(api: Api, id: number): Promise<void> {
  await api.call('DELETE /v1/deployment-triggers/{id}', { params: { id } })
}

export function createWebhookSecret(
  api: Api,
): Promise<Answer<'POST /v1/deployment-triggers/webhook-secret'>> {
  return api.call('POST /v1/deployment-triggers/webhook-secret')
}
