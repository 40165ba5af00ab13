import type uPlot from 'uplot'
import { withAlpha } from './colours.ts'
import type { Drawing } from './drawing.ts'
import { eventInks, eventSigns, type ChartEvent } from './events.ts'

/** What lies behind and in front of the lines. All sizes in pixels of the style sheet. */

/** The strip above the lines in which failures and the signs of events are. */
export const laneHeightPx = 18
const failureHeightPx = 6
const crossPx = 3.5

type Painter = { colourOf: (colour: string) => string }

export type Painting = Pick<Drawing, 'lines' | 'limits' | 'failures'> & { events: readonly ChartEvent[] }

/** Maintenance is a band, and failures are one that is narrow at the top and pale below. */
export function paintBehind(plot: uPlot, { failures = [], events }: Painting, { colourOf }: Painter): void {
  const { ctx, bbox } = plot
  ctx.save()
  clip(plot)
  for (const { kind, from, to } of events) {
    if (kind !== 'maintenance' || to === null) continue
    ctx.fillStyle = withAlpha(colourOf('var(--color-maint-fill)'), 0.16)
    const left = xOf(plot, from)
    ctx.fillRect(left, bbox.top, Math.max(px(2), xOf(plot, to) - left), bbox.height)
  }
  for (const { from, to } of failures) {
    const left = xOf(plot, from) - px(1)
    const width = Math.max(px(2), xOf(plot, to) + px(1) - left)
    ctx.fillStyle = withAlpha(colourOf('var(--color-bad-fill)'), 0.13)
    ctx.fillRect(left, bbox.top, width, bbox.height)
    ctx.fillStyle = colourOf('var(--color-bad-fill)')
    ctx.fillRect(left, bbox.top, width, px(failureHeightPx))
  }
  ctx.restore()
}

/** Limits with their words, a cross for each failed run, and the signs of events. */
export function paintInFront(plot: uPlot, painting: Painting, { colourOf }: Painter): void {
  const { ctx } = plot
  ctx.save()
  clip(plot)
  ctx.font = `${px(11)}px system-ui, sans-serif`
  paintLimits(plot, painting, colourOf)
  paintCrosses(plot, painting, colourOf)
  paintEvents(plot, painting, colourOf)
  ctx.restore()
}

function paintLimits(plot: uPlot, { limits = [] }: Painting, colourOf: (colour: string) => string): void {
  const { ctx, bbox } = plot
  ctx.setLineDash([px(5), px(4)])
  ctx.lineWidth = px(1)
  for (const { value, label, verdict } of limits) {
    const y = plot.valToPos(value, 'y', true)
    const ink = colourOf(verdict === 'failed' ? 'var(--color-bad)' : 'var(--color-warn)')
    ctx.strokeStyle = ink
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
    ctx.fillStyle = ink
    ctx.textAlign = 'left'
    ctx.textBaseline = y - bbox.top < px(laneHeightPx) ? 'top' : 'bottom'
    ctx.fillText(label, bbox.left + px(4), y + (ctx.textBaseline === 'top' ? px(2) : -px(2)))
  }
  ctx.setLineDash([])
}

/** A failed run that measured nothing has its cross on the floor. */
function paintCrosses(plot: uPlot, { lines }: Painting, colourOf: (colour: string) => string): void {
  const { ctx, bbox } = plot
  const times = plot.data[0]
  ctx.strokeStyle = colourOf('var(--color-bad)')
  ctx.lineWidth = px(2)
  ctx.beginPath()
  for (const { verdicts = [], values } of lines) {
    for (const [index, verdict] of verdicts.entries()) {
      const time = times[index]
      if (verdict !== 'failed' || time === undefined) continue
      const value = values[index]
      const x = plot.valToPos(time, 'x', true)
      const y =
        typeof value === 'number' ? plot.valToPos(value, 'y', true) : bbox.top + bbox.height - px(crossPx + 2)
      const arm = px(crossPx)
      ctx.moveTo(x - arm, y - arm)
      ctx.lineTo(x + arm, y + arm)
      ctx.moveTo(x + arm, y - arm)
      ctx.lineTo(x - arm, y + arm)
    }
  }
  ctx.stroke()
}

function paintEvents(plot: uPlot, { events }: Painting, colourOf: (colour: string) => string): void {
  const { ctx, bbox } = plot
  ctx.textAlign = 'center'
  ctx.textBaseline = 'top'
  ctx.font = `600 ${px(12)}px system-ui, sans-serif`
  for (const { kind, from } of events) {
    const x = xOf(plot, from)
    const ink = colourOf(eventInks[kind])
    if (kind !== 'maintenance') {
      ctx.strokeStyle = ink
      ctx.lineWidth = px(1)
      ctx.setLineDash([px(2), px(3)])
      ctx.beginPath()
      ctx.moveTo(x, bbox.top + px(laneHeightPx))
      ctx.lineTo(x, bbox.top + bbox.height)
      ctx.stroke()
    }
    ctx.fillStyle = ink
    ctx.fillText(eventSigns[kind], Math.max(x, bbox.left + px(6)), bbox.top + px(failureHeightPx))
  }
  ctx.setLineDash([])
}

function clip({ ctx, bbox }: uPlot): void {
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
}

function xOf(plot: uPlot, at: number): number {
  return plot.valToPos(at / 1000, 'x', true)
}

function px(pixels: number): number {
  return pixels * devicePixelRatio
}
