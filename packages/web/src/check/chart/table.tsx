import { DataTable } from '../../parts/lists/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { formatValue, type Drawing } from './drawing.ts'

/** The numbers of a chart. Moments at which nothing was measured are left out. */
export function ChartTable({ label, drawing: { times, lines, unit } }: { label: string; drawing: Drawing }) {
  return (
    <div tabIndex={0} role="region" aria-label={`${label}, as a table`} className="max-h-96 overflow-auto">
      <DataTable columns={['Time', ...lines.map(({ label: name }) => ({ name, isNumeric: true as const }))]}>
        {times.map((time, index) =>
          lines.every(({ values }) => values[index] === null) ? null : (
            <tr key={time}>
              <th scope="row" className="font-normal">
                <Moment at={time} form="short" />
              </th>
              {lines.map((line) => (
                <td key={line.label} className="text-right tabular-nums">
                  {formatValue(line.values[index], unit)}
                </td>
              ))}
            </tr>
          ),
        )}
      </DataTable>
    </div>
  )
}
