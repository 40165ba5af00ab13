import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '../api/account-context.ts'
import type { ChartKind } from '../check-types/chart-kind.ts'
import { Place } from '../parts/place.tsx'
import { Card } from '../parts/card.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { formatMs, formatPercent } from '../parts/format.ts'
import type { Range } from '../parts/range.ts'
import { StaleWhileLoading } from '../parts/stale-while-loading.tsx'
import { statsQuery } from '../resources/check-stats.ts'
import type { Check } from '../resources/checks.ts'
import { placeKey } from './chart/drawings.ts'
import { previousOfCheck } from './previous-of-check.ts'

/** The same figures, place by place: whether it is the target, or the way to it. */
export function LocationStats({ check, kind, range }: { check: Check; kind: ChartKind; range: Range }) {
  const api = useApi()
  const { time, band } = kind
  const slowest = band[1]
  const metrics = ['availability', `${time}_avg`, `${time}_p95`, slowest]
  const figures = useQuery({
    ...statsQuery(api, {
      checkType: check.checkType,
      checkId: check.id,
      metrics,
      range,
      groupBy: 'runLocation',
    }),
    placeholderData: previousOfCheck(check.id),
  })
  return (
    <Card title="By location" isFlush>
      <StaleWhileLoading query={figures} what="the locations">
        {({ series }) =>
          series.length === 0 ? (
            <p className="text-soft p-4">Nothing was due or measured in this time.</p>
          ) : (
            <DataTable
              columns={[
                'Location',
                { name: 'Availability', isNumeric: true },
                { name: 'Coverage', isNumeric: true },
                { name: 'Average', isNumeric: true },
                { name: 'p95', isNumeric: true },
                { name: 'Slowest', isNumeric: true },
              ]}
            >
              {series.map(({ runLocation = '', servedBy, data: [row = {}] }) => {
                const numberOf = (name: string) => (typeof row[name] === 'number' ? row[name] : null)
                const coverage = numberOf('coverage')
                return (
                  <tr key={placeKey({ runLocation, servedBy })}>
                    <th scope="row">
                      <Link
                        to="/accounts/$accountId/checks/$checkId/results"
                        params={{ accountId: api.accountId, checkId: check.id }}
                        search={{ location: runLocation }}
                      >
                        <Place code={runLocation} servedBy={servedBy} />
                      </Link>
                    </th>
                    <td className="text-right tabular-nums">{formatPercent(numberOf('availability'))}</td>
                    <td className="text-right tabular-nums">
                      {formatPercent(coverage === null ? null : coverage * 100)}
                    </td>
                    <td className="text-right tabular-nums">{formatMs(numberOf(`${time}_avg`))}</td>
                    <td className="text-right tabular-nums">{formatMs(numberOf(`${time}_p95`))}</td>
                    <td className="text-right tabular-nums">{formatMs(numberOf(slowest))}</td>
                  </tr>
                )
              })}
            </DataTable>
          )
        }
      </StaleWhileLoading>
    </Card>
  )
}
