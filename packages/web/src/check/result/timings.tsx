import { Card } from '../../parts/card.tsx'
import { formatMs } from '../../parts/format.ts'
import { barOf, type Phase } from './waterfall.ts'

/** The parts of a run under each other, each where it began. */
export function Timings({
  phases,
  totalMs,
  note,
}: {
  phases: readonly Phase[]
  totalMs: number
  note?: string
}) {
  if (phases.length === 0) return null
  const end = Math.max(totalMs, ...phases.map(({ startMs, lengthMs }) => startMs + lengthMs))
  return (
    <Card title="Timing by phase">
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">Part</th>
            <th scope="col">When</th>
            <th scope="col">Duration</th>
          </tr>
        </thead>
        <tbody>
          {phases.map((phase) => {
            const { left, width } = barOf(phase, end)
            return (
              <tr key={phase.label}>
                <th scope="row" className="w-px py-1 pr-3 text-left font-normal whitespace-nowrap">
                  {phase.label}
                </th>
                <td className="py-1">
                  <span className="sr-only">began after {formatMs(phase.startMs)}</span>
                  <div aria-hidden="true" className="bg-raised relative h-4 rounded">
                    <div
                      className="bg-accent-fill absolute inset-y-0 rounded"
                      style={{ left: `${left}%`, width: `${width}%` }}
                    />
                  </div>
                </td>
                <td className="w-px py-1 pl-3 text-right tabular-nums whitespace-nowrap">
                  {formatMs(phase.lengthMs)}
                </td>
              </tr>
            )
          })}
          <tr className="font-semibold">
            <th scope="row" className="pt-2 text-left">
              Total
            </th>
            <td />
            <td className="pt-2 pl-3 text-right tabular-nums whitespace-nowrap">{formatMs(totalMs)}</td>
          </tr>
        </tbody>
      </table>
      {note === undefined ? null : <p className="text-soft mt-2 text-xs">{note}</p>}
    </Card>
  )
}
