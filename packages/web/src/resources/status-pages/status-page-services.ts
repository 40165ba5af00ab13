import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import { formBody } from '../../api/form-body.ts'
import type { Answer } from '../../api/operation.ts'
import type { FormValue } from '../../schema-form/value-at.ts'
import { statusPagesKey } from './status-pages.ts'

export type StatusPageService = Answer<'GET /v1/status-pages/services/{serviceId}'>

/** All of them: an account has as many as its product has parts, and people look for them by name. */
export function servicesQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...statusPagesKey, 'services'],
    queryFn: async ({ signal }): Promise<StatusPageService[]> => {
      const answer = await api.call('GET /v1/status-pages/services', { query: { paginated: false }, signal })
      return Array.isArray(answer) ? answer : answer.entries
    },
  })
}

export function createService(api: Api, body: FormValue): Promise<StatusPageService> {
  return api.call('POST /v1/status-pages/services', { body: formBody(body) })
}

export function updateService(api: Api, serviceId: string, body: FormValue): Promise<StatusPageService> {
  const params = { serviceId }
  return api.call('PUT /v1/status-pages/services/{serviceId}', { params, body: formBody(body) })
}

export async function deleteService(api: Api, serviceId: string): Promise<void> {
  await api.call('DELETE /v1/status-pages/services/{serviceId}', { params: { serviceId } })
}
