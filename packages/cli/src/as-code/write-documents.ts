import { isRecord } from '@sonde/ground/is-record.ts'
import type { Configuration, ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import {
  documentKinds,
  mapDocumentReferences,
  variantOf,
  type DocumentKind,
  type DocumentList,
} from '@sonde/schema/projects/document-kinds.ts'
import { projectSchemaPath } from '@sonde/schema/projects/project-json-schema.ts'
import { shortenBody } from '@sonde/schema/projects/shorten-body.ts'
import { stringify } from 'yaml'
import { escapeText } from './expand-values.ts'

/** One thing of an account under the name that it has in the files. */
export type DocumentItem = {
  kind: DocumentKind
  logicalId: string
  /** Of the server. */
  id: string | number
  body: ConfigurationItem
  /** The group of a check. */
  groupId: number | null
}

/** Logical ids that things have already, by list and id: `checks 0192…`. */
export type LogicalIds = ReadonlyMap<string, string>

/** What an export has beside the body that creates the thing. */
const notInBodies = new Set(['id', 'createdAt', 'dashboardId', 'password'])

/** The configuration of an account as the things of a project, which name each other by logical ids. */
export function documentItems(configuration: Configuration, known: LogicalIds = new Map()): DocumentItem[] {
  const logicalIds = new Map<string, string>()
  const byList = documentKinds.map((kind) => {
    const items: readonly ConfigurationItem[] = configuration[kind.list] ?? []
    const used = new Set(items.flatMap(({ id }) => known.get(`${kind.list} ${String(id)}`) ?? []))
    for (const item of items) {
      const key = `${kind.list} ${String(item['id'])}`
      const logicalId = known.get(key) ?? unusedName(titleOf(kind.list, item), used)
      used.add(logicalId)
      logicalIds.set(key, logicalId)
      // A private location is named by its slug as well.
      if (kind.list === 'privateLocations')
        logicalIds.set(`${kind.list} ${String(item['slugName'])}`, logicalId)
    }
    return { kind, items }
  })
  return byList.flatMap(({ kind, items }) =>
    items.map((item): DocumentItem => {
      const { id, groupId } = item
      const key = `${kind.list} ${String(id)}`
      return {
        kind,
        id: typeof id === 'number' ? id : String(id),
        logicalId: logicalIds.get(key) ?? '',
        body: bodyOf(kind, item, logicalIds),
        groupId: kind.list === 'checks' && typeof groupId === 'number' ? groupId : null,
      }
    }),
  )
}

function bodyOf(kind: DocumentKind, item: ConfigurationItem, logicalIds: LogicalIds): ConfigurationItem {
  const fields = Object.fromEntries(Object.entries(item).filter(([field]) => !notInBodies.has(field)))
  const named = mapDocumentReferences(kind, withoutCardIds(fields), (value, { to, by }) => {
    const id = by === 'object' && isRecord(value) ? value['id'] : value
    const ref = logicalIds.get(`${to} ${String(id)}`)
    return ref === undefined ? value : { ref }
  })
  const variant = variantOf(kind, fields)
  const short = variant === undefined ? named : shortenBody(variant.schema, named)
  return inOrder(withoutPhase({ ...variantFieldOf(kind, fields), ...(isRecord(short) ? short : {}) }))
}

/** The variant may be the default and must be said nevertheless. */
function variantFieldOf({ variantField }: DocumentKind, item: ConfigurationItem): ConfigurationItem {
  return variantField?.isRequired === true ? { [variantField.name]: item[variantField.name] } : {}
}

/** A card keeps its id by its place on the page. */
function withoutCardIds(item: ConfigurationItem): ConfigurationItem {
  const { cards } = item
  if (!Array.isArray(cards)) return item
  return {
    ...item,
    cards: cards.map((card: unknown) => {
      if (!isRecord(card)) return card
      const { id: _kept, ...fields } = card
      return fields
    }),
  }
}

/** The minute of a check within its period is nobody's choice; of one that runs more often it is the period. */
function withoutPhase(item: ConfigurationItem): ConfigurationItem {
  if (item['frequency'] === 0) return item
  const { frequencyOffset: _kept, ...fields } = item
  return fields
}

const firstFields = ['checkType', 'version', 'type', 'name', 'description']

function inOrder(item: ConfigurationItem): ConfigurationItem {
  const first = firstFields.flatMap((field) =>
    item[field] === undefined ? [] : [[field, item[field]] as const],
  )
  return { ...Object.fromEntries(first), ...item }
}

function titleOf(list: DocumentList, item: ConfigurationItem): string {
  const { config, name, slugName, url, header, customUrl, type } = item
  const { name: channelName, address, channel, serviceName } = isRecord(config) ? config : {}
  const candidates = {
    checks: [name],
    checkGroups: [name],
    alertChannels: [channelName, address, channel, serviceName, type],
    privateLocations: [slugName],
    statusPageServices: [name],
    statusPages: [url],
    statusPageComponents: [name],
    statusPageAutomationRules: [name],
    maintenanceWindows: [name],
    dashboards: [customUrl, header],
  }[list]
  const title = candidates.find((text) => typeof text === 'string' && text !== '')
  return typeof title === 'string' ? title : list
}

const longestName = 60

function unusedName(title: string, used: ReadonlySet<string>): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestName)
    .replaceAll(/^-+|-+$/g, '')
  const name = plain === '' ? 'unnamed' : plain
  if (!used.has(name)) return name
  for (let number = 2; ; number++) if (!used.has(`${name}-${number}`)) return `${name}-${number}`
}

