import { statusOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import type { CheckOverviewRow } from '../resources/check-overview.ts'
import { Moment } from '../parts/moment.tsx'
import { missingResultsOf } from '../parts/missing-results.ts'
import { StatusMark } from '../parts/status/status-mark.tsx'
import { useNow } from '../parts/use-now.ts'

/** How a check stands and since when; of one that nobody looks at, how it stood and since when nobody does. */
export function CheckStatusText({ row }: { row: CheckOverviewRow }) {
  const status = statusOfApi(row.status)
  const silence = missingResultsOf(row, useNow())
  if (silence === null) {
    return (
      <>
        <StatusMark status={status} />
        {row.statusSince === null ? null : (
          <span className="text-soft whitespace-nowrap">
            for <Moment at={row.statusSince} form="lasting" />
          </span>
        )}
      </>
    )
  }
  return (
    <>
      <StatusMark status={status} isPast />
      {silence.isNever ? null : (
        <span className="text-soft">
          at the last run, <Moment at={silence.since} form="ago" />
        </span>
      )}
      <span className="text-warn font-medium">
        <span aria-hidden="true">⚠ </span>
        {silence.isNever ? 'Not running since it was created, ' : 'Not running since '}
        <Moment at={silence.since} form={silence.isNever ? 'ago' : 'short'} />
      </span>
    </>
  )
}
