import { describeSource } from '@sonde/schema/runs/reason.ts'
import { Card } from '../../parts/card.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import type { AssertionResult } from '../../resources/check-result.ts'
import { actualWords, propertyWords, targetWords } from './assertion-words.ts'

export function Assertions({ assertions }: { assertions: readonly AssertionResult[] }) {
  if (assertions.length === 0) return null
  return (
    <Card title="Assertions" isFlush>
      <DataTable columns={['Result', 'Source', 'Property', 'Comparison', 'Expected', 'Found']}>
        {assertions.map((assertion, index) => (
          <tr key={`${assertion.order}-${index}`}>
            <td className="whitespace-nowrap">
              {assertion.error === null ? (
                <span className="text-good font-semibold">
                  <span aria-hidden="true">✓ </span>Passed
                </span>
              ) : (
                <span className="text-bad font-semibold">
                  <span aria-hidden="true">✕ </span>Failed
                </span>
              )}
            </td>
            <td className="md:whitespace-nowrap">{describeSource(assertion.source)}</td>
            <td>
              <code>{propertyWords(assertion)}</code>
            </td>
            <td>{describeSource(assertion.comparison)}</td>
            <td>
              <code>{targetWords(assertion)}</code>
            </td>
            <td>
              <code className="break-all">{actualWords(assertion)}</code>
              {assertion.error === null ? null : (
                <span className="text-bad block text-xs">{assertion.error}</span>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
    </Card>
  )
}