/** The files of the project, by their names: one for each group with its checks, one for each other kind. */
export function documentFiles(
  items: readonly DocumentItem[],
  { project, serverUrl }: { project: { logicalId: string; name: string }; serverUrl: string },
): Map<string, string> {
  const contents = new Map<string, DocumentItem[]>()
  const groupNames = new Map(
    items.filter(({ kind }) => kind.list === 'checkGroups').map(({ id, logicalId }) => [id, logicalId]),
  )
  for (const item of items) {
    const { kind, logicalId, groupId } = item
    const group =
      kind.list === 'checkGroups' ? logicalId : groupId === null ? undefined : groupNames.get(groupId)
    const name = group === undefined ? fileNames[kind.list] : `groups/${group.replaceAll(/[/#.]/g, '-')}.yaml`
    contents.set(name, [...(contents.get(name) ?? []), item])
  }
  const comment = `# yaml-language-server: $schema=${serverUrl}${projectSchemaPath}\n`
  const names = [...contents.keys()].toSorted()
  return new Map([
    ['sonde.yaml', comment + toYaml({ project, ...(names.length === 0 ? {} : { include: names }) })],
    ...names.map((name) => [name, comment + toYaml(listsOf(contents.get(name) ?? []))] as const),
  ])
}

const fileNames: Readonly<Record<DocumentList, string>> = {
  checks: 'checks.yaml',
  checkGroups: 'checks.yaml',
  alertChannels: 'alert-channels.yaml',
  privateLocations: 'private-locations.yaml',
  maintenanceWindows: 'maintenance-windows.yaml',
  dashboards: 'dashboards.yaml',
  statusPages: 'status-pages.yaml',
  statusPageServices: 'status-pages.yaml',
  statusPageComponents: 'status-pages.yaml',
  statusPageAutomationRules: 'status-pages.yaml',
}

function listsOf(items: readonly DocumentItem[]): Record<string, unknown> {
  const lists: Record<string, Record<string, unknown>> = {}
  // By name, so that two exports of the same things are the same text.
  const sorted = items.toSorted((one, other) => (one.logicalId < other.logicalId ? -1 : 1))
  for (const { kind, logicalId, body } of sorted) (lists[kind.list] ??= {})[logicalId] = escaped(body)
  return lists
}

function escaped(value: unknown): unknown {
  if (typeof value === 'string') return escapeText(value)
  if (Array.isArray(value)) return value.map(escaped)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, escaped(field)]))
}

/** Without anchors, which would appear by accident, and without lines that are broken to fit. */
function toYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 })
}
