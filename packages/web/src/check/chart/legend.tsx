import { formatMoment, formatUtc } from '../../parts/format.ts'
import { formatValue, type Drawing, type Line } from './drawing.ts'

/** Which line is which, and what they say where the cursor is. */
export function ChartLegend({ drawing, index }: { drawing: Drawing; index: number | null }) {
  const at = index === null ? undefined : drawing.times[index]
  return (
    <div className="mt-2 min-h-10 text-xs">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {drawing.lines.map((line) => (
          <li key={line.label} className="inline-flex items-center gap-1.5">
            <Sample line={line} />
            {line.label}
            {index === null ? null : (
              <strong className="tabular-nums">{formatValue(line.values[index], drawing.unit)}</strong>
            )}
          </li>
        ))}
      </ul>
      <p className="text-soft mt-1">
        {at === undefined ? (
          'Drag over the chart to look closer.'
        ) : (
          <>
            {formatMoment(at)} – {formatMoment(at + drawing.stepMs)} · {formatUtc(at)}
          </>
        )}
      </p>
    </div>
  )
}

function Sample({ line: { colour, dash = [], isFaint = false } }: { line: Line }) {
  return (
    <svg viewBox="0 0 24 8" className="h-2 w-6" aria-hidden="true" style={{ color: colour }}>
      <path
        d="M0 4H24"
        stroke="currentColor"
        strokeWidth={isFaint ? 1.5 : 3}
        strokeDasharray={dash.join(' ')}
        opacity={isFaint ? 0.6 : 1}
      />
    </svg>
  )
}
