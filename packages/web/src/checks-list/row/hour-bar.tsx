import { Fragment, memo, useState } from 'react'
import { formatTimeOfDay } from '../../parts/format.ts'
import { verdictLooks } from '../../parts/status/verdict-looks.ts'
import type { OverviewHour } from '../../resources/check-overview.ts'
import { blocksOf, describeHour, describeHours, hourKinds, kindOfHour, type HourKind } from './hours.ts'

const cellWidth = 6
const height = 22
const capHeight = 2

function lookOf(kind: HourKind): { cell: string; cellTop: number } {
  return kind === 'none' ? { cell: 'fill-none-fill', cellTop: 20 } : verdictLooks[kind]
}

/** 24 hours of verdicts; one text for a screen reader, each hour in words under the pointer. */
export const HourBar = memo(function HourBar({ hours }: { hours: readonly OverviewHour[] }) {
  const [position, setPosition] = useState<number | null>(null)
  const width = hours.length * cellWidth
  if (hours.length === 0) return <span className="text-soft">–</span>
  const hour = position === null ? undefined : hours[position]
  const words = describeHours(hours, formatTimeOfDay)
  const blocks = blocksOf(hours.map(kindOfHour))
  return (
    <span className="block" title={hour === undefined ? words : describeHour(hour, formatTimeOfDay)}>
      <svg
        role="img"
        aria-label={words}
        viewBox={`0 0 ${width} ${height}`}
        className="block h-4 w-full max-w-[160px]"
        preserveAspectRatio="none"
        onPointerMove={({ clientX, currentTarget }) => {
          const box = currentTarget.getBoundingClientRect()
          const index = Math.floor(((clientX - box.left) / box.width) * hours.length)
          setPosition(Math.min(hours.length - 1, Math.max(0, index)))
        }}
        onPointerLeave={() => setPosition(null)}
      >
        {hourKinds.map((kind) => {
          const ofKind = blocks.filter((block) => block.kind === kind)
          if (ofKind.length === 0) return null
          const { cell, cellTop } = lookOf(kind)
          // One shape for all blocks of a kind: a page of rows has hundreds of elements less.
          const shapeTo = (bottom: number) =>
            ofKind
              .map(({ from, to }) => {
                const length = (to - from) * cellWidth
                return `M${from * cellWidth} ${cellTop}h${length}v${bottom - cellTop}h${-length}z`
              })
              .join('')
          // What is well is pale below its edge, so that what is not stands out.
          return kind === 'passed' ? (
            <Fragment key={kind}>
              <path d={shapeTo(height)} className="fill-good-tint" />
              <path d={shapeTo(cellTop + capHeight)} className={cell} />
            </Fragment>
          ) : (
            <path key={kind} d={shapeTo(height)} className={cell} />
          )
        })}
      </svg>
    </span>
  )
})
