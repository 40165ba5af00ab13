import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import type { ChartKind } from '../check-types/chart-kind.ts'
import { Card } from '../parts/card.tsx'
import { Facts } from '../parts/facts.tsx'
import { formatCount, formatMs, formatPercent } from '../parts/format.ts'
import type { Range } from '../parts/range.ts'
import { StaleWhileLoading } from '../parts/stale-while-loading.tsx'
import { statsQuery, verdictsQuery } from '../resources/check-stats.ts'
import type { Check } from '../resources/checks.ts'
import { previousOfCheck } from './previous-of-check.ts'

/** What the whole time comes to. Coverage stands beside availability: it says how much that rests on. */
export function StatsRow({ check, kind, range }: { check: Check; kind: ChartKind; range: Range }) {
  const api = useApi()
  const { time, band } = kind
  const slowest = band[1]
  const metrics = [
    'availability',
    'retries',
    `${time}_avg`,
    `${time}_p50`,
    `${time}_p95`,
    `${time}_p99`,
    slowest,
  ]
  const figures = useQuery({
    ...statsQuery(api, { checkType: check.checkType, checkId: check.id, metrics, range }),
    placeholderData: previousOfCheck(check.id),
  })
  const { data: verdicts } = useQuery(verdictsQuery(api, check.id, range))
  return (
    <Card title="Figures">
      <StaleWhileLoading query={figures} what="the figures">
        {({ series, metadata }) => {
          const row = series[0]?.data[0] ?? {}
          const numberOf = (name: string) => {
            const value = row[name]
            return typeof value === 'number' ? value : null
          }
          const coverage = numberOf('coverage')
          return (
            <>
              <Facts
                facts={[
                  ['Availability', formatPercent(numberOf('availability'))],
                  ['Coverage', formatPercent(coverage === null ? null : coverage * 100)],
                  [averageLabel(metadata[`${time}_avg`]?.label), formatMs(numberOf(`${time}_avg`))],
                  ['p50', formatMs(numberOf(`${time}_p50`))],
                  ['p95', formatMs(numberOf(`${time}_p95`))],
                  ['p99', formatMs(numberOf(`${time}_p99`))],
                  ['Slowest', formatMs(numberOf(slowest))],
                  ['Runs', formatCount(verdicts?.runs)],
                  ['Failed', formatCount(verdicts?.failed)],
                  ['Retries', formatCount(numberOf('retries'))],
                ]}
              />
              {row['approximate'] === true ? (
                <p className="text-soft mt-3 text-xs">Percentiles are within 1 % of the value.</p>
              ) : null}
            </>
          )
        }}
      </StaleWhileLoading>
    </Card>
  )
}

/** `Average latency (avg)` says it twice. */
function averageLabel(label: string | undefined): string {
  return label?.replace(/^Average (\w)/, (_, letter: string) => letter.toUpperCase()) ?? 'Average'
}
