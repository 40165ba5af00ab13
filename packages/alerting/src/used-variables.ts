/**
 * Those variables that the settings of a channel seem to name, in the order of their names. Taking one too many
 * does no harm: it sets receivers apart that are one.
 */
export function usedVariables(
  config: Readonly<Record<string, unknown>>,
  variables: ReadonlyMap<string, string>,
): [string, string][] {
  if (variables.size === 0) return []
  const text = JSON.stringify(config)
  if (!text.includes('{{')) return []
  return [...variables]
    .filter(([name]) => text.includes(JSON.stringify(name).slice(1, -1)))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}
