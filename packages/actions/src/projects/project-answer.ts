import { isRecord } from '@sonde/ground/is-record.ts'
import {
  deploymentStatuses,
  type DeployOrigin,
  type DeployResult,
  type Project,
  type ProjectDeployment,
} from '@sonde/schema/projects/project-deploy.ts'
import type { DeploymentRow } from '@sonde/store/projects/project-deployments.ts'
import type { ListedProject, ProjectRow } from '@sonde/store/projects/projects.ts'

const momentOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

export function projectAnswer({ id, logicalId, name, repoUrl, createdAt, updatedAt }: ProjectRow): Project {
  return {
    id,
    logicalId,
    name,
    repoUrl,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: momentOf(updatedAt),
  }
}

export function listedProjectAnswer(row: ListedProject) {
  const { lastDeployment } = row
  return {
    ...projectAnswer(row),
    resources: row.resources,
    lastDeployment:
      lastDeployment === null
        ? null
        : {
            id: lastDeployment.id,
            status: statusOf(lastDeployment.status),
            createdAt: new Date(lastDeployment.createdAt).toISOString(),
          },
  }
}

function statusOf(text: string): ProjectDeployment['status'] {
  return deploymentStatuses.find((status) => status === text) ?? 'FAILED'
}

export function deploymentAnswer(row: DeploymentRow): ProjectDeployment {
  const { errorCode, errorMessage } = row
  return {
    id: row.id,
    logicalId: row.logicalId,
    status: statusOf(row.status),
    dryRun: false,
    progress: row.progress,
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? errorCode },
    result: resultIn(row.result),
    createdAt: new Date(row.createdAt).toISOString(),
    startedAt: momentOf(row.startedAt),
    endedAt: momentOf(row.endedAt),
    cancelRequestedAt: momentOf(row.cancelRequestedAt),
    announcedAt: momentOf(row.announcedAt),
    origin: originIn(row.origin),
  }
}

/** The guarantee behind this cast: only a deploy writes the column, from such a result. */
export function resultIn(text: string | null): DeployResult | null {
  const result: unknown = text === null ? null : JSON.parse(text)
  return isRecord(result) ? (result as DeployResult) : null
}

/** The guarantee behind this cast: only a deploy writes the column, from such an origin. */
function originIn(text: string | null): DeployOrigin | null {
  const origin: unknown = text === null ? null : JSON.parse(text)
  return isRecord(origin) ? (origin as DeployOrigin) : null
}
