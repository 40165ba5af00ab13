import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationId, ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import type {
  ImportChanges,
  ImportFriend,
  ImportPlanCreate,
  ImportResource,
} from '@sonde/schema/projects/import-plan.ts'
import { importPlansOf } from '@sonde/store/projects/import-plans.ts'
import { bindingsOf, namedBindings } from '@sonde/store/projects/project-resources.ts'
import type { ProjectRow } from '@sonde/store/projects/projects.ts'
import type { ReadContext, StoredItem } from '../../configuration/configuration-kind.ts'
import { snippetsKind } from '../../configuration/kinds/snippets-kind.ts'
import { conflict, Refusal } from '../../refusal.ts'
import { keyOf } from '../deploy-plan.ts'
import { resourceKinds, type ResourceKind } from '../resource-kinds.ts'
import { edgePayload, nameOfEdge, storedEdges, type EdgeSubject } from '../stored-edges.ts'
import { changesIn } from './import-answer.ts'
import { importObstacle, importPayload } from './import-payload.ts'

export type PlannedImport = { changes: ImportChanges; warnings: string[] }

type Filters = NonNullable<ImportPlanCreate['filters']>

/** What of the account can become part of the project, as the filters say. Reads only. */
export async function planImport(
  context: ReadContext,
  project: ProjectRow,
  { filters = [], friends = [] }: ImportPlanCreate,
): Promise<PlannedImport> {
  const warnings: string[] = []
  const bindings = await bindingsOf(context.db, project.id)
  const reserved = await reservedThings(context)
  const taken = new Set(bindings.map(keyOf))
  const resources: ImportResource[] = []
  const subjects: EdgeSubject[] = []
  const logicalIds = new Map<string, string>()
  for (const resourceKind of resourceKinds) {
    const { type, kind } = resourceKind
    const stored = await kind.read(context, null)
    const wanted = stored.filter(({ id }) => isWanted(filters, type, id))
    const owners = await namedBindings(
      context.db,
      type,
      wanted.map(({ id }) => String(id)),
    )
    const ownerOf = new Map(
      owners.flatMap((each) => (each.isOwner ? [[each.physicalId, each] as const] : [])),
    )
    for (const each of wanted) {
      const isNamed = filters.some(({ type: action, resource }) => {
        return action === 'include' && isOf(resource, type, each.id) && resource?.physicalId !== undefined
      })
      const what = `${type} ${each.id}`
      const owner = ownerOf.get(String(each.id))
      if (owner !== undefined) {
        if (isNamed) throw conflict(`${what} belongs to the project "${owner.project.logicalId}" already`)
        continue
      }
      if (reserved.has(thingKey(type, each.id))) {
        if (isNamed) throw conflict(`${what} is reserved by a pending import: commit or cancel that first`)
        continue
      }
      const name = `${type} "${kind.nameOf(each.item) ?? each.id}"`
      const obstacle = each.unreadable ?? importObstacle(resourceKind, each.item)
      if (obstacle !== null) {
        warnings.push(`${name} is left out: ${obstacle}`)
        continue
      }
      const logicalId = unusedId(type, each.id, taken)
      taken.add(keyOf({ type, logicalId }))
      logicalIds.set(thingKey(type, each.id), logicalId)
      const payload = importPayload(resourceKind, each, (message) => warnings.push(`${name}: ${message}`))
      resources.push({ type, logicalId, physicalId: each.id, member: true, payload })
      if (type === 'check' || type === 'check-group') subjects.push({ type, stored: each })
    }
  }
  if (resources.length === 0) {
    const reasons = warnings.length === 0 ? '' : `: ${warnings.join('; ')}`
    throw new Refusal('not-found', `No importable resources were found${reasons}`)
  }
  const asked = new Set(friends.map(keyOf))
  const ownFriends = bindings.filter((each) => each.isOwner && asked.has(keyOf(each)))
  for (const { type, physicalId, logicalId } of ownFriends)
    logicalIds.set(thingKey(type, physicalId), logicalId)
  const edges = await importEdges(context, subjects, (thing) => {
    return logicalIds.get(thingKey(thing.type, thing.id)) ?? null
  })
  const all = [...resources, ...edges]
  const named = new Set(all.flatMap(namedThings))
  const usedFriends = ownFriends.flatMap(({ type, logicalId, physicalId }): ImportFriend[] => {
    const resourceKind = resourceKinds.find((each) => each.type === type)
    if (resourceKind === undefined || !named.has(thingKey(type, physicalId))) return []
    return [{ type: resourceKind.type, logicalId, physicalId: idOf(resourceKind, physicalId) }]
  })
  return {
    changes: { resources: all, friends: usedFriends, auxiliary: await usedSnippets(context, resources) },
    warnings,
  }
}

