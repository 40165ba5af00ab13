import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/account-context.ts'
import { Card } from '../../parts/card.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Facts } from '../../parts/facts.tsx'
import { formatDuration } from '../../parts/format.ts'
import { Loaded } from '../../parts/states.tsx'
import { timeToPageQuery, type TimeToPage } from '../../resources/check-stats.ts'
import { alertsInWords } from './words.ts'

/** How long an outage can go unnoticed: as the settings allow, and as it was. */
export function TimeToPageCard({ checkId }: { checkId: string }) {
  const times = useQuery(timeToPageQuery(useApi(), checkId))
  return (
    <Card title="Time to alert">
      <Loaded query={times} what="the times">
        {({ worstCase, measured, exceeded }) => (
          <div className="space-y-4">
            {worstCase === null ? (
              <p className="text-soft">It does not run on a schedule: there is no worst case.</p>
            ) : (
              <div>
                <h3 className="mb-2">Worst case with the current settings</h3>
                <Facts
                  facts={[
                    ['Until a run sees the outage', formatSeconds(worstCase.waitForRun)],
                    ['Until the run that raises the alert', formatSeconds(worstCase.escalation)],
                    ['Attempts of that run', formatSeconds(worstCase.attempts)],
                    ['Until the alert is raised', formatSeconds(worstCase.total)],
                    ['Until the first delivery attempt', formatSeconds(worstCase.totalToFirstTry)],
                  ]}
                />
              </div>
            )}
            <div>
              <h3 className="mb-2">Measured in the last 30 days, from the first failed run that was due</h3>
              <MeasuredTimes measured={measured} />
              <p className="text-soft mt-2 text-xs">
                {alertsInWords({ alerts: measured.alerts, exceeded: worstCase === null ? null : exceeded })}
              </p>
            </div>
          </div>
        )}
      </Loaded>
    </Card>
  )
}

const stages = [
  ['toWritten', 'Alert raised'],
  ['toFirstTry', 'First delivery attempt'],
  ['toAccepted', 'Accepted by the receiver'],
] as const

function MeasuredTimes({ measured }: { measured: TimeToPage['measured'] }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Measured times">
      <DataTable
        columns={[
          'Until',
          { name: 'p50', isNumeric: true },
          { name: 'p95', isNumeric: true },
          { name: 'Longest', isNumeric: true },
        ]}
      >
        {stages.map(([stage, words]) => (
          <tr key={stage}>
            <th scope="row">{words}</th>
            {(['p50', 'p95', 'max'] as const).map((figure) => (
              <td key={figure} className="text-right tabular-nums">
                {formatSeconds(measured[stage][figure])}
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </div>
  )
}

function formatSeconds(seconds: number | null): string {
  if (seconds === 0) return 'at once'
  return seconds === null ? '–' : formatDuration(seconds * 1000)
}
