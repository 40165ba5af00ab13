import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import {
  documentKindOf,
  logicalIdIn,
  mapDocumentReferences,
  type DocumentList,
} from '@sonde/schema/projects/document-kinds.ts'
import type { DeployResource, ProjectDeploy } from '@sonde/schema/projects/project-deploy.ts'
import type { ResourceType } from '@sonde/schema/projects/project-resource.ts'
import type { ProjectItem } from './read-project.ts'

/** The private locations of the account, by slug and by id. */
export type LocationIds = ReadonlyMap<string, string>

/** Whether anything names a private location that these files do not describe. */
export function namesForeignLocations(items: readonly ProjectItem[]): boolean {
  return foreignLocations(items).length > 0
}

function foreignLocations(
  items: readonly ProjectItem[],
): { name: string; item: ProjectItem; index: number }[] {
  const own = new Set(slugsOf(items).keys())
  return items.flatMap((item) =>
    entriesOf(item.body, 'privateLocations').flatMap((name, index) =>
      typeof name === 'string' && !own.has(name) ? [{ name, item, index }] : [],
    ),
  )
}

/** A private location may be named by its slug, also by files that describe it. */
function slugsOf(items: readonly ProjectItem[]): Map<string, string> {
  return new Map(
    items
      .filter(({ kind }) => kind.list === 'privateLocations')
      .map(({ body, logicalId }) => [String(body['slugName']), logicalId]),
  )
}

/**
 * What the deploy route takes. What joins a check or a group to channels and private locations are resources of
 * their own there; and what is not of the project is listed as a reference.
 */
export function buildDeploy(
  items: readonly ProjectItem[],
  {
    project,
    repoInfo,
    locationIds,
    mistake,
  }: {
    project: ProjectDeploy['project']
    repoInfo: ProjectDeploy['repoInfo']
    locationIds: LocationIds
    mistake(item: ProjectItem, path: readonly (string | number)[], message: string): void
  },
): ProjectDeploy {
  const resources: DeployResource[] = []
  const references = new Map<string, DeployResource>()
  const ownSlugs = slugsOf(items)

  /** By logical id: of the project, or of a reference to what has this id. */
  function refTo(list: DocumentList, value: unknown): { ref: string } {
    const logicalId = logicalIdIn(value)
    if (logicalId !== null) return { ref: logicalId }
    const physicalId = typeof value === 'number' ? value : String(value)
    const type = typeOf(list)
    const ref = `${type}-${physicalId}`
    references.set(`${type} ${ref}`, { logicalId: ref, type, physicalId, member: false, payload: null })
    return { ref }
  }

  for (const { name, item, index } of foreignLocations(items)) {
    if (!locationIds.has(name))
      mistake(item, ['privateLocations', index], `there is no private location "${name}" in the account`)
  }

  for (const item of items) {
    const { kind, logicalId, body, source } = item
    const sourceFile = source.file
    const { alertChannelSubscriptions, privateLocations, ...fields } = body
    const joins = kind.list === 'checks' || kind.list === 'checkGroups'
    const payload = payloadOf(item, joins ? fields : body, refTo)
    resources.push({ logicalId, type: kind.type, member: true, payload, sourceFile })
    if (!joins) continue
    const subject = kind.list === 'checks' ? 'check' : 'group'
    const prefix = kind.list === 'checks' ? 'check' : 'check-group'
    const joined = { [`${subject}Id`]: { ref: logicalId } }
    for (const entry of entriesOf({ alertChannelSubscriptions }, 'alertChannelSubscriptions')) {
      if (!isRecord(entry)) continue
      const alertChannelId = refTo('alertChannels', entry['alertChannelId'])
      resources.push({
        logicalId: `${prefix}-alert-channel-subscription#${logicalId}#${alertChannelId.ref}`,
        type: 'alert-channel-subscription',
        member: true,
        payload: { alertChannelId, ...joined, activated: entry['activated'] !== false },
        sourceFile,
      })
    }
    for (const entry of entriesOf({ privateLocations }, 'privateLocations')) {
      const name = typeof entry === 'string' ? entry : null
      const own = name === null ? undefined : ownSlugs.get(name)
      const id = name === null ? entry : own === undefined ? locationIds.get(name) : { ref: own }
      if (id === undefined) continue
      const privateLocationId = refTo('privateLocations', id)
      resources.push({
        logicalId: `private-location-${subject}-assignment#${logicalId}#${privateLocationId.ref}`,
        type: `private-location-${subject}-assignment`,
        member: true,
        payload: { privateLocationId, ...joined },
        sourceFile,
      })
    }
  }
  return {
    project,
    sharedFiles: [],
    resources: [...resources, ...references.values()],
    repoInfo: repoInfo ?? null,
  }
}

/** In the words of the deploy route. */
function payloadOf(
  { kind }: ProjectItem,
  body: ConfigurationItem,
  refTo: (list: DocumentList, value: unknown) => { ref: string },
): ConfigurationItem {
  const mapped = mapDocumentReferences(kind, body, (value, { by }, path) => {
    // The services of a card are listed as references, or by their ids.
    if (by === 'object') return logicalIdIn(value) === null && isRecord(value) ? value['id'] : value
    return path === 'groupId' ? refTo('checkGroups', value) : value
  })
  if (kind.list !== 'checkGroups') return mapped
  const { version = 2, ...group } = mapped
  return version === 2 ? { ...group, v: 2 } : group
}

function typeOf(list: DocumentList): ResourceType {
  const kind = documentKindOf(list)
  if (kind === undefined) throw new Error(`there is no list ${list}`)
  return kind.type
}

function entriesOf(body: ConfigurationItem, field: string): unknown[] {
  const list = body[field]
  return Array.isArray(list) ? list : []
}
