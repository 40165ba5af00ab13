import { isRecord } from '@sonde/ground/is-record.ts'
import type { Configuration, ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { documentKinds } from '@sonde/schema/projects/document-kinds.ts'
import type { CliIo } from '../cli-io.ts'
import { ask, ServiceRefusal, type ServiceConnection } from '../service-connection.ts'
import type { DocumentItem, LogicalIds } from './write-documents.ts'

export type OwnedResources = {
  /** What the things of the project are called. */
  logicalIds: LogicalIds
  /** Things of other projects, by list and id: `checks 0192…`. */
  foreign: ReadonlySet<string>
}

/** What the projects of an account own. A project that is not there yet owns nothing. */
export async function ownedResources(
  io: CliIo,
  connection: ServiceConnection,
  project: string,
): Promise<OwnedResources> {
  const names = await allProjects(io, connection)
  const foreign = new Set<string>()
  let logicalIds: LogicalIds = new Map()
  for (const name of names) {
    const owned = await resourcesOf(io, connection, name)
    if (name === project) logicalIds = owned
    else for (const key of owned.keys()) foreign.add(key)
  }
  return { logicalIds, foreign }
}

const pageSize = 100

async function allProjects(io: CliIo, connection: ServiceConnection): Promise<string[]> {
  const names: string[] = []
  for (let page = 1; ; page++) {
    const path = `/v1/projects?limit=${pageSize}&page=${page}`
    const listed = await ask(io, connection, { method: 'GET', path })
    const projects = Array.isArray(listed) ? listed.filter(isRecord) : []
    names.push(...projects.map(({ logicalId }) => String(logicalId)))
    if (projects.length < pageSize) return names
  }
}

async function resourcesOf(
  io: CliIo,
  connection: ServiceConnection,
  logicalId: string,
): Promise<Map<string, string>> {
  const listOf = new Map<unknown, string>(documentKinds.map(({ type, list }) => [type, list]))
  try {
    const path = `/v1/projects/${encodeURIComponent(logicalId)}/resources`
    const listed = await ask(io, connection, { method: 'GET', path })
    return new Map(
      (Array.isArray(listed) ? listed : []).filter(isRecord).flatMap((each): [string, string][] => {
        const list = listOf.get(each['type'])
        return list === undefined
          ? []
          : [[`${list} ${String(each['physicalId'])}`, String(each['logicalId'])]]
      }),
    )
  } catch (error) {
    // Somebody has just deleted it.
    if (error instanceof ServiceRefusal && error.status === 404) return new Map()
    throw error
  }
}

/** The account without what belongs to other projects, which is named by its id. */
export function withoutForeign(
  configuration: Configuration,
  foreign: ReadonlySet<string>,
): { configuration: Configuration; left: number } {
  let left = 0
  const kept = documentKinds.map(({ list }) => {
    const items: readonly ConfigurationItem[] = configuration[list] ?? []
    const own = items.filter(({ id }) => !foreign.has(`${list} ${String(id)}`))
    left += items.length - own.length
    return [list, own] as const
  })
  return { configuration: { ...configuration, ...Object.fromEntries(kept) }, left }
}

/** Binds what was exported to the project, so that a deploy of the files updates it instead of creating it again. */
export async function adoptExported(
  io: CliIo,
  connection: ServiceConnection,
  project: string,
  items: readonly DocumentItem[],
): Promise<void> {
  const resources = items.map(({ kind, logicalId, id }) => ({ type: kind.type, logicalId, physicalId: id }))
  const path = `/v1/projects/${encodeURIComponent(project)}/adoptions`
  const answer = await ask(io, connection, { method: 'POST', path, body: { name: project, resources } })
  const adopted = isRecord(answer) ? Number(answer['adopted']) : 0
  io.stderr.write(
    `project "${project}" owns them now (${adopted} new): a deploy of the files changes nothing until they change\n`,
  )
}
