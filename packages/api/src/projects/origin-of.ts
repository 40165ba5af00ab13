import type { DeployOrigin, ProjectDeploy } from '@sonde/schema/projects/project-deploy.ts'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../http/access.ts'

/** Longer ones are nothing that anybody reads in a list. */
const longestText = 500

/** Who deploys with what, as the headers of the client say it, and from which commit. */
export function originOf(request: FastifyRequest, repoInfo: ProjectDeploy['repoInfo']): DeployOrigin {
  const { userId, via } = callerOf(request)
  const header = (name: string) => textOf(request.headers[name])
  const repo = (name: string) => textOf(repoInfo?.[name])
  return {
    source: header('x-checkly-source'),
    clientVersion: header('x-checkly-cli-version'),
    operator: header('x-checkly-operator'),
    ciName: header('x-checkly-ci-name'),
    userId,
    keyName: via.kind === 'key' ? via.name : null,
    commitId: repo('commitId'),
    branchName: repo('branchName'),
    commitOwner: repo('commitOwner'),
    commitMessage: repo('commitMessage'),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, longestText) : null
}
