import { deepestComponent, mostComponents } from '@sonde/schema/status-pages/status-page-component.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import type { ComponentRow } from '@sonde/store/status-pages/status-page-components.ts'

type Placed = Pick<ComponentRow, 'id' | 'pageId' | 'parentId' | 'type' | 'name'>

/** What is wrong with where components of one page stand, by the component; `all` are those that the page will have. */
export function misplacedComponents(all: readonly Placed[]): Map<string, Violation> {
  const byId = new Map(all.map((component) => [component.id, component]))
  const mistakes = new Map<string, Violation>()
  for (const component of all) {
    const message = misplacement(component, byId)
    if (message !== null) mistakes.set(component.id, { path: 'parentId', message })
  }
  return mistakes
}

function misplacement({ id, pageId, parentId }: Placed, byId: ReadonlyMap<string, Placed>): string | null {
  if (parentId === null) return null
  const parent = byId.get(parentId)
  if (parent === undefined || parent.pageId !== pageId) return 'is not a component of this page'
  if (parent.type !== 'GROUP') return `is "${parent.name}", which is not a GROUP`
  const seen = new Set([id])
  let above: Placed | undefined = parent
  while (above !== undefined) {
    if (seen.has(above.id)) return `makes a circle: "${parent.name}" is already inside it`
    seen.add(above.id)
    above = above.parentId === null ? undefined : byId.get(above.parentId)
  }
  return seen.size > deepestComponent ? `nests components deeper than ${deepestComponent} levels` : null
}

/** What is wrong with one component among those that the page will have. */
export function placeMistakes(component: Placed, others: readonly Placed[]): Violation[] {
  const all = [...others.filter(({ id }) => id !== component.id), component]
  if (all.length > mostComponents) {
    return [{ path: 'statusPageId', message: `has ${mostComponents} components already, which is the limit` }]
  }
  const isParent = all.some(({ parentId }) => parentId === component.id)
  if (component.type !== 'GROUP' && isParent) {
    return [{ path: 'type', message: 'must be GROUP while it contains components' }]
  }
  const mistakes = misplacedComponents(all)
  const own = mistakes.get(component.id)
  if (own !== undefined) return [own]
  // Moving a group moves all that it contains.
  return mistakes.size > 0
    ? [{ path: 'parentId', message: `nests components deeper than ${deepestComponent} levels` }]
    : []
}
