import type { Drawing } from './drawing.ts'
import { LineSample } from './line-sample.tsx'

/** Which line is which, and what can be done. */
export function ChartLegend({
  drawing: { lines, bands = [] },
  canPin,
  canOpen,
}: {
  drawing: Drawing
  canPin: boolean
  canOpen: boolean
}) {
  return (
    <div className="mt-2 text-xs">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {lines.map((line) =>
          line.isFaint === true ? null : (
            <li key={line.label} className="inline-flex items-center gap-1.5">
              <LineSample line={line} />
              {line.label}
            </li>
          ),
        )}
      </ul>
      <p className="text-soft mt-1">
        {bands.length === 0 ? null : 'Median of each interval, between its fastest and its slowest run. '}
        {canPin ? 'Drag to zoom, click to pin a moment. ' : 'Drag to zoom. '}
        {canOpen ? 'Keys: arrows move, Enter opens the result.' : 'Keys: arrows move.'}
      </p>
    </div>
  )
}
