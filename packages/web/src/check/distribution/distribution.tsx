import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/account-context.ts'
import { timeLimits } from '../../check-types/chart-kind.ts'
import { Card } from '../../parts/card.tsx'
import { formatCount, formatMs } from '../../parts/format.ts'
import type { Range } from '../../parts/range.ts'
import { StaleWhileLoading } from '../../parts/stale-while-loading.tsx'
import { distributionQuery, type CheckDistribution } from '../../resources/check-charts.ts'
import type { Check } from '../../resources/checks.ts'
import { barHeights, shareOf } from './histogram.ts'
import { previousOfCheck } from '../previous-of-check.ts'

/** How often which response time was measured in the range that is shown. */
export function DistributionCard({ check, range }: { check: Check; range: Range }) {
  const query = useQuery({
    ...distributionQuery(useApi(), check.id, range),
    placeholderData: previousOfCheck(check.id),
  })
  return (
    <Card title="Distribution">
      <StaleWhileLoading query={query} what="the distribution">
        {(distribution) =>
          distribution.runs === 0 ? (
            <p className="text-soft py-4 text-center">Nothing was measured in this time.</p>
          ) : isOneTime(distribution) ? (
            <p className="text-soft py-4 text-center">
              {distribution.runs === 1 ? 'The run' : `All ${formatCount(distribution.runs)} runs`} took{' '}
              {formatMs(distribution.bins[0]?.from)}.
            </p>
          ) : (
            <Histogram check={check} distribution={distribution} />
          )
        }
      </StaleWhileLoading>
    </Card>
  )
}

/** Bars between two edges that read the same tell nothing. */
function isOneTime({ bins }: CheckDistribution): boolean {
  return formatMs(bins[0]?.from) === formatMs(bins.at(-1)?.to)
}

function Histogram({ check, distribution }: { check: Check; distribution: CheckDistribution }) {
  const { bins, runs, scale, p50, p95, p99, approximate } = distribution
  const heights = barHeights(bins)
  const slow = Math.min(...timeLimits(check).map(({ value }) => value))
  const marks = [
    { name: 'p50', value: p50 },
    { name: 'p95', value: p95 },
    { name: 'p99', value: p99 },
  ]
  return (
    <>
      <p className="text-soft mb-2">
        {formatCount(runs)} {runs === 1 ? 'run' : 'runs'}
        {scale === 'LOGARITHMIC' ? ', logarithmic scale' : ''}
        {approximate ? ', within 1 %' : ''}
      </p>
      <div aria-hidden="true" className="border-edge relative flex h-28 items-end gap-px border-b">
        {bins.map(({ from, to, runs: count }, index) => (
          <div
            key={from}
            title={`${formatMs(from)} – ${formatMs(to)}: ${formatCount(count)}`}
            className={`min-w-0 flex-1 rounded-t-xs ${from >= slow ? 'bg-warn-fill' : 'bg-accent-fill'}`}
            style={{ height: `${heights[index] ?? 0}%` }}
          />
        ))}
        {marks.map(({ name, value }) => {
          const share = value === null ? null : shareOf(value, distribution)
          return share === null ? null : (
            <span
              key={name}
              className="border-ink absolute inset-y-0 border-l border-dashed"
              style={{ left: `${share * 100}%` }}
            />
          )
        })}
      </div>
      <p aria-hidden="true" className="text-soft mt-1 flex justify-between text-xs">
        <span>{formatMs(bins[0]?.from)}</span>
        <span>{formatMs(bins.at(-1)?.to)}</span>
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-xs">
        {marks.map(({ name, value }) => (
          <span key={name}>
            <span className="text-soft">{name}</span>{' '}
            <strong className="tabular-nums">{formatMs(value)}</strong>
          </span>
        ))}
      </p>
      <table className="sr-only">
        <caption>Runs by response time</caption>
        <thead>
          <tr>
            <th scope="col">Response time</th>
            <th scope="col">Runs</th>
          </tr>
        </thead>
        <tbody>
          {bins.map(({ from, to, runs: count }) => (
            <tr key={from}>
              <th scope="row">
                {formatMs(from)} – {formatMs(to)}
              </th>
              <td>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
