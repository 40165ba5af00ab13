import { formatMoment, formatUtc } from '../../parts/format.ts'
import { verdictLooks } from '../../parts/status/verdict-looks.ts'
import { formatValue, type Drawing } from './drawing.ts'
import { eventInks, eventSigns, eventsNear, type ChartEvent } from './events.ts'
import { LineSample } from './line-sample.tsx'
import { readingsAt } from './readings.ts'
import { tooltipLeft, tooltipWidthPx } from './tooltip-place.ts'

/** What all locations say at the cursor, and what happened there. Screen readers are told by words of their own. */
export function ChartTooltip({
  drawing,
  events,
  window,
  index,
  left,
  width,
}: {
  drawing: Drawing
  events: readonly ChartEvent[]
  window: { from: number; to: number }
  index: number
  left: number
  width: number
}) {
  const at = drawing.times[index]
  if (at === undefined) return null
  const readings = readingsAt(drawing, index)
  const near = eventsNear(events, at, (window.to - window.from) / 120).slice(0, 4)
  return (
    <div
      aria-hidden="true"
      data-tooltip=""
      className="bg-card border-line pointer-events-none absolute top-1 z-10 rounded-lg border p-2.5 text-xs shadow-[0_8px_24px_rgb(0_0_0/12%)]"
      style={{ left: tooltipLeft(left, width), width: Math.min(tooltipWidthPx, width) }}
    >
      <p className="font-semibold" title={formatUtc(at)}>
        {formatMoment(at)}
        {drawing.stepMs === null ? null : ` – ${formatMoment(at + drawing.stepMs, 'short')}`}
      </p>
      <ul className="mt-1 space-y-0.5">
        {readings.map(({ line, label, value, verdict, spread, isHere }) => {
          const drawn = drawing.lines[line]
          return (
            <li key={line} className="flex items-baseline gap-1.5">
              {drawn === undefined ? null : <LineSample line={drawn} />}
              <span className="min-w-0 flex-1">
                <span className={isHere && drawing.stepMs === null ? 'font-semibold' : ''}>{label}</span>
                {verdict === null || verdict === 'passed' ? null : (
                  <span className={`block ${verdictLooks[verdict].ink}`}>
                    {verdictLooks[verdict].sign} {verdictLooks[verdict].word}
                  </span>
                )}
              </span>
              <strong className="text-right tabular-nums">
                {formatValue(value, drawing.unit)}
                {spread === null || spread.high === null ? null : (
                  <span className="text-soft block font-normal">
                    {formatValue(spread.low, drawing.unit)} – {formatValue(spread.high, drawing.unit)}
                  </span>
                )}
              </strong>
            </li>
          )
        })}
      </ul>
      {near.map((event) => (
        <p key={`${event.kind}-${event.from}-${event.title}`} className="mt-1 line-clamp-2">
          <span style={{ color: eventInks[event.kind] }}>{eventSigns[event.kind]}</span> {event.title}
        </p>
      ))}
    </div>
  )
}
