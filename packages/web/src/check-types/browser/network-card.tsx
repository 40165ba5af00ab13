import { useState } from 'react'
import { barOf } from '../../check/result/waterfall.ts'
import { formatBytes, formatMs } from '../../parts/format.ts'
import { joinClasses } from '../../parts/join-classes.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { StatusShape } from '../../parts/status/status-shape.tsx'
import { EntriesCard } from '../playwright/entries-card.tsx'
import { matchesSearch } from '../playwright/matches-search.ts'
import type { Span } from '../playwright/step-spans.ts'
import type { NetworkRequest } from './browser-detail.ts'
import { filterRequests, isFailedRequest, shortAddress, type RequestFilter } from './page-entries.ts'

/** As many as a run keeps. */
const mostKept = 1_000

/** What the pages have asked for. With a chosen step it opens at that step and what failed. */
export function NetworkCard({
  requests,
  span,
  endMs,
  origin,
}: {
  requests: readonly NetworkRequest[]
  span: Span | null
  endMs: number
  /** Of the first page; addresses of it are shown without it. */
  origin: string | null
}) {
  const [choice, setChoice] = useState<RequestFilter | null>(null)
  const hasFailed = requests.some(isFailedRequest)
  const usual: RequestFilter = span !== null ? 'step' : hasFailed ? 'failed' : 'all'
  const filter = choice === null || (choice === 'step' && span === null) ? usual : choice
  return (
    <EntriesCard
      title="Network"
      note={requests.length >= mostKept ? 'The first 1,000 requests of a run are kept.' : null}
      filters={[
        { value: 'all', label: 'All' },
        ...(span === null ? [] : [{ value: 'step', label: 'This step and failed' } as const]),
        { value: 'failed', label: 'Failed' },
      ]}
      filter={filter}
      onFilter={setChoice}
      entriesOf={(one) => filterRequests(requests, one, span)}
      isMatch={({ method, url, resourceType, status, failure }, search) =>
        matchesSearch([method, url, resourceType, String(status ?? ''), failure], search)
      }
    >
      {(shown) => (
        <DataTable
          columns={[
            'Request',
            'Status',
            'Type',
            'When',
            { name: 'Duration', isNumeric: true },
            { name: 'Size', isNumeric: true },
          ]}
        >
          {shown.map((request, index) => (
            <Row key={index} request={request} endMs={endMs} origin={origin} />
          ))}
        </DataTable>
      )}
    </EntriesCard>
  )
}

function Row({ request, endMs, origin }: { request: NetworkRequest; endMs: number; origin: string | null }) {
  const { method, url, resourceType, status, failure, startMs, durationMs, bytes } = request
  const isFailed = isFailedRequest(request)
  const lengthMs = durationMs ?? Math.max(0, endMs - startMs)
  const { left, width } = barOf({ label: url, startMs, lengthMs }, Math.max(endMs, startMs + lengthMs))
  return (
    <tr>
      <td className="min-w-44">
        <code className="text-xs break-all" title={url}>
          <span className="text-soft">{method}</span> {shortAddress(url, origin)}
        </code>
      </td>
      <td className="min-w-16">
        <span className={joinClasses('inline-flex items-start gap-1', isFailed && 'text-bad font-semibold')}>
          {isFailed ? (
            <>
              <StatusShape status="failed" className="mt-1 size-3.5" />
              <span className="sr-only">Failed</span>
            </>
          ) : null}
          <span className="tabular-nums">
            {status ?? (failure === null ? <span className="text-soft">No response yet</span> : failure)}
          </span>
        </span>
      </td>
      <td className="text-soft">{resourceType}</td>
      <td className="min-w-24">
        <span className="sr-only">began after {formatMs(startMs)}</span>
        <span aria-hidden="true" className="bg-raised relative mt-1.5 block h-2 rounded">
          <span
            className={joinClasses('absolute inset-y-0 rounded', isFailed ? 'bg-bad-fill' : 'bg-accent-fill')}
            style={{ left: `${left}%`, width: `${width}%` }}
          />
        </span>
      </td>
      <td className="text-right whitespace-nowrap tabular-nums">
        {durationMs === null ? 'not finished' : formatMs(durationMs)}
      </td>
      <td className="text-right whitespace-nowrap tabular-nums">{formatBytes(bytes)}</td>
    </tr>
  )
}
