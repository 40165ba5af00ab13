import { verdictOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../api/account-context.ts'
import { checkTypes } from '../check-types/registry.ts'
import { BellOff } from '../parts/bell-off.tsx'
import { CheckStatusText } from './check-status.tsx'
import { Moment } from '../parts/moment.tsx'
import { Place } from '../parts/place.tsx'
import { Tag } from '../parts/tag.tsx'
import { verdictWord } from '../parts/status/verdict-looks.ts'
import type { CheckOverviewRow } from '../resources/check-overview.ts'
import { checkOverviewQuery, effectiveSettingsQuery, type Check } from '../resources/checks.ts'
import { ProblemLine } from './problem-line.tsx'
import { rhythmOf } from './rhythm.ts'
import { WaitLine } from './wait-line.tsx'

/** Left out where the line of the problem is about the same result. */
function LastResultLine({ row: { lastResult, problem, noVerdict } }: { row: CheckOverviewRow }) {
  if (lastResult === null) return null
  const { at, location, verdict } = lastResult
  const explained = problem ?? noVerdict
  if (explained !== null && explained.reason !== null && Date.parse(explained.at) === Date.parse(at)) {
    return null
  }
  return (
    <p className="text-soft">
      Last result: {verdictWord(verdictOfApi(verdict))}, <Moment at={at} form="ago" />
      {location === null ? null : (
        <>
          , <Place code={location} />
        </>
      )}
    </p>
  )
}

/** How a check stands, and what it is. */
export function CheckMarks({ check }: { check: Check }) {
  const { id: accountId } = useAccount()
  const { data: overview } = useQuery(checkOverviewQuery(useApi(), check.id))
  const { data: effective } = useQuery(effectiveSettingsQuery(useApi(), check.id))
  const group = overview?.group ?? null
  const { tags = [], description } = check
  const { name, view } = checkTypes[check.checkType]
  return (
    <div className="mt-2 space-y-1.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1" aria-live="polite">
        {overview === undefined ? null : <CheckStatusText row={overview} />}
        {overview?.muted === true ? (
          <span className="text-warn font-medium">
            <BellOff /> {check.muted ? 'Muted: no alerts' : 'Muted by its group: no alerts'}
          </span>
        ) : null}
        {overview?.activated === false && check.activated ? (
          <span className="text-soft font-medium">Paused by its group</span>
        ) : null}
      </p>
      {overview === undefined ? null : <ProblemLine row={overview} />}
      {overview === undefined ? null : <WaitLine row={overview} />}
      {overview === undefined ? null : <LastResultLine row={overview} />}
      <p className="text-soft flex flex-wrap gap-x-3 gap-y-1">
        <span>{name}</span>
        {overview?.target === null || overview?.target === undefined ? null : (
          <code className="text-ink">{overview.target}</code>
        )}
        <span>
          {view.kind === 'runs' ? rhythmOf({ ...check, ...effective?.locations }) : view.rhythmOf(check)}
        </span>
        {effective?.locations.source === 'GROUP' ? (
          <span>locations from group {effective.group?.name}</span>
        ) : null}
        {group === null ? null : (
          <span>
            Group{' '}
            <Link to="/accounts/$accountId/checks" params={{ accountId }} search={{ group: group.id }}>
              {group.name}
            </Link>
          </span>
        )}
      </p>
      {tags.length === 0 ? null : (
        <ul className="flex flex-wrap gap-1" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Tag>{tag}</Tag>
            </li>
          ))}
        </ul>
      )}
      {description === null || description === undefined || description === '' ? null : <p>{description}</p>}
    </div>
  )
}
