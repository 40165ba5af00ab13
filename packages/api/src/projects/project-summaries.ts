import { createProject } from '@sonde/actions/projects/change-project.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { ProjectCreate, ProjectSummary, ProjectSummaryList } from '@sonde/schema/projects/import-plan.ts'
import { ProjectParams } from '@sonde/schema/projects/project-deploy.ts'
import { findProject, listProjects, type ProjectRow } from '@sonde/store/projects/projects.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

const tags = ['Projects']
const most = 10_000

/** Projects as the command line asks for them before an import. */
export function projectSummaries(app: App, deps: ApiDeps): void {
  app.get(
    '/next/projects',
    {
      schema: { summary: 'List all projects', tags, response: answers({ 200: ProjectSummaryList }) },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const page = { accountId: accountOf(request).id, limit: most, offset: 0 }
      return (await listProjects(deps.store.read, page)).rows.map(summaryOf)
    },
  )
  app.post(
    '/next/projects',
    {
      schema: {
        summary: 'Create a project without anything',
        description: 'A deploy creates its project by itself. This is for an import into a new one.',
        tags,
        body: ProjectCreate,
        response: answers({ 201: ProjectSummary }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const project = await createProject(deps, actorOf(request, deps), request.body)
      return await reply.code(201).send(summaryOf(project))
    },
  )
  app.get(
    '/next/projects/:logicalId',
    {
      schema: {
        summary: 'Show a project',
        tags,
        params: ProjectParams,
        response: answers({ 200: ProjectSummary }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, logicalId: request.params.logicalId }
      const project = await findProject(deps.store.read, key)
      if (project === null) throw notFound('project')
      return summaryOf(project)
    },
  )
}

function summaryOf({ id, name, logicalId, repoUrl, createdAt }: ProjectRow) {
  return { id, name, logicalId, repoUrl, created_at: new Date(createdAt).toISOString() }
}
