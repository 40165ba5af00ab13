import { statusOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import type { CheckOverviewRow } from '../resources/check-overview.ts'
import { joinClasses } from './join-classes.ts'
import { Moment } from './moment.tsx'
import { missingResultsOf } from './missing-results.ts'
import { StatusMark } from './status-mark.tsx'
import { useNow } from './use-now.ts'

/** How a check stands and since when; of one that nobody looks at, how it stood and since when nobody does. */
export function CheckStatusText({
  row,
  isStacked = false,
}: {
  row: CheckOverviewRow
  /** In a narrow column. */
  isStacked?: boolean
}) {
  const status = statusOfApi(row.status)
  const silence = missingResultsOf(row, useNow())
  const small = isStacked ? 'text-xs max-md:ml-2 md:block' : ''
  if (silence === null) {
    return (
      <>
        <StatusMark status={status} />
        {row.statusSince === null ? null : (
          <span className={joinClasses('text-soft whitespace-nowrap', small)}>
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
        <span className={joinClasses('text-soft', small)}>
          at the last look, <Moment at={silence.since} form="ago" />
        </span>
      )}
      <span className={joinClasses('text-warn font-medium', small)}>
        <span aria-hidden="true">⚠ </span>
        {silence.isNever ? 'Not looked at since it was made, ' : 'Not looked at since '}
        <Moment at={silence.since} form={silence.isNever ? 'ago' : 'short'} />
      </span>
    </>
  )
}

/** Beside a figure that ends where the results end. */
export function UntilLastLook({ row }: { row: CheckOverviewRow }) {
  const silence = missingResultsOf(row, useNow())
  if (silence === null || silence.isNever) return null
  return <span className="text-warn text-xs max-md:ml-2 md:block">until the last look</span>
}
