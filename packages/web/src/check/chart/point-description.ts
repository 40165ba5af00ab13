import { formatMoment } from '../../parts/format.ts'
import { formatValue, type Drawing } from './drawing.ts'

/** What a screen reader says of one moment. */
export function describePoint({ times, lines, unit }: Drawing, index: number): string {
  const at = times[index]
  if (at === undefined) return ''
  const values = lines.map(({ label, values: all }) => {
    const value = all[index]
    return `${label} ${value === null || value === undefined ? 'not measured' : formatValue(value, unit)}`
  })
  return `${formatMoment(at)}: ${values.join(', ')}`
}
