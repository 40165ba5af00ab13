import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
// oxlint-disable-next-line no-unassigned-import -- a style sheet has nothing to assign
import 'uplot/dist/uPlot.min.css'
import { plotLeftPx, plotRightPx } from './canvas-edges.ts'
import { resolveColour, useColourScheme, withAlpha } from './colours.ts'
import type { TimeWindow } from '../../parts/range.ts'
import { drawnAt, formatValue, type Drawing, type Line } from './drawing.ts'
import type { ChartEvent } from './events.ts'
import { laneHeightPx, paintBehind, paintInFront } from './paint.ts'
import { gapsBetween, loneIndices } from './scale.ts'
import { tickLabel } from './tick-label.ts'

const heightPx = 260
/** A hand is not steady: less than this is a click, not a range. */
const leastDragPx = 5
/** Where runs are further apart than this, each has a dot. */
const dotSpacePx = 8

/** What the charts of a screen share it by. */
const crosshair = 'charts of a check'

/** Which moment the cursor is at, and where that is: pixels from the left edge of the chart. */
export type CursorPosition = { index: number; left: number }

/** The drawing itself: what is under the mouse is told, and a marked range is given back. */
export function Canvas({
  drawing,
  events,
  window,
  cursor,
  isHovered,
  onCursor,
  onZoom,
}: {
  drawing: Drawing
  events: readonly ChartEvent[]
  window: { from: number; to: number }
  /** Where the keys have led, or what is pinned; null leaves it to the mouse. */
  cursor: number | null
  isHovered: boolean
  onCursor: (position: CursorPosition | null) => void
  onZoom: (from: number, to: number) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const hadCursor = useRef(false)
  const handlers = useRef({ onCursor, onZoom })
  const scheme = useColourScheme()
  useEffect(() => {
    handlers.current = { onCursor, onZoom }
  })
  const { from, to } = window
  useEffect(() => {
    const place = box.current
    if (place === null) return
    const chart = new uPlot(
      optionsOf(drawing, {
        place,
        events,
        window: { from, to },
        onCursor: (position) => handlers.current.onCursor(position),
        onZoom: (left, right) => handlers.current.onZoom(left, right),
      }),
      dataOf(drawing, { from, to }),
      place,
    )
    plot.current = chart
    const resizing = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: heightPx }))
    resizing.observe(place)
    return () => {
      resizing.disconnect()
      chart.destroy()
      plot.current = null
    }
    // The colours are read when it is drawn: another scheme draws it anew.
  }, [drawing, events, from, to, scheme])
  useEffect(() => {
    const time = cursor === null ? undefined : plot.current?.data[0][cursor]
    if (plot.current === null) return
    if (cursor === null || time === undefined) {
      // Nobody points at it any more: neither do the other charts.
      if (!isHovered && hadCursor.current) moveCrosshair(plot.current, -10, 0)
      hadCursor.current = false
      return
    }
    moveCrosshair(plot.current, plot.current.valToPos(time, 'x'), cursor)
    hadCursor.current = true
    handlers.current.onCursor(positionOf(plot.current, cursor))
  }, [cursor, isHovered, drawing, events, from, to, scheme])
  // Its width must not depend on the drawing in it: what is drawn wide would never let it become narrow again.
  return <div ref={box} className="contain-inline-size w-full" style={{ minHeight: heightPx }} />
}

/** As the mouse would, in this chart and in those that share the crosshair. */
function moveCrosshair(plot: uPlot, left: number, index: number): void {
  const { clientWidth, clientHeight } = plot.over
  const top = left < 0 ? left : clientHeight / 2
  plot.setCursor({ left, top }, false)
  uPlot.sync(crosshair).pub('mousemove', plot, left, top, clientWidth, clientHeight, index)
}

function dataOf(drawing: Drawing, window: TimeWindow): uPlot.AlignedData {
  const times = drawnAt(drawing, window).map((time) => time / 1000)
  return [times, ...drawing.lines.map(({ values, heights }) => [...(heights ?? values)])]
}

function positionOf(plot: uPlot, index: number): CursorPosition {
  const time = plot.data[0][index] ?? 0
  return { index, left: plot.bbox.left / devicePixelRatio + plot.valToPos(time, 'x') }
}

type Surroundings = {
  place: HTMLElement
  events: readonly ChartEvent[]
  window: { from: number; to: number }
  onCursor: (position: CursorPosition | null) => void
  onZoom: (from: number, to: number) => void
}

