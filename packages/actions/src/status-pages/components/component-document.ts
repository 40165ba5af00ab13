import type {
  StatusPageComponent,
  StatusPageComponentWrite,
} from '@sonde/schema/status-pages/status-page-component.ts'
import { componentStatuses, componentTree, flatTree } from '@sonde/status-pages/component-status.ts'
import { componentsOfPages, type ComponentRow } from '@sonde/store/status-pages/status-page-components.ts'
import { watchedComponents } from '@sonde/store/status-pages/status-page-rules.ts'
import { openImpactsOn } from '@sonde/store/status-pages/status-page-incidents.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { shownBindings } from '../../projects/shown-bindings.ts'

/** What a body says of a component, with its defaults. */
export function componentFields(
  body: StatusPageComponentWrite,
): Pick<ComponentRow, 'type' | 'name' | 'description' | 'hidden' | 'displayOrder' | 'parentId' | 'config'> {
  const { type = 'SERVICE', configuration = {} } = body
  const { showHistoricalData = true, expandedByDefault = false } = configuration
  return {
    type,
    name: body.name,
    description: body.description ?? null,
    hidden: body.hidden ?? false,
    displayOrder: body.displayOrder ?? 0,
    parentId: body.parentId?.toLowerCase() ?? null,
    config: type === 'GROUP' ? { showHistoricalData, expandedByDefault } : { showHistoricalData },
  }
}

/** The body that would make it. */
export function componentBody(row: ComponentRow): Required<StatusPageComponentWrite> {
  const { type, name, description, hidden, displayOrder, parentId } = row
  return { type, name, description, hidden, displayOrder, parentId, configuration: configurationOf(row) }
}

/** Safe because `componentFields` is all that makes it. */
function configurationOf({ config }: Pick<ComponentRow, 'config'>): StatusPageComponent['configuration'] {
  return config as StatusPageComponent['configuration']
}

/** All of one page, each group before what it contains. */
export async function componentAnswers(db: Db, pageId: string): Promise<StatusPageComponent[]> {
  const components = (await componentsOfPages(db, [pageId])).get(pageId) ?? []
  const statuses = componentStatuses(components, await openImpactsOn(db, [pageId]))
  const [first] = components
  const watched =
    first === undefined
      ? new Map<string, number>()
      : await watchedComponents(db, { accountId: first.accountId, pageId })
  const monitored = withParents(components, watched)
  const bindings = await shownBindings(
    db,
    'status-page-component',
    components.map(({ id }) => id),
  )
  return flatTree(componentTree(components)).map((row) => ({
    id: row.id,
    statusPageId: row.pageId,
    ...componentBody(row),
    configuration: configurationOf(row),
    status: statuses.get(row.id) ?? 'OPERATIONAL',
    monitored: monitored.has(row.id),
    ...bindings(row.id),
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
  }))
}

/** Null when the page has no such component. */
export async function componentAnswer(
  db: Db,
  { pageId, id }: { pageId: string; id: string },
): Promise<StatusPageComponent | null> {
  const answers = await componentAnswers(db, pageId)
  return answers.find((each) => each.id === id.toLowerCase()) ?? null
}

/** What is watched, with the groups that contain it. */
function withParents(
  components: readonly ComponentRow[],
  watched: ReadonlyMap<string, unknown>,
): ReadonlySet<string> {
  const parentOf = new Map(components.map(({ id, parentId }) => [id, parentId]))
  const all = new Set<string>()
  for (const { id } of components) {
    if (!watched.has(id)) continue
    for (let at: string | null = id; at !== null && !all.has(at); at = parentOf.get(at) ?? null) all.add(at)
  }
  return all
}
