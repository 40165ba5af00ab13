import type { Deployments } from '@sonde/actions/projects/deployments.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import type { DeploymentRow } from '@sonde/store/projects/project-deployments.ts'
import type { FastifyRequest } from 'fastify'
import { accountOf } from '../http/access.ts'

/** The deployment that the path names. */
export async function findNamedDeployment(
  deployments: Deployments,
  request: FastifyRequest & { params: { logicalId: string; deploymentId: string } },
): Promise<DeploymentRow> {
  const { logicalId, deploymentId: id } = request.params
  const row = await deployments.find({ accountId: accountOf(request).id, logicalId, id: id.toLowerCase() })
  if (row === null) throw notFound('deployment')
  return row
}
