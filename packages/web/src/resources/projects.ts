import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer } from '../api/operation.ts'

export type Project = Answer<'GET /v1/projects'>[number]
export type ProjectDeployment = Answer<'GET /v1/projects/{logicalId}/deployments'>[number]
export type DeployDiff = NonNullable<ProjectDeployment['result']>['diff'][number]

/** Begins the keys of all that is read here, behind the account. */
export const projectsKey = ['projects'] as const
const mostListed = 100
/** A deployment that runs shows how far it is. */
const refetchInterval = 15_000

export function projectsQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...projectsKey],
    queryFn: ({ signal }) => api.call('GET /v1/projects', { query: { limit: mostListed }, signal }),
    refetchInterval,
  })
}

export function projectDeploymentsQuery(api: Api, logicalId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...projectsKey, logicalId, 'deployments'],
    queryFn: ({ signal }) =>
      api.call('GET /v1/projects/{logicalId}/deployments', {
        params: { logicalId },
        query: { limit: 50 },
        signal,
      }),
    refetchInterval,
  })
}

/** What people have changed since the last deploy. */
export function projectDriftQuery(api: Api, logicalId: string) {
  return queryOptions({
    queryKey: [api.accountId, ...projectsKey, logicalId, 'drift'],
    queryFn: ({ signal }) =>
      api.call('GET /v1/projects/{logicalId}/drift', { params: { logicalId }, signal }),
  })
}

/** The project is gone, and what it owned stays: from then on it is changed by people. Resolves when that is done. */
export async function takeOverProject(api: Api, logicalId: string): Promise<void> {
  const answer = await api.call('DELETE /v1/projects/{logicalId}', {
    params: { logicalId },
    query: { preserveResources: true },
  })
  if (!('id' in answer)) return
  const params = { logicalId, deploymentId: answer.id }
  const ended = await api.call('GET /v1/projects/{logicalId}/deployments/{deploymentId}/completion', {
    params,
  })
  if (ended.error !== null) throw new Error(ended.error.message)
}
