import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { formatWholeMs } from '../parts/format.ts'
import { Place } from '../parts/place.tsx'
import { Moment } from '../parts/moment.tsx'
import { VerdictMark } from '../parts/status/verdict-mark.tsx'
import type { ListedResult } from '../resources/check-result.ts'
import type { Check } from '../resources/checks.ts'
import { reasonOf, verdictOf } from './result/verdict-of.ts'

export function ResultTable({
  check,
  results,
}: {
  check: Pick<Check, 'id'>
  results: readonly ListedResult[]
}) {
  const { id: accountId } = useAccount()
  return (
    <DataTable
      columns={[
        'Verdict',
        'Started',
        'Location',
        { name: 'Response time', isNumeric: true },
        'Attempt',
        'Reason',
      ]}
    >
      {results.map((result) => (
        <tr key={result.id}>
          <td>
            <VerdictMark verdict={verdictOf(result)} />
          </td>
          <td>
            <Link
              to="/accounts/$accountId/checks/$checkId/results/$resultId"
              params={{ accountId, checkId: check.id, resultId: result.id ?? '' }}
            >
              <Moment at={result.startedAt} />
            </Link>
          </td>
          <td className="whitespace-nowrap">
            <Place code={result.runLocation ?? ''} servedBy={result.servedBy} />
          </td>
          <td className="text-right tabular-nums whitespace-nowrap">{formatWholeMs(result.responseTime)}</td>
          <td className="whitespace-nowrap">{attemptWords(result)}</td>
          <td className="phone-line min-w-48">
            {reasonOf(result) === null ? null : <span className="line-clamp-2">{reasonOf(result)}</span>}
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

function attemptWords({ attempts = 1, resultType }: ListedResult): string {
  if (resultType === 'ATTEMPT') return `${attempts}, tried again`
  return attempts === 1 ? '1' : `${attempts}, the last`
}
