import { isRecord } from '@sonde/ground/is-record.ts'
import { documentKinds } from '@sonde/schema/projects/document-kinds.ts'
import type { CliIo } from '../cli-io.ts'
import { ask, ServiceRefusal, type ServiceConnection } from '../service-connection.ts'
import type { LogicalIds } from './write-documents.ts'

/** What the things of a project are called, as its last deployment says. None for a project that is not there yet. */
export async function deployedLogicalIds(
  io: CliIo,
  connection: ServiceConnection,
  logicalId: string,
): Promise<LogicalIds> {
  const last = (await deploymentsOf(io, connection, logicalId)).find(({ status }) => status === 'SUCCEEDED')
  const result = last?.['result']
  const diff: unknown = isRecord(result) ? result['diff'] : null
  const listOf = new Map<unknown, string>(documentKinds.map(({ type, list }) => [type, list]))
  return new Map(
    (Array.isArray(diff) ? diff : []).filter(isRecord).flatMap((each): [string, string][] => {
      const list = listOf.get(each['type'])
      const isThere = each['action'] === 'CREATE' || each['action'] === 'UPDATE'
      return list === undefined || !isThere
        ? []
        : [[`${list} ${String(each['physicalId'])}`, String(each['logicalId'])]]
    }),
  )
}

async function deploymentsOf(
  io: CliIo,
  connection: ServiceConnection,
  logicalId: string,
): Promise<Readonly<Record<string, unknown>>[]> {
  try {
    const path = `/v1/projects/${encodeURIComponent(logicalId)}/deployments`
    const listed = await ask(io, connection, { method: 'GET', path })
    return Array.isArray(listed) ? listed.filter(isRecord) : []
  } catch (error) {
    if (error instanceof ServiceRefusal && error.status === 404) return []
    throw error
  }
}
