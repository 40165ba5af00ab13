import { type Verdict, verdicts as allVerdicts } from '@sonde/schema/runs/verdict.ts'
import { Fragment, memo } from 'react'
import { verdictLooks } from '../../parts/status/verdict-looks.ts'
import { wordsOf } from '../spans.ts'
import { plotLeftPx, plotRightPx } from './canvas-edges.ts'
import type { Drawing, Line } from './drawing.ts'
import { laneBlocks, type LaneBlock } from './lane-blocks.ts'

/** What is drawn later lies on top: what is not well is never covered. */
const order = ['withheld', 'passed', 'degraded', 'failed'] as const satisfies readonly Verdict[]

const width = 1000
const height = 22
const capHeight = 3
/** Seen however short it was. */
const leastWidth = 3

/** What the runs of each place said, above their times and on the same axis. */
export const VerdictLanes = memo(function VerdictLanes({
  drawing: { lines, times, gapMs = 0 },
  window,
}: {
  drawing: Drawing
  window: { from: number; to: number }
}) {
  const xOf = (at: number) => ((at - window.from) / (window.to - window.from)) * width
  return (
    <ul aria-label="Verdicts by location" className="space-y-0.5" style={{ paddingRight: plotRightPx }}>
      {lines.map((line) => (
        <li key={line.label} className="flex items-center">
          <span
            aria-hidden="true"
            title={line.label}
            style={{ width: plotLeftPx }}
            className="text-soft shrink-0 truncate pr-1 text-[11px]/4"
          >
            {line.label.replace(/ \(.*\)$/, '')}
          </span>
          <Lane
            words={`${line.label}: ${wordsOf(countsOf(line))}`}
            blocks={laneBlocks({ times, verdicts: line.verdicts ?? [], gapMs, until: window.to })}
            xOf={xOf}
          />
        </li>
      ))}
    </ul>
  )
})

function Lane({
  words,
  blocks,
  xOf,
}: {
  words: string
  blocks: readonly LaneBlock[]
  xOf: (at: number) => number
}) {
  return (
    <svg
      role="img"
      aria-label={words}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-3.5 min-w-0 flex-1"
    >
      <title>{words}</title>
      <path d={`M0 ${height - 1}h${width}`} className="stroke-none-fill" />
      {order.map((verdict) => {
        const ofVerdict = blocks.filter((block) => block.verdict === verdict)
        if (ofVerdict.length === 0) return null
        const { cell, cellTop } = verdictLooks[verdict]
        const shapeTo = (bottom: number) =>
          ofVerdict
            .map(({ from, to }) => {
              const left = xOf(from)
              const length = Math.max(leastWidth, xOf(to) - left)
              return `M${left} ${cellTop}h${length}v${bottom - cellTop}h${-length}z`
            })
            .join('')
        return verdict === 'passed' ? (
          <Fragment key={verdict}>
            <path d={shapeTo(height)} className="fill-good-tint" />
            <path d={shapeTo(cellTop + capHeight)} className={cell} />
          </Fragment>
        ) : (
          <path key={verdict} d={shapeTo(height)} className={cell} />
        )
      })}
    </svg>
  )
}

function countsOf({ verdicts = [] }: Line): Record<Verdict, number> {
  const counts = { passed: 0, degraded: 0, failed: 0, withheld: 0 }
  for (const verdict of verdicts) if (verdict !== undefined) counts[verdict] += 1
  return counts
}

/** Which height and colour means what, of those that are there. */
export function LaneKey({ drawing: { lines } }: { drawing: Drawing }) {
  const present = allVerdicts.filter((verdict) => lines.some((line) => line.verdicts?.includes(verdict)))
  return (
    <ul aria-label="Key" className="text-soft mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {present.map((verdict) => {
        const { cell, cellTop, word } = verdictLooks[verdict]
        return (
          <li key={verdict} className="inline-flex items-center gap-1.5">
            <svg viewBox={`0 0 10 ${height}`} className="h-3.5 w-2" aria-hidden="true">
              <path d={`M0 ${cellTop}h10v${height - cellTop}h-10z`} className={cell} />
            </svg>
            {word}
          </li>
        )
      })}
    </ul>
  )
}