function optionsOf(
  drawing: Drawing,
  { place, events, window, onCursor, onZoom }: Surroundings,
): uPlot.Options {
  const { lines, unit, limits = [], isStacked = false } = drawing
  const colourOf = (colour: string) => resolveColour(colour, place)
  const axis = {
    stroke: colourOf('var(--color-soft)'),
    grid: { stroke: colourOf('var(--color-line)'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  }
  const highestLimit = Math.max(0, ...limits.map(({ value }) => value))
  const painting = { ...drawing, events }
  // Room for the strip above the lines.
  const headroom = heightPx / (heightPx - laneHeightPx - 28)
  return {
    width: place.clientWidth,
    height: heightPx,
    padding: [null, plotRightPx, null, null],
    legend: { show: false },
    cursor: {
      drag: { x: true, y: false, setScale: false },
      points: { size: 7 },
      y: false,
      // One crosshair through all charts of the screen. A marked range belongs to the chart that it was marked in.
      sync: {
        key: crosshair,
        setSeries: false,
        scales: ['x', null],
        filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave' },
      },
    },
    scales: {
      x: { time: true, range: () => [window.from / 1000, window.to / 1000] },
      y: {
        range: (_, low, high) => {
          const top = Math.max(high ?? 0, highestLimit)
          return [Math.min(0, low ?? 0), top <= 0 ? 1 : top * headroom]
        },
      },
    },
    axes: [
      {
        ...axis,
        size: 28,
        // Times with seconds need more room than is usual.
        space: 80,
        values: (_, splits, __, ___, step) => splits.map((second) => tickLabel(second * 1000, step)),
      },
      { ...axis, size: plotLeftPx, values: (_, splits) => splits.map((value) => formatValue(value, unit)) },
    ],
    series: [
      {},
      ...lines.map((line, index) => seriesOf(line, drawing, colourOf(line.colour), isStacked && index === 0)),
    ],
    bands: bandsOf(drawing, colourOf),
    hooks: {
      drawAxes: [(plot) => paintBehind(plot, painting, { colourOf })],
      draw: [(plot) => paintInFront(plot, painting, { colourOf })],
      setCursor: [
        (plot) => {
          const { idx } = plot.cursor
          onCursor(idx === null || idx === undefined ? null : positionOf(plot, idx))
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (width < leastDragPx) return
          const edges = [left, left + width].map((position) => plot.posToVal(position, 'x') * 1000)
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          onZoom(edges[0] ?? window.from, edges[1] ?? window.to)
        },
      ],
    },
  }
}

function seriesOf(line: Line, drawing: Drawing, colour: string, isFilled: boolean): uPlot.Series {
  const { label, dash = [], isFaint = false, values } = line
  const { times, gapMs = Infinity } = drawing
  const runs = values.filter((value) => typeof value === 'number').length
  return {
    label,
    stroke: isFaint ? withAlpha(colour, 0.35) : colour,
    width: isFaint ? 1 : 2,
    dash: [...dash],
    spanGaps: false,
    ...(gapMs === Infinity
      ? {}
      : {
          gaps: (plot, _series, _from, _to, ofNulls) =>
            [
              ...ofNulls,
              ...gapsBetween(values, times, gapMs).map((gap): [number, number] => [
                Math.round(plot.valToPos(gap[0] / 1000, 'x', true)),
                Math.round(plot.valToPos(gap[1] / 1000, 'x', true)),
              ]),
            ].toSorted(([left], [right]) => left - right),
        }),
    ...(isFilled ? { fill: withAlpha(colour, 0.3) } : {}),
    points: {
      show: true,
      size: 5,
      fill: colour,
      // A value between two gaps has no line: without a dot it would not be seen.
      filter: (plot) =>
        drawing.stepMs === null && runs * dotSpacePx < plot.width
          ? values.flatMap((value, index) => (typeof value === 'number' ? [index] : []))
          : loneIndices(values, times, gapMs),
    },
  }
}

function bandsOf(
  { lines, bands = [], isStacked = false }: Drawing,
  colourOf: (colour: string) => string,
): uPlot.Band[] {
  // Those of several locations lie on top of each other.
  const bandAlpha = bands.length > 1 ? 0.07 : 0.15
  const between = (high: number, low: number): uPlot.Band => ({
    series: [high + 1, low + 1],
    fill: withAlpha(colourOf(lines[high]?.colour ?? 'currentColor'), isStacked ? 0.3 : bandAlpha),
  })
  if (isStacked) return lines.slice(1).map((_, index) => between(index + 1, index))
  return bands.map(({ high, low }) => between(high, low))
}
