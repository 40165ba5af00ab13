import type { PageComponent } from '../../resources/status-pages/status-page-parts.ts'

/** How deep a component stands, 0 at the top; `components` has each group before what it contains. */
export function depthsOf(components: readonly PageComponent[]): Map<string, number> {
  const depths = new Map<string, number>()
  for (const { id, parentId } of components) {
    depths.set(id, parentId === null ? 0 : (depths.get(parentId) ?? 0) + 1)
  }
  return depths
}

/** Groups that a component can be moved into: not into itself, nor into what it contains. */
export function possibleParents(
  components: readonly PageComponent[],
  ownId: string | null,
): readonly PageComponent[] {
  const inside = new Set(ownId === null ? [] : [ownId])
  for (const { id, parentId } of components) if (parentId !== null && inside.has(parentId)) inside.add(id)
  return components.filter(({ id, type }) => type === 'GROUP' && !inside.has(id))
}

/** `Shop / Payments / Cards` */
export function pathOf(components: readonly PageComponent[], id: string): string {
  const byId = new Map(components.map((component) => [component.id, component]))
  const names: string[] = []
  for (
    let at = byId.get(id);
    at !== undefined;
    at = at.parentId === null ? undefined : byId.get(at.parentId)
  ) {
    names.unshift(at.name)
  }
  return names.join(' / ')
}
