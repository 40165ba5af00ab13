import { isRecord } from '@sonde/ground/is-record.ts'
import type { DriftedResource } from '@sonde/schema/projects/project-drift.ts'
import { CliFailure, PendingChanges } from '../cli-failure.ts'
import type { CliIo } from '../cli-io.ts'
import { ask, type ServiceConnection } from '../service-connection.ts'

/** What people have changed since the last deploy; ends with the exit code of a preview that has found changes. */
export async function tellDrift(
  io: CliIo,
  connection: ServiceConnection,
  { project, isJson }: { project: string; isJson: boolean },
): Promise<void> {
  const path = `/v1/projects/${encodeURIComponent(project)}/drift`
  const answer = await ask(io, connection, { method: 'GET', path })
  const resources = driftIn(answer)
  if (isJson) io.stdout.write(`${JSON.stringify({ resources }, null, 2)}\n`)
  else {
    for (const { type, logicalId, drift, fields } of resources) {
      const named = fields.length === 0 ? '' : `: ${fields.join(', ')}`
      io.stdout.write(`${drift.toLowerCase()} ${type} "${logicalId}"${named}\n`)
    }
    const { length } = resources
    io.stderr.write(
      length === 0
        ? `nothing of project "${project}" was changed since it was deployed\n`
        : `changed since project "${project}" was deployed: ${length}; the next deploy overwrites it\n`,
    )
  }
  if (resources.length > 0) throw new PendingChanges()
}

/** The guarantee behind this cast: this route answers by this schema on every server of this version. */
function driftIn(answer: unknown): DriftedResource[] {
  if (!isRecord(answer) || !Array.isArray(answer['resources']))
    throw new CliFailure('unexpected response: this server cannot tell what was changed')
  return answer['resources'] as DriftedResource[]
}
