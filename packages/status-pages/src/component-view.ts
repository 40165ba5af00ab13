import type { ComponentRow } from '@sonde/store/status-pages/status-page-components.ts'
import { componentTree, type ComponentTree, flatTree } from './component-status.ts'
import { type PageState, worstOf } from './page-state.ts'
import type { ServiceView } from './service-view.ts'
import { meanUptime, type Share } from './service-uptime.ts'

export type PageComponent = Pick<
  ComponentRow,
  'id' | 'name' | 'createdAt' | 'parentId' | 'type' | 'description' | 'hidden' | 'config'
>

/** A component as visitors see it; of those that are hidden only what they mean for their group. */
export type ComponentView =
  | { kind: 'service'; service: ServiceView; description: string | null; showsHistory: boolean }
  | {
      kind: 'group'
      id: string
      name: string
      description: string | null
      state: PageState
      /** The mean of what it contains and shows; null where there is none. */
      uptime: Share | null
      showsHistory: boolean
      isExpanded: boolean
      children: ComponentView[]
    }

/** What visitors see of the components, as a tree. `viewOf` says how each is by its own incidents and maintenance. */
export function componentsView(
  components: readonly PageComponent[],
  viewOf: (component: PageComponent) => ServiceView,
): ComponentView[] {
  const statesOf = new Map<string, PageState>()
  const stateOf = ({ component, children }: ComponentTree<PageComponent>): PageState => {
    const own = viewOf(component).state
    // A group of nothing that anybody watches is not monitored either.
    const state = worstOf([own, ...children.map(stateOf)], 'NOT_MONITORED')
    statesOf.set(component.id, state)
    return state
  }
  const show = ({ component, children }: ComponentTree<PageComponent>): ComponentView[] => {
    const { id, name, description, config, hidden, type } = component
    if (hidden) return []
    const showsHistory = config['showHistoricalData'] !== false
    if (type === 'SERVICE')
      return [{ kind: 'service', service: viewOf(component), description, showsHistory }]
    const shown = children.flatMap(show)
    return [
      {
        kind: 'group',
        id,
        name,
        description,
        state: statesOf.get(id) ?? 'NOT_MONITORED',
        uptime: meanUptime(servicesIn(shown).map(({ uptime }) => uptime)),
        showsHistory,
        isExpanded: config['expandedByDefault'] === true,
        children: shown,
      },
    ]
  }
  const trees = componentTree(components)
  for (const tree of trees) stateOf(tree)
  return trees.flatMap(show)
}

/** The services in a tree, groups left out. */
export function servicesIn(views: readonly ComponentView[]): ServiceView[] {
  return views.flatMap((view) => (view.kind === 'service' ? [view.service] : servicesIn(view.children)))
}

/** Those that visitors see: nothing in a hidden group is shown. */
export function visibleComponents(components: readonly PageComponent[]): PageComponent[] {
  const visible = (trees: readonly ComponentTree<PageComponent>[]): ComponentTree<PageComponent>[] =>
    trees
      .filter(({ component }) => !component.hidden)
      .map(({ component, children }) => ({ component, children: visible(children) }))
  return flatTree(visible(componentTree(components)))
}
