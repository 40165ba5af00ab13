import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import { formBody } from '../../api/form-body.ts'
import type { Answer } from '../../api/operation.ts'
import type { FormValue } from '../../schema-form/value-at.ts'
import { statusPagesKey } from './status-pages.ts'

export type PageComponent = Answer<'GET /v1/status-pages/{statusPageId}/components'>[number]
export type AutomationRule = Answer<'GET /v1/status-pages/{statusPageId}/automation-rules'>[number]
export type ComponentStatus = PageComponent['status']
export type ComponentImpact = AutomationRule['components'][number]['targetImpact']

export function componentsQuery(api: Api, statusPageId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...statusPagesKey, 'components', statusPageId],
    queryFn: ({ signal }) =>
      api.call('GET /v1/status-pages/{statusPageId}/components', { params: { statusPageId }, signal }),
  })
}

export function saveComponent(
  api: Api,
  { statusPageId, componentId }: { statusPageId: string; componentId: string | null },
  body: FormValue,
): Promise<PageComponent> {
  return componentId === null
    ? api.call('POST /v1/status-pages/{statusPageId}/components', {
        params: { statusPageId },
        body: formBody(body),
      })
    : api.call('PUT /v1/status-pages/{statusPageId}/components/{componentId}', {
        params: { statusPageId, componentId },
        body: formBody(body),
      })
}

export async function deleteComponent(api: Api, { id, statusPageId }: PageComponent): Promise<void> {
  const params = { statusPageId, componentId: id }
  await api.call('DELETE /v1/status-pages/{statusPageId}/components/{componentId}', { params })
}

export function rulesQuery(api: Api, statusPageId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...statusPagesKey, 'rules', statusPageId],
    queryFn: ({ signal }) =>
      api.call('GET /v1/status-pages/{statusPageId}/automation-rules', { params: { statusPageId }, signal }),
  })
}

export function saveRule(
  api: Api,
  { statusPageId, ruleId }: { statusPageId: string; ruleId: string | null },
  body: FormValue,
): Promise<AutomationRule> {
  return ruleId === null
    ? api.call('POST /v1/status-pages/{statusPageId}/automation-rules', {
        params: { statusPageId },
        body: formBody(body),
      })
    : api.call('PUT /v1/status-pages/{statusPageId}/automation-rules/{ruleId}', {
        params: { statusPageId, ruleId },
        body: formBody(body),
      })
}

export async function deleteRule(api: Api, { id, statusPageId }: AutomationRule): Promise<void> {
  const params = { statusPageId, ruleId: id }
  await api.call('DELETE /v1/status-pages/{statusPageId}/automation-rules/{ruleId}', { params })
}
