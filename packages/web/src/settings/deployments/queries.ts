import type { CheckOverview } from '@sonde/schema/checks/check-overview.ts'
import type { DeploymentTrigger } from '@sonde/schema/checks/deployment-trigger.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import type { Api } from '../../api/api.ts'

export type Deployment = {
  id: number
  repository: string
  sha: string
  environmentName: string | null
  environmentUrl: string | null
  deploymentId: string | null
  createdAt: string
}

export function triggersQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'deployment-triggers'],
    queryFn: ({ signal }) => api.get<DeploymentTrigger[]>('/v1/deployment-triggers', {}, signal),
  })
}

export function deploymentsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'deployments'],
    queryFn: ({ signal }) => api.get<Deployment[]>('/v1/deployment-triggers/deployments', {}, signal),
    refetchInterval: 30_000,
  })
}

export type Target = { kind: 'check' | 'group'; id: string; name: string }

const mostFound = 20

/** Checks are searched by the server; of groups it finds those of a name, and tells the newest ones. */
export function targetsQuery(api: Api, kind: Target['kind'], text: string) {
  return queryOptions({
    queryKey: [api.accountId, 'deployment-targets', kind, text],
    queryFn: async ({ signal }): Promise<Target[]> => {
      if (kind === 'check') {
        const query = { search: text, sort: 'name', limit: mostFound }
        const { checks } = await api.get<CheckOverview>('/v1/check-overview', query, signal)
        return checks.map(({ id, name }) => ({ kind, id, name }))
      }
      const groups = await api.get<{ id: number; name: string }[]>('/v1/check-groups', { limit: 100 }, signal)
      const wanted = text.toLowerCase()
      const near = groups.filter(({ name }) => name.toLowerCase().includes(wanted))
      const exact = near.length > 0 || text === '' ? [] : await groupsNamed(api, text, signal)
      return [...near, ...exact].slice(0, mostFound).map(({ id, name }) => ({ kind, id: String(id), name }))
    },
    placeholderData: keepPreviousData,
  })
}

function groupsNamed(api: Api, name: string, signal: AbortSignal): Promise<{ id: number; name: string }[]> {
  return api.get('/v1/check-groups', { name, limit: mostFound }, signal)
}

/** What a trigger runs, by name; null when it is gone. */
export function targetNameQuery(api: Api, { checkId, groupId }: DeploymentTrigger) {
  const path = checkId === null ? `/v1/check-groups/${groupId}` : `/v1/checks/${checkId}`
  return queryOptions({
    queryKey: [api.accountId, 'name-of', path],
    queryFn: async ({ signal }): Promise<string | null> => {
      try {
        return (await api.get<{ name: string }>(path, {}, signal)).name
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: 60_000,
  })
}

export type NewTrigger = {
  target: Target | null
  repoId: string
  repoName: string
  environmentRegexFilter: string
  environmentUrlRegexFilter: string
  useEnvironmentUrl: boolean
  runLocation: string
}

export function createTrigger(api: Api, { target, ...body }: NewTrigger): Promise<DeploymentTrigger> {
  return api.post('/v1/deployment-triggers', {
    ...body,
    environmentRegexFilter: body.environmentRegexFilter === '' ? null : body.environmentRegexFilter,
    environmentUrlRegexFilter: body.environmentUrlRegexFilter === '' ? null : body.environmentUrlRegexFilter,
    ...(target?.kind === 'check' ? { checkId: target.id } : {}),
    ...(target?.kind === 'group' ? { groupId: Number(target.id) } : {}),
  })
}

export function deleteTrigger(api: Api, id: number): Promise<void> {
  return api.delete(`/v1/deployment-triggers/${id}`)
}

export function makeWebhookSecret(api: Api): Promise<{ secret: string; url: string }> {
  return api.post('/v1/deployment-triggers/webhook-secret')
}
