import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import type { ChartKind } from '../check-types/chart-kind.ts'
import { FigureStrip } from '../parts/figure-strip.tsx'
import { formatCount, formatMs, formatPercent } from '../parts/format.ts'
import type { Range } from '../parts/range.ts'
import { StaleWhileLoading } from '../parts/stale-while-loading.tsx'
import { statsQuery, verdictsQuery, type CheckVerdicts } from '../resources/check-stats.ts'
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
    <section aria-label="Figures" className="mb-3">
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
              <FigureStrip
                figures={[
                  {
                    name: 'Availability',
                    value: formatPercent(numberOf('availability')),
                    detail: failedInWords(verdicts),
                  },
                  {
                    name: 'Coverage',
                    value: formatPercent(coverage === null ? null : coverage * 100),
                    detail: 'of runs measured',
                  },
                  {
                    name: 'Average',
                    value: formatMs(numberOf(`${time}_avg`)),
                    detail: averageOf(metadata[`${time}_avg`]?.label),
                  },
                  { name: 'p50', value: formatMs(numberOf(`${time}_p50`)), detail: 'half are faster' },
                  { name: 'p95', value: formatMs(numberOf(`${time}_p95`)), detail: '95 % are faster' },
                  { name: 'p99', value: formatMs(numberOf(`${time}_p99`)), detail: '99 % are faster' },
                  { name: 'Slowest', value: formatMs(numberOf(slowest)) },
                  { name: 'Retries', value: formatCount(numberOf('retries')) },
                ]}
              />
              {row['approximate'] === true ? (
                <p className="text-soft mt-1 text-xs">Percentiles are within 1 % of the value.</p>
              ) : null}
            </>
          )
        }}
      </StaleWhileLoading>
    </section>
  )
}

/** `2 of 60 runs failed`; nothing while that is read. */
function failedInWords(verdicts: Pick<CheckVerdicts, 'runs' | 'failed'> | undefined): string {
  if (verdicts === undefined) return ' '
  const { runs, failed } = verdicts
  return failed === 0
    ? `${formatCount(runs)} ${runs === 1 ? 'run' : 'runs'}, none failed`
    : `${formatCount(failed)} of ${formatCount(runs)} ${runs === 1 ? 'run' : 'runs'} failed`
}

/** `latency` of `Average latency (avg)`. */
function averageOf(label: string | undefined): string {
  return (label ?? ' ')
    .replace(/^Average /, '')
    .replace(/ \(avg\)$/, '')
    .toLowerCase()
}
