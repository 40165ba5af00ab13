import { verdictOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useAccount } from '../api/account-context.ts'
import { checkTypeName } from '../check-types/registry.ts'
import { CheckStatusText, UntilLastLook } from '../parts/check-status.tsx'
import { formatMs, formatPercent } from '../parts/format.ts'
import { joinClasses } from '../parts/join-classes.ts'
import { Moment } from '../parts/moment.tsx'
import { Place } from '../parts/place.tsx'
import { Tag } from '../parts/tag.tsx'
import { verdictWord } from '../parts/verdict-looks.ts'
import type { CheckOverviewRow } from '../resources/check-overview.ts'
import { HourBar } from './hour-bar.tsx'
import { MutedMark } from './muted-mark.tsx'
import { ReasonOrTarget } from './reason-or-target.tsx'
import { SearchLink } from './search-link.tsx'
import { toggleIn, type ChecksSearch } from './search-params.ts'

const cell = 'max-md:col-start-2 max-md:block max-md:min-w-0 max-md:border-0 max-md:p-0'
/** The heads of the columns are not shown on a narrow screen. */
const word = 'text-soft mr-1.5 text-xs md:hidden'

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
  return (
    <tr
      role="row"
      data-check-id={row.id}
      className={joinClasses(
        'max-md:border-line max-md:grid max-md:grid-cols-[1.5rem_minmax(0,1fr)] max-md:gap-x-2 max-md:gap-y-1.5 max-md:border-b max-md:p-3 max-md:last:border-b-0',
        isSelected === true ? 'bg-accent-wash' : 'hover:bg-page focus-within:bg-raised',
      )}
    >
      {isSelected === null ? null : (
        <td role="cell" className="max-md:row-span-6 max-md:block max-md:border-0 max-md:p-0">
          <input
            type="checkbox"
            aria-label={`Select ${row.name}`}
            className="accent-accent size-4 align-middle"
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onSelect(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </td>
      )}
      <td role="cell" className={cell}>
        <CheckStatusText row={row} isStacked />
      </td>
      <NameCell row={row} search={search} isOfGroup={isOfGroup} />
      <td role="cell" className={joinClasses(cell, 'whitespace-nowrap')}>
        <span className={word}>Type</span>
        {checkTypeName(row.checkType)}
      </td>
      <td role="cell" className={cell}>
        <HourBar hours={row.hours} />
      </td>
      <td role="cell" className={joinClasses(cell, 'tabular-nums')}>
        <span className={word}>Availability</span>
        <span className="whitespace-nowrap">{formatPercent(row.availability)}</span>
        <Coverage coverage={row.availability === null ? null : row.coverage} />
        {row.availability === null ? null : <UntilLastLook row={row} />}
      </td>
      <td role="cell" className={joinClasses(cell, 'tabular-nums')}>
        <span className={word}>p50 / p95</span>
        <span className="whitespace-nowrap">
          {formatMs(row.p50)} <span aria-hidden="true">/</span>
        </span>{' '}
        <span className="whitespace-nowrap">{formatMs(row.p95)}</span>
      </td>
      <td role="cell" className={cell}>
        <span className={word}>Last result</span>
        <Last row={row} />
      </td>
    </tr>
  )
})

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
    <td role="cell" className={joinClasses(cell, 'md:min-w-48 md:max-w-md')}>
      <span className="flex items-start gap-2">
        <Link
          to="/accounts/$accountId/checks/$checkId"
          params={{ accountId, checkId: row.id }}
          title={row.name}
          data-row-goal=""
          // Without anywhere to break, one long name would push every other column off the screen.
          className="text-ink line-clamp-3 font-medium wrap-anywhere max-md:text-base"
        >
          {row.name}
        </Link>
        {row.muted ? <MutedMark /> : null}
      </span>
      <ReasonOrTarget row={row} />
      {row.tags.length === 0 && (row.group === null || isOfGroup) ? null : (
        <span className="mt-1 flex flex-wrap gap-1">
          {row.group === null || isOfGroup ? null : (
            <SearchLink
              search={search}
              change={{ group: row.group.id }}
              label={`Only the group ${row.group.name}`}
              className="text-soft border-line inline-block max-w-48 truncate rounded border px-1.5 text-xs leading-5"
            >
              {row.group.name}
            </SearchLink>
          )}
          <Tags tags={row.tags} search={search} />
        </span>
      )}
    </td>
  )
}

const mostTags = 6

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
        >
          <Tag>{tag}</Tag>
        </SearchLink>
      ))}
      {tags.length > mostTags ? (
        <span className="text-soft text-xs" title={tags.join(', ')}>
          and {tags.length - mostTags} more
        </span>
      ) : null}
    </>
  )
}

function Coverage({ coverage }: { coverage: number | null }) {
  if (coverage === null || coverage >= fullCoverage) return null
  return (
    <span
      className="text-soft text-xs max-md:ml-2 md:block"
      title="Share of the runs that were due which gave a verdict"
    >
      from {formatPercent(coverage * 100)} of runs
    </span>
  )
}

function Last({ row: { lastResult } }: { row: CheckOverviewRow }) {
  if (lastResult === null) return <span className="text-soft">none yet</span>
  const { at, location, verdict } = lastResult
  return (
    <>
      <Moment at={at} form="ago" />
      <span className="text-soft text-xs max-md:ml-2 md:block">
        {verdictWord(verdictOfApi(verdict))}
        {location === null ? null : (
          <>
            , <Place code={location} />
          </>
        )}
      </span>
    </>
  )
}
