import { useState, type ComponentProps, type PointerEvent } from 'react'
import { plotLeftPx, plotRightPx } from './canvas-edges.ts'
import { momentAt, placeOf } from './lane-cursor.ts'
import { nearestIndex } from './readings.ts'
import { TimeChart } from './time-chart.tsx'
import { LaneKey, VerdictLanes } from './verdict-lanes.tsx'

/** Verdicts by location above their times: one axis, and one crosshair through all of it. */
export function LanedChart(props: Omit<ComponentProps<typeof TimeChart>, 'pointedAt' | 'onCursor'>) {
  const { drawing, window, onPin } = props
  const [pointedAt, setPointedAt] = useState<number | null>(null)
  const [cursorAt, setCursorAt] = useState<number | null>(null)
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointedAt(momentAt(clientX - left, width, window))
  }
  function pin(): void {
    const index = pointedAt === null ? null : nearestIndex(drawing.times, pointedAt)
    const at = index === null ? undefined : drawing.times[index]
    if (at !== undefined) onPin?.(at)
  }
  const cursor = cursorAt === null ? null : placeOf(cursorAt, window)
  return (
    <>
      <div
        data-lanes=""
        className="relative mb-1 cursor-crosshair"
        onPointerMove={point}
        onPointerLeave={() => setPointedAt(null)}
        onPointerUp={pin}
      >
        <VerdictLanes drawing={drawing} window={window} />
        {cursor === null ? null : (
          <span
            aria-hidden="true"
            data-crosshair=""
            className="border-soft pointer-events-none absolute inset-y-0 -bottom-1 border-l border-dashed"
            style={{ left: `calc(${plotLeftPx}px + (100% - ${plotLeftPx + plotRightPx}px) * ${cursor})` }}
          />
        )}
      </div>
      <TimeChart {...props} pointedAt={pointedAt} onCursor={setCursorAt} />
      <LaneKey drawing={drawing} />
    </>
  )
}
