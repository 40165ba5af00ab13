import { apiStatuses } from '@sonde/schema/runs/api-verdicts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount, useApi } from '../api/account-context.ts'
import { formatUntil } from '../parts/format.ts'
import { joinClasses } from '../parts/join-classes.ts'
import { useNow } from '../parts/use-now.ts'
import { summaryQuery, type OverviewSummary } from '../resources/check-overview.ts'
import { SearchLink } from './search-link.tsx'
import type { ChecksSearch } from './search-params.ts'
import { summaryCells, type CellTone, type SummaryCell } from './summary-cells.ts'

const tones: Readonly<Record<CellTone, string>> = { none: 'text-ink', warn: 'text-warn', bad: 'text-bad' }

/**
 * Six answers before the list: what is broken, who was notified, and what will break. Each leads to what it is about. The
 * navigation keeps it up to date.
 */
export function Summary({ search }: { search: ChecksSearch }) {
  const summary = useQuery(summaryQuery(useApi()))
  const now = useNow()
  const { data } = summary
  // What cannot be read is left out: the list below says what a lost server means.
  if (data === undefined && summary.isError) return null
  const cells = data === undefined ? placeholders : summaryCells(data, now, (at) => formatUntil(at, now))
  return (
    <ul
      aria-label="Summary"
      aria-busy={data === undefined}
      className="bg-card border-line mb-3 grid grid-cols-2 overflow-hidden rounded-lg border md:grid-cols-3 xl:grid-cols-6"
    >
      {cells.map((cell) => (
        <li key={cell.name} className="border-line -mr-px -mb-px min-w-0 border-r border-b">
          {data === undefined ? (
            <CellText cell={cell} />
          ) : (
            <CellLink cell={cell} summary={data} search={search}>
              <CellText cell={cell} />
            </CellLink>
          )}
        </li>
      ))}
    </ul>
  )
}

const placeholders: readonly SummaryCell[] = (
  [
    ['problems', 'Open problems'],
    ['alerts', 'Alerts, 24 h'],
    ['coverage', 'Coverage, 24 h'],
    ['certificates', 'Certificates'],
    ['maintenance', 'Maintenance'],
    ['agents', 'Agents'],
  ] as const
).map(([name, label]) => ({ name, label, value: '…', detail: ' ', tone: 'none' }))

function CellText({ cell: { label, value, detail, tone } }: { cell: SummaryCell }) {
  return (
    <span className="block px-3 py-1.5">
      <span className="text-soft block truncate text-xs">{label}</span>
      <span
        className={joinClasses('block truncate text-[15px]/[22px] font-semibold tabular-nums', tones[tone])}
      >
        {value}
      </span>
      <span className="text-soft block truncate text-xs" title={detail}>
        {detail}
      </span>
    </span>
  )
}

function CellLink({
  cell,
  summary,
  search,
  children,
}: {
  cell: SummaryCell
  summary: OverviewSummary
  search: ChecksSearch
  children: ReactNode
}) {
  const { id: accountId } = useAccount()
  const className =
    'hover:bg-raised block h-full no-underline hover:no-underline focus-visible:-outline-offset-2'
  const params = { accountId }
  switch (cell.name) {
    case 'problems':
      return (
        <SearchLink
          search={search}
          change={{ status: [apiStatuses.failed, apiStatuses.degraded] }}
          className={className}
        >
          {children}
        </SearchLink>
      )
    case 'alerts':
      return summary.alerts.failedDeliveries + summary.alerts.openDeliveries > 0 ? (
        <Link
          to="/accounts/$accountId/alerts/deliveries"
          params={params}
          search={summary.alerts.failedDeliveries > 0 ? { failures: true } : {}}
          className={className}
        >
          {children}
        </Link>
      ) : (
        <Link to="/accounts/$accountId/alerts" params={params} className={className}>
          {children}
        </Link>
      )
    case 'certificates':
      return summary.certificates.next === null ? (
        <SearchLink search={search} change={{ type: ['SSL'] }} className={className}>
          {children}
        </SearchLink>
      ) : (
        <Link
          to="/accounts/$accountId/checks/$checkId"
          params={{ accountId, checkId: summary.certificates.next.checkId }}
          className={className}
        >
          {children}
        </Link>
      )
    case 'maintenance':
      return (
        <Link to="/accounts/$accountId/maintenance" params={params} className={className}>
          {children}
        </Link>
      )
    case 'coverage':
    case 'agents':
      return (
        <Link to="/accounts/$accountId/locations/agents" params={params} className={className}>
          {children}
        </Link>
      )
    default:
      return cell.name satisfies never
  }
}
