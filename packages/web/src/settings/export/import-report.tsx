import { configurationKindWord } from '@sonde/schema/accounts/configuration-words.ts'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { formatCount } from '../../parts/format.ts'
import type { ConfigurationImport, ImportedItem } from '../../resources/configuration.ts'
import { countsInWords, worthTelling } from './import-words.ts'

/** More than anybody reads at once; the rest on request. */
const shownAtFirst = 100

/** What an import would do, or has done. */
export function ImportReport({ report }: { report: ConfigurationImport }) {
  const [most, setMost] = useState(shownAtFirst)
  const items = worthTelling(report.items)
  const would = report.dryRun ? 'would be ' : ''
  return (
    <section aria-label={report.dryRun ? 'What would change' : 'What was imported'} className="space-y-3">
      <p role="status" className="font-medium">
        {report.dryRun ? null : (
          <span className="text-good">
            <span aria-hidden="true">✓ </span>Imported.{' '}
          </span>
        )}
        {countsInWords(report)}
      </p>
      {report.warnings.length === 0 ? null : (
        <div className="bg-warn-wash rounded-md p-3">
          <p className="text-warn font-semibold">
            <span aria-hidden="true">⚠ </span>
            {report.warnings.length === 1 ? '1 warning' : `${formatCount(report.warnings.length)} warnings`}
          </p>
          <ul className="mt-1 max-h-60 list-disc overflow-y-auto pl-5" tabIndex={0} aria-label="Warnings">
            {report.warnings.slice(0, 500).map(({ path, name, message }) => (
              <li key={`${path} ${message}`}>
                {name === null ? null : <strong>{name}: </strong>}
                {message} <code className="text-soft text-xs">{path}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      {items.length === 0 ? null : <Items items={items.slice(0, most)} would={would} />}
      {items.length > most ? (
        <Button onClick={() => setMost(most + 500)}>Show more of {formatCount(items.length)}</Button>
      ) : null}
    </section>
  )
}

function Items({ items, would }: { items: readonly ImportedItem[]; would: string }) {
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label="Items in the file"
      className="border-line max-h-96 overflow-auto rounded-md border"
    >
      <DataTable columns={['What', 'Kind', 'Outcome']}>
        {items.map((item) => (
          <tr key={`${item.kind} ${item.sourceId ?? item.name}`}>
            <td>{item.name ?? String(item.sourceId ?? '')}</td>
            <td>{configurationKindWord(item.kind)}</td>
            <td>
              {would}
              {item.action}
              {item.changes === undefined || item.changes.length === 0 ? null : (
                <span className="text-soft block text-xs">{item.changes.join(', ')}</span>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  )
}
