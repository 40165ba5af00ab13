/**
 * Times to whole microseconds, before they are stored: what clocks say beyond that is noise. Cut and not rounded, so
 * that no time reaches a limit that it had not reached: limits are whole microseconds too.
 */
export function toWholeMicroseconds(milliseconds: number): number {
  const nearest = Math.round(milliseconds * 1000)
  const cut = nearest / 1000
  return cut > milliseconds ? (nearest - 1) / 1000 : cut
}

/** Every measured number in a detail. What assertions found is not ours to cut. */
export function withWholeMicroseconds(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : toWholeMicroseconds(value)
  if (Array.isArray(value)) return value.map(withWholeMicroseconds)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, name === 'assertions' ? field : withWholeMicroseconds(field)]),
  )
}
