import { formatMoment } from '../../parts/format.ts'
import { verdictWord } from '../../parts/status/verdict-looks.ts'
import { formatValue, type Drawing } from './drawing.ts'
import { readingsAt } from './readings.ts'

/** What a screen reader says of one moment: of the run that it is, or of all lines of an interval. */
export function describePoint(drawing: Drawing, index: number): string {
  const at = drawing.times[index]
  if (at === undefined) return ''
  const readings = readingsAt(drawing, index).filter(({ isHere }) => isHere || drawing.stepMs !== null)
  const words = readings.map(({ label, value, verdict }) =>
    [
      label,
      value === null ? 'not measured' : formatValue(value, drawing.unit),
      ...(verdict === null ? [] : [verdictWord(verdict)]),
    ].join(', '),
  )
  return `${formatMoment(at)}: ${words.join('; ')}`
}
