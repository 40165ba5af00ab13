import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
// oxlint-disable-next-line no-unassigned-import -- a style sheet has nothing to assign
import 'uplot/dist/uPlot.min.css'
import { resolveColour, useColourScheme, withAlpha } from './colours.ts'
import { formatValue, type Drawing, type Line } from './drawing.ts'

const heightPx = 220
/** A hand is not steady: less than this is a click, not a range. */
const leastDragPx = 5

/** The drawing itself: what is under the mouse is told, and a marked range is given back. */
export function Canvas({
  drawing,
  window,
  cursor,
  onCursor,
  onZoom,
}: {
  drawing: Drawing
  window: { from: number; to: number }
  /** Where the keys have led; null leaves it to the mouse. */
  cursor: number | null
  onCursor: (index: number | null) => void
  onZoom: (from: number, to: number) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
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
        window: { from, to },
        onCursor: (index) => handlers.current.onCursor(index),
        onZoom: (left, right) => handlers.current.onZoom(left, right),
      }),
      dataOf(drawing),
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
  }, [drawing, from, to, scheme])
  useEffect(() => {
    const time = cursor === null ? undefined : drawing.times[cursor]
    if (plot.current === null || time === undefined) return
    plot.current.setCursor({ left: plot.current.valToPos(time / 1000, 'x'), top: heightPx / 2 }, false)
  }, [cursor, drawing])
  // Its width must not depend on the drawing in it: what is drawn wide would never let it become narrow again.
  return <div ref={box} className="contain-inline-size w-full" style={{ minHeight: heightPx }} />
}

function dataOf({ times, lines }: Drawing): uPlot.AlignedData {
  return [times.map((time) => time / 1000), ...lines.map(({ values, heights }) => [...(heights ?? values)])]
}

type Surroundings = {
  place: HTMLElement
  window: { from: number; to: number }
  onCursor: (index: number | null) => void
  onZoom: (from: number, to: number) => void
}

function optionsOf(drawing: Drawing, { place, window, onCursor, onZoom }: Surroundings): uPlot.Options {
  const { lines, unit, band, isStacked = false } = drawing
  const colourOf = (colour: string) => resolveColour(colour, place)
  const axis = {
    stroke: colourOf('var(--color-soft)'),
    grid: { stroke: colourOf('var(--color-line)'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  }
  return {
    width: place.clientWidth,
    height: heightPx,
    legend: { show: false },
    cursor: { drag: { x: true, y: false, setScale: false }, points: { size: 7 }, y: false },
    scales: {
      x: { time: true, range: () => [window.from / 1000, window.to / 1000] },
      y: { range: (_, low, high) => [Math.min(0, low ?? 0), high === null || high <= 0 ? 1 : high * 1.08] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        values: (_, splits, __, ___, step) => splits.map((second) => shownTime(second * 1000, step)),
      },
      { ...axis, size: 64, values: (_, splits) => splits.map((value) => formatValue(value, unit)) },
    ],
    series: [
      {},
      ...lines.map((line, index) => seriesOf(line, colourOf(line.colour), isStacked && index === 0)),
    ],
    bands: bandsOf(lines, { band, isStacked, colourOf }),
    hooks: {
      setCursor: [({ cursor: { idx } }) => onCursor(idx ?? null)],
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

function seriesOf(
  { label, dash = [], isFaint = false }: Line,
  colour: string,
  isFilled: boolean,
): uPlot.Series {
  return {
    label,
    stroke: isFaint ? withAlpha(colour, 0.35) : colour,
    width: isFaint ? 1 : 2,
    dash: [...dash],
    spanGaps: false,
    ...(isFilled ? { fill: withAlpha(colour, 0.3) } : {}),
    // A value between two gaps has no line: without a dot it would not be seen.
    points: {
      show: true,
      size: 5,
      fill: colour,
      filter: (plot, series) => lonelyIn(plot.data[series] ?? []),
    },
  }
}

function lonelyIn(values: ArrayLike<number | null | undefined>): number[] {
  const isThere = (index: number) => values[index] !== null && values[index] !== undefined
  return Array.from({ length: values.length }, (_, index) => index).filter(
    (index) => isThere(index) && !isThere(index - 1) && !isThere(index + 1),
  )
}

function bandsOf(
  lines: readonly Line[],
  {
    band,
    isStacked,
    colourOf,
  }: { band: Drawing['band']; isStacked: boolean; colourOf: (colour: string) => string },
): uPlot.Band[] {
  const between = (high: number, low: number): uPlot.Band => ({
    series: [high + 1, low + 1],
    fill: withAlpha(colourOf(lines[high]?.colour ?? 'currentColor'), isStacked ? 0.3 : 0.15),
  })
  if (isStacked) return lines.slice(1).map((_, index) => between(index + 1, index))
  return band === undefined ? [] : [between(band.high, band.low)]
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })

/** `stepSeconds` is how far apart the marks are: days need no clock, and a new day says which. */
function shownTime(at: number, stepSeconds: number): string {
  const date = new Date(at)
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0
  return stepSeconds >= 86_400 || isMidnight ? day.format(date) : clock.format(date)
}
