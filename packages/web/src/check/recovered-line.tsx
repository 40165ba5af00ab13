import { classOf } from '@sonde/schema/alerts/alert.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useAccount, useApi } from '../api/account-context.ts'
import { factsOf, kindTypeOf } from '../check-types/kind-facts.ts'
import { Button } from '../parts/button.tsx'
import { Moment } from '../parts/moment.tsx'
import { StatusShape } from '../parts/status/status-shape.tsx'
import { useNow } from '../parts/use-now.ts'
import { alertsOfCheckQuery, type CheckAlert } from '../resources/check-alerts.ts'
import type { CheckOverviewRow } from '../resources/check-overview.ts'
import { verdictsQuery } from '../resources/check-stats.ts'
import { episodeInWords, episodesOf, recoveredEpisode, recoveredForMs, type Episode } from './episodes.ts'
import { FailedResults } from './unalerted-card.tsx'
import { failureInWords, unalertedFailures } from './unalerted-failures.ts'

/** What was wrong until lately, in one line that unfolds: who comes late still finds it. */
export function RecoveredLine({
  row: { id: checkId, checkType, statusSince, problem },
}: {
  row: CheckOverviewRow
}) {
  const now = useNow()
  // A status that is older than a day has seen no recovery since.
  const mayHaveRecovered =
    problem === null && statusSince !== null && now - Date.parse(statusSince) < recoveredForMs
  const alerts = useQuery({ ...alertsOfCheckQuery(useApi(), checkId, 1), enabled: mayHaveRecovered })
  const { items, total } = alerts.data ?? { items: [], total: 0 }
  const episode = mayHaveRecovered ? recoveredEpisode(items, now) : null
  if (episode === null) {
    return mayHaveRecovered && alerts.isSuccess ? (
      <UnalertedLine checkId={checkId} checkType={checkType} alerts={items} />
    ) : null
  }
  // The first alerts of an outage with very many may be on the next page: then its length is not known here.
  const isWhole = items.length >= (total ?? 0) || items.at(-1)?.episodeId !== episode.id
  return <Recovered key={episode.id} checkId={checkId} episode={episode} isWhole={isWhole} />
}

/** Failures of the last day that were too little for an alert. */
function UnalertedLine({
  checkId,
  checkType,
  alerts,
}: Pick<CheckOverviewRow, 'checkType'> & { checkId: string; alerts: readonly CheckAlert[] }) {
  const { data: verdicts } = useQuery(verdictsQuery(useApi(), checkId, { preset: '24h' }))
  const [last] = verdicts === undefined ? [] : unalertedFailures(verdicts, episodesOf(alerts))
  if (last === undefined) return null
  const type = kindTypeOf(checkType)
  const isRun = type !== undefined && factsOf(type).isRun
  return (
    <p className="bg-card border-line mb-3 flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg border border-l-[3px] px-4 py-1.5">
      <StatusShape status="passed" className="text-good size-4" />
      <span className="max-sm:flex-1 max-sm:basis-48">
        {failureInWords(last, isRun)} between <Moment at={last.from} form="until" /> and{' '}
        <Moment at={last.to} form="until" />. No alert was raised.
      </span>
      {isRun ? <FailedResults checkId={checkId} failure={last} /> : null}
    </p>
  )
}

function Recovered({ checkId, episode, isWhole }: { checkId: string; episode: Episode; isWhole: boolean }) {
  const { id: accountId } = useAccount()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const { beganAt, endedAt, alerts } = episode
  const reason = alerts.findLast(
    ({ alertType, error }) => classOf(alertType) !== 'recovery' && error !== null,
  )
  const around = endedAt === null ? 0 : Math.max(5 * 60_000, (endedAt - beganAt) / 4)
  const params = { accountId, checkId }
  return (
    <div className="bg-card border-y-line border-r-line border-l-good-fill mb-3 rounded-lg border border-l-[3px] px-4 py-1.5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <StatusShape status="passed" className="text-good size-4" />
        <span>
          {isWhole ? `${episodeInWords(episode)} until ` : 'Recovered at '}
          <Moment at={endedAt} form="until" />.
        </span>
        <Button look="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </p>
      <div id={id} hidden={!isOpen} className="pb-1 pl-6.5">
        {reason === undefined ? null : <p className="font-semibold break-words">{reason.error}</p>}
        <p className="text-soft text-xs">
          {isWhole ? (
            <>
              Since <Moment at={beganAt} form="short" />.{' '}
            </>
          ) : null}
          {isWhole && endedAt !== null ? (
            <>
              <Link
                to="/accounts/$accountId/checks/$checkId"
                params={params}
                search={{ from: Math.round(beganAt - around), to: Math.round(endedAt + around) }}
                className="underline"
              >
                Charts of that time
              </Link>
              {' · '}
              <Link
                to="/accounts/$accountId/checks/$checkId/results"
                params={params}
                search={{ verdict: 'failed', from: beganAt, to: endedAt }}
                className="underline"
              >
                Failed results
              </Link>
              {' · '}
            </>
          ) : null}
          <Link to="/accounts/$accountId/checks/$checkId/alerts" params={params} className="underline">
            Who was notified
          </Link>
        </p>
      </div>
    </div>
  )
}