async function importEdges(
  context: ReadContext,
  subjects: readonly EdgeSubject[],
  nameOf: (thing: { type: string; id: ConfigurationId }) => string | null,
): Promise<ImportResource[]> {
  const edges = await storedEdges(context, subjects)
  return edges.flatMap((edge): ImportResource[] => {
    const logicalId = nameOfEdge(edge, nameOf)
    // Code cannot say that a subscription is switched off: it stays as somebody has made it.
    if (logicalId === null || !edge.activated) return []
    const payload = edgePayload(edge)
    const physicalId = edge.type === 'alert-channel-subscription' ? Number(edge.physicalId) : edge.physicalId
    return [{ type: edge.type, logicalId, physicalId, member: true, payload }]
  })
}

const thingKey = (type: string, id: ConfigurationId) => `${type} ${id}`

function isOf(resource: Filters[number]['resource'], type: string, id: ConfigurationId): boolean {
  if (resource === undefined) return true
  return (
    resource.type === type &&
    (resource.physicalId === undefined || String(resource.physicalId) === String(id))
  )
}

/** The last filter that fits decides. */
function isWanted(filters: Filters, type: string, id: ConfigurationId): boolean {
  return (filters.findLast(({ resource }) => isOf(resource, type, id))?.type ?? 'include') === 'include'
}

/** What plans have taken that are neither committed nor cancelled, of any project. */
async function reservedThings({ db, accountId }: ReadContext): Promise<Set<string>> {
  const plans = await importPlansOf(db, { accountId })
  return new Set(
    plans
      .filter(({ committedAt }) => committedAt === null)
      .flatMap((plan) => changesIn(plan).changes.resources)
      .map(({ type, physicalId }) => thingKey(type, physicalId)),
  )
}

/** Type and id. `<type>-<id>` would be what the command calls a reference to it. */
function unusedId(type: string, id: ConfigurationId, taken: ReadonlySet<string>): string {
  const name = `${type}/${id}`
  if (!taken.has(keyOf({ type, logicalId: name }))) return name
  for (let number = 2; ; number++) {
    const other = `${name}-${number}`
    if (!taken.has(keyOf({ type, logicalId: other }))) return other
  }
}

function idOf({ kind }: ResourceKind, physicalId: string): ConfigurationId {
  return kind.ids?.type === 'number' ? Number(physicalId) : physicalId
}

/** What a resource of the plan names. */
function namedThings({ payload }: ImportResource): string[] {
  const { groupId, alertChannelId, privateLocationId, cards, statusPageId, parentId } = payload
  const services = (Array.isArray(cards) ? cards : []).flatMap((card: unknown) =>
    isRecord(card) && Array.isArray(card['services']) ? card['services'].filter(isRecord) : [],
  )
  const ids: [string, unknown][] = [
    ['check-group', groupId],
    ['alert-channel', alertChannelId],
    ['private-location', privateLocationId],
    ['status-page', statusPageId],
    ['status-page-component', parentId],
    ...services.map(({ id }): [string, unknown] => ['status-page-service', id]),
  ]
  return ids.flatMap(([type, id]) =>
    typeof id === 'string' || typeof id === 'number' ? [thingKey(type, id)] : [],
  )
}

/** Snippets that scripts import, and those that these import. */
async function usedSnippets(
  context: ReadContext,
  resources: readonly ImportResource[],
): Promise<ImportChanges['auxiliary']> {
  const checks = resources.filter(({ type }) => type === 'check').map(({ payload }) => payload)
  const scripts = checks.flatMap((check) => [
    check['script'],
    check['localSetupScript'],
    check['localTearDownScript'],
  ])
  const ids = new Set(checks.flatMap((check) => [check['setupSnippetId'], check['tearDownSnippetId']]))
  if (![...ids].some((id) => typeof id === 'number') && !scripts.some(importsSnippet)) return []
  const stored = await snippetsKind.read(context, null)
  const used = new Map<ConfigurationId, StoredItem>()
  let isMore = true
  while (isMore) {
    isMore = false
    for (const snippet of stored) {
      const name = String(snippet.item['name'])
      if (used.has(snippet.id) || !(ids.has(snippet.id) || scripts.some((text) => imports(text, name))))
        continue
      used.set(snippet.id, snippet)
      scripts.push(snippet.item['script'])
      isMore = true
    }
  }
  return [...used.values()].map(({ id, item }) => ({
    type: 'snippet',
    physicalId: Number(id),
    payload: { id: Number(id), name: String(item['name']), script: String(item['script']) },
  }))
}

function importsSnippet(text: unknown): boolean {
  return typeof text === 'string' && text.includes('snippets/')
}

function imports(text: unknown, name: ConfigurationItem[string] & string): boolean {
  return (
    typeof text === 'string' &&
    (text.includes(`snippets/${name}'`) ||
      text.includes(`snippets/${name}"`) ||
      text.includes(`snippets/${name}.`))
  )
}
