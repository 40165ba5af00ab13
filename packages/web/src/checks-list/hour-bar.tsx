import { memo, useState } from 'react'
import { verdictLooks } from '../parts/verdict-looks.ts'
import type { OverviewHour } from '../resources/check-overview.ts'
import { describeHour, describeHours, hourKinds, kindOfHour, type HourKind } from './hours.ts'

const hourTime = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const formatHour = (at: number) => hourTime.format(at)

const cellWidth = 6
const height = 22

function lookOf(kind: HourKind): { cell: string; cellTop: number } {
  return kind === 'none' ? { cell: 'fill-none-fill', cellTop: 20 } : verdictLooks[kind]
}

/** 24 hours of verdicts; one text for a screen reader, each hour in words under the pointer. */
export const HourBar = memo(function HourBar({ hours }: { hours: readonly OverviewHour[] }) {
  const [position, setPosition] = useState<number | null>(null)
  const width = hours.length * cellWidth
  if (hours.length === 0) return <span className="text-soft">–</span>
  const hour = position === null ? undefined : hours[position]
  const words = describeHours(hours, formatHour)
  return (
    <span className="block" title={hour === undefined ? words : describeHour(hour, formatHour)}>
      <svg
        role="img"
        aria-label={words}
        viewBox={`0 0 ${width} ${height}`}
        className="h-[22px] w-[120px]"
        preserveAspectRatio="none"
        onPointerMove={({ clientX, currentTarget }) => {
          const box = currentTarget.getBoundingClientRect()
          const index = Math.floor(((clientX - box.left) / box.width) * hours.length)
          setPosition(Math.min(hours.length - 1, Math.max(0, index)))
        }}
        onPointerLeave={() => setPosition(null)}
      >
        {hourKinds.map((kind) => {
          const cells = hours.flatMap((one, index) => (kindOfHour(one) === kind ? [index] : []))
          if (cells.length === 0) return null
          const { cell, cellTop } = lookOf(kind)
          // One shape for all cells of a kind: a page of rows has hundreds of elements less.
          const shape = cells.map(
            (index) =>
              `M${index * cellWidth + 0.5} ${cellTop}h${cellWidth - 1}v${height - cellTop}h${1 - cellWidth}z`,
          )
          return <path key={kind} d={shape.join('')} className={cell} />
        })}
      </svg>
    </span>
  )
})
