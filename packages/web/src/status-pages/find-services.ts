import type { StatusPageService } from '../resources/status-pages/status-page-services.ts'

const matchLimit = 20

/** By name, those whose name holds the text; not those that are there already. */
export function findServices(
  all: readonly StatusPageService[],
  text: string,
  without: readonly { readonly id: string }[] = [],
): { id: string; name: string }[] {
  const needle = text.trim().toLowerCase()
  return all
    .filter(({ id, name }) => name.toLowerCase().includes(needle) && !without.some((one) => one.id === id))
    .toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }))
    .slice(0, matchLimit)
    .map(({ id, name }) => ({ id, name }))
}
