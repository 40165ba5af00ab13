import type { Line } from './drawing.ts'

/** A piece of a line, as it is in the chart. */
export function LineSample({ line: { colour, dash = [] } }: { line: Pick<Line, 'colour' | 'dash'> }) {
  return (
    <svg viewBox="0 0 24 8" className="h-2 w-6 shrink-0" aria-hidden="true" style={{ color: colour }}>
      <path d="M0 4H24" stroke="currentColor" strokeWidth={3} strokeDasharray={dash.join(' ')} />
    </svg>
  )
}
