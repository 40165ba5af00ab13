import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Loading } from '../../parts/states.tsx'
import type { CursorPosition } from './canvas.tsx'
import { isBlank, type Drawing } from './drawing.ts'
import type { ChartEvent } from './events.ts'
import { ChartLegend } from './legend.tsx'
import { describePoint } from './point-description.ts'
import { moveCursor } from './points.ts'
import { nearestIndex, pinnedIndex } from './readings.ts'
import { ChartTable } from './table.tsx'
import { ChartTooltip } from './tooltip.tsx'

// The library that draws is loaded when the first chart is shown.
const Canvas = lazy(async () => ({ default: (await import('./canvas.tsx')).Canvas }))

const noEvents: readonly ChartEvent[] = []
/** A hand is not steady: more than this is a range, not a click. */
const mostClickPx = 4

/** What can be done with a chart; without `onPin` and `onOpen` that is looking closer alone. */
export type ChartActions = {
  onZoom: (from: number, to: number) => void
  onZoomAround: (at: number, factor: number) => void
  onPin?: (at: number) => void
  /** Where each moment is a run. */
  onOpen?: (at: number) => void
}

/**
 * Values over time. With the mouse: hover for values, click to pin, drag to look closer. With keys: arrows move from run
 * to run, plus and minus look closer and from further away, the space bar pins, Enter opens the result. As a table: the same
 * numbers.
 */
export function TimeChart({
  label,
  drawing,
  events = noEvents,
  window,
  isTable,
  pinnedAt = null,
  pointedAt = null,
  onCursor,
  onZoom,
  onZoomAround,
  onPin,
  onOpen,
}: {
  label: string
  drawing: Drawing
  events?: readonly ChartEvent[]
  window: { from: number; to: number }
  isTable: boolean
  pinnedAt?: number | null
  /** What is pointed at elsewhere on the same axis. */
  pointedAt?: number | null
  /** Told where the crosshair is; null without one. Must stay the same function. */
  onCursor?: (at: number | null) => void
} & ChartActions) {
  const [position, setPosition] = useState<CursorPosition | null>(null)
  const [byKeys, setByKeys] = useState<number | null>(null)
  const [isHovered, setIsHovered] = useState(false)
  const downAt = useRef<number | null>(null)
  const box = useRef<HTMLDivElement>(null)
  // Another drawing has other moments.
  useEffect(() => setByKeys(null), [drawing])
  const { times } = drawing
  const pinned = pinnedAt === null ? null : pinnedIndex(drawing, pinnedAt)
  const pointed = pointedAt === null ? null : nearestIndex(times, pointedAt)
  const fixed = byKeys ?? (isHovered ? null : (pointed ?? pinned))
  const shown = fixed ?? (isHovered ? (position?.index ?? null) : null)
  const timeAt = (index: number | null) => (index === null ? undefined : times[index])
  const cursorAt = timeAt(shown) ?? null
  useEffect(() => onCursor?.(cursorAt), [cursorAt, onCursor])
  if (isBlank(drawing)) {
    return <p className="text-soft py-8 text-center">Nothing was measured in this time.</p>
  }
  if (isTable) return <ChartTable label={label} drawing={drawing} />

  function onKeyDown(event: KeyboardEvent): void {
    const step = stepOf(event)
    if (step !== null) {
      event.preventDefault()
      setByKeys(moveCursor(shown, step, times.length))
      return
    }
    const at = timeAt(shown)
    const factor = { '+': 0.5, '=': 0.5, '-': 2 }[event.key]
    if (factor !== undefined) {
      event.preventDefault()
      onZoomAround(at ?? (window.from + window.to) / 2, factor)
      return
    }
    if (shown === null || at === undefined) return
    if (event.key === ' ' && onPin !== undefined) {
      event.preventDefault()
      onPin(at)
    }
    if (event.key === 'Enter') onOpen?.(at)
  }
  function onPointerUp(event: PointerEvent): void {
    const distance = downAt.current === null ? Infinity : Math.abs(event.clientX - downAt.current)
    const at = timeAt(position?.index ?? null)
    downAt.current = null
    if (distance <= mostClickPx && at !== undefined) onPin?.(at)
  }
  return (
    <>
      <div
        ref={box}
        role="application"
        aria-roledescription="chart"
        aria-label={`${label}. Arrow keys move along the lines, plus and minus zoom${onOpen === undefined ? '' : ', Enter opens the result'}.`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setByKeys(null)}
        onPointerMove={() => {
          setByKeys(null)
          setIsHovered(true)
        }}
        onPointerLeave={() => setIsHovered(false)}
        onPointerDown={(event) => {
          downAt.current = event.clientX
        }}
        onPointerUp={onPointerUp}
        className="relative cursor-crosshair rounded"
      >
        <Suspense fallback={<Loading what="the chart" />}>
          <Canvas
            drawing={drawing}
            events={events}
            window={window}
            cursor={fixed}
            isHovered={isHovered}
            onCursor={setPosition}
            onZoom={onZoom}
          />
        </Suspense>
        {shown === null || position === null || position.index !== shown ? null : (
          <ChartTooltip
            drawing={drawing}
            events={events}
            window={window}
            index={shown}
            left={position.left}
            width={box.current?.clientWidth ?? 0}
          />
        )}
      </div>
      <ChartLegend drawing={drawing} canPin={onPin !== undefined} canOpen={onOpen !== undefined} />
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
