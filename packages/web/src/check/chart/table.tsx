import { DataTable } from '../../parts/lists/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { verdictWord } from '../../parts/status/verdict-looks.ts'
import { formatValue, type Drawing } from './drawing.ts'

/** More than anybody reads, and more than a browser shows at once without a pause. */
const mostRows = 500

/** The numbers of a chart, newest first. Moments at which nothing was measured are left out. */
export function ChartTable({ label, drawing: { times, lines, unit } }: { label: string; drawing: Drawing }) {
  const filled = times
    .map((_, index) => index)
    .filter((index) => lines.some(({ values, verdicts }) => isCell(values[index], verdicts?.[index])))
    .toReversed()
  return (
    <>
      <div tabIndex={0} role="region" aria-label={`${label}, as a table`} className="max-h-96 overflow-auto">
        <DataTable
          columns={['Time', ...lines.map(({ label: name }) => ({ name, isNumeric: true as const }))]}
        >
          {filled.slice(0, mostRows).map((index) => (
            <tr key={index}>
              <th scope="row" className="font-normal">
                <Moment at={times[index]} form="short" />
              </th>
              {lines.map(({ label: name, values, verdicts }) => (
                <td key={name} className="text-right tabular-nums">
                  {values[index] === undefined ? '' : formatValue(values[index], unit)}
                  {verdicts?.[index] === undefined || verdicts[index] === 'passed'
                    ? ''
                    : ` ${verdictWord(verdicts[index])}`}
                </td>
              ))}
            </tr>
          ))}
        </DataTable>
      </div>
      {filled.length > mostRows ? (
        <p className="text-soft mt-2 text-xs">
          The newest {mostRows} of {filled.length}. Choose a shorter range to see the others.
        </p>
      ) : null}
    </>
  )
}

function isCell(value: number | null | undefined, verdict: string | undefined): boolean {
  return typeof value === 'number' || verdict !== undefined
}
