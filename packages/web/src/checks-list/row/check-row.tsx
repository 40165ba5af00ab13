import { verdictOfApi, statusOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { useAccount } from '../../api/account-context.ts'
import { checkTypeName } from '../../check-types/registry.ts'
import { formatMs, formatPercent } from '../../parts/format.ts'
import { joinClasses } from '../../parts/join-classes.ts'
import { missingResultsOf } from '../../parts/missing-results.ts'
import { Moment } from '../../parts/moment.tsx'
import { StatusMark } from '../../parts/status/status-mark.tsx'
import { Tag } from '../../parts/tag.tsx'
import { useNow } from '../../parts/use-now.ts'
import { verdictWord } from '../../parts/status/verdict-looks.ts'
import type { CheckOverviewRow } from '../../resources/check-overview.ts'
import { HourBar } from './hour-bar.tsx'
import { QuietMark } from './muted-mark.tsx'
import { ReasonOrTarget } from './reason-or-target.tsx'
import { RowActions } from './row-actions.tsx'
import { SearchLink } from '../search-link.tsx'
import { toggleIn, type ChecksSearch } from '../search-params.ts'
import { Sparkline } from './sparkline.tsx'

/** On a narrow screen a row has two lines: name and status, then reason or target and availability. */
const cell = 'max-md:block max-md:min-w-0 max-md:border-0 max-md:p-0'
const wideOnly = 'max-lg:hidden'

/** Under this share of the runs that were due, a percentage rests on too little to stand alone. */
const fullCoverage = 0.95

export const CheckRow = memo(function CheckRow({
  row,
  search,
  isOfGroup,
  isSelected,
  onSelect,
}: {
  row: CheckOverviewRow
  search: ChecksSearch
  isOfGroup: boolean
  isSelected: boolean | null
  onSelect: (id: string, isRange: boolean) => void
}) {
  // Drawn for whoever comes to the row: for all of them they would be a third of what the list has to draw.
  const [hasActions, setHasActions] = useState(false)
  const showActions = () => setHasActions(true)
  return (
    <tr
      role="row"
      data-check-id={row.id}
      onPointerEnter={showActions}
      onFocus={showActions}
      className={joinClasses(
        'group/row relative max-md:border-line max-md:grid max-md:items-center max-md:gap-x-2 max-md:gap-y-0.5 max-md:border-b max-md:px-3 max-md:py-2 max-md:last:border-b-0',
        isSelected === null
          ? 'max-md:grid-cols-[0_minmax(0,1fr)_auto]'
          : 'max-md:grid-cols-[1.75rem_minmax(0,1fr)_auto]',
        isSelected === true ? 'bg-accent-wash' : 'focus-within:bg-raised hover:bg-raised',
      )}
    >
      {isSelected === null ? null : (
        <td role="cell" className="max-md:row-span-2 max-md:block max-md:border-0 max-md:p-0">
          <input
            type="checkbox"
            aria-label={`Select ${row.name}`}
            className="size-4 align-middle"
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onSelect(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </td>
      )}
      <td role="cell" className={joinClasses(cell, 'truncate max-md:col-start-3 max-md:row-start-1')}>
        <RowStatus row={row} />
      </td>
      <NameCell row={row} search={search} isOfGroup={isOfGroup} />
      <ReasonCell row={row} />
      <td role="cell" className="max-xl:hidden">
        <HourBar hours={row.hours} />
      </td>
      <td
        role="cell"
        className={joinClasses(
          cell,
          'text-right tabular-nums max-md:col-start-3 max-md:row-start-2',
          needsLine(row) ? 'max-md:hidden' : '',
        )}
      >
        <Availability row={row} />
      </td>
      <td role="cell" className={joinClasses(wideOnly, 'tabular-nums')}>
        <span className="flex items-center justify-end gap-2 whitespace-nowrap">
          <span className="max-[90rem]:hidden">
            <Sparkline values={row.responseTimes} />
          </span>
          <span title={`p50 ${formatMs(row.p50)}`}>{formatMs(row.p95)}</span>
        </span>
      </td>
      <td role="cell" className="text-right max-md:hidden">
        <Last row={row} />
        {hasActions ? <RowActions row={row} isSelected={isSelected === true} /> : null}
      </td>
    </tr>
  )
})

/** How it stands, and since when where that matters; of one that is not running, how it stood. */
function RowStatus({ row }: { row: CheckOverviewRow }) {
  const silence = missingResultsOf(row, useNow())
  const status = statusOfApi(row.status)
  return (
    <span className="flex items-center gap-1.5">
      <StatusMark status={status} isSmall isPast={silence !== null} />
      {row.statusSince === null || silence !== null || status === 'passed' ? null : (
        <span className="text-soft truncate text-xs">
          <Moment at={row.statusSince} form="lasting" />
        </span>
      )}
    </span>
  )
}

function NameCell({
  row,
  search,
  isOfGroup,
}: {
  row: CheckOverviewRow
  search: ChecksSearch
  isOfGroup: boolean
}) {
  const { id: accountId } = useAccount()
  return (
    <td role="cell" className={joinClasses(cell, 'max-md:col-start-2 max-md:row-start-1')}>
      <span className="flex min-w-0 items-center gap-1.5 overflow-hidden">
        <Link
          to="/accounts/$accountId/checks/$checkId"
          params={{ accountId, checkId: row.id }}
          title={row.name}
          data-row-goal=""
          className="text-ink min-w-0 truncate font-medium focus-visible:-outline-offset-2"
        >
          {row.name}
        </Link>
        <QuietMark row={row} />
        <span className="flex h-5 min-w-0 shrink-[9999] flex-wrap items-center gap-1 overflow-hidden max-md:hidden">
          {row.group === null || isOfGroup ? null : (
            <SearchLink
              search={search}
              change={{ group: row.group.id }}
              label={`Only the group ${row.group.name}`}
              className="text-soft border-line max-w-32 shrink-0 truncate rounded border px-1.5 text-[11px] leading-4"
            >
              {row.group.name}
            </SearchLink>
          )}
          <Tags tags={row.tags} search={search} />
        </span>
      </span>
    </td>
  )
}

/** Those that find no room on the line wrap out of sight, each whole. */
const mostTags = 3

function Tags({ tags, search }: { tags: readonly string[]; search: ChecksSearch }) {
  return (
    <>
      {tags.slice(0, mostTags).map((tag) => (
        <SearchLink
          key={tag}
          search={search}
          change={{ tag: toggleIn(search.tag, tag) }}
          label={search.tag?.includes(tag) === true ? `Remove the filter tag ${tag}` : `Only the tag ${tag}`}
          isCurrent={search.tag?.includes(tag) === true}
          className="shrink-0"
        >
          <Tag>{tag}</Tag>
        </SearchLink>
      ))}
      {tags.length > mostTags ? (
        <span className="text-soft shrink-0 text-xs" title={tags.join(', ')}>
          +{tags.length - mostTags}
        </span>
      ) : null}
    </>
  )
}

function hasReason({ problem, noVerdict }: CheckOverviewRow): boolean {
  return ((problem ?? noVerdict)?.reason ?? null) !== null
}

/** On a narrow screen: a reason is what the row is read for, and without any availability nothing stands beside the words. */
function needsLine(row: CheckOverviewRow): boolean {
  return hasReason(row) || row.availability === null
}

function ReasonCell({ row }: { row: CheckOverviewRow }) {
  const isMissing = missingResultsOf(row, useNow()) !== null
  return (
    <td
      role="cell"
      className={joinClasses(
        cell,
        'max-md:col-start-2 max-md:row-start-2',
        needsLine(row) ? 'max-md:col-span-2' : '',
      )}
    >
      <span className="flex min-w-0 items-baseline gap-2">
        <span
          className={joinClasses(
            'text-soft w-17 shrink-0 truncate text-[11px] 2xl:w-18',
            // A reason needs the room more.
            hasReason(row) || isMissing ? 'max-2xl:hidden' : 'max-xl:hidden',
          )}
        >
          {checkTypeName(row.checkType)}
        </span>
        <ReasonOrTarget row={row} />
      </span>
    </td>
  )
}

/** With a mark where it rests on too little: a percentage says of what. */
function Availability({ row: { availability, coverage } }: { row: CheckOverviewRow }) {
  const isThin = availability !== null && coverage !== null && coverage < fullCoverage
  const words = isThin ? `${formatPercent(coverage * 100)} of runs measured` : undefined
  return (
    <span className="whitespace-nowrap" title={words}>
      {formatPercent(availability)}
      {isThin ? (
        <>
          <span aria-hidden="true" className="text-warn">
            *
          </span>
          <span className="sr-only"> {words}</span>
        </>
      ) : null}
    </span>
  )
}

function Last({ row: { lastResult } }: { row: CheckOverviewRow }) {
  if (lastResult === null) return <span className="text-soft">–</span>
  const { at, location, verdict } = lastResult
  const place = location === null ? '' : `, ${location}`
  return (
    <span className="text-soft" title={`${verdictWord(verdictOfApi(verdict))}${place}`}>
      <Moment at={at} form="ago" />
    </span>
  )
}
