import { isRecord } from '@sonde/ground/is-record.ts'
import {
  deploymentStatuses,
  type DeployResult,
  type ProjectDeployment,
} from '@sonde/schema/projects/project-deploy.ts'
import { CliFailure, InterruptedWrite } from '../cli-failure.ts'
import type { CliIo } from '../cli-io.ts'
import { ask, ServiceRefusal, streamEvents, type ServiceConnection } from '../service-connection.ts'

const waitSeconds = 30

/** A deploy or a destroy, which another one of the same project may be in the way of. */
export async function runDeployment(
  io: CliIo,
  connection: ServiceConnection,
  order: { method: 'POST' | 'DELETE'; path: string; body?: unknown; logicalId: string },
): Promise<{ deploymentId: string | null; result: DeployResult }> {
  const answer = await startDeployment(io, connection, order)
  // A project that is not there needs no deployment to be destroyed.
  if (!isDeployment(answer)) return { deploymentId: null, result: asResult(answer) }
  const ended = await followDeployment(io, connection, answer)
  const { status, error, result, id } = ended
  if (status === 'SUCCEEDED' && result !== null) return { deploymentId: id, result }
  if (status === 'CANCELLED') throw new CliFailure('the deployment was cancelled; nothing was changed')
  throw new CliFailure(
    `the deployment failed, and nothing was changed: ${error?.message ?? 'no reason given'}`,
  )
}

async function startDeployment(
  io: CliIo,
  connection: ServiceConnection,
  order: { method: 'POST' | 'DELETE'; path: string; body?: unknown; logicalId: string },
): Promise<unknown> {
  for (;;) {
    try {
      return await ask(io, connection, { ...order, headers: originHeaders(io) })
    } catch (error) {
      const other =
        error instanceof ServiceRefusal && error.status === 409 ? openDeploymentIn(error.answer) : null
      if (other === null) throw interrupted(io, error)
      io.stderr.write(`waiting for deployment ${other} of this project\n`)
      await awaitDeployment(io, connection, { id: other, logicalId: order.logicalId })
    }
  }
}

/** What the deployment remembers of the program that started it, in the words of the other client. */
function originHeaders({ version, environment }: CliIo): Record<string, string> {
  const { GITHUB_ACTIONS, GITLAB_CI, CI } = environment
  const ciName = GITHUB_ACTIONS === 'true' ? 'GitHub Actions' : GITLAB_CI === 'true' ? 'GitLab CI/CD' : null
  return {
    'x-checkly-source': 'sonde',
    'x-checkly-cli-version': version,
    'x-checkly-operator': ciName !== null || CI === 'true' ? 'ci' : 'manual',
    ...(ciName === null ? {} : { 'x-checkly-ci-name': ciName }),
  }
}

function openDeploymentIn(answer: unknown): string | null {
  const id = isRecord(answer) ? answer['deploymentId'] : null
  return typeof id === 'string' ? id : null
}

/** By the events of the server; where they break off, by asking until it has ended. */
async function followDeployment(
  io: CliIo,
  connection: ServiceConnection,
  { id, logicalId }: ProjectDeployment,
): Promise<ProjectDeployment> {
  const path = `${deploymentPath(logicalId, id)}/events`
  let shown = ''
  try {
    for await (const { event, data } of streamEvents(io, connection, path)) {
      if (event === 'complete' && isDeployment(data)) return data
      const progress = event === 'progress' && isRecord(data) ? Number(data['progress']) : null
      if (progress === null) continue
      const text = `deploying: ${progress} %`
      if (text !== shown) io.stderr.write(`${text}\n`)
      shown = text
    }
  } catch (error) {
    if (io.signal.aborted) throw interrupted(io, error)
    if (!(error instanceof CliFailure)) throw error
    io.stderr.write(`${error.message}; still waiting for the deployment\n`)
  }
  return await awaitDeployment(io, connection, { id, logicalId })
}

async function awaitDeployment(
  io: CliIo,
  connection: ServiceConnection,
  { id, logicalId }: { id: string; logicalId: string },
): Promise<ProjectDeployment> {
  const path = `${deploymentPath(logicalId, id)}/completion?maxWaitSeconds=${waitSeconds}`
  for (;;) {
    try {
      const answer = await ask(io, connection, { method: 'GET', path })
      if (isDeployment(answer)) return answer
      throw new CliFailure('unexpected response: this is no deployment')
    } catch (error) {
      if (!(error instanceof ServiceRefusal && error.status === 408)) throw interrupted(io, error)
    }
  }
}

function deploymentPath(logicalId: string, id: string): string {
  return `/v1/projects/${encodeURIComponent(logicalId)}/deployments/${id}`
}

/** What the server has begun goes on without us. */
function interrupted(io: CliIo, error: unknown): unknown {
  if (!io.signal.aborted) return error
  return new InterruptedWrite(
    'interrupted; the server may have deployed the project or not. Deploy it again: deploying twice is safe',
  )
}

/** The guarantee behind these casts: the routes of projects answer by these schemas on every server of this version. */
function isDeployment(answer: unknown): answer is ProjectDeployment {
  return isRecord(answer) && deploymentStatuses.some((status) => status === answer['status'])
}

export function asResult(answer: unknown): DeployResult {
  if (!isRecord(answer) || !Array.isArray(answer['diff'])) {
    throw new CliFailure('unexpected response: this server cannot deploy a project')
  }
  return { warnings: [], ...answer } as unknown as DeployResult
}
