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
import {
  checkOverviewQuery,
  effectiveSettingsQuery,
  type Check,
  type EffectiveSettings,
} from '../resources/checks.ts'
import { notifiesWords } from './notifies-words.ts'
import { ProblemLine } from './problem-line.tsx'
import { RecoveredLine } from './recovered-line.tsx'
import { rhythmOf } from './rhythm.ts'
import { WaitLine } from './wait-line.tsx'

/** How a check stands, beside its name. */
export function CheckState({ check }: { check: Check }) {
  const { data: overview } = useQuery(checkOverviewQuery(useApi(), check.id))
  const { tags = [] } = check
  return (
    <>
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
      {tags.length === 0 ? null : (
        <ul className="flex flex-wrap gap-1" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Tag>{tag}</Tag>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** What a check is, where and how often it runs and whom it notifies, each with who decided it. */
export function CheckFacts({ check }: { check: Check }) {
  const { data: overview } = useQuery(checkOverviewQuery(useApi(), check.id))
  const { data: effective } = useQuery(effectiveSettingsQuery(useApi(), check.id))
  const { description } = check
  const { name, view } = checkTypes[check.checkType]
  return (
    <>
      <p className="text-soft mt-1 flex flex-wrap gap-x-4 gap-y-0.5">
        <span>{name}</span>
        {overview?.target === null || overview?.target === undefined ? null : (
          <code className="text-ink min-w-0">{overview.target}</code>
        )}
        <span>
          {view.kind === 'runs' ? rhythmOf({ ...check, ...effective?.locations }) : view.rhythmOf(check)}
          {effective?.locations.source === 'GROUP' ? `, locations from group ${effective.group?.name}` : null}
        </span>
        {effective === undefined ? null : <Notifies checkId={check.id} effective={effective} />}
        {overview === undefined ? null : <GroupOf row={overview} />}
        {overview === undefined ? null : <LastResult row={overview} />}
      </p>
      {overview === undefined ? null : <WaitLine row={overview} />}
      {description === null || description === undefined || description === '' ? null : (
        <p className="mt-1">{description}</p>
      )}
    </>
  )
}

/** Left out where nobody is notified: a notice says so, with the way to mend it. */
function Notifies({ checkId, effective }: { checkId: string; effective: EffectiveSettings }) {
  const { id: accountId } = useAccount()
  const words = notifiesWords(effective)
  return words === null ? null : (
    <Link
      to="/accounts/$accountId/checks/$checkId/alerts"
      params={{ accountId, checkId }}
      className="text-soft! underline"
    >
      {words}
    </Link>
  )
}

function GroupOf({ row: { group } }: { row: CheckOverviewRow }) {
  const { id: accountId } = useAccount()
  return group === null ? null : (
    <span>
      Group{' '}
      <Link to="/accounts/$accountId/checks" params={{ accountId }} search={{ group: group.id }}>
        {group.name}
      </Link>
    </span>
  )
}

/** Left out where the line of the problem is about the same result. */
function LastResult({ row: { lastResult, problem, noVerdict } }: { row: CheckOverviewRow }) {
  if (lastResult === null) return null
  const { at, location, verdict } = lastResult
  const explained = problem ?? noVerdict
  if (explained !== null && explained.reason !== null && Date.parse(explained.at) === Date.parse(at)) {
    return null
  }
  return (
    <span>
      Last result: {verdictWord(verdictOfApi(verdict))}, <Moment at={at} form="ago" />
      {location === null ? null : (
        <>
          , <Place code={location} />
        </>
      )}
    </span>
  )
}

/** Why it does not pass, above everything else; or what was wrong until lately. */
export function CheckProblem({ checkId }: { checkId: string }) {
  const { data: overview } = useQuery(checkOverviewQuery(useApi(), checkId))
  return overview === undefined ? null : (
    <>
      <ProblemLine row={overview} />
      <RecoveredLine row={overview} />
    </>
  )
}
