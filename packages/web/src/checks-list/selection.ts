/** Which checks are marked, and where a range would begin. */
export type Selection = { ids: ReadonlySet<string>; from: string | null }

export const emptySelection: Selection = { ids: new Set(), from: null }

/** With the shift key, everything between the last click and this one becomes as this one. */
export function toggleRow(
  selection: Selection,
  id: string,
  order: readonly string[],
  isRange: boolean,
): Selection {
  const ids = new Set(selection.ids)
  const isOn = !ids.has(id)
  const start = selection.from === null ? -1 : order.indexOf(selection.from)
  const end = order.indexOf(id)
  const range = isRange && start !== -1 ? order.slice(Math.min(start, end), Math.max(start, end) + 1) : [id]
  for (const one of range) {
    if (isOn) ids.add(one)
    else ids.delete(one)
  }
  return { ids, from: id }
}

/** All rows of the page, or none of them. Those of other pages stay as they are. */
export function togglePage(selection: Selection, order: readonly string[]): Selection {
  const ids = new Set(selection.ids)
  const isOn = !order.every((id) => ids.has(id))
  for (const id of order) {
    if (isOn) ids.add(id)
    else ids.delete(id)
  }
  return { ids, from: null }
}
