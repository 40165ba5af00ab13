import {
  applyImportPlan,
  cancelImportPlan,
  commitImportPlan,
  createImportPlan as plan,
} from '@sonde/actions/projects/imports/import-into-project.ts'
import { importPlanAnswer } from '@sonde/actions/projects/imports/import-answer.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import {
  ImportPlan,
  ImportPlanCreate,
  ImportPlanList,
  ImportPlanParams,
  ImportPlanQuery,
  ImportPreviewQuery,
} from '@sonde/schema/projects/import-plan.ts'
import { ProjectParams } from '@sonde/schema/projects/project-deploy.ts'
import { importPlansOf } from '@sonde/store/projects/import-plans.ts'
import { findProject } from '@sonde/store/projects/projects.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'

const tags = ['Projects']
const access = { access: { kind: 'account', role: 'READ_WRITE' } } as const

/** What exists becomes code: the client writes the code from a plan, and then binds it to what exists. */
export function importPlans(app: App, deps: ApiDeps): void {
  app.get(
    '/next/projects/imports',
    {
      schema: {
        summary: 'List the import plans of the account',
        tags,
        querystring: ImportPlanQuery,
        response: answers({ 200: ImportPlanList }),
      },
      config: access,
    },
    (request) => listPlans({ accountId: accountOf(request).id, ...request.query }),
  )
  app.get(
    '/next/projects/:logicalId/imports',
    {
      schema: {
        summary: 'List the import plans of a project',
        tags,
        params: ProjectParams,
        querystring: ImportPlanQuery,
        response: answers({ 200: ImportPlanList }),
      },
      config: access,
    },
    async (request) => {
      const accountId = accountOf(request).id
      const project = await findProject(deps.store.read, { accountId, logicalId: request.params.logicalId })
      if (project === null) throw notFound('project')
      return await listPlans({ accountId, projectId: project.id, ...request.query })
    },
  )
  app.post(
    '/next/projects/:logicalId/imports',
    {
      schema: {
        summary: 'Plan which things of the account become part of a project',
        description:
          'Nothing of them changes. What belongs to a project, or to another plan, is left out; named by its id it is refused with 409. 404 if nothing is left.',
        tags,
        params: ProjectParams,
        querystring: ImportPreviewQuery,
        body: ImportPlanCreate,
        response: answers({ 200: ImportPlan }, 409),
      },
      config: access,
    },
    (request) =>
      plan(deps, actorOf(request, deps), {
        project: request.params.logicalId,
        input: request.body,
        isPreview: request.query.preview,
      }),
  )
  app.post(
    '/next/projects/imports/:planId/apply',
    {
      schema: {
        summary: 'Apply an import plan',
        description:
          'What it names belongs to the project from now on. Deploys change it, and delete none of it before the plan is committed. 403 if it is applied already.',
        tags,
        params: ImportPlanParams,
        response: answers({ 200: ImportPlan }, 409),
      },
      config: access,
    },
    (request) => applyImportPlan(deps, actorOf(request, deps), request.params.planId),
  )
  app.post(
    '/next/projects/imports/:planId/commit',
    {
      schema: {
        summary: 'Commit an import plan',
        description:
          'What it names is like everything else of the project: a deploy without it deletes it. 403 if the plan is not applied, or committed already.',
        tags,
        params: ImportPlanParams,
        response: answers({ 200: ImportPlan }, 409),
      },
      config: access,
    },
    (request) => commitImportPlan(deps, actorOf(request, deps), request.params.planId),
  )
  app.delete(
    '/next/projects/imports/:planId',
    {
      schema: {
        summary: 'Cancel an import plan',
        description:
          'What it names no longer belongs to the project, and stays as it is. 403 if the plan is committed.',
        tags,
        params: ImportPlanParams,
        response: answers({ 204: noContent }, 409),
      },
      config: access,
    },
    async (request, reply) => {
      await cancelImportPlan(deps, actorOf(request, deps), request.params.planId)
      return reply.code(204).send()
    },
  )

  async function listPlans({
    accountId,
    projectId = null,
    onlyUnapplied,
    onlyUncommitted,
  }: ImportPlanQuery & { accountId: string; projectId?: string | null }) {
    const rows = await importPlansOf(deps.store.read, { accountId, projectId })
    return rows
      .filter(({ appliedAt, committedAt }) => {
        return (!onlyUnapplied || appliedAt === null) && (!onlyUncommitted || committedAt === null)
      })
      .map(importPlanAnswer)
  }
}
