import { isRecord } from '@sonde/ground/is-record.ts'
import { readChecksSearch, type ChecksSearch, type ListDefaults } from '../search-params.ts'

/** A list of checks under a name: filters, order, grouping and what is folded. */
export type SavedView = { name: string; search: ChecksSearch }

/** Whether a view is everybody's, or of this browser. */
export type OwnedView = SavedView & { isShared: boolean }

export const longestName = 60
const mostViews = 50

/** Takes what it understands: an earlier version, or somebody by hand, may have written something else. */
export function parseViews(text: string | null, defaults: ListDefaults): SavedView[] {
  if (text === null) return []
  const views = parseJson(text)
  if (!Array.isArray(views)) return []
  return views.flatMap((view: unknown) => {
    if (!isRecord(view) || typeof view['name'] !== 'string' || !isRecord(view['search'])) return []
    const name = view['name'].trim().slice(0, longestName)
    return name === '' ? [] : [{ name, search: viewOf(view['search'], defaults) }]
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The page of a list is where somebody is, and no part of what they look at. */
export function viewOf(search: Readonly<Record<string, unknown>>, defaults: ListDefaults): ChecksSearch {
  return readChecksSearch({ ...search, page: undefined }, defaults)
}

/** By name; one of the same name is replaced. The oldest leave when there are too many. */
export function withView(
  views: readonly SavedView[],
  { name, search }: SavedView,
  defaults: ListDefaults,
): SavedView[] {
  const others = views.filter((view) => view.name !== name.trim())
  const next = [...others, { name: name.trim(), search: viewOf(search, defaults) }].slice(-mostViews)
  return next.toSorted((left, right) => left.name.localeCompare(right.name))
}

/** The view that the address shows; null when it has no name. */
export function viewShown<View extends SavedView>(
  views: readonly View[],
  search: ChecksSearch,
  defaults: ListDefaults,
): View | null {
  const current = JSON.stringify(viewOf(search, defaults))
  return views.find((view) => JSON.stringify(view.search) === current) ?? null
}
