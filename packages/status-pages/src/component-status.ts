import type { ComponentImpact, ComponentStatus } from '@sonde/schema/status-pages/status-page-component.ts'
import type { IncidentSeverity } from '@sonde/schema/status-pages/status-page-incident.ts'
import { type PageState, worstOf } from './page-state.ts'

const stateOfImpact: Readonly<Record<ComponentImpact, PageState>> = {
  UNDER_MAINTENANCE: 'MAINTENANCE',
  DEGRADED_PERFORMANCE: 'MINOR',
  PARTIAL_OUTAGE: 'MEDIUM',
  MAJOR_OUTAGE: 'MAJOR',
}

const statusOfState: Readonly<Record<PageState, ComponentStatus>> = {
  NOT_MONITORED: 'OPERATIONAL',
  NO_DATA: 'OPERATIONAL',
  OPERATIONAL: 'OPERATIONAL',
  MAINTENANCE: 'UNDER_MAINTENANCE',
  MINOR: 'DEGRADED_PERFORMANCE',
  MEDIUM: 'PARTIAL_OUTAGE',
  MAJOR: 'MAJOR_OUTAGE',
  CRITICAL: 'MAJOR_OUTAGE',
}

/** What pages, their bars and their words know an impact as. */
export function pageStateOf(impact: ComponentImpact): PageState {
  return stateOfImpact[impact]
}

export function componentStatusOf(state: PageState): ComponentStatus {
  return statusOfState[state]
}

/** How bad an incident is that nobody has called more or less severe. */
export function severityOfImpacts(impacts: readonly ComponentImpact[]): IncidentSeverity {
  const worst = worstOf(impacts.map(pageStateOf))
  return worst === 'MAJOR' || worst === 'MEDIUM' ? worst : 'MINOR'
}

/** Components as a tree, each with what it contains, siblings in the order of the list. */
export type ComponentTree<Component> = { component: Component; children: ComponentTree<Component>[] }

export function componentTree<Component extends { id: string; parentId: string | null }>(
  components: readonly Component[],
): ComponentTree<Component>[] {
  const byParent = Map.groupBy(components, ({ parentId }) => parentId)
  const below = (parentId: string | null): ComponentTree<Component>[] =>
    (byParent.get(parentId) ?? []).map((component) => ({ component, children: below(component.id) }))
  return below(null)
}

/** Each group before what it contains. */
export function flatTree<Component>(trees: readonly ComponentTree<Component>[]): Component[] {
  return trees.flatMap(({ component, children }) => [component, ...flatTree(children)])
}

/** By component: the worst impact on it, and of a group also the worst of what it contains, hidden or not. */
export function componentStatuses<Component extends { id: string; parentId: string | null }>(
  components: readonly Component[],
  impacts: readonly { componentId: string; impact: ComponentImpact }[],
): Map<string, ComponentStatus> {
  const own = Map.groupBy(impacts, ({ componentId }) => componentId)
  const statuses = new Map<string, ComponentStatus>()
  const visit = ({ component, children }: ComponentTree<Component>): PageState => {
    const states = [
      ...(own.get(component.id) ?? []).map(({ impact }) => pageStateOf(impact)),
      ...children.map(visit),
    ]
    const state = worstOf(states, 'OPERATIONAL')
    statuses.set(component.id, componentStatusOf(state))
    return state
  }
  for (const tree of componentTree(components)) visit(tree)
  return statuses
}
