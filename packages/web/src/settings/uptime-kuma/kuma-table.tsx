import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { formatCount } from '../../parts/format.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { outcomeInWords, rowsOf, type KumaOutcome, type KumaReport } from './kuma-rows.ts'

const shownAtFirst = 100

const looks: Readonly<Record<KumaOutcome, { sign: string; ink: string }>> = {
  'left out': { sign: '✕', ink: 'text-soft' },
  'with differences': { sign: '▲', ink: 'text-warn' },
  'as it is': { sign: '✓', ink: 'text-good' },
}

/** What becomes of each thing in the file, and why. */
export function KumaTable({ report, isDone }: { report: KumaReport; isDone: boolean }) {
  const [most, setMost] = useState(shownAtFirst)
  const rows = rowsOf(report)
  const count = (outcome: KumaOutcome) => formatCount(rows.filter((row) => row.outcome === outcome).length)
  return (
    <section aria-label="Contents of the file" className="space-y-3">
      <p role="status" className="font-medium">
        {isDone ? 'Imported as they were: ' : 'Can be imported as they are: '}
        {count('as it is')}, with differences: {count('with differences')}, left out: {count('left out')}
      </p>
      <div
        tabIndex={0}
        role="region"
        aria-label="Items in Uptime Kuma"
        className="border-line max-h-96 overflow-auto rounded-md border"
      >
        <DataTable columns={['In Uptime Kuma', 'Outcome', 'Reason']}>
          {rows.slice(0, most).map(({ what, outcome, notes }, index) => (
            <tr key={`${index} ${what}`}>
              <td>{what}</td>
              <td className={`whitespace-nowrap ${looks[outcome].ink}`}>
                <span aria-hidden="true">{looks[outcome].sign} </span>
                {outcomeInWords(outcome, isDone)}
              </td>
              <td>
                {notes.length === 0 ? (
                  '–'
                ) : (
                  <ul>
                    {notes.map((note) => (
                      <li key={note}>{note}</li>
                    ))}
                  </ul>
                )}
              </td>
            </tr>
          ))}
        </DataTable>
      </div>
      {rows.length > most ? (
        <Button onClick={() => setMost(most + 500)}>Show more of {formatCount(rows.length)}</Button>
      ) : null}
    </section>
  )
}
