import { lazy, Suspense, useState, type KeyboardEvent } from 'react'
import { Loading } from '../../parts/states.tsx'
import { ChartLegend } from './legend.tsx'
import { ChartTable } from './table.tsx'
import { isBlank, type Drawing } from './drawing.ts'
import { moveCursor } from './points.ts'
import { describePoint } from './point-description.ts'

// The library that draws is loaded when the first chart is shown.
const Canvas = lazy(async () => ({ default: (await import('./canvas.tsx')).Canvas }))

/**
 * Values over time. With the mouse: hover for values, drag to look closer. With keys: arrows move along the line, plus
 * and minus look closer and from further away. As a table: the same numbers.
 */
export function TimeChart({
  label,
  drawing,
  window,
  isTable,
  onZoom,
  onZoomAround,
}: {
  label: string
  drawing: Drawing
  window: { from: number; to: number }
  isTable: boolean
  onZoom: (from: number, to: number) => void
  onZoomAround: (at: number, factor: number) => void
}) {
  const [cursor, setCursor] = useState<number | null>(null)
  const [byKeys, setByKeys] = useState<number | null>(null)
  if (isBlank(drawing)) {
    return <p className="text-soft py-8 text-center">Nothing was measured in this time.</p>
  }
  if (isTable) return <ChartTable label={label} drawing={drawing} />
  const position = byKeys ?? cursor
  function onKeyDown(event: KeyboardEvent): void {
    const step = stepOf(event)
    if (step !== null) {
      event.preventDefault()
      setByKeys(moveCursor(position, step, drawing.times.length))
      return
    }
    const factor = { '+': 0.5, '=': 0.5, '-': 2 }[event.key]
    const at = position === null ? undefined : drawing.times[position]
    if (factor === undefined) return
    event.preventDefault()
    onZoomAround(at ?? (window.from + window.to) / 2, factor)
  }
  return (
    <>
      <div
        role="application"
        aria-roledescription="chart"
        aria-label={`${label}. Arrow keys move along the line, plus and minus zoom.`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setByKeys(null)}
        onPointerMove={() => setByKeys(null)}
        className="cursor-crosshair rounded"
      >
        <Suspense fallback={<Loading what="the chart" />}>
          <Canvas drawing={drawing} window={window} cursor={byKeys} onCursor={setCursor} onZoom={onZoom} />
        </Suspense>
      </div>
      <ChartLegend drawing={drawing} index={position} />
      <p aria-live="polite" className="sr-only">
        {byKeys === null ? '' : describePoint(drawing, byKeys)}
      </p>
    </>
  )
}

function stepOf({ key, shiftKey }: KeyboardEvent): number | null {
  const wide = shiftKey ? 10 : 1
  if (key === 'ArrowLeft') return -wide
  if (key === 'ArrowRight') return wide
  if (key === 'Home') return -Infinity
  return key === 'End' ? Infinity : null
}
