import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import type { ChartKind } from '../check-types/chart-kind.ts'
import { FigureStrip } from '../parts/figure-strip.tsx'
import { formatCount, formatDuration, formatMs, formatPercent } from '../parts/format.ts'
import { presetNames, windowBefore, type Range } from '../parts/range.ts'
import { StaleWhileLoading } from '../parts/stale-while-loading.tsx'
import { extentQuery } from '../resources/check-charts.ts'
import {
  statsQuery,
  verdictsQuery,
  type CheckVerdicts,
  type StatsRequest,
  type StatsRow as Stats,
} from '../resources/check-stats.ts'
import type { Check } from '../resources/checks.ts'
import { changeOfLoad, changeOfShare, type FigureChange } from './figure-change.ts'
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
  const request = { checkType: check.checkType, checkId: check.id, metrics, range }
  const figures = useQuery({ ...statsQuery(api, request), placeholderData: previousOfCheck(check.id) })
  const before = useStatsBefore(request)
  const { data: verdicts } = useQuery(verdictsQuery(api, check.id, range))
  return (
    <section aria-label="Figures" className="mb-3">
      <StaleWhileLoading query={figures} what="the figures">
        {({ series, metadata }) => {
          const row = series[0]?.data[0] ?? {}
          const numberOf = (name: string) => numberIn(row, name)
          const shareOf = (name: string, factor: number) => ({
            now: scaled(numberOf(name), factor),
            before: before === null ? null : scaled(numberIn(before, name), factor),
          })
          const againstBefore = (change: FigureChange | null, was: string) =>
            change && { ...change, title: `${timeBefore(range)}: ${was}` }
          const share = (name: string, factor: number) => {
            const pair = shareOf(name, factor)
            return {
              value: formatPercent(pair.now),
              change: againstBefore(changeOfShare(pair), formatPercent(pair.before)),
            }
          }
          const load = (name: string, format: (value: number | null) => string) => {
            const pair = shareOf(name, 1)
            return { value: format(pair.now), change: againstBefore(changeOfLoad(pair), format(pair.before)) }
          }
          return (
            <>
              <FigureStrip
                figures={[
                  { name: 'Availability', ...share('availability', 1), detail: failedInWords(verdicts) },
                  { name: 'Coverage', ...share('coverage', 100), detail: 'runs measured' },
                  {
                    name: 'Average',
                    ...load(`${time}_avg`, formatMs),
                    detail: averageOf(metadata[`${time}_avg`]?.label),
                  },
                  { name: 'p50', ...load(`${time}_p50`, formatMs), detail: 'half are faster' },
                  { name: 'p95', ...load(`${time}_p95`, formatMs), detail: '95 % are faster' },
                  { name: 'p99', ...load(`${time}_p99`, formatMs), detail: '99 % are faster' },
                  { name: 'Slowest', ...load(slowest, formatMs), detail: 'of all runs' },
                  { name: 'Retries', ...load('retries', formatCount), detail: 'in total' },
                ]}
              />
              <Notes
                notes={[
                  ...(before === null ? [] : [`Changes are against the ${timeBefore(range)}.`]),
                  ...(row['approximate'] === true ? ['Percentiles are within 1 % of the value.'] : []),
                ]}
              />
            </>
          )
        }}
      </StaleWhileLoading>
    </section>
  )
}

function Notes({ notes }: { notes: readonly string[] }) {
  return notes.length === 0 ? null : <p className="text-soft mt-1 text-xs">{notes.join(' ')}</p>
}

/** The same figures of the time before; null while they are read, and where the check did not run for all of it. */
function useStatsBefore(request: StatsRequest): Stats | null {
  const api = useApi()
  const { data: extent } = useQuery(extentQuery(api, request.checkId))
  const firstAt = extent?.firstAt ?? null
  const hasRunBefore = firstAt !== null && Date.parse(firstAt) <= windowBefore(request.range, Date.now()).from
  const { data } = useQuery({ ...statsQuery(api, { ...request, isBefore: true }), enabled: hasRunBefore })
  const row = data?.series[0]?.data[0]
  return !hasRunBefore || row === undefined || numberIn(row, 'availability') === null ? null : row
}

function numberIn(row: Stats, name: string): number | null {
  const value = row[name]
  return typeof value === 'number' ? value : null
}

function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor
}

/** `7 days before` */
function timeBefore(range: Range): string {
  return 'preset' in range
    ? `${presetNames[range.preset]} before`
    : `${formatDuration(range.to - range.from)} before`
}

/** `2 of 60 failed`; nothing while that is read. */
function failedInWords(verdicts: Pick<CheckVerdicts, 'runs' | 'failed'> | undefined): string {
  return verdicts === undefined
    ? ' '
    : `${formatCount(verdicts.failed)} of ${formatCount(verdicts.runs)} failed`
}

/** `latency` of `Average latency (avg)`; TLS keeps its capitals. */
function averageOf(label: string | undefined): string {
  return (label ?? ' ')
    .replace(/^Average /, '')
    .replace(/ \(avg\)$/, '')
    .replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
}
